//! The lab: tournaments with live tables, started from the page or by another program.

use std::path::{Path, PathBuf};
use std::time::Duration;

use agon_agents::Catalogue;
use agon_arena::ledger::Ledger;
use agon_arena::tournament::Tournament;
use agon_server::{App, Options, router};
use axum::Router;
use axum::body::{Body, to_bytes};
use axum::http::{Method, Request, StatusCode, header};
use tower::ServiceExt;

const TEXT: &str = r#"
name = "Small <boards>"
pairs = 2
openings = 2
anchor = "chance"
games = ["tic-tac-toe", "tapatan"]
agents = [{ name = "chance", spec = "random" }, { name = "greedy", spec = "greedy" }, { name = "deep", spec = "alphabeta:depth=3" }]
"#;

/// Long enough to be stopped, of games short enough to be waited for.
const LONG: &str = r#"
pairs = 200
games = ["othello"]
agents = ["uct:playouts=50", "uct:playouts=100", "uct:playouts=200"]
"#;

/// All games of the tournament: three pairings, two games, two pairs.
const GAMES: u64 = 24;

/// A data folder of its own for a test.
struct Data(PathBuf);

impl Data {
    fn new(name: &str) -> Data {
        let folder = std::env::temp_dir().join(format!("agon-lab-{name}-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir_all(folder.join("lab")).expect("the folder can be made");
        Data(folder)
    }

    fn put(&self, file: &str, text: &str) {
        std::fs::write(self.0.join("lab").join(file), text).expect("the file can be written");
    }

    fn service(&self, lab_runs: bool) -> Router {
        let options = Options { data: Some(self.0.clone()), lab_runs, ..Options::default() };
        router(App::new(Catalogue::shipped(), &options).expect("the database can be opened"))
    }

    /// Plays some games as another program would.
    fn play(&self, file: &str, games: usize) -> Ledger {
        let tournament =
            Tournament::read(TEXT, &Catalogue::shipped(), Path::new("")).expect("the text is a tournament");
        let mut ledger = Ledger::resume(&self.0.join("lab").join(file), &tournament.describe())
            .expect("the ledger can be made");
        let count = std::sync::atomic::AtomicUsize::new(0);
        let goes_on = || count.fetch_add(1, std::sync::atomic::Ordering::Relaxed) < games;
        tournament.run_while(&mut ledger, 1, &goes_on, &|_| {}).expect("the games can be played");
        ledger
    }
}

impl Drop for Data {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

async fn ask(service: &Router, method: Method, path: &str, language: &str) -> (StatusCode, String, String) {
    let request = Request::builder().method(method).uri(path).header(header::ACCEPT_LANGUAGE, language);
    let request = request.body(Body::empty()).expect("the request is one");
    let response = service.clone().oneshot(request).await.expect("the service does not fail");
    let status = response.status();
    let location = response.headers().get(header::LOCATION).map(|value| value.to_str().unwrap().to_owned());
    let bytes = to_bytes(response.into_body(), usize::MAX).await.expect("the body can be read");
    (status, location.unwrap_or_default(), String::from_utf8(bytes.to_vec()).expect("answers are text"))
}

async fn page(service: &Router, path: &str) -> String {
    let (status, _, text) = ask(service, Method::GET, path, "en").await;
    assert_eq!(status, StatusCode::OK, "{path}: {text}");
    assert!(!text.contains('\u{27e6}'), "{path} lacks words");
    text
}

/// The page as soon as it says something: what it shows may be a little old, and a busy machine is slow.
async fn page_that_says(service: &Router, path: &str, sentence: &str) -> String {
    for _ in 0..600 {
        let text = page(service, path).await;
        if text.contains(sentence) {
            return text;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("'{sentence}' is not in {}", page(service, path).await);
}

#[tokio::test]
async fn tournaments_are_listed_with_how_far_they_are() {
    let data = Data::new("list");
    data.put("small.toml", TEXT);
    data.put("broken.toml", "games = [\"ludo\"]\nagents = [\"random\", \"greedy\"]\n");
    data.put("not a name.toml", TEXT);
    drop(data.play("small.db", 5));
    let service = data.service(false);
    let text = page(&service, "/lab").await;
    assert!(text.contains("Small &lt;boards&gt;"), "{text}");
    assert!(text.contains("5 of 24 games. Nobody is playing it."), "{text}");
    assert!(text.contains("More playouts, more points"), "shipped ones are listed");
    assert!(text.contains("broken.toml: games, entry 1: "), "{text}");
    assert!(!text.contains("not%20a%20name") && !text.contains("/lab/not a name"));
    let (_, _, portuguese) = ask(&service, Method::GET, "/lab", "pt").await;
    assert!(portuguese.contains("5 de 24 partidas.") && !portuguese.contains('\u{27e6}'), "{portuguese}");
}

#[tokio::test]
async fn results_are_shown_while_another_program_adds_games() {
    let data = Data::new("live");
    data.put("small.toml", TEXT);
    let service = data.service(true);
    let before = page(&service, "/lab/small").await;
    assert!(
        before.contains("0 of 24 games.") && before.contains("Start it") && !before.contains("data-live")
    );
    let ledger = data.play("small.db", 8);
    let text = page_that_says(&service, "/lab/small", "8 of 24 games. Another program is playing it.").await;
    assert!(text.contains("data-live") && !text.contains("Start it"), "nobody else can play it now");
    assert!(
        text.contains("<caption>Ratings</caption>")
            && text.contains("<th scope=\"col\" class=\"number\">points</th>")
    );
    assert!(text.contains("role=\"img\""), "the ladder is drawn");
    assert!(text.contains("chance is at 0."), "{text}");
    drop(ledger);
    page_that_says(&service, "/lab/small", "Nobody is playing it.").await;
    for path in ["/lab/small", "/lab"] {
        let (_, _, portuguese) = ask(&service, Method::GET, path, "pt").await;
        assert!(!portuguese.contains('\u{27e6}'), "{path} lacks words");
    }

    let (status, location, _) = ask(&service, Method::GET, "/lab/small/games/1", "en").await;
    assert_eq!(status, StatusCode::SEE_OTHER);
    assert!(location.starts_with("/analysis?game=tic-tac-toe") && location.contains("moves="), "{location}");
    let (status, _, text) = ask(&service, Method::GET, "/lab/small/games/99", "en").await;
    assert_eq!(status, StatusCode::BAD_REQUEST);
    assert!(text.contains("99"), "{text}");
}

#[tokio::test]
async fn results_without_their_text_are_shown_too() {
    let data = Data::new("alone");
    drop(data.play("alone.db", 3));
    let text = page(&data.service(true), "/lab/alone").await;
    assert!(text.contains("3 of 24 games.") && text.contains("Small &lt;boards&gt;"), "{text}");
}

#[tokio::test]
async fn a_tournament_is_started_and_ends() {
    let data = Data::new("start");
    data.put("small.toml", TEXT);
    let service = data.service(true);
    let (status, location, text) = ask(&service, Method::POST, "/lab/small/start", "en").await;
    assert_eq!((status, location.as_str()), (StatusCode::SEE_OTHER, "/lab/small"), "{text}");
    page_that_says(&service, "/lab/small", "24 of 24 games. It is finished.").await;
    assert_eq!(Ledger::open(&data.0.join("lab/small.db")).unwrap().count().unwrap(), GAMES);
}

#[tokio::test]
async fn a_tournament_is_stopped_and_another_cannot_run_beside_it() {
    let data = Data::new("stop");
    data.put("long.toml", LONG);
    data.put("other.toml", TEXT);
    let service = data.service(true);
    ask(&service, Method::POST, "/lab/long/start", "en").await;
    let text = page(&service, "/lab/long").await;
    assert!(text.contains("It is being played.") && text.contains("/lab/long/stop"), "{text}");
    let (status, _, text) = ask(&service, Method::POST, "/lab/other/start", "en").await;
    assert_eq!(status, StatusCode::CONFLICT);
    assert!(text.contains("Another tournament is being played: long. Stop it first."), "{text}");
    assert!(page(&service, "/lab/other").await.contains("One tournament is played at a time; now it is"));
    ask(&service, Method::POST, "/lab/long/stop", "en").await;
    page_that_says(&service, "/lab/long", "Nobody is playing it.").await;
}

#[tokio::test]
async fn strangers_start_nothing_and_no_name_leads_out_of_the_folder() {
    let data = Data::new("refused");
    data.put("small.toml", TEXT);
    let service = data.service(false);
    let text = page(&service, "/lab/small").await;
    assert!(text.contains("can allow it with --lab-runs") && !text.contains("/lab/small/start"), "{text}");
    assert!(
        !page(&service, "/lab").await.contains(data.0.to_str().unwrap()),
        "paths are the owner's business"
    );
    for action in ["start", "stop"] {
        let (status, _, text) = ask(&service, Method::POST, &format!("/lab/small/{action}"), "en").await;
        assert_eq!(status, StatusCode::FORBIDDEN);
        assert!(text.contains("Tournaments cannot be started from this page."), "{text}");
    }
    for path in
        ["/lab/nothing", "/lab/..%2Fagon", "/lab/%3Cscript%3E", "/lab/small.toml", "/lab/nothing/games/1"]
    {
        let (status, _, text) = ask(&service, Method::GET, path, "en").await;
        assert_eq!(status, StatusCode::NOT_FOUND, "{path}");
        assert!(text.contains("There is no tournament “") && !text.contains("<script>"), "{path}: {text}");
    }
    let (status, ..) = ask(&service, Method::GET, "/lab/small/games/none", "en").await;
    assert!(status.is_client_error());
}
