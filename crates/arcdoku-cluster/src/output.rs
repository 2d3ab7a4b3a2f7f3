//! Writes rows to files, which appear when they are complete.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use clap::ValueEnum;
use datafusion::arrow::array::{Array as _, ArrayRef, AsArray as _, RecordBatch};
use datafusion::arrow::compute::cast;
use datafusion::arrow::csv::{Writer as CsvWriter, WriterBuilder};
use datafusion::arrow::datatypes::{DataType, SchemaRef};
use datafusion::arrow::json::LineDelimitedWriter;
use datafusion::arrow::util::pretty::pretty_format_batches;
use datafusion::parquet::arrow::ArrowWriter;
use datafusion::parquet::arrow::arrow_writer::ArrowWriterOptions;
use datafusion::parquet::basic::{Compression, ZstdLevel};
use datafusion::parquet::file::properties::WriterProperties;

use crate::Done;
use crate::stop::{Temporary, first_free};

/// The number of rows of a row group. Tasks get whole row groups of a file, and a group of ratings can take minutes.
const GROUP: usize = 10_000;

/// The format of written rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// Columns for people
    Table,
    /// Apache Parquet
    Parquet,
    /// Comma-separated values
    Csv,
    /// One JSON object per line
    Jsonl,
    /// The texts of a single column, one per line; an empty line for null
    Lines,
}

impl Format {
    /// The format of a file.
    ///
    /// # Errors
    /// If the extension is unknown.
    pub(crate) fn of(path: &Path) -> Done<Self> {
        let extension = path.extension().unwrap_or_default().to_string_lossy().into_owned();
        match extension.as_str() {
            "parquet" => Ok(Self::Parquet),
            "csv" => Ok(Self::Csv),
            "json" | "jsonl" | "ndjson" => Ok(Self::Jsonl),
            "txt" | "sdm" => Ok(Self::Lines),
            _ => {
                Err(format!("--out {}: expected .parquet, .csv, .jsonl or .txt, or --format", path.display())
                    .into())
            }
        }
    }
}

/// Writes batches.
pub(crate) enum Sink<W: Write + Send> {
    Table(Vec<RecordBatch>, W),
    Parquet(Box<ArrowWriter<W>>),
    Csv(Box<CsvWriter<W>>),
    Jsonl(LineDelimitedWriter<W>),
    Lines(W),
}

impl<W: Write + Send> Sink<W> {
    pub(crate) fn new(format: Format, schema: &SchemaRef, out: W) -> Done<Self> {
        Ok(match format {
            Format::Table => Self::Table(Vec::new(), out),
            Format::Parquet => {
                let properties = WriterProperties::builder()
                    .set_max_row_group_row_count(Some(GROUP))
                    .set_compression(Compression::ZSTD(ZstdLevel::default()))
                    .build();
                // The types of Arrow are omitted from the file, because text has different types in different sessions.
                let options =
                    ArrowWriterOptions::new().with_properties(properties).with_skip_arrow_metadata(true);
                Self::Parquet(Box::new(ArrowWriter::try_new_with_options(out, schema.clone(), options)?))
            }
            Format::Csv => Self::Csv(Box::new(WriterBuilder::new().with_header(true).build(out))),
            Format::Jsonl => Self::Jsonl(LineDelimitedWriter::new(out)),
            Format::Lines => {
                match schema.fields().iter().map(|field| field.data_type()).collect::<Vec<_>>()[..] {
                    [DataType::Utf8 | DataType::LargeUtf8 | DataType::Utf8View] => Self::Lines(out),
                    _ => return Err("the format lines requires a single column of text".into()),
                }
            }
        })
    }

    pub(crate) fn write(&mut self, batch: RecordBatch) -> Done {
        match self {
            Self::Table(batches, _) => batches.push(batch),
            Self::Parquet(writer) => writer.write(&batch)?,
            Self::Csv(writer) => writer.write(&batch)?,
            Self::Jsonl(writer) => writer.write(&batch)?,
            Self::Lines(out) => write_lines(out, batch.column(0))?,
        }
        Ok(())
    }

    pub(crate) fn finish(self) -> Done<W> {
        Ok(match self {
            Self::Table(batches, mut out) => {
                writeln!(out, "{}", pretty_format_batches(&batches)?)?;
                out
            }
            Self::Parquet(writer) => writer.into_inner()?,
            Self::Csv(writer) => writer.into_inner(),
            Self::Jsonl(mut writer) => {
                writer.finish()?;
                writer.into_inner()
            }
            Self::Lines(out) => out,
        })
    }
}

/// Writes the texts of a column, one per line.
fn write_lines(out: &mut impl Write, column: &ArrayRef) -> Done {
    let texts = cast(column, &DataType::Utf8View)?;
    let mut lines = Vec::with_capacity(82 * texts.len());
    for text in texts.as_string_view() {
        let text = text.unwrap_or_default();
        if text.contains('\n') {
            return Err(format!("{text:?}: found several lines, expected one").into());
        }
        lines.extend_from_slice(text.as_bytes());
        lines.push(b'\n');
    }
    Ok(out.write_all(&lines)?)
}

/// A file that appears when it is complete. It is written under a temporary name in the same folder, synchronized and
/// renamed. An incomplete file is removed.
pub(crate) struct AtomicOutput {
    temporary: Temporary,
    path: PathBuf,
}

impl AtomicOutput {
    pub(crate) fn create(path: &Path) -> io::Result<(Self, BufWriter<File>)> {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        // A process never reuses a number for a temporary name, because two attempts can write the same part at the
        // same time, even after one of them was canceled.
        static COUNT: AtomicU64 = AtomicU64::new(0);
        let created = first_free(|_| {
            let count = COUNT.fetch_add(1, Ordering::Relaxed);
            let name = format!(".{name}.{}-{count}.unfinished", std::process::id());
            Temporary::create(path.with_file_name(name))
        });
        let (temporary, file) =
            created.map_err(|error| io::Error::new(error.kind(), format!("{}: {error}", path.display())))?;
        Ok((Self { temporary, path: path.to_owned() }, BufWriter::with_capacity(1 << 20, file)))
    }

    /// Gives the file its final name. Returns its size.
    pub(crate) fn appear(self, out: BufWriter<File>) -> io::Result<u64> {
        let file = out.into_inner().map_err(io::IntoInnerError::into_error)?;
        file.sync_all()?;
        let bytes = file.metadata()?.len();
        fs::rename(self.temporary.path(), &self.path)?;
        Ok(bytes)
    }
}
