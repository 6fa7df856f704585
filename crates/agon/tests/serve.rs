//! `agon serve` as a person starts it.

use std::io::{BufRead, BufReader, Lines, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::process::{Child, ChildStdout, Command, Stdio};

use assert_cmd::cargo::cargo_bin;

/// A running server, ended with the test. What it prints goes on being taken.
struct Server {
    child: Child,
    _printed: Option<Lines<BufReader<ChildStdout>>>,
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
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
    let mut server =
        Server { child: agon(&["serve", "--port", "0", "--data", data]).spawn().unwrap(), _printed: None };
    let mut lines = BufReader::new(server.child.stdout.take().unwrap()).lines();
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

/// Starts a server, and tells where it is.
fn start(data: &str, options: &[&str]) -> (Server, String) {
    let args = [&["serve", "--port", "0", "--data", data], options].concat();
    let mut child = agon(&args).spawn().unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let first = lines.next().unwrap().unwrap();
    let address = first.strip_prefix("Agon is at http://").unwrap_or_else(|| panic!("{first}"));
    (Server { child, _printed: Some(lines) }, address.trim_end_matches('/').to_owned())
}

fn ask(address: &str, request: &str) -> String {
    let mut stream = TcpStream::connect(address).unwrap();
    stream.write_all(request.as_bytes()).unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    answer
}

#[test]
fn a_second_server_on_the_same_folder_is_refused_until_the_first_has_ended() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().to_str().unwrap();
    let (first, _) = start(data, &[]);
    let second = agon(&["serve", "--port", "0", "--data", data]).output().unwrap();
    let told = String::from_utf8(second.stderr).unwrap();
    assert_eq!(second.status.code(), Some(2), "{told}");
    assert!(
        told.starts_with("agon: ") && told.contains("is used by another program that is running"),
        "{told}"
    );
    // However it ended: this one is killed.
    drop(first);
    start(data, &[]);
}

#[test]
fn the_public_name_is_known_and_others_are_not() {
    let folder = tempfile::tempdir().unwrap();
    let options = ["--public-url", "https://play.example", "--name", "board", "--behind-proxy"];
    let (_server, address) = start(folder.path().to_str().unwrap(), &options);
    let get = |host: &str| {
        ask(&address, &format!("GET /about HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n"))
    };
    for host in ["play.example", "board", &address] {
        let answer = get(host);
        assert!(answer.starts_with("HTTP/1.1 200") && answer.contains("; Secure"), "{host}: {answer}");
    }
    let answer = get("evil.example");
    assert!(answer.starts_with("HTTP/1.1 421") && answer.contains("This program is not called"), "{answer}");
}

#[test]
fn the_examples_of_the_documentation_play() {
    let folder = tempfile::tempdir().unwrap();
    let (_server, address) = start(folder.path().to_str().unwrap(), &[]);
    let assets = concat!(env!("CARGO_MANIFEST_DIR"), "/../server/assets");
    for (program, file, needed, told) in
        [("python3", "example.py", "python3", ".\n"), ("sh", "example.sh", "curl", "\"moves\":[\"d3\",\"")]
    {
        let there =
            Command::new(needed).arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status();
        if !there.is_ok_and(|status| status.success()) {
            crate::common::skip(&format!("{needed} is missing, which {file} needs"));
            continue;
        }
        let output = Command::new(program)
            .arg(format!("{assets}/{file}"))
            .arg(format!("http://{address}"))
            .output()
            .unwrap();
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(
            output.status.success() && text.contains(told),
            "{file}: {text}{}",
            String::from_utf8_lossy(&output.stderr)
        );
    }
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
        (vec!["serve", "--public-url", "play.example"], "expected http:// or https:// and a name"),
        (vec!["serve", "--behind-proxy=here"], "invalid value 'here'"),
    ];
    for (args, sentence) in cases {
        let output = agon(&args).output().unwrap();
        let told = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{told}");
        assert!(told.starts_with("agon: ") && told.contains(sentence), "{told}");
    }
}
