//! `agon serve` as a person starts it.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::process::{Child, Command, Stdio};

use assert_cmd::cargo::cargo_bin;

/// A running server, ended with the test.
struct Server(Child);

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn agon(args: &[&str]) -> Command {
    let mut command = Command::new(cargo_bin("agon"));
    command.args(args).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

#[test]
fn the_address_that_is_printed_answers() {
    let folder = std::env::temp_dir().join(format!("agon-cli-serve-{}", std::process::id()));
    // No command at all serves too; the options need the word.
    let data = folder.to_str().unwrap();
    let mut server = Server(agon(&["serve", "--port", "0", "--data", data]).spawn().unwrap());
    let mut lines = BufReader::new(server.0.stdout.take().unwrap()).lines();
    let first = lines.next().unwrap().unwrap();
    let address = first.strip_prefix("Agon is at http://").unwrap_or_else(|| panic!("{first}"));
    assert!(lines.next().unwrap().unwrap().contains(data));
    let mut stream = TcpStream::connect(address.trim_end_matches('/')).unwrap();
    stream.write_all(b"GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n").unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    assert!(answer.starts_with("HTTP/1.1 200") && answer.contains("Play a board game"), "{answer}");
    drop(server);
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn what_cannot_be_served_is_said() {
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = taken.local_addr().unwrap().port().to_string();
    let cases = [
        (vec!["serve", "--port", &port], "cannot listen on 127.0.0.1:"),
        (
            vec!["serve", "--port", "0", "--data", "/dev/null/agon"],
            "the folder '/dev/null/agon' cannot be made",
        ),
        (vec!["serve", "--port", "0", "--offline", "no.wasm"], "the engine 'no.wasm' cannot be read"),
        (vec!["serve", "--port", "many"], "invalid value 'many'"),
        (vec!["serve", "--host", "nowhere"], "invalid value 'nowhere'"),
    ];
    for (args, sentence) in cases {
        let output = agon(&args).output().unwrap();
        let told = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{told}");
        assert!(told.starts_with("agon: ") && told.contains(sentence), "{told}");
    }
}
