//! What is around every page: head, header, settings, footer, and the two regions in which things are said.

use agon_render::words::{Language, Speech, Words};
use maud::{DOCTYPE, Markup, html};

use crate::views::icon;

/// The colours a reader wants.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum Theme {
    /// Those of the system.
    #[default]
    System,
    /// Dark on light.
    Light,
    /// Light on dark.
    Dark,
}

impl Theme {
    /// Every theme, as they are offered.
    pub(crate) const ALL: [Theme; 3] = [Theme::System, Theme::Light, Theme::Dark];

    /// The name used in forms and attributes.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Theme::System => "system",
            Theme::Light => "light",
            Theme::Dark => "dark",
        }
    }

    /// The theme with this name.
    pub(crate) fn find(name: &str) -> Option<Theme> {
        Theme::ALL.into_iter().find(|theme| theme.name() == name)
    }
}

/// How loud the sounds of a table are.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum Volume {
    /// There are none.
    #[default]
    Off,
    /// Soft.
    Low,
    /// In between.
    Medium,
    /// Loud.
    High,
}

impl Volume {
    /// Every volume, as they are offered.
    pub(crate) const ALL: [Volume; 4] = [Volume::Off, Volume::Low, Volume::Medium, Volume::High];

    /// The name used in forms and attributes.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Volume::Off => "off",
            Volume::Low => "low",
            Volume::Medium => "medium",
            Volume::High => "high",
        }
    }

    /// The volume with this name.
    pub(crate) fn find(name: &str) -> Option<Volume> {
        Volume::ALL.into_iter().find(|volume| volume.name() == name)
    }
}

/// Who reads the page.
#[derive(Clone, Copy)]
pub(crate) struct Reader {
    /// The words of the reader's language.
    pub(crate) words: &'static Words,
    /// The reader's colours.
    pub(crate) theme: Theme,
    /// Whether no server plays with the reader: the page was made on the reader's own device.
    pub(crate) alone: bool,
    /// The sounds that the reader wants.
    pub(crate) volume: Volume,
}

/// A page to be put into its frame.
pub(crate) struct Page<'a> {
    /// Who reads it.
    pub(crate) reader: Reader,
    /// Its title, without the name of the program.
    pub(crate) title: String,
    /// Its own address, to come back to after changing the settings.
    pub(crate) address: &'a str,
    /// The stylesheet of the board on it.
    pub(crate) board: Option<String>,
    /// The outlines of the pieces on it.
    pub(crate) sheet: Option<Markup>,
    /// What stands on it.
    pub(crate) content: Markup,
}

/// The whole document.
pub(crate) fn document(page: &Page<'_>) -> Markup {
    let words = page.reader.words;
    html! {
        (DOCTYPE)
        html lang=(words.language().tag()) data-theme=(page.reader.theme.name()) {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                title { (page.title) " – Agon" }
                link rel="stylesheet" href="/app.css";
                @if let Some(board) = &page.board {
                    link rel="stylesheet" href="/table.css";
                    link rel="stylesheet" href=(board);
                }
                link rel="icon" href="/favicon.ico" sizes="32x32";
                link rel="icon" href="/icon.svg" type="image/svg+xml" sizes="any";
                link rel="apple-touch-icon" href="/icon-180.png";
                link rel="manifest" href="/manifest.webmanifest";
                script type="module" src="/app.js" {}
            }
            body data-edge=(words.say("edge")) data-volume=[(page.reader.volume != Volume::Off).then(|| page.reader.volume.name())] {
                a.skip href="#main" { (words.say("skip")) }
                header.top {
                    a.brand href="/" { "Agon" }
                    nav aria-label=(words.say("navigation")) {
                        a href="/" { (words.say("games")) }
                        a href="/mine" { (words.say("mine")) }
                        a href="/learn" { (words.say("learn")) }
                        a href="/puzzles" { (words.say("puzzles")) }
                        a href="/analysis" { (words.say("analysis")) }
                        @if !page.reader.alone { a href="/lab" { (words.say("lab")) } }
                        a href="/about" { (words.say("about")) }
                    }
                    (settings(page))
                    // Shown by the script, too, when the server goes away while the page is open.
                    p.alone id="alone" hidden[!page.reader.alone] { (words.say("alone")) }
                    // Where there is no server, until the engine is there.
                    @if page.reader.alone {
                        p.alone id="engine" hidden data-failed=(words.say("engine-failed")) {
                            label { (words.say("engine-loading")) " " progress max="1" value="0" {} }
                        }
                    }
                }
                main id="main" tabindex="-1" { (page.content) }
                footer.foot { (words.say("footer")) }
                @if let Some(sheet) = &page.sheet { (sheet) }
                // Both exist before the first message, so that readers listen to them.
                div.hidden id="polite" role="status" aria-live="polite" aria-atomic="true" {}
                div.hidden id="assertive" role="alert" aria-live="assertive" aria-atomic="true" {}
            }
        }
    }
}

fn settings(page: &Page<'_>) -> Markup {
    let words = page.reader.words;
    html! {
        details.settings {
          summary { (icon::of("settings")) span { (words.say("settings")) } }
          form method="post" action="/settings" {
            input type="hidden" name="back" value=(page.address);
            select name="language" aria-label=(words.say("language")) {
                @for language in Language::ALL {
                    option value=(language.tag()) lang=(language.tag()) selected[language == words.language()] {
                        (language.name())
                    }
                }
            }
            select name="theme" aria-label=(words.say("theme")) {
                @for theme in Theme::ALL {
                    option value=(theme.name()) selected[theme == page.reader.theme] {
                        (words.say(&format!("theme-{}", theme.name())))
                    }
                }
            }
            select name="speech" aria-label=(words.say("speech")) {
                @for speech in Speech::ALL {
                    option value=(speech.name()) selected[speech == words.speech()] {
                        (words.say(&format!("speech-{}", speech.name())))
                    }
                }
            }
            select name="sound" aria-label=(words.say("sound")) {
                @for volume in Volume::ALL {
                    option value=(volume.name()) selected[volume == page.reader.volume] {
                        (words.say(&format!("sound-{}", volume.name())))
                    }
                }
            }
            button.primary { (words.say("apply")) }
          }
        }
    }
}

/// A page that says what went wrong.
pub(crate) fn trouble(words: &Words, title: &str, sentence: &str) -> Markup {
    html! {
        h1 { (title) }
        p.message role="alert" { (sentence) }
        p { a.button href="/" { (words.say("back-home")) } }
    }
}
