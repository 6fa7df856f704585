//! Boards and moves as text and as sentences that can be read aloud.
