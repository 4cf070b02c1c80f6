use std::{fs, path::PathBuf};

/// The committed tokenizer files that show one component each, by name, with their text.
///
/// # Panics
///
/// When they cannot be read: they are part of this repository.
pub fn component_files() -> Vec<(String, String)> {
    json_files("components")
}

/// All committed tokenizer files, the larger ones included. Not every file there is a tokenizer.
///
/// # Panics
///
/// When they cannot be read.
pub fn committed_files() -> Vec<(String, String)> {
    [json_files("components"), json_files("")].concat()
}

fn json_files(folder: &str) -> Vec<(String, String)> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../__test__/fixtures").join(folder);
    let entries = fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let paths = entries.filter_map(|entry| Some(entry.ok()?.path()));
    let files = paths.filter(|path| path.extension().is_some_and(|extension| extension == "json")).map(|path| {
        let name = path.file_stem().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        let json = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        (name, json)
    });
    let mut files: Vec<_> = files.collect();
    files.sort();
    files
}
