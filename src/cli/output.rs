//! Writing results: standard output, or a file that is replaced in one step.
//!
//! A file is written under a temporary name in its directory and renamed when it is complete, so a reader never sees a
//! part of it and a failed run leaves the old content. When the reader of a pipe has gone, writing stops quietly.

use super::Failure;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Where modules are written.
pub enum Output {
    /// Standard output.
    Stdout(io::StdoutLock<'static>),
    /// The reader of standard output is gone; everything is dropped.
    Closed,
    /// A file that does not exist or is a regular one.
    File(Replacement),
    /// A device or pipe, which cannot be replaced.
    Device(PathBuf, File),
}

impl Output {
    /// Opens the output; problems with the path are found before any work is done.
    pub fn open(path: Option<&Path>) -> Result<Self, Failure> {
        let Some(path) = path.filter(|path| path.as_os_str() != "-") else {
            return Ok(Output::Stdout(io::stdout().lock()));
        };
        match fs::metadata(path) {
            Ok(meta) if meta.is_dir() => Err(Failure(format!("cannot write `{}`: it is a directory", path.display()))),
            Ok(meta) if !meta.is_file() => match OpenOptions::new().write(true).open(path) {
                Ok(file) => Ok(Output::Device(path.to_path_buf(), file)),
                Err(error) => Err(Failure::file("write", path.display(), &error)),
            },
            _ => Replacement::new(path).map(Output::File),
        }
    }

    /// Writes a piece.
    pub fn write(&mut self, text: &str) -> Result<(), Failure> {
        match self {
            Output::Stdout(out) => match out.write_all(text.as_bytes()) {
                Err(error) if error.kind() == io::ErrorKind::BrokenPipe => *self = Output::Closed,
                Err(error) => return Err(Failure::file("write", "<stdout>", &error)),
                Ok(()) => {}
            },
            Output::Closed => {}
            Output::File(file) => file.write(text)?,
            Output::Device(path, file) => {
                file.write_all(text.as_bytes()).map_err(|error| Failure::file("write", path.display(), &error))?;
            }
        }
        Ok(())
    }

    /// Completes the output. A file is put in place only when `keep` is set.
    pub fn finish(self, keep: bool) -> Result<(), Failure> {
        match self {
            Output::Stdout(mut out) => match out.flush() {
                Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
                    Err(Failure::file("write", "<stdout>", &error))
                }
                _ => Ok(()),
            },
            Output::File(file) if keep => file.commit(),
            Output::File(_) | Output::Closed | Output::Device(..) => Ok(()),
        }
    }
}

/// A file to be replaced. Dropped without [`Replacement::commit`], it leaves nothing behind.
pub struct Replacement {
    target: PathBuf,
    temporary: PathBuf,
    file: Option<File>,
}

impl Replacement {
    /// Creates the temporary file.
    pub fn new(path: &Path) -> Result<Self, Failure> {
        // A link stays a link: what it points to is replaced.
        let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf());
        let name = target.file_name().map(|name| name.to_string_lossy().into_owned());
        let name = name.ok_or_else(|| Failure(format!("cannot write `{}`: it names no file", path.display())))?;
        let temporary = target.with_file_name(format!(".{name}.{}.tmp", std::process::id()));
        let file = OpenOptions::new().write(true).create_new(true).open(&temporary);
        let file = file.map_err(|error| Failure::file("write", path.display(), &error))?;
        let replacement = Replacement { target, temporary, file: Some(file) };
        if let (Ok(meta), Some(file)) = (fs::metadata(&replacement.target), &replacement.file) {
            // Failing to copy the mode (on a file system without modes) is no reason to refuse to write.
            let _ = file.set_permissions(meta.permissions());
        }
        Ok(replacement)
    }

    /// Appends text.
    pub fn write(&mut self, text: &str) -> Result<(), Failure> {
        let result = self.file.as_mut().map_or(Ok(()), |file| file.write_all(text.as_bytes()));
        result.map_err(|error| Failure::file("write", self.target.display(), &error))
    }

    /// Puts the file in place.
    pub fn commit(mut self) -> Result<(), Failure> {
        // Closed first: some systems do not rename open files.
        self.file = None;
        let renamed = fs::rename(&self.temporary, &self.target);
        renamed.map_err(|error| Failure::file("write", self.target.display(), &error))
    }
}

impl Drop for Replacement {
    fn drop(&mut self) {
        // After a commit the temporary name is gone and this fails, as it should.
        let _ = fs::remove_file(&self.temporary);
    }
}

/// Writes a whole text to standard output, for commands that print one.
pub fn print(text: &str) -> Result<(), Failure> {
    let mut out = Output::open(None)?;
    out.write(text)?;
    out.finish(true)
}
