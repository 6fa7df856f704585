//! As much of HTTP as the protocol needs: one message per connection, of limited size, within limited time.

use std::io::{self, Read, Write};
use std::net::{TcpStream, ToSocketAddrs};
use std::time::{Duration, Instant};

use thiserror::Error;

/// The port of players whose address names none.
pub const USUAL_PORT: u16 = 9147;
/// The longest body; longer ones are refused before they are read.
pub const LONGEST_BODY: usize = 4 << 20;
const LONGEST_HEAD: usize = 64 << 10;
/// What was refused is read all the same, up to this: otherwise the answer would be lost with the connection.
const LONGEST_REFUSED: usize = 64 << 20;
/// How long a message may take to arrive.
const PATIENCE: Duration = Duration::from_secs(10);

/// What somebody asks of a player.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Request {
    /// A message of the protocol.
    Message(String),
    /// Only whether messages may be sent.
    Options,
}

/// Why something cannot be understood.
#[derive(Debug, Error)]
pub enum HttpError {
    /// It is too long.
    #[error("the body has more than {LONGEST_BODY} bytes")]
    TooLong,
    /// It is no request.
    #[error("{0}")]
    Malformed(&'static str),
    /// The connection failed.
    #[error("the connection failed: {0}")]
    Failed(#[from] io::Error),
}

impl HttpError {
    /// The status that tells it.
    fn status(&self) -> &'static str {
        match self {
            HttpError::TooLong => "413 Content Too Large",
            HttpError::Malformed(_) | HttpError::Failed(_) => "400 Bad Request",
        }
    }
}

/// Reads one request.
pub fn read_request(stream: &mut impl Read) -> Result<Request, HttpError> {
    let (head, mut body) = read_head(stream)?;
    let mut lines = head.lines();
    let mut words = lines.next().unwrap_or_default().split_whitespace();
    let (method, target) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
    match method {
        "OPTIONS" => return Ok(Request::Options),
        "GET" => return Ok(Request::Message(decode(target.trim_start_matches('/')))),
        "POST" => {}
        _ => return Err(HttpError::Malformed("expected POST, GET or OPTIONS")),
    }
    let length = content_length(lines).ok_or(HttpError::Malformed("expected a Content-Length"))?;
    if length > LONGEST_BODY {
        return Err(HttpError::TooLong);
    }
    read_rest(stream, &mut body, length)?;
    Ok(Request::Message(String::from_utf8_lossy(&body).into_owned()))
}

/// Reads up to the empty line; what was read beyond it comes back too.
fn read_head(stream: &mut impl Read) -> Result<(String, Vec<u8>), HttpError> {
    let mut bytes = Vec::new();
    let mut chunk = [0; 4096];
    let begun = Instant::now();
    loop {
        if let Some(end) = bytes.windows(4).position(|window| window == b"\r\n\r\n") {
            let body = bytes.split_off(end + 4);
            return Ok((String::from_utf8_lossy(&bytes).into_owned(), body));
        }
        if bytes.len() > LONGEST_HEAD || begun.elapsed() > PATIENCE {
            return Err(HttpError::Malformed("expected the head of a request"));
        }
        let read = stream.read(&mut chunk)?;
        if read == 0 {
            return Err(HttpError::Malformed("expected an empty line after the head of a request"));
        }
        bytes.extend_from_slice(&chunk[..read]);
    }
}

fn read_rest(stream: &mut impl Read, body: &mut Vec<u8>, length: usize) -> Result<(), HttpError> {
    let begun = Instant::now();
    let mut chunk = [0; 4096];
    while body.len() < length {
        let read = stream.read(&mut chunk)?;
        if read == 0 || begun.elapsed() > PATIENCE {
            return Err(HttpError::Malformed("the body is shorter than its Content-Length"));
        }
        body.extend_from_slice(&chunk[..read]);
    }
    body.truncate(length);
    Ok(())
}

/// Reads what is left of a message that was refused, so that its sender gets to read why.
pub fn drain(stream: &mut impl Read) {
    let (begun, mut left, mut chunk) = (Instant::now(), LONGEST_REFUSED, [0; 16 << 10]);
    while left > 0 && begun.elapsed() < PATIENCE {
        match stream.read(&mut chunk) {
            Ok(read @ 1..) => left = left.saturating_sub(read),
            _ => return,
        }
    }
}

fn content_length<'a>(lines: impl Iterator<Item = &'a str>) -> Option<usize> {
    let mut headers = lines.filter_map(|line| line.split_once(':'));
    let (_, length) = headers.find(|(name, _)| name.trim().eq_ignore_ascii_case("content-length"))?;
    length.trim().parse().ok()
}

/// Reads `%28` and `+` as they are meant.
fn decode(text: &str) -> String {
    let bytes = text.as_bytes();
    let mut decoded = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while at < bytes.len() {
        let digits =
            text.get(at + 1..at + 3).filter(|digits| digits.bytes().all(|digit| digit.is_ascii_hexdigit()));
        let hex = digits.and_then(|digits| u8::from_str_radix(digits, 16).ok());
        match (bytes[at], hex) {
            (b'%', Some(byte)) => {
                decoded.push(byte);
                at += 3;
                continue;
            }
            (b'+', _) => decoded.push(b' '),
            (byte, _) => decoded.push(byte),
        }
        at += 1;
    }
    String::from_utf8_lossy(&decoded).into_owned()
}

/// Answers a request.
pub fn write_answer(stream: &mut impl Write, answer: Result<&str, &HttpError>) -> io::Result<()> {
    let (status, body) = match answer {
        Ok(body) => ("200 OK", body.to_owned()),
        Err(error) => (error.status(), error.to_string()),
    };
    write!(
        stream,
        "HTTP/1.1 {status}\r\nContent-Type: text/acl\r\nContent-Length: {}\r\nAccess-Control-Allow-Origin: *\r\n\
         Access-Control-Allow-Methods: POST, GET, OPTIONS\r\nAccess-Control-Allow-Headers: Content-Type\r\n\
         Connection: close\r\n\r\n{body}",
        body.len()
    )?;
    stream.flush()
}

/// Sends a message to a player and waits for the answer.
pub fn post(address: &str, message: &str, patience: Duration) -> Result<String, HttpError> {
    let begun = Instant::now();
    let bare = &host(address);
    let mut places = bare.to_socket_addrs()?;
    let place = places.next().ok_or(HttpError::Malformed("the address names no machine"))?;
    let mut stream = TcpStream::connect_timeout(&place, patience)?;
    stream.set_nodelay(true)?;
    stream.set_write_timeout(Some(patience))?;
    let request = format!(
        "POST / HTTP/1.1\r\nHost: {bare}\r\nContent-Type: text/acl\r\nContent-Length: {}\r\n\
         Connection: close\r\n\r\n{message}",
        message.len()
    );
    // In one piece, which is one packet, and not in one for each part of the text.
    stream.write_all(request.as_bytes())?;
    let mut bytes = Vec::new();
    let mut chunk = [0; 4096];
    // Some keep the connection: the answer is whole when it is as long as it says, if it says so.
    while whole_length(&bytes).is_none_or(|length| bytes.len() < length) {
        let left = patience.saturating_sub(begun.elapsed()).max(Duration::from_millis(1));
        stream.set_read_timeout(Some(left))?;
        match stream.read(&mut chunk)? {
            0 => break,
            read => bytes.extend_from_slice(&chunk[..read]),
        }
        if bytes.len() > LONGEST_BODY {
            return Err(HttpError::TooLong);
        }
        if begun.elapsed() > patience {
            return Err(HttpError::Malformed("the answer came too late"));
        }
    }
    let text = String::from_utf8_lossy(&bytes);
    let (_, body) = text.split_once("\r\n\r\n").ok_or(HttpError::Malformed("the answer has no body"))?;
    Ok(body.trim().to_owned())
}

/// The machine and the port of an address; whatever follows is nobody's business.
fn host(address: &str) -> String {
    let bare = address.strip_prefix("http://").unwrap_or(address);
    let host = bare.split('/').next().unwrap_or_default();
    let has_port = host.rsplit_once(':').is_some_and(|(_, port)| port.parse::<u16>().is_ok());
    if has_port { host.to_owned() } else { format!("{host}:{USUAL_PORT}") }
}

/// How long an answer is with its head, once that is there and says so.
fn whole_length(bytes: &[u8]) -> Option<usize> {
    let end = bytes.windows(4).position(|window| window == b"\r\n\r\n")? + 4;
    let head = String::from_utf8_lossy(&bytes[..end]);
    Some(end.saturating_add(content_length(head.lines())?))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Request, HttpError> {
        read_request(&mut text.as_bytes())
    }

    #[test]
    fn requests_are_read_whatever_way_they_come() {
        let post = "POST / HTTP/1.0\r\ncontent-length: 8\r\nContent-Type: text/acl\r\n\r\n( INFO )xx";
        assert_eq!(read(post).unwrap(), Request::Message("( INFO )".into()));
        assert_eq!(read("GET /%28info+%29 HTTP/1.1\r\n\r\n").unwrap(), Request::Message("(info )".into()));
        assert_eq!(read("OPTIONS * HTTP/1.1\r\n\r\n").unwrap(), Request::Options);
    }

    #[test]
    fn addresses_need_no_port_and_no_path() {
        let hosts =
            ["http://there", "there:80/", "http://127.0.0.1:9/a/b", "http://[::1]/", "[::1]:9"].map(host);
        assert_eq!(hosts, ["there:9147", "there:80", "127.0.0.1:9", "[::1]:9147", "[::1]:9"]);
    }

    #[test]
    fn what_is_no_request_is_refused() {
        let refusal = |text: &str| read(text).unwrap_err().to_string();
        assert_eq!(refusal("BREW / HTTP/1.1\r\n\r\n"), "expected POST, GET or OPTIONS");
        assert_eq!(refusal("POST / HTTP/1.1\r\n\r\n(info)"), "expected a Content-Length");
        assert!(
            refusal("POST / HTTP/1.1\r\nContent-Length: 10000000\r\n\r\n")
                .starts_with("the body has more than")
        );
        assert_eq!(
            refusal("POST / HTTP/1.1\r\nContent-Length: 9\r\n\r\n(info)"),
            "the body is shorter than its Content-Length"
        );
        assert_eq!(refusal("garbage"), "expected an empty line after the head of a request");
        assert_eq!(refusal(&"x".repeat(100_000)), "expected the head of a request");
        assert_eq!(decode("%zz%2%+f"), "%zz%2% f");
    }
}
