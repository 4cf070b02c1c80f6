use std::{fs, path::PathBuf};

/// The committed tokenizer files by name, those that show one component each and the larger ones.
///
/// # Panics
///
/// When they cannot be read: they are part of this repository.
pub fn committed_files() -> Vec<(String, String)> {
    let fixtures = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../__test__/fixtures");
    let mut files = Vec::new();
    for folder in [fixtures.join("components"), fixtures] {
        let entries = fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
        let paths = entries.filter_map(|entry| Some(entry.ok()?.path()));
        for path in paths.filter(|path| path.extension().is_some_and(|extension| extension == "json")) {
            let name = path.file_stem().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
            let json = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
            files.push((name, json));
        }
    }
    files.sort();
    files
}
