//! Listening for messages to a player.

use std::io;
use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use crate::http::{HttpError, Request, drain, read_request, write_answer};
use crate::player::Player;

/// How long a silent connection is kept, and how many are kept at once.
const PATIENCE: Duration = Duration::from_secs(10);
const MOST_CONNECTIONS: usize = 32;

/// Answers whoever connects, until the listener fails.
pub fn serve(listener: &TcpListener, player: &Arc<Player>) -> io::Result<()> {
    let open = Arc::new(AtomicUsize::new(0));
    for stream in listener.incoming() {
        let Ok(stream) = stream else { continue };
        if open.load(Ordering::Relaxed) >= MOST_CONNECTIONS {
            continue;
        }
        open.fetch_add(1, Ordering::Relaxed);
        let (player, open) = (player.clone(), open.clone());
        std::thread::spawn(move || {
            // Whoever goes away before the answer comes misses nothing.
            let answered = attend(stream, &player);
            open.fetch_sub(1, Ordering::Relaxed);
            if let Ok(Some(number)) = answered {
                player.ponder(number);
            }
        });
    }
    Ok(())
}

/// Answers a request; the number of the message, if there was one.
fn attend(mut stream: TcpStream, player: &Player) -> io::Result<Option<u64>> {
    stream.set_read_timeout(Some(PATIENCE))?;
    stream.set_write_timeout(Some(PATIENCE))?;
    stream.set_nodelay(true)?;
    match read_request(&mut stream) {
        Ok(Request::Options) => write_answer(&mut stream, Ok(""))?,
        Ok(Request::Message(text)) => {
            let answer = player.answer(&text);
            // Whatever comes later ends the thoughts about this one.
            let number = player.messages();
            let answer =
                answer.unwrap_or_else(|problem| format!("( error \"{}\" )", problem.replace('"', "'")));
            write_answer(&mut stream, Ok(&answer))?;
            return Ok(Some(number));
        }
        Err(error @ HttpError::Failed(_)) => return Err(io::Error::other(error)),
        Err(error) => {
            write_answer(&mut stream, Err(&error))?;
            stream.shutdown(Shutdown::Write)?;
            drain(&mut stream);
        }
    }
    Ok(None)
}
