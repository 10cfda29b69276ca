//! The part of an agent's text that is posted.

use sayso_core::settings::Language;

use super::*;

fn wanted() -> Wanted {
    let texts = Texts::of(Language::default());
    let (flow, status) = (Flow::Streaming, AgentStatus::Working);
    Wanted { turn: None, text: String::new(), is_cut: false, flow, status, texts }
}

#[test]
fn a_turn_that_is_started_again_replaces_what_was_said() {
    let mut wanted = wanted();
    for piece in [Piece::First("one"), Piece::Next(" two"), Piece::Next("")] {
        assert!(!wanted.take(piece));
    }
    assert_eq!(wanted.text, "one two");
    assert!(!wanted.take(Piece::First("again")));
    assert_eq!(wanted.text, "again");
}

/// It is said once that there was more, whatever follows, and between two characters.
#[test]
fn the_text_of_a_turn_has_a_limit() {
    let mut wanted = wanted();
    assert!(!wanted.take(Piece::First(&"x".repeat(LONGEST - 1))));
    assert!(wanted.take(Piece::Next("é and more")));
    assert_eq!(wanted.text.len(), LONGEST - 1);
    assert!(!wanted.take(Piece::Next("x")));
    assert_eq!(wanted.text.len(), LONGEST - 1);
    assert!(!wanted.take(Piece::First("short")));
    assert!(wanted.take(Piece::Next(&"x".repeat(LONGEST))));
}
