//! All tests of the formats, in one program. Every file beside this one is named here.

mod files;
mod formats;
mod strangers;
