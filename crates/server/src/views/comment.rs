//! One sentence about a move that was played.

use agon_render::tell;
use agon_render::words::Words;
use agon_table::{Comment, Verdict};

/// The sentence.
pub(crate) fn sentence(words: &Words, comment: &Comment) -> String {
    let key = match comment.verdict() {
        Verdict::Forced => "comment-forced",
        Verdict::Lost => "comment-lost",
        Verdict::Best => "comment-best",
        Verdict::Fine => "comment-fine",
        Verdict::Loses => "comment-loses",
        Verdict::LosesMuch => "comment-loses-much",
    };
    let given = [
        ("move", comment.text.as_str().into()),
        ("best", comment.best.as_str().into()),
        ("value", tell::worth(words, &comment.worth).into()),
        ("better", tell::worth(words, &comment.best_worth).into()),
    ];
    words.with(key, &given)
}
