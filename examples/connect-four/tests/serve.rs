//! The app has a page and tables for a game of one's own.

use std::io::{BufRead, BufReader, Lines, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, ChildStdout, Command, Stdio};

/// A running server, ended with the test. What it prints goes on being taken.
struct Server {
    child: Child,
    address: String,
    _printed: Lines<BufReader<ChildStdout>>,
}

impl Server {
    fn start() -> Server {
        let data = Path::new(env!("CARGO_TARGET_TMPDIR")).join("connect-four-served");
        let _ = std::fs::remove_dir_all(&data);
        let mut child = Command::new(env!("CARGO_BIN_EXE_connect-four"))
            .args(["serve", "--port", "0", "--data"])
            .arg(data)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut printed = BufReader::new(child.stdout.take().unwrap()).lines();
        let first = printed.next().unwrap().unwrap();
        let address = first.strip_prefix("Agon is at http://").unwrap_or_else(|| panic!("{first}"));
        Server { child, address: address.trim_end_matches('/').to_owned(), _printed: printed }
    }

    /// Sends a request of a visitor with this cookie, and returns the answer, head and all.
    fn ask(&self, request: &str, cookie: &str, form: &str) -> String {
        let mut stream = TcpStream::connect(&self.address).unwrap();
        let (address, length) = (&self.address, form.len());
        let request = format!(
            "{request} HTTP/1.1\r\nHost: {address}\r\nOrigin: http://{address}\r\nCookie: {cookie}\r\nConnection: close\r\n\
             Content-Type: application/x-www-form-urlencoded\r\nContent-Length: {length}\r\n\r\n{form}"
        );
        stream.write_all(request.as_bytes()).unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        answer
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// What a head says after a name.
fn head<'a>(answer: &'a str, name: &str) -> &'a str {
    let found = answer.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(": "));
    found.unwrap_or_else(|| panic!("no {name} in {answer}"))
}

#[test]
fn a_game_of_ones_own_has_its_page_and_is_played_on_it() {
    let server = Server::start();
    let page = server.ask("GET /games/connect-four", "", "");
    assert!(page.starts_with("HTTP/1.1 200") && page.contains("Connect Four"), "{page}");
    assert!(page.contains("Provisional: the levels of this game have not been measured."), "{page}");
    let cookie = head(&page, "set-cookie").split(';').next().unwrap();
    let begun = server.ask("POST /play", cookie, "game=connect-four&side=first&level=1");
    assert!(begun.starts_with("HTTP/1.1 303"), "{begun}");
    let table = head(&begun, "location");
    let shown = server.ask(&format!("GET {table}"), cookie, "");
    assert!(shown.starts_with("HTTP/1.1 200") && shown.contains("Connect Four"), "{shown}");
    let played = server.ask(&format!("POST {table}/say"), cookie, "text=d");
    assert!(played.starts_with("HTTP/1.1 303") || played.starts_with("HTTP/1.1 200"), "{played}");
    let after = server.ask(&format!("GET {table}"), cookie, "");
    assert!(after.starts_with("HTTP/1.1 200") && after != shown, "nothing was played: {after}");
}
