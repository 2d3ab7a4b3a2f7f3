//! The folders that the SQL of clients can read.

use std::fmt;
use std::ops::Range;
use std::path::PathBuf;
use std::sync::Arc;

use async_trait::async_trait;
use bytes::Bytes;
use datafusion::error::{DataFusionError, Result};
use datafusion::execution::object_store::ObjectStoreRegistry;
use futures::StreamExt as _;
use futures::stream::{self, BoxStream};
use object_store::local::LocalFileSystem;
use object_store::path::Path;
use object_store::{
    CopyOptions, Error, GetOptions, GetResult, ListResult, MultipartUpload, ObjectMeta, ObjectStore,
    PutMultipartOptions, PutOptions, PutPayload, PutResult,
};
use url::Url;

/// Read access to the files of some folders.
///
/// Queries on a cluster come from its clients and can contain any path. A query can read a file only if its real
/// path, after all links, is in one of the folders. Queries cannot write files: results are sent to clients, and no
/// path leads to the work folder of tasks.
#[derive(Clone, Debug)]
pub(crate) struct Roots {
    /// Real paths.
    folders: Arc<[PathBuf]>,
    files: Arc<LocalFileSystem>,
}

impl fmt::Display for Roots {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "files in {} folders", self.folders.len())
    }
}

type Answer<T> = std::result::Result<T, Error>;

impl Roots {
    /// # Errors
    /// If a folder does not exist.
    pub(crate) fn new(folders: &[PathBuf]) -> std::io::Result<Self> {
        let real = |folder: &PathBuf| {
            std::fs::canonicalize(folder).map_err(|error| {
                std::io::Error::new(error.kind(), format!("--root {}: {error}", folder.display()))
            })
        };
        let folders: Vec<PathBuf> = folders.iter().map(real).collect::<std::io::Result<_>>()?;
        Ok(Self { folders: folders.into(), files: Arc::new(LocalFileSystem::new()) })
    }

    /// The real path, after all links, of a path in one of the folders. Callers must open the real path, because a
    /// link in the given path could be changed after this check. A folder in the real path could also be replaced by
    /// a link, so folders must not be writable for users who may not read outside them.
    fn check(&self, location: &Path) -> Answer<Path> {
        let refused = |why: &str| Error::PermissionDenied { path: location.to_string(), source: why.into() };
        let path = self.files.path_to_filesystem(location)?;
        let real = std::fs::canonicalize(&path).map_err(|error| match error.kind() {
            std::io::ErrorKind::NotFound if self.folders.iter().any(|folder| path.starts_with(folder)) => {
                Error::NotFound { path: location.to_string(), source: Box::new(error) }
            }
            _ => refused("not in a folder of --root"),
        })?;
        let is_inside = self.folders.iter().any(|folder| real.starts_with(folder));
        if is_inside {
            Ok(Path::from_absolute_path(real)?)
        } else {
            Err(refused("not in a folder of --root"))
        }
    }

    fn no_writing(location: &Path) -> Error {
        let source = "queries do not write on a cluster".into();
        Error::PermissionDenied { path: location.to_string(), source }
    }
}

#[async_trait]
impl ObjectStore for Roots {
    async fn put_opts(&self, location: &Path, _: PutPayload, _: PutOptions) -> Answer<PutResult> {
        Err(Self::no_writing(location))
    }

    async fn put_multipart_opts(
        &self,
        location: &Path,
        _: PutMultipartOptions,
    ) -> Answer<Box<dyn MultipartUpload>> {
        Err(Self::no_writing(location))
    }

    async fn get_opts(&self, location: &Path, options: GetOptions) -> Answer<GetResult> {
        let real = self.check(location)?;
        let mut found = self.files.get_opts(&real, options).await?;
        found.meta.location = location.clone();
        Ok(found)
    }

    async fn get_ranges(&self, location: &Path, ranges: &[Range<u64>]) -> Answer<Vec<Bytes>> {
        self.files.get_ranges(&self.check(location)?, ranges).await
    }

    fn delete_stream(&self, locations: BoxStream<'static, Answer<Path>>) -> BoxStream<'static, Answer<Path>> {
        locations.map(|location| Err(Self::no_writing(&location?))).boxed()
    }

    fn list(&self, prefix: Option<&Path>) -> BoxStream<'static, Answer<ObjectMeta>> {
        let root = Path::default();
        if let Err(error) = self.check(prefix.unwrap_or(&root)) {
            return stream::once(async { Err(error) }).boxed();
        }
        // A link inside a folder may lead outside.
        let roots = self.clone();
        self.files
            .list(prefix)
            .filter(move |found| {
                let is_fit = found.as_ref().map_or(true, |found| roots.check(&found.location).is_ok());
                async move { is_fit }
            })
            .boxed()
    }

    async fn list_with_delimiter(&self, prefix: Option<&Path>) -> Answer<ListResult> {
        self.check(prefix.unwrap_or(&Path::default()))?;
        let mut found = self.files.list_with_delimiter(prefix).await?;
        found.objects.retain(|object| self.check(&object.location).is_ok());
        Ok(found)
    }

    async fn copy_opts(&self, _: &Path, to: &Path, _: CopyOptions) -> Answer<()> {
        Err(Self::no_writing(to))
    }
}

impl ObjectStoreRegistry for Roots {
    fn register_store(&self, _: &Url, _: Arc<dyn ObjectStore>) -> Option<Arc<dyn ObjectStore>> {
        // Other stores cannot be registered.
        None
    }

    fn get_store(&self, url: &Url) -> Result<Arc<dyn ObjectStore>> {
        match url.scheme() {
            "file" => Ok(Arc::new(self.clone())),
            other => Err(DataFusionError::Execution(format!("{other}: only files are read"))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use object_store::ObjectStoreExt as _;

    #[tokio::test]
    async fn only_files_of_the_folders_exist() {
        let home = std::env::temp_dir().join(format!("arcdoku-roots-{}", std::process::id()));
        let (inside, outside) = (home.join("inside"), home.join("outside"));
        std::fs::create_dir_all(&inside).unwrap();
        std::fs::create_dir_all(&outside).unwrap();
        std::fs::write(inside.join("a.csv"), "a").unwrap();
        std::fs::write(outside.join("b.csv"), "b").unwrap();
        #[cfg(unix)]
        std::os::unix::fs::symlink(outside.join("b.csv"), inside.join("link.csv")).unwrap();
        let roots = Roots::new(std::slice::from_ref(&inside)).unwrap();
        let path = |path: &std::path::Path| Path::from_absolute_path(path).unwrap();
        assert!(roots.get(&path(&inside.join("a.csv"))).await.is_ok());
        #[cfg(unix)]
        {
            let link = inside.join("other.csv");
            std::os::unix::fs::symlink(inside.join("a.csv"), &link).unwrap();
            let found = roots.get(&path(&link)).await.unwrap();
            assert_eq!(found.meta.location, path(&link));
            assert_eq!(found.bytes().await.unwrap(), "a");
            std::fs::remove_file(link).unwrap();
        }
        assert!(matches!(roots.get(&path(&inside.join("none.csv"))).await, Err(Error::NotFound { .. })));
        for refused in [outside.join("b.csv"), inside.join("link.csv"), outside.join("none.csv")] {
            let answer = roots.get(&path(&refused)).await;
            assert!(matches!(answer, Err(Error::PermissionDenied { .. })), "{answer:?}");
        }
        assert!(roots.put(&path(&inside.join("new.csv")), "x".into()).await.is_err());
        assert!(roots.delete(&path(&inside.join("a.csv"))).await.is_err());
        let listed: Vec<_> = roots.list(Some(&path(&inside))).collect().await;
        assert_eq!(listed.len(), 1, "{listed:?}");
        assert!(roots.list(Some(&path(&outside))).next().await.unwrap().is_err());
        assert!(roots.list(None).next().await.unwrap().is_err());
        for url in ["s3://bucket/a.csv", "http://127.0.0.1/a.csv"] {
            assert!(roots.get_store(&Url::parse(url).unwrap()).is_err());
        }
        std::fs::remove_dir_all(home).unwrap();
    }
}
