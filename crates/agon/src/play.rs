//! `agon play`: a game in the terminal, in plain lines that a screen reader can follow.

use std::io::{self, BufRead, IsTerminal, Write};
use std::path::Path;

use agon_agents::{Agent, Assessment, Basis, Catalogue, Level};
use agon_core::bounded::{self, Line};
use agon_core::{Assessed, Layout, Match, Player, Random, Record, Rules};
use agon_render::words::{Language, Words};
use agon_render::{speech, tell, text};
use agon_table::{Command, News, Offer, Question, Refusal, Seat, Sitting, Switch, Terms, Time, Vocabulary};
use anyhow::{Result, anyhow, bail, ensure};
use rustyline::error::ReadlineError;
use rustyline::{Config, DefaultEditor};

use crate::files;
use crate::rules::tell as tell_rules;
use crate::show::describe;
use crate::wrap::entry;

/// Play a game in the terminal, against an agent or against another person.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The game, such as `othello` or `havannah:size=5`.
    game: String,
    /// How strong your opponent plays: a level from 1, for beginners, to 10, or one of easy, medium, hard and, where there is
    /// one, fair.
    #[arg(long, default_value = "easy")]
    level: Level,
    /// Who plays against you instead: an agent, as 'agon agents' lists them, or `human` for another person at the same keyboard.
    #[arg(long, visible_alias = "against", value_name = "SPEC", conflicts_with = "level")]
    agent: Option<String>,
    /// Which side you play.
    #[arg(long, default_value = "first", value_parser = ["first", "second", "random"])]
    side: String,
    /// The seed of everything random; another one for every game if left out.
    #[arg(long)]
    seed: Option<u64>,
    /// The position to start from, in the game's notation.
    #[arg(long)]
    position: Option<String>,
    /// Go on with a game that was saved.
    #[arg(long, value_name = "FILE", conflicts_with = "position")]
    load: Option<String>,
    /// Show the board only when asked, which suits screen readers.
    #[arg(long)]
    brief: bool,
}

const HELP: &str = "\
Type a move, or one of these words:
moves       list the legal moves; 'moves e4' lists those from there
board       show the board
pieces      say where everything stands
describe    both
last        say what the last move did
changed     say what happened since you moved
hint        ask for a good move
winning     ask who stands better
why         ask the agent about its last move
history     list the moves played
rules       tell the rules and the notation
position    write the position in the game's notation
undo        take your last move back
redo        play it again
draw        offer a draw, or agree to one; 'decline' declines it
resign      give up
new         begin another game
save FILE   save the game; 'agon play GAME --load FILE' goes on with it
quit        leave";

/// What is offered when a game is over.
const AFTERWARDS: &str = "Type 'new' for another game, 'undo' to take a move back, or 'quit' to leave.";

/// No line that anybody means is longer.
const LONGEST_LINE: usize = 1 << 16;

pub(crate) fn run(args: &Args, catalogue: &Catalogue, out: &mut dyn Write) -> Result<()> {
    let rules = catalogue.find(&args.game)?;
    let played = match &args.load {
        Some(file) => load(rules.as_ref(), Path::new(file))?,
        None => rules.start(args.position.as_deref())?,
    };
    let seed = args.seed.map_or_else(any_seed, Ok)?;
    let mut random = Random::new(seed);
    let side = match args.side.as_str() {
        "first" => Player::First,
        "second" => Player::Second,
        _ => random.pick(&Player::BOTH),
    };
    let opponent = match args.agent.as_deref() {
        None => Seat::Level(args.level),
        Some("human") => Seat::Person,
        Some(spec) => Seat::Agent(spec.parse()?),
    };
    let seats = match side {
        Player::First => [Seat::Person, opponent],
        Player::Second => [opponent, Seat::Person],
    };
    let sitting = Sitting::new(rules.clone(), played, seats, Terms::default(), seed, Time::SYSTEM);
    let opponent = match sitting.agent(!side) {
        None => None,
        Some(spec) => Some(Opponent {
            agent: rules.agent(&spec)?,
            name: match args.agent {
                None => format!("level {}. {}", args.level, args.level.sentence(rules.as_ref())),
                Some(_) => format!("{spec}."),
            },
        }),
    };
    // The same good player whoever the opponent is, and never the opponent itself, which would be disturbed by being asked.
    let adviser = rules.agent(&Basis::of(rules.bare()).search(Basis::ADVICE))?;
    let layout = rules.layout();
    let start = args.position.clone();
    let vocabulary = Vocabulary::new(Command::words(|name| english().find(&format!("typed-{name}"))));
    let mut terminal =
        Terminal { sitting, layout, vocabulary, opponent, adviser, thought: None, brief: args.brief, start };
    if io::stdin().is_terminal() && io::stdout().is_terminal() {
        terminal.run(&mut Editor::new()?, out)
    } else {
        terminal.run(&mut io::stdin().lock(), out)
    }
}

/// Where lines come from.
trait Lines {
    /// Asks for the next line.
    fn ask(&mut self, out: &mut dyn Write) -> Result<Line>;
}

/// Lines that were written beforehand, or by a program.
impl<T: BufRead> Lines for T {
    fn ask(&mut self, out: &mut dyn Write) -> Result<Line> {
        write!(out, "{PROMPT}")?;
        out.flush()?;
        let line = bounded::line(self, LONGEST_LINE)?;
        if line == Line::End {
            // The end of the input closes the prompt's line.
            writeln!(out)?;
        }
        Ok(line)
    }
}

const PROMPT: &str = "> ";

/// Somebody at a keyboard, who can correct what he types and fetch what he typed before.
struct Editor(DefaultEditor);

impl Editor {
    fn new() -> Result<Editor> {
        let config = Config::builder().auto_add_history(true).build();
        Ok(Editor(
            DefaultEditor::with_config(config)
                .map_err(|error| anyhow!("the terminal cannot be read: {error}"))?,
        ))
    }
}

impl Lines for Editor {
    fn ask(&mut self, out: &mut dyn Write) -> Result<Line> {
        out.flush()?;
        match self.0.readline(PROMPT) {
            Ok(line) if line.len() > LONGEST_LINE => Ok(Line::TooLong),
            Ok(line) => Ok(Line::Text(line)),
            Err(ReadlineError::Eof | ReadlineError::Interrupted) => Ok(Line::End),
            // Bytes that are no text are answered like any other line that means nothing.
            Err(ReadlineError::Io(error)) if error.kind() == io::ErrorKind::InvalidData => {
                Ok(Line::Text(char::REPLACEMENT_CHARACTER.to_string()))
            }
            Err(error) => bail!("the terminal cannot be read: {error}"),
        }
    }
}

/// A seed that nobody chose, short enough to be typed again.
fn any_seed() -> Result<u64> {
    let mut bytes = [0; 4];
    getrandom::fill(&mut bytes).map_err(|error| anyhow!("the system gives no random numbers: {error}"))?;
    Ok(u64::from(u32::from_ne_bytes(bytes)) % 1_000_000)
}

/// Who plays against the person at this keyboard.
struct Opponent {
    agent: Box<dyn Agent>,
    name: String,
}

/// A table at this keyboard.
struct Terminal {
    sitting: Sitting,
    layout: Layout,
    vocabulary: Vocabulary,
    opponent: Option<Opponent>,
    /// Who is asked for hints.
    adviser: Box<dyn Agent>,
    /// What the opponent thought about its last move.
    thought: Option<String>,
    brief: bool,
    /// The position that games begin in, if not the initial one.
    start: Option<String>,
}

impl Terminal {
    fn run(&mut self, input: &mut dyn Lines, out: &mut dyn Write) -> Result<()> {
        let info = self.sitting.played().info();
        writeln!(out, "{}. Type 'help' for what you can type.", info.name)?;
        if let (Some(opponent), Some(person)) = (&self.opponent, self.sitting.only_person()) {
            let side = &info.sides[person.index()];
            entry(out, &format!("You play {side}; the other side is played by {}", opponent.name), 0)?;
            writeln!(out, "What it draws by lot follows from the seed {}.", self.sitting.seed())?;
        }
        describe(self.sitting.played(), &self.layout, out)?;
        loop {
            if !self.sitting.is_over() && !self.sitting.person_decides() {
                self.think(out)?;
                continue;
            }
            let line = match input.ask(out)? {
                Line::End => return Ok(()),
                Line::TooLong => {
                    writeln!(out, "That line is too long to mean anything; 'help' lists what you can type.")?;
                    continue;
                }
                Line::Text(line) => line,
            };
            let line = line.trim();
            if matches!(line.to_ascii_lowercase().as_str(), "quit" | "exit") {
                return Ok(());
            }
            self.answer(line, out)?;
        }
    }

    /// Lets the opponent move.
    fn think(&mut self, out: &mut dyn Write) -> Result<()> {
        let Some(opponent) = &mut self.opponent else { return Ok(()) };
        let played = self.sitting.played();
        writeln!(out, "{} thinks …", played.info().sides[played.to_move().index()])?;
        out.flush()?;
        let assessment = opponent.agent.analyse(played, &mut |_| {});
        self.thought = Some(account(played, &assessment));
        if let Some(choice) = assessment.choice {
            let replied = self.sitting.reply(self.sitting.version(), choice);
            return self.moved(replied, out);
        }
        // It does not go on, for a reason or without.
        if assessment.drawn {
            writeln!(out, "{} says that the game is drawn by its rules.", opponent.name)?;
            let agreed = self.sitting.call_drawn();
            return self.done(agreed, out);
        }
        if let Some(fault) = assessment.fault {
            writeln!(out, "{} {fault}.", opponent.name)?;
        }
        let given_up = self.sitting.give_up();
        self.done(given_up, out)
    }

    /// Does what was typed. Only a failing output is an error here; everything else is answered.
    fn answer(&mut self, line: &str, out: &mut dyn Write) -> Result<()> {
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let played = self.sitting.played();
        // What only a terminal has to say comes first; the rest is said as at every other table.
        match word.to_ascii_lowercase().as_str() {
            "" => {}
            "board" => {
                write!(out, "{}", text::board(played, &self.layout))?;
                writeln!(out, "{}", speech::status(played))?;
            }
            "why" => entry(out, self.thought.as_deref().unwrap_or("The agent has not moved yet."), 2)?,
            "history" => {
                let moves = played.history().join(" ");
                entry(out, &format!("{} moves: {moves}", played.moves_played()), 2)?;
            }
            "rules" => tell_rules(self.sitting.rules().as_ref(), out)?,
            "position" => writeln!(out, "{}", played.position())?,
            "new" => self.begin(out)?,
            "save" if rest.trim().is_empty() => {
                writeln!(out, "Say where to save, such as 'save game.json'.")?
            }
            "save" => match save(&played.record(), Path::new(rest.trim())) {
                Ok(()) => writeln!(out, "Saved to {}.", rest.trim())?,
                Err(error) => writeln!(out, "{error}.")?,
            },
            _ => {
                if let Some((command, about)) = self.vocabulary.read(line) {
                    return self.obey(command, about.as_deref(), out);
                }
                let played = self.sitting.play(line);
                self.moved(played, out)?;
            }
        }
        Ok(())
    }

    /// Does what can be done at every table.
    fn obey(&mut self, command: Command, about: Option<&str>, out: &mut dyn Write) -> Result<()> {
        let outcome = match command {
            Command::Ask(question) => return self.tell(question, about, out),
            Command::Help => {
                return HELP.lines().try_for_each(|line| entry(out, line, 12));
            }
            Command::Switch(Switch::Comments) => {
                writeln!(
                    out,
                    "In the terminal moves are not commented on; 'hint' and 'why' ask for an opinion."
                )?;
                return Ok(());
            }
            Command::Switch(switch) => self.sitting.switch(switch),
            Command::Undo => self.sitting.undo(),
            Command::Redo => self.sitting.redo(),
            Command::Resign => self.sitting.resign(),
            Command::Draw => self.offer_draw()?,
            Command::Decline => self.sitting.decline(),
        };
        self.done(outcome, out)
    }

    /// Answers a question.
    fn tell(&mut self, question: Question, about: Option<&str>, out: &mut dyn Write) -> Result<()> {
        let played = self.sitting.played();
        match question {
            Question::Describe => describe(played, &self.layout, out)?,
            Question::Pieces => {
                for sentence in speech::pieces(played, &self.layout) {
                    entry(out, &sentence, 2)?;
                }
                writeln!(out, "{}", speech::status(played))?;
            }
            Question::Moves => match about.map(|name| self.layout.find(name).ok_or(name)).transpose() {
                Ok(None) => {
                    let moves: Vec<String> =
                        (0..played.move_count()).map(|index| played.move_text(index)).collect();
                    entry(out, &format!("{} legal: {}", moves.len(), moves.join(" ")), 2)?;
                }
                Ok(cell) => entry(out, &tell::moves(english(), played, &self.layout, cell), 2)?,
                Err(name) => writeln!(out, "{}", english().with("no-such-cell", &[("text", name.into())]))?,
            },
            Question::Captures => entry(out, &tell::captures(english(), played), 2)?,
            Question::Changed => {
                for sentence in tell::changes(english(), played, &self.layout, self.sitting.viewer()) {
                    entry(out, &sentence, 2)?;
                }
            }
            Question::Last => entry(out, &speech::last(played, &self.layout), 2)?,
            Question::Winning | Question::Hint if self.sitting.is_over() => {
                writeln!(out, "{}", sentence(&Refusal::Over))?;
            }
            Question::Hint => {
                let assessment = self.adviser.analyse(played, &mut |_| {});
                entry(out, &opinion(played, &assessment), 2)?;
            }
            Question::Winning => {
                let assessment = self.adviser.analyse(played, &mut |_| {});
                let best = assessment.best.map(|best| &assessment.moves[best]);
                let standing = best.map(|best| tell::standing(english(), played, best));
                writeln!(out, "{}", standing.unwrap_or_else(|| speech::status(played)))?;
            }
            // Nobody is hurried here.
            Question::Clock => writeln!(out, "{}", sentence(&Refusal::NoClock))?,
        }
        Ok(())
    }

    /// Offers a draw, or agrees to one; the opponent thinks about it.
    fn offer_draw(&mut self) -> Result<Result<News, Refusal>> {
        Ok(match self.sitting.offer_draw() {
            Ok(Offer::Settled(news)) => Ok(news),
            Ok(Offer::Pondered(task)) => {
                let assessment = task.rules.agent(&task.spec)?.analyse(task.played.as_ref(), &mut |_| {});
                self.sitting.consider(task.version, &assessment)
            }
            Err(refusal) => Err(refusal),
        })
    }

    /// Tells what a deed led to, or why it was not done.
    fn done(&mut self, outcome: Result<News, Refusal>, out: &mut dyn Write) -> Result<()> {
        let news = match outcome {
            Ok(news) => news,
            Err(refusal) => {
                writeln!(out, "{}", sentence(&refusal))?;
                return Ok(());
            }
        };
        let played = self.sitting.played();
        match news {
            News::TakenBack => {
                writeln!(out, "Taken back.")?;
                self.look(out)?;
            }
            News::PlayedAgain => {
                writeln!(out, "Played again.")?;
                self.look(out)?;
            }
            News::Over => {
                writeln!(out, "{}", speech::status(played))?;
                writeln!(out, "{AFTERWARDS}")?;
            }
            News::DrawOffered(player) => {
                let side = &played.info().sides[player.index()];
                writeln!(
                    out,
                    "{side} offers a draw: 'draw' agrees, 'decline' declines, and a move does too."
                )?;
            }
            News::DrawDeclined => writeln!(out, "The draw is declined.")?,
            News::Switched(switch, on) => {
                writeln!(out, "{} is {} now.", switch.name(), if on { "on" } else { "off" })?;
            }
            // The terminal neither changes levels nor turns the board, and nobody there sits apart.
            News::LevelsChanged | News::Turned | News::TakebackAsked(_) | News::TakebackDeclined => {}
        }
        Ok(())
    }

    /// Tells a move, or why there was none.
    fn moved(&mut self, outcome: Result<(), Refusal>, out: &mut dyn Write) -> Result<()> {
        if let Err(refusal) = outcome {
            return entry(out, &sentence(&refusal), 2);
        }
        entry(out, &speech::last(self.sitting.played(), &self.layout), 2)?;
        // The board is worth a look when a person decides next, or when the game is over.
        if self.sitting.is_over() || self.sitting.person_decides() { self.look(out) } else { Ok(()) }
    }

    /// Begins another game, with the same players on the same sides.
    fn begin(&mut self, out: &mut dyn Write) -> Result<()> {
        let rules = self.sitting.rules().clone();
        let played = rules.start(self.start.as_deref())?;
        let seats = self.sitting.seats().clone();
        let seed = self.sitting.seed().wrapping_add(1);
        self.sitting = Sitting::new(rules.clone(), played, seats, Terms::default(), seed, Time::SYSTEM);
        let person = self.sitting.only_person();
        if let (Some(opponent), Some(person)) = (&mut self.opponent, person)
            && let Some(spec) = self.sitting.agent(!person)
        {
            opponent.agent = rules.agent(&spec)?;
        }
        self.adviser.reset();
        self.thought = None;
        writeln!(out, "A new game.")?;
        self.look(out)
    }

    fn look(&self, out: &mut dyn Write) -> Result<()> {
        let played = self.sitting.played();
        if !self.brief {
            write!(out, "{}", text::board(played, &self.layout))?;
        }
        entry(out, &speech::status(played), 2)?;
        if self.sitting.is_over() {
            writeln!(out, "{AFTERWARDS}")?;
        }
        Ok(())
    }
}

/// The language of the terminal.
fn english() -> &'static Words {
    Words::of(Language::English)
}

/// Why something was not done. What was typed stays as it was typed; everything else begins like a sentence.
fn sentence(refusal: &Refusal) -> String {
    let text = agon_core::notation::repeatable(&refusal.to_string());
    let mut letters = text.chars();
    let first = letters.next().map(char::to_uppercase).into_iter().flatten();
    format!("{}.", first.chain(letters).collect::<String>())
}

/// What an agent thinks of its best move, in a sentence or two.
fn opinion(played: &dyn Match, assessment: &Assessment) -> String {
    let Some(best) = assessment.best else { return "There is no move.".to_owned() };
    let side = &played.info().sides[played.to_move().index()];
    let chosen = &assessment.moves[best];
    let mut sentence = format!("For {side}, {} is worth {}", played.move_text(best), worth(chosen));
    let mut others: Vec<usize> = (0..assessment.moves.len()).filter(|&index| index != best).collect();
    others.sort_by(|&a, &b| {
        assessment.moves[b].rank().partial_cmp(&assessment.moves[a].rank()).expect("ranks are numbers")
    });
    if let Some(&next) = others.first() {
        sentence += &format!("; {} is worth {}", played.move_text(next), worth(&assessment.moves[next]));
    }
    if assessment.line.len() > 1 {
        sentence += &format!(". Expected: {}", assessment.line.join(" "));
    }
    sentence + "."
}

/// What an agent says about the move that it plays, which need not be the one it thinks best.
fn account(played: &dyn Match, assessment: &Assessment) -> String {
    let (Some(choice), Some(best)) = (assessment.choice, assessment.best) else {
        return "The agent made no move.".to_owned();
    };
    if choice == best {
        return opinion(played, assessment);
    }
    let side = &played.info().sides[played.to_move().index()];
    let [own, better] =
        [choice, best].map(|index| (played.move_text(index), worth(&assessment.moves[index])));
    format!(
        "{side} played {}, which it takes to be worth {}. At full strength it would have played {}, worth {}; at this level it \
         does not always.",
        own.0, own.1, better.0, better.1
    )
}

/// A value in words: "+0.31", or "a win in 5 plies" where it is certain.
pub(crate) fn worth<M>(assessed: &Assessed<M>) -> String {
    let Some(proof) = assessed.proof else { return format!("{:+.2}", assessed.value) };
    let result = match proof.gain {
        1 => "a win",
        0 => "a draw",
        _ => "a loss",
    };
    if proof.gain == 0 || proof.distance == 0 {
        return result.to_owned();
    }
    format!("{result} in {} {}", proof.distance, if proof.distance == 1 { "ply" } else { "plies" })
}

fn save(record: &Record, file: &Path) -> Result<()> {
    files::write_text(file, &(serde_json::to_string_pretty(record)? + "\n"))
}

/// The match that a saved record describes.
fn load(rules: &dyn Rules, file: &Path) -> Result<Box<dyn Match>> {
    let text = match bounded::read_to_string(file) {
        Ok(text) => text,
        Err(error) => bail!("cannot read '{}': {error}", file.display()),
    };
    let record: Record = match serde_json::from_str(&text) {
        Ok(record) => record,
        Err(error) => bail!("'{}' is not a saved game: {error}", file.display()),
    };
    ensure!(
        record.game == rules.spec(),
        "'{}' is a game of {}, not of {}",
        file.display(),
        record.game,
        rules.spec()
    );
    Ok(rules.replay(&record)?)
}
