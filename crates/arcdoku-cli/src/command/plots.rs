//! Files for plots.

use std::path::Path;

use arcdoku_service::draw::PlotFormat;
use arcdoku_service::status::Error;
use arcdoku_service::whole_file::write_whole;

/// A file for a plot, with the format from its name.
pub(crate) struct Target<'a> {
    path: &'a Path,
    format: PlotFormat,
}

/// The file of an option `--plot`, if its name has a known extension.
pub(crate) fn target(path: &Path) -> Result<Target<'_>, Error> {
    let shown = path.display();
    let format = PlotFormat::of_name(&path.to_string_lossy())
        .ok_or_else(|| Error::usage(format!("--plot {shown}: expected a file that ends in .svg or .png")))?;
    Ok(Target { path, format })
}

impl Target<'_> {
    /// Writes the plot.
    pub(crate) fn write(
        &self,
        plot: impl FnOnce(PlotFormat) -> Result<Vec<u8>, String>,
    ) -> Result<(), Error> {
        let shown = self.path.display();
        let bytes = plot(self.format).map_err(|error| Error::output(format!("{shown}: {error}")))?;
        write_whole(self.path, bytes)
    }
}
