//! The other end of a conversation.

use std::io::{self, BufReader, Read, Write};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use agon_agents::{AgentSpec, Catalogue, Playable};
use agon_protocols::ProtocolError;

/// A test that waits longer has failed; a busy machine may take its time.
const PATIENCE: Duration = Duration::from_mins(2);

/// A conversation with a program, line by line.
pub(crate) struct Dialogue {
    input: Option<Sender<Vec<u8>>>,
    output: Receiver<String>,
    /// The program, until it is over.
    program: Option<JoinHandle<Result<(), ProtocolError>>>,
}

impl Dialogue {
    /// Begins to talk.
    pub(crate) fn new(protocol: &'static str, game: &str, spec: &str) -> Dialogue {
        let (input, said) = channel();
        let (heard, output) = channel();
        let catalogue = Catalogue::shipped();
        let rules: Arc<dyn Playable> = catalogue.find(game).unwrap();
        let spec: AgentSpec = spec.parse().unwrap();
        let program = thread::spawn(move || {
            let input = BufReader::new(Ear { said, rest: Vec::new() });
            let out: &mut dyn Write = &mut Mouth { heard, line: Vec::new() };
            match protocol {
                "uci" => agon_protocols::uci(&rules, &spec, input, out),
                "hub" => agon_protocols::hub(&rules, &spec, input, out),
                "gomocup" => agon_protocols::gomocup(&rules, &spec, input, out),
                "nboard" => agon_protocols::nboard(&catalogue, &rules, &spec, input, out),
                other => panic!("there is no protocol {other}"),
            }
        });
        Dialogue { input: Some(input), output, program: Some(program) }
    }

    /// Says something, of one line or several.
    pub(crate) fn say(&self, text: &str) -> &Dialogue {
        let input = self.input.as_ref().expect("there is something left to say");
        input.send(format!("{text}\n").into_bytes()).expect("the program listens");
        self
    }

    /// Everything up to the line that begins so.
    pub(crate) fn hear(&self, beginning: &str) -> Vec<String> {
        let mut lines = Vec::new();
        loop {
            let line = self.output.recv_timeout(PATIENCE);
            let line = line.unwrap_or_else(|_| panic!("waiting for '{beginning}', heard {lines:#?}"));
            let is_last = line.starts_with(beginning);
            lines.push(line);
            if is_last {
                return lines;
            }
        }
    }

    /// The line that begins so.
    pub(crate) fn last(&self, beginning: &str) -> String {
        self.hear(beginning).pop().expect("there is one")
    }

    /// Says nothing more, and hears the rest.
    pub(crate) fn close(mut self) -> Vec<String> {
        self.input = None;
        self.program.take().expect("it goes on").join().expect("nothing panics").expect("nothing fails");
        self.output.try_iter().collect()
    }
}

/// What is said.
struct Ear {
    said: Receiver<Vec<u8>>,
    rest: Vec<u8>,
}

impl Read for Ear {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.rest.is_empty() {
            // Whoever has gone says nothing more.
            self.rest = self.said.recv().unwrap_or_default();
        }
        let count = self.rest.len().min(buffer.len());
        buffer[..count].copy_from_slice(&self.rest[..count]);
        self.rest.drain(..count);
        Ok(count)
    }
}

/// What is heard.
struct Mouth {
    heard: Sender<String>,
    line: Vec<u8>,
}

impl Write for Mouth {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        for &byte in bytes {
            if byte == b'\n' {
                let line = String::from_utf8(std::mem::take(&mut self.line)).expect("lines are UTF-8");
                // Nobody may be interested any more.
                let _ = self.heard.send(line);
            } else {
                self.line.push(byte);
            }
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
