//! Where tournaments are found: files in the data folder, and some that come with the program.

use std::path::{Path, PathBuf};

use crate::trouble::Trouble;

/// Tournaments that come with the program, by name.
const SHIPPED: [(&str, &str); 2] = [
    ("more-playouts", include_str!("../../assets/lab/more-playouts.toml")),
    ("searches-side-by-side", include_str!("../../assets/lab/searches-side-by-side.toml")),
];

/// The folder of tournaments, if there is one, and the shipped ones.
pub(crate) struct Shelf {
    folder: Option<PathBuf>,
}

impl Shelf {
    /// The shelf of a data folder.
    pub(crate) fn new(data: Option<&Path>) -> Shelf {
        Shelf { folder: data.map(|data| data.join("lab")) }
    }

    pub(crate) fn folder(&self) -> Option<&Path> {
        self.folder.as_deref()
    }

    /// The names of all tournaments in order.
    pub(crate) fn names(&self) -> Vec<String> {
        let found =
            self.folder.iter().filter_map(|folder| std::fs::read_dir(folder).ok()).flatten().flatten();
        let named = found.filter_map(|file| {
            let path = file.path();
            let known = path.extension().is_some_and(|extension| extension == "toml" || extension == "db");
            let name = path.file_stem()?.to_str()?.to_owned();
            (known && is_name(&name)).then_some(name)
        });
        let mut names: Vec<String> = named.chain(SHIPPED.map(|(name, _)| name.to_owned())).collect();
        names.sort();
        names.dedup();
        names
    }

    /// The file that a tournament's text is in or would be in.
    pub(crate) fn file(&self, name: &str) -> Option<PathBuf> {
        Some(self.folder.as_ref()?.join(format!("{name}.toml")))
    }

    /// The file that a tournament's results are in or would be in.
    pub(crate) fn results(&self, name: &str) -> Option<PathBuf> {
        Some(self.folder.as_ref()?.join(format!("{name}.db")))
    }

    /// The text of a tournament: that of the folder, or the one that came with the program; nothing if there are only results.
    pub(crate) fn text(&self, name: &str) -> Result<Option<String>, Trouble> {
        if !is_name(name) {
            return Err(Trouble::NoTournament(name.chars().take(60).collect()));
        }
        if let Some(text) = self.file(name).and_then(|file| std::fs::read_to_string(file).ok()) {
            return Ok(Some(text));
        }
        if let Some((_, text)) = SHIPPED.iter().find(|(shipped, _)| *shipped == name) {
            return Ok(Some((*text).to_owned()));
        }
        if self.results(name).is_some_and(|results| results.exists()) {
            return Ok(None);
        }
        Err(Trouble::NoTournament(name.to_owned()))
    }

    /// Puts a text into the folder, so that its results do not lie there without it.
    pub(crate) fn keep(&self, name: &str, text: &str) -> std::io::Result<()> {
        let (Some(folder), Some(file)) = (&self.folder, self.file(name)) else { return Ok(()) };
        std::fs::create_dir_all(folder)?;
        if file.exists() { Ok(()) } else { std::fs::write(file, text) }
    }
}

/// Whether a text can be the name of a tournament here: no dots and slashes, so that no name leads out of the folder.
fn is_name(text: &str) -> bool {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_';
    !text.is_empty() && text.len() <= 60 && text.bytes().all(plain)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_name_leads_out_of_the_folder() {
        let shelf = Shelf::new(Some(Path::new("/nowhere")));
        for name in ["", "..", "a/b", "../agon", "a.b", "ü", &"a".repeat(61)] {
            assert!(matches!(shelf.text(name), Err(Trouble::NoTournament(_))), "{name}");
        }
        assert!(shelf.text("more-playouts").unwrap().is_some());
        assert_eq!(shelf.names(), SHIPPED.map(|(name, _)| name));
    }
}
