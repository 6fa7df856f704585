//! A conversation in which somebody may speak while an agent thinks.
//!
//! The agent thinks in a thread of its own, lines are read in another, and both report here. A line that can wait is heard when
//! the thought has ended; a thought without an end is ended for it.

use std::collections::VecDeque;
use std::io::{self, BufRead, Write};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

use agon_agents::{Agent, AgentSpec, Assessment, Playable};
use agon_core::Match;
use agon_core::bounded::{self, Line};
use agon_search::Stop;

use crate::ProtocolError;

/// No line is longer; whoever goes on and on says nothing. The moves of the longest games fit.
const LONGEST_LINE: usize = 1 << 18;
/// As good as no limit at all, for an agent that needs one.
const FOREVER: &str = "24h";

/// One end of a conversation.
pub(crate) trait Protocol {
    /// Whether a line is to be heard at once although somebody thinks.
    fn is_urgent(&self, line: &str) -> bool;
    /// Hears a line.
    fn hear(&mut self, line: &str, desk: &mut Desk, out: &mut dyn Write) -> io::Result<Flow>;
    /// Is shown how far the agent has come.
    fn follow(&mut self, so_far: &Assessment, desk: &mut Desk, out: &mut dyn Write) -> io::Result<()>;
    /// Is told what the agent thinks in the end.
    fn conclude(&mut self, thought: &Assessment, out: &mut dyn Write) -> io::Result<()>;
}

/// What comes after a line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Flow {
    Continue,
    End,
}

/// What happens.
enum Event {
    Line(Line),
    Failed(io::Error),
    Progress(Assessment),
    Thought(Box<dyn Agent>, Assessment),
}

/// How far and how long an agent shall think.
#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) struct Order {
    pub(crate) time: Option<Duration>,
    pub(crate) nodes: Option<u64>,
    pub(crate) depth: Option<u32>,
    /// Whether it answers only when it is told to, however long that takes.
    pub(crate) until_told: bool,
}

impl Order {
    /// The agent that obeys: the one of a spec, with what the spec says itself as an upper limit. Where neither says anything, the
    /// agent has a budget of its own.
    fn agent(&self, spec: &AgentSpec) -> Result<AgentSpec, String> {
        let is_limited = spec.unbudgeted() != *spec;
        let is_ordered = *self != Order::default();
        let own = if is_limited { spec.limit() } else { agon_search::Limit::default() };
        let mut wanted = Vec::new();
        if is_ordered && !is_limited {
            wanted.push(("time", FOREVER.to_owned()));
        }
        let least = |own: Option<u64>, ordered: Option<u64>| own.into_iter().chain(ordered).min();
        if let Some(nodes) = self.nodes.and_then(|nodes| least(own.nodes, Some(nodes))) {
            wanted.push(("nodes", nodes.max(1).to_string()));
        }
        if let Some(depth) = self.depth.and_then(|depth| least(own.depth.map(u64::from), Some(depth.into())))
        {
            wanted.push(("depth", depth.clamp(1, 512).to_string()));
        }
        let with = |spec: AgentSpec, (key, value): (&str, String)| spec.with(key, &value);
        wanted.into_iter().try_fold(spec.clone(), with).map_err(|error| error.to_string())
    }
}

/// Where an agent thinks.
pub(crate) struct Desk {
    rules: Arc<dyn Playable>,
    /// The agent that thought last, with what it knows, and its spec.
    agent: Option<(AgentSpec, Box<dyn Agent>)>,
    sender: Sender<Event>,
    thinking: Option<Thinking>,
}

struct Thinking {
    spec: AgentSpec,
    stop: Stop,
    until_told: bool,
    deadline: Option<Instant>,
    /// What was thought, while nobody has asked for it yet.
    thought: Option<Assessment>,
}

impl Desk {
    /// Lets an agent think about a position. It is the agent that thought last if nothing about it has changed.
    pub(crate) fn think(
        &mut self,
        spec: &AgentSpec,
        played: &dyn Match,
        order: &Order,
    ) -> Result<(), String> {
        let spec = order.agent(spec)?;
        let mut agent = match self.agent.take() {
            Some((known, agent)) if known == spec => agent,
            _ => self.rules.agent(&spec).map_err(|error| error.to_string())?,
        };
        let stop = agent.stop();
        stop.release();
        agent.hurry(order.time);
        let (played, sender) = (played.fork(), self.sender.clone());
        thread::spawn(move || {
            // Nobody may be interested any more.
            let thought = agent.analyse(played.as_ref(), &mut |so_far| {
                let _ = sender.send(Event::Progress(so_far.clone()));
            });
            let _ = sender.send(Event::Thought(agent, thought));
        });
        self.thinking =
            Some(Thinking { spec, stop, until_told: order.until_told, deadline: None, thought: None });
        Ok(())
    }

    /// Ends the thought, if there is one, so that it is told.
    pub(crate) fn stop(&mut self) {
        if let Some(thinking) = &mut self.thinking {
            thinking.stop.press();
            thinking.until_told = false;
        }
    }

    /// Lets a thought that waits to be asked for go on for this long and no longer.
    pub(crate) fn hurry(&mut self, time: Option<Duration>) {
        if let Some(thinking) = &mut self.thinking {
            thinking.until_told = false;
            // A time beyond all clocks is no limit.
            thinking.deadline = time.and_then(|time| Instant::now().checked_add(time));
        }
    }

    /// Whether somebody thinks.
    pub(crate) fn is_busy(&self) -> bool {
        self.thinking.is_some()
    }

    /// Forgets the game that was played.
    pub(crate) fn forget(&mut self) {
        if let Some((_, agent)) = &mut self.agent {
            agent.reset();
        }
    }

    /// A thought that is complete and asked for.
    fn finished(&mut self) -> Option<Assessment> {
        let thinking = self.thinking.as_mut().filter(|thinking| !thinking.until_told)?;
        let thought = thinking.thought.take()?;
        self.thinking = None;
        Some(thought)
    }

    /// A thought without an end is ended: something else is to be done.
    fn end_what_never_ends(&mut self) {
        if self.thinking.as_ref().is_some_and(|thinking| thinking.until_told) {
            self.stop();
        }
    }

    /// What happens next, unless it is that the time is up.
    fn next(&mut self, events: &Receiver<Event>) -> Option<Event> {
        let deadline = self.thinking.as_ref().and_then(|thinking| thinking.deadline);
        // This desk can send too, so that there is always somebody who might.
        let Some(deadline) = deadline else { return events.recv().ok() };
        match events.recv_timeout(deadline.saturating_duration_since(Instant::now())) {
            Ok(event) => Some(event),
            Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => {
                if let Some(thinking) = &mut self.thinking {
                    thinking.stop.press();
                    thinking.deadline = None;
                }
                None
            }
        }
    }
}

/// Talks until somebody says that it is over or there is nothing more to hear.
pub(crate) fn converse(
    protocol: &mut dyn Protocol,
    rules: &Arc<dyn Playable>,
    input: impl BufRead + Send + 'static,
    out: &mut dyn Write,
) -> Result<(), ProtocolError> {
    let (sender, events) = channel();
    let lines = sender.clone();
    thread::spawn(move || pass_on(input, &lines));
    let mut desk = Desk { rules: rules.clone(), agent: None, sender, thinking: None };
    // What was said while somebody thought; whoever has said all there is to say has closed the input.
    let (mut waiting, mut closed) = (VecDeque::<String>::new(), false);
    loop {
        if let Some(thought) = desk.finished() {
            protocol.conclude(&thought, out)?;
            out.flush()?;
        }
        if !desk.is_busy() {
            if let Some(line) = waiting.pop_front() {
                let flow = protocol.hear(&line, &mut desk, out)?;
                out.flush()?;
                if flow == Flow::End {
                    return Ok(());
                }
                continue;
            }
            if closed {
                return Ok(());
            }
        } else if closed || !waiting.is_empty() {
            desk.end_what_never_ends();
        }
        match desk.next(&events) {
            None => {}
            Some(Event::Line(Line::Text(line))) => {
                if desk.is_busy() && waiting.is_empty() && protocol.is_urgent(&line) {
                    let flow = protocol.hear(&line, &mut desk, out)?;
                    if flow == Flow::End {
                        // The thought is ended, told, and then it is over.
                        desk.stop();
                        closed = true;
                    }
                } else {
                    waiting.push_back(line);
                }
            }
            Some(Event::Line(Line::TooLong)) => waiting.push_back(String::new()),
            Some(Event::Line(Line::End)) => closed = true,
            Some(Event::Failed(error)) => return Err(error.into()),
            Some(Event::Progress(so_far)) => protocol.follow(&so_far, &mut desk, out)?,
            Some(Event::Thought(agent, thought)) => {
                if let Some(thinking) = &mut desk.thinking {
                    thinking.thought = Some(thought);
                    desk.agent = Some((thinking.spec.clone(), agent));
                }
            }
        }
        out.flush()?;
    }
}

/// Passes every line on.
fn pass_on(mut input: impl BufRead, lines: &Sender<Event>) {
    loop {
        let (event, is_last) = match bounded::line(&mut input, LONGEST_LINE) {
            Ok(Line::End) => (Event::Line(Line::End), true),
            Ok(line) => (Event::Line(line), false),
            Err(error) => (Event::Failed(error), true),
        };
        if lines.send(event).is_err() || is_last {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ordered(spec: &str, order: &Order) -> String {
        order.agent(&spec.parse().unwrap()).unwrap().to_string()
    }

    #[test]
    fn an_order_limits_an_agent_and_never_lifts_its_own_limits() {
        let nothing = Order::default();
        assert_eq!(ordered("pvs", &nothing), "pvs");
        let deep = Order { depth: Some(7), ..Order::default() };
        assert_eq!(ordered("pvs", &deep), "pvs:time=24h,depth=7");
        assert_eq!(ordered("pvs:depth=5", &deep), "pvs:depth=5");
        assert_eq!(ordered("pvs:nodes=50@easy", &deep), "pvs:nodes=50,depth=7@easy");
        let counted = Order { nodes: Some(900), time: Some(Duration::from_secs(1)), ..Order::default() };
        assert_eq!(ordered("pvs", &counted), "pvs:time=24h,nodes=900");
        assert_eq!(ordered("pvs:nodes=2000", &counted), "pvs:nodes=900");
        let endless = Order { until_told: true, ..Order::default() };
        assert_eq!(ordered("uct:threads=2", &endless), "uct:threads=2,time=24h");
        assert_eq!(ordered("uct:playouts=10", &endless), "uct:playouts=10");
    }
}
