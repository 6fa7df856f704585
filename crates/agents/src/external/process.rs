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

/// A running program. Dropping it ends it, and whatever it has started.
pub(super) struct Program {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
    complaints: Receiver<String>,
    /// What it is told in the end.
    farewell: &'static str,
    stop: Stop,
}

/// A command that was given, and how long its answer may take.
pub(super) struct Wait<'a> {
    command: &'a str,
    since: Instant,
    patience: Duration,
}

impl<'a> Wait<'a> {
    /// Waiting begins now.
    pub(super) fn new(command: &'a str, patience: Duration) -> Wait<'a> {
        Wait { command, since: Instant::now(), patience }
    }
}

impl Program {
    /// Starts a program; the first of the words is its name. `farewell` tells it to end.
    pub(super) fn start(words: &[String], farewell: &'static str, stop: Stop) -> io::Result<Program> {
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
        Ok(Program { child, input, lines, complaints, farewell, stop })
    }

    /// The same program, to be stopped by another switch.
    pub(super) fn with_stop(mut self, stop: Stop) -> Program {
        self.stop = stop;
        self
    }

    /// Says a line. An error is the rest of a sentence about the program, which is of no use any more then.
    pub(super) fn say(&mut self, line: &str) -> Result<(), String> {
        let sent = self.input.as_mut().map(|input| writeln!(input, "{line}").and_then(|()| input.flush()));
        if matches!(sent, Some(Ok(()))) { Ok(()) } else { Err(self.death(line)) }
    }

    /// The next line of the answer to a command, without control characters.
    pub(super) fn hear(&mut self, wait: &Wait<'_>) -> Result<String, String> {
        let line = self.line(wait);
        if line.is_err() {
            // There will be no farewell.
            self.input = None;
        }
        line.map(|line| line.chars().filter(|&c| c == '\t' || !c.is_control()).collect())
    }

    /// Says a line and waits for the one that answers it; others are shown to `watch`, which takes what it needs.
    pub(super) fn ask<T>(
        &mut self,
        command: &str,
        patience: Duration,
        mut watch: impl FnMut(&str) -> Option<T>,
    ) -> Result<T, String> {
        self.say(command)?;
        let wait = Wait::new(command, patience);
        loop {
            if let Some(answer) = watch(self.hear(&wait)?.trim()) {
                return Ok(answer);
            }
        }
    }

    /// The next line, if it comes in time.
    fn line(&mut self, wait: &Wait<'_>) -> Result<String, String> {
        let Wait { command, since, patience } = *wait;
        loop {
            let left = patience.saturating_sub(since.elapsed());
            match self.lines.recv_timeout(left.min(LOOK_EVERY)) {
                // Whoever talks without end does not answer either.
                Ok(line) if !left.is_zero() => return Ok(line),
                Err(RecvTimeoutError::Disconnected) => return Err(self.death(command)),
                Err(RecvTimeoutError::Timeout) if self.stop.is_pressed() => {
                    return Err(format!("was stopped at '{command}'"));
                }
                Ok(_) | Err(RecvTimeoutError::Timeout) if left.is_zero() => {
                    return Err(format!("did not answer '{command}' within {patience:?} and was killed"));
                }
                Ok(_) | Err(RecvTimeoutError::Timeout) => {}
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
            let _ = writeln!(input, "{}", self.farewell);
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
