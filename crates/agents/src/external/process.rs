//! A program that is asked and answers, line by line. It never outlives us, and it never keeps us waiting longer than we
//! are willing to wait.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use agon_search::Stop;

/// No line of an answer is longer; a program that goes on and on is not answering.
const LONGEST_LINE: u64 = 1 << 16;
/// Lines that may wait to be read; a program that writes more than it is asked for has to wait.
const WAITING_LINES: usize = 256;
/// How often somebody who waits looks whether he should go on waiting.
const LOOK_EVERY: Duration = Duration::from_millis(50);
/// How long a program may take to end once it was told to, or closed its output.
const FAREWELL: Duration = Duration::from_millis(500);

/// What a program says to a command.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Reply {
    /// `=`, with the text that follows.
    Done(String),
    /// `?`, with the reason.
    Refused(String),
}

/// A running program. Dropping it ends it, and whatever it has started.
pub(super) struct Program {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
    complaints: Receiver<String>,
    stop: Stop,
}

impl Program {
    /// Starts a program; the first of the words is its name.
    pub(super) fn start(words: &[String], stop: Stop) -> io::Result<Program> {
        let mut command = Command::new(&words[0]);
        command.args(&words[1..]).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = group::spawn(&mut command)?;
        let (input, output, errors) = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let (said, lines) = sync_channel(WAITING_LINES);
        let (complained, complaints) = sync_channel(1);
        let output = output.expect("the output was asked for");
        let errors = errors.expect("the errors were asked for");
        thread::spawn(move || pass_on(output, &said));
        thread::spawn(move || {
            // Nobody may be interested any more.
            let _ = complained.send(last_line(errors));
        });
        Ok(Program { child, input, lines, complaints, stop })
    }

    /// The same program, to be stopped by another switch.
    pub(super) fn with_stop(mut self, stop: Stop) -> Program {
        self.stop = stop;
        self
    }

    /// Sends a command and waits for the answer. An error is the rest of a sentence about the program, which is of no use
    /// any more then.
    pub(super) fn ask(&mut self, command: &str, patience: Duration) -> Result<Reply, String> {
        let reply = self.exchange(command, patience);
        if reply.is_err() {
            // There will be no farewell.
            self.input = None;
        }
        reply
    }

    fn exchange(&mut self, command: &str, patience: Duration) -> Result<Reply, String> {
        let started = Instant::now();
        let sent = self.input.as_mut().map(|input| writeln!(input, "{command}").and_then(|()| input.flush()));
        if !matches!(sent, Some(Ok(()))) {
            return Err(self.death(command));
        }
        let mut answer: Option<(bool, String)> = None;
        loop {
            let line = self.line(command, started, patience)?;
            // The specification has control characters left out.
            let line: String = line.chars().filter(|&c| c == '\t' || !c.is_control()).collect();
            match &mut answer {
                None if line.trim().is_empty() => {}
                None => answer = Some(opening(&line).ok_or_else(|| garbage(&line, command))?),
                Some((done, text)) if line.trim().is_empty() => {
                    let text = text.trim().to_owned();
                    return Ok(if *done { Reply::Done(text) } else { Reply::Refused(text) });
                }
                Some((_, text)) => {
                    text.push('\n');
                    text.push_str(&line);
                }
            }
        }
    }

    /// The next line, if it comes in time.
    fn line(&mut self, command: &str, started: Instant, patience: Duration) -> Result<String, String> {
        loop {
            let left = patience.saturating_sub(started.elapsed());
            match self.lines.recv_timeout(left.min(LOOK_EVERY)) {
                Ok(line) => return Ok(line),
                Err(RecvTimeoutError::Disconnected) => return Err(self.death(command)),
                Err(RecvTimeoutError::Timeout) if self.stop.is_pressed() => {
                    return Err(format!("was stopped at '{command}'"));
                }
                Err(RecvTimeoutError::Timeout) if left.is_zero() => {
                    return Err(format!("did not answer '{command}' within {patience:?} and was killed"));
                }
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }

    /// How the program ended, in words, with the last thing it complained about.
    fn death(&mut self, command: &str) -> String {
        self.input = None;
        let ended = group::ends_within(&self.child, FAREWELL);
        let status = self.end();
        let how = match status {
            Some(status) if ended => format!("ended ({status})"),
            _ => "closed its output".to_owned(),
        };
        let complaint = self.complaints.recv_timeout(FAREWELL).unwrap_or_default();
        let complaint = if complaint.is_empty() { complaint } else { format!(", saying '{complaint}',") };
        format!("{how}{complaint} at '{command}'")
    }

    /// Ends the program and all it has started.
    fn end(&mut self) -> Option<std::process::ExitStatus> {
        group::kill(&mut self.child);
        let status = self.child.wait().ok();
        group::forget(&self.child);
        status
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        // A program that listens may say goodbye; the end of its input tells the others.
        if let Some(mut input) = self.input.take() {
            let _ = writeln!(input, "quit");
            drop(input);
            let deadline = Instant::now() + if self.stop.is_pressed() { Duration::ZERO } else { FAREWELL };
            while let Ok(_) | Err(RecvTimeoutError::Timeout) = self.lines.recv_timeout(LOOK_EVERY) {
                if Instant::now() >= deadline {
                    break;
                }
            }
        }
        self.end();
    }
}

/// Whether an answer's first line says yes or no, and what follows the id.
fn opening(line: &str) -> Option<(bool, String)> {
    let done = match line.chars().next()? {
        '=' => true,
        '?' => false,
        _ => return None,
    };
    let rest = line[1..].trim_start_matches(|c: char| c.is_ascii_digit());
    Some((done, rest.to_owned()))
}

fn garbage(line: &str, command: &str) -> String {
    format!("answered '{}' to '{command}', which is not an answer of the protocol", excerpt(line))
}

/// A text short enough for a sentence.
pub(super) fn excerpt(text: &str) -> String {
    brief(text, 120)
}

/// The beginning of a text, in one line.
pub(super) fn brief(text: &str, most: usize) -> String {
    let text = text.trim();
    let mut short: String = text.chars().take(most).map(|c| if c.is_control() { ' ' } else { c }).collect();
    if short.len() < text.len() {
        short.push('…');
    }
    short
}

/// Passes every line on, until there are no more or one is too long.
fn pass_on(output: impl Read, said: &SyncSender<String>) {
    let mut output = BufReader::new(output);
    loop {
        let mut line = Vec::new();
        let read = output.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut line);
        let whole = line.last() == Some(&b'\n');
        if !matches!(read, Ok(1..))
            || said.send(String::from_utf8_lossy(&line).into_owned()).is_err()
            || !whole
        {
            return;
        }
    }
}

/// Reads everything, and remembers the last line in which there is something.
fn last_line(errors: impl Read) -> String {
    let mut last = String::new();
    let mut errors = BufReader::new(errors);
    loop {
        let mut line = Vec::new();
        match errors.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut line) {
            Ok(1..) => {
                let line = excerpt(&String::from_utf8_lossy(&line));
                if !line.is_empty() {
                    last = line;
                }
            }
            _ => return last,
        }
    }
}

/// Ends every program that is running and starts no more, before this process ends in a way that drops nothing: on an
/// interrupt.
pub fn end_all() {
    group::kill_all();
}

/// Programs lead process groups of their own, so that what they start ends with them.
#[cfg(unix)]
mod group {
    use std::io;
    use std::os::unix::process::CommandExt;
    use std::process::{Child, Command};
    use std::sync::Mutex;
    use std::time::{Duration, Instant};

    use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, kill_process_group, waitid};

    static RUNNING: Mutex<Vec<Pid>> = Mutex::new(Vec::new());

    fn running() -> std::sync::MutexGuard<'static, Vec<Pid>> {
        RUNNING.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }

    pub(super) fn spawn(command: &mut Command) -> io::Result<Child> {
        let mut running = running();
        let child = command.process_group(0).spawn()?;
        running.push(Pid::from_child(&child));
        Ok(child)
    }

    pub(super) fn forget(child: &Child) {
        let gone = Pid::from_child(child);
        running().retain(|&pid| pid != gone);
    }

    /// The child must not have been waited for: until then nobody else can have its number.
    pub(super) fn kill(child: &mut Child) {
        // It may have gone by itself.
        let _ = kill_process_group(Pid::from_child(child), Signal::KILL);
    }

    pub(super) fn kill_all() {
        let running = running();
        for &pid in running.iter() {
            let _ = kill_process_group(pid, Signal::KILL);
        }
        // Whoever wants to start another one waits for the end.
        std::mem::forget(running);
    }

    /// Whether the child ends by itself; it is not waited for.
    pub(super) fn ends_within(child: &Child, patience: Duration) -> bool {
        let deadline = Instant::now() + patience;
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        loop {
            if matches!(waitid(WaitId::Pid(Pid::from_child(child)), options), Ok(Some(_))) {
                return true;
            }
            if Instant::now() >= deadline {
                return false;
            }
            std::thread::sleep(Duration::from_millis(2));
        }
    }
}

/// Without process groups only the program itself is ended.
#[cfg(not(unix))]
mod group {
    use std::io;
    use std::process::{Child, Command};
    use std::time::Duration;

    pub(super) fn spawn(command: &mut Command) -> io::Result<Child> {
        command.spawn()
    }

    pub(super) fn forget(_: &Child) {}
    pub(super) fn kill_all() {}

    pub(super) fn kill(child: &mut Child) {
        let _ = child.kill();
    }

    pub(super) fn ends_within(_: &Child, patience: Duration) -> bool {
        std::thread::sleep(patience);
        false
    }
}
