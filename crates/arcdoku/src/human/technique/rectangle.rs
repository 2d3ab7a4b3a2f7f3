//! Not built yet.

use std::ops::ControlFlow;

use crate::human::Proper;
use crate::human::registry::Techniques;
use crate::human::search::{Extent, Search, Sink};

pub(in crate::human) fn find(
    _search: &mut Search<'_>,
    _proper: Proper,
    _wanted: Techniques,
    _extent: Extent,
    _out: Sink<'_>,
) -> ControlFlow<()> {
    ControlFlow::Continue(())
}
