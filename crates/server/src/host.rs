//! Under which names the app is reached. A page of somebody else can let its own name lead to this machine (DNS rebinding), and
//! the browser then takes us for that page; but it says the name, and a name that is not ours is refused.

use std::net::IpAddr;
use std::str::FromStr;

use axum::http::uri::{Authority, Uri};
use thiserror::Error;

/// The address under which the app is known outside, as in `https://play.example`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PublicUrl {
    secure: bool,
    authority: Authority,
}

/// Why a text is no public address.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error(
    "expected http:// or https:// and a name, with a port or without and nothing after it, as in https://play.example"
)]
pub struct PublicUrlError;

impl FromStr for PublicUrl {
    type Err = PublicUrlError;

    fn from_str(text: &str) -> Result<PublicUrl, PublicUrlError> {
        let uri: Uri = text.parse().map_err(|_| PublicUrlError)?;
        let secure = match uri.scheme_str() {
            Some("https") => true,
            Some("http") => false,
            _ => return Err(PublicUrlError),
        };
        let authority = uri.authority().ok_or(PublicUrlError)?.clone();
        let bare = uri.path() == "/" && uri.query().is_none() && !authority.as_str().contains('@');
        if bare { Ok(PublicUrl { secure, authority }) } else { Err(PublicUrlError) }
    }
}

/// The names of the app.
#[derive(Clone, Debug, Default)]
pub(crate) struct Names {
    pub(crate) public: Option<PublicUrl>,
    pub(crate) others: Vec<String>,
}

impl Names {
    /// Whether a request with this `Host` means us. Whatever the port: what is in front of us may listen on another one.
    /// Addresses are always ours, because nobody can let them lead anywhere else.
    pub(crate) fn know(&self, host: &str) -> bool {
        let Ok(authority) = host.parse::<Authority>() else { return false };
        let name = authority.host().trim_end_matches('.').to_ascii_lowercase();
        let address = name.trim_start_matches('[').trim_end_matches(']').parse::<IpAddr>().is_ok();
        let public = self.public.as_ref().map(|url| url.authority.host());
        let mut ours = self.others.iter().map(String::as_str).chain(public);
        let local = name == "localhost" || name.ends_with(".localhost");
        address || local || ours.any(|own| own.trim_end_matches('.').eq_ignore_ascii_case(&name))
    }

    /// Whether a page of this origin is ours, for a request with this `Host`.
    pub(crate) fn wrote(&self, origin: &str, host: &str) -> bool {
        let Some((scheme, authority)) = origin.split_once("://") else { return false };
        let public = |url: &PublicUrl| {
            scheme == if url.secure { "https" } else { "http" } && authority == url.authority.as_str()
        };
        authority == host || self.public.as_ref().is_some_and(public)
    }

    /// Whether browsers speak to us over https alone.
    pub(crate) fn secure(&self) -> bool {
        self.public.as_ref().is_some_and(|url| url.secure)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_public_address_is_a_scheme_and_a_name() {
        for text in ["https://play.example", "http://play.example:8080/", "https://[2001:db8::1]/"] {
            assert!(text.parse::<PublicUrl>().is_ok(), "{text}");
        }
        for text in [
            "play.example",
            "ftp://play.example",
            "https://",
            "https://play.example/agon",
            "https://a@b.example",
            "x y",
        ] {
            assert_eq!(text.parse::<PublicUrl>(), Err(PublicUrlError), "{text}");
        }
    }

    #[test]
    fn names_are_ours_or_not() {
        let names = Names { public: "https://play.example".parse().ok(), others: vec!["board".to_owned()] };
        for ours in [
            "localhost:8017",
            "LOCALHOST",
            "agon.localhost",
            "127.0.0.1:8017",
            "[::1]:8017",
            "192.0.2.7",
            "play.example",
            "Play.Example.:443",
            "board:80",
        ] {
            assert!(names.know(ours), "{ours}");
        }
        for other in
            ["evil.example", "play.example.evil.example", "notlocalhost", "127.0.0.1.evil.example", "", "a b"]
        {
            assert!(!names.know(other), "{other}");
        }
        assert!(names.wrote("https://play.example", "127.0.0.1:8017"), "a proxy may not pass on the name");
        assert!(names.wrote("http://localhost:1", "localhost:1"));
        assert!(!names.wrote("http://play.example", "127.0.0.1:8017") && !names.wrote("null", "null"));
    }
}
