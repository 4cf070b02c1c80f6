use std::{
    fs::File,
    hash::BuildHasher,
    io::{ErrorKind, Read},
    path::{Path, PathBuf},
    sync::LazyLock,
};

use foldhash::quality::RandomState;

use crate::error::{Error, Result};

/// The name that a folder's tokenizer has.
const FILE_NAME: &str = "tokenizer.json";

/// Tells whether two tokenizers were loaded from the same text, without keeping the text. Hashed under a seed of this process, so that no file
/// can be made to pass for another one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct SourceDigest(u64);

static SEED: LazyLock<RandomState> = LazyLock::new(RandomState::default);

impl SourceDigest {
    pub(crate) fn of(source: &str) -> Self {
        Self(SEED.hash_one(source))
    }
}

/// Reads the text of a tokenizer.json.
///
/// # Errors
///
/// [`Error::NotFound`], [`Error::Unreadable`], [`Error::FileTooLarge`] before anything is read, and [`Error::InvalidUtf8`].
pub(crate) fn read_tokenizer_file(path: &Path, max_bytes: u64) -> Result<String> {
    let bytes = read_up_to(path, max_bytes)?;
    String::from_utf8(bytes)
        .map_err(|error| Error::InvalidUtf8 { offset: error.utf8_error().valid_up_to() }.in_file(path))
}

/// The file that a path names: itself, or the tokenizer.json in a folder.
///
/// # Errors
///
/// [`Error::NotFound`] when the folder has none.
pub(crate) fn tokenizer_path(path: &Path) -> Result<PathBuf> {
    if !path.is_dir() {
        return Ok(path.to_owned());
    }
    let inside = path.join(FILE_NAME);
    if inside.is_file() {
        Ok(inside)
    } else {
        Err(Error::NotFound { path: path.to_owned(), detail: format!("the folder has no {FILE_NAME}") })
    }
}

fn read_up_to(path: &Path, max_bytes: u64) -> Result<Vec<u8>> {
    let file = File::open(path).map_err(|source| io_error(path, source))?;
    let bytes = file.metadata().map_err(|source| io_error(path, source))?.len();
    let too_large = |bytes| Error::FileTooLarge { path: path.to_owned(), bytes, max_bytes };
    if bytes > max_bytes {
        return Err(too_large(bytes));
    }
    let capacity = usize::try_from(bytes).map_err(|_| too_large(bytes))?;
    let mut content = Vec::new();
    content.try_reserve_exact(capacity).map_err(|_| Error::OutOfMemory { bytes: capacity })?;
    // A pipe or a device states no size, and a file may grow while it is read: so the reading itself is bounded as well.
    file.take(max_bytes.saturating_add(1)).read_to_end(&mut content).map_err(|source| io_error(path, source))?;
    if content.len() as u64 > max_bytes {
        return Err(too_large(content.len() as u64));
    }
    Ok(content)
}

fn io_error(path: &Path, source: std::io::Error) -> Error {
    if source.kind() == ErrorKind::NotFound {
        Error::NotFound { path: path.to_owned(), detail: "no such file".to_owned() }
    } else {
        Error::Unreadable { path: path.to_owned(), source }
    }
}
