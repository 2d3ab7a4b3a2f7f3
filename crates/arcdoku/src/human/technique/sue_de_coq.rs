//! Not built yet.

use std::ops::ControlFlow;

use crate::human::registry::Techniques;
use crate::human::search::{Extent, Search, Sink};

pub(in crate::human) fn find(
    _search: &mut Search<'_>,
    _wanted: Techniques,
    _extent: Extent,
    _out: Sink<'_>,
) -> ControlFlow<()> {
    ControlFlow::Continue(())
}
