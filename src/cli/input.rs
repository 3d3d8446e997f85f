//! Which inputs there are, and reading them.

use super::Failure;
use pto_opt::source::{MAX_SOURCE_BYTES, Source};
use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

/// One input of a run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Input {
    /// Standard input.
    Stdin,
    /// A file.
    File(PathBuf),
}

/// What reading an input gave.
pub enum Text {
    /// Its text.
    Source(Source),
    /// It has more bytes than positions can count; the source has the name only.
    TooLarge(Source),
}

impl Input {
    /// The name to show.
    pub fn name(&self) -> String {
        match self {
            Input::Stdin => "<stdin>".to_string(),
            Input::File(path) => path.to_string_lossy().into_owned(),
        }
    }

    /// Reads all of it.
    pub fn read(&self) -> Result<Text, Failure> {
        self.try_read().map_err(|error| Failure::file("read", self.name(), &error))
    }

    fn try_read(&self) -> io::Result<Text> {
        match self {
            Input::Stdin => self.read_from(io::stdin().lock()),
            Input::File(path) => {
                let meta = fs::metadata(path)?;
                if !meta.is_file() {
                    return self.read_from(fs::File::open(path)?);
                }
                if meta.len() > MAX_SOURCE_BYTES as u64 {
                    return Ok(self.too_large());
                }
                Source::open(self.name(), path).map(Text::Source)
            }
        }
    }

    /// Reads a stream, whose length is not known before.
    fn read_from(&self, stream: impl Read) -> io::Result<Text> {
        let mut bytes = Vec::new();
        stream.take(MAX_SOURCE_BYTES as u64 + 1).read_to_end(&mut bytes)?;
        if bytes.len() > MAX_SOURCE_BYTES {
            return Ok(self.too_large());
        }
        Ok(Text::Source(Source::from_bytes(self.name(), bytes)))
    }

    fn too_large(&self) -> Text {
        Text::TooLarge(Source::new(self.name(), ""))
    }
}

/// The inputs that the arguments name: files as they are, directories as all `*.pto` files below them in the order of
/// their names, `-` or nothing as standard input.
pub fn collect(paths: &[PathBuf]) -> Result<Vec<Input>, Failure> {
    let mut inputs = Vec::new();
    for path in paths {
        if path.as_os_str() == "-" {
            if inputs.contains(&Input::Stdin) {
                return Err(Failure("standard input is given twice".to_string()));
            }
            inputs.push(Input::Stdin);
        } else if path.is_dir() {
            let files = files_below(path)?;
            if files.is_empty() {
                return Err(Failure(format!("there is no `*.pto` file in `{}`", path.display())));
            }
            inputs.extend(files.into_iter().map(Input::File));
        } else {
            inputs.push(Input::File(path.clone()));
        }
    }
    if paths.is_empty() {
        inputs.push(Input::Stdin);
    }
    Ok(inputs)
}

/// All `*.pto` files below a directory, depth first and in the order of their names. Hidden entries are left out, and
/// links to directories are not followed, so that a cycle of links ends.
fn files_below(root: &Path) -> Result<Vec<PathBuf>, Failure> {
    let mut files = Vec::new();
    let mut waiting = vec![(root.to_path_buf(), true)];
    while let Some((path, is_directory)) = waiting.pop() {
        if !is_directory {
            files.push(path);
            continue;
        }
        let mut entries = entries(&path).map_err(|error| Failure::file("read", path.display(), &error))?;
        entries.sort_unstable();
        // The last one pushed is taken first.
        waiting.extend(entries.into_iter().rev());
    }
    Ok(files)
}

/// The visible `*.pto` files of a directory and its directories, which are marked.
fn entries(directory: &Path) -> io::Result<Vec<(PathBuf, bool)>> {
    let mut found = Vec::new();
    for entry in fs::read_dir(directory)? {
        let entry = entry?;
        let path = entry.path();
        if entry.file_name().as_encoded_bytes().starts_with(b".") {
            continue;
        }
        if entry.file_type()?.is_dir() {
            found.push((path, true));
        } else if path.extension().is_some_and(|extension| extension == "pto") && path.is_file() {
            found.push((path, false));
        }
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn directories_give_their_files_in_order() {
        let root = std::env::temp_dir().join(format!("pto-opt-input-{}", std::process::id()));
        let _ = fs::remove_dir_all(&root);
        for file in ["b.pto", "a/z.pto", "a/y/k.pto", "c.txt", ".hidden/h.pto", "a/.h.pto", "d.pto/e.pto"] {
            let path = root.join(file);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(&path, "").unwrap();
        }
        #[cfg(unix)]
        std::os::unix::fs::symlink(&root, root.join("a/cycle")).unwrap();
        let found = collect(&[root.clone(), PathBuf::from("-"), root.join("b.pto")]).unwrap();
        let names: Vec<_> = found
            .iter()
            .map(|input| input.name().replace(&*root.to_string_lossy(), "ROOT").replace('\\', "/"))
            .collect();
        assert_eq!(
            names,
            ["ROOT/a/y/k.pto", "ROOT/a/z.pto", "ROOT/b.pto", "ROOT/d.pto/e.pto", "<stdin>", "ROOT/b.pto"]
        );
        assert!(collect(&[root.join("a/.h.pto"), "-".into(), "-".into()]).is_err(), "standard input twice");
        fs::create_dir(root.join("empty")).unwrap();
        assert!(collect(&[root.join("empty")]).is_err());
        fs::remove_dir_all(&root).unwrap();
    }
}
