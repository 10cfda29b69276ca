//! Plain agents: they never say when they have finished.

use super::*;

/// REQ: SL-11, UC-6
#[test]
fn a_choice_is_asked_as_soon_as_it_is_complete() {
    given(
        Protocol::Plain,
        "
        writes Hm.      -> show Hm.
        asks Which way? -> show Hm.; save; ask 1 Which way?; waiting
        asked 1         ->
        answered 1 2    -> save; say 2; working
        writes Right it is. -> show Right it is.
        seconds 2       -> shown Right it is.; save; delivered 1; idle
        ",
    );
}

#[test]
fn what_is_said_while_it_speaks_is_given_at_once() {
    check(
        Protocol::Plain,
        "
        said one  -> save; confirm; start; working
        started   -> save; say one
        writes Hm -> show Hm
        said two  -> save; confirm; say two
        writes Ah -> show Ah
        ",
    );
}

#[test]
fn one_that_ended_is_begun_anew() {
    check(
        Protocol::Plain,
        "
        said one -> save; confirm; start; working
        started  -> save; say one
        writes A -> show A
        exits    -> shown A; save; idle
        said two -> save; confirm; start; working
        started  -> save; notice begun anew; say two
        writes B -> show B
        fails    -> shown B; save; notice failed; idle
        ",
    );
}

#[test]
fn one_that_fails_without_a_word_had_begun() {
    check(
        Protocol::Plain,
        "
        said one -> save; confirm; start; working
        started  -> save; say one
        fails    -> save; ask 1 repeat one; waiting
        ",
    );
}

/// In a pipe nothing follows the last line: its input ends, then the agent does.
#[test]
fn it_is_finished_when_it_is_quiet_and_nobody_says_anything_more() {
    check(
        Protocol::Plain,
        "
        said one  -> save; confirm; start; working
        started   -> save; say one
        finish    ->
        seconds 2 -> end input
        writes A  -> show A
        exits     -> shown A; save; idle; over
        ",
    );
}

/// The answer belongs after the message that a person decides about, or it would be skipped with
/// it.
/// REQ: RA-9
#[test]
fn an_answer_is_not_skipped_with_the_message_that_was_under_way() {
    given(
        Protocol::Plain,
        "
        asks Which way? -> save; ask 1 Which way?; waiting
        crash           -> save; ask 2 repeat go; ask 1 Which way?; waiting
        asked 2 form    ->
        asked 1         ->
        answered 1 left -> save
        answered 2 2    -> save; delivered 2; start; working
        started         -> save; notice begun anew; say left
        ",
    );
}

/// However long a turn is, a piece is passed on once and not kept.
#[test]
fn a_long_turn_is_passed_on_piece_by_piece() {
    let mut conversation = Conversation::new(about(Protocol::Plain), memory(Protocol::Plain));
    let mut handle = |event| conversation.handle(event, Duration::ZERO);
    handle(Event::Said { actor: ann(), text: "go".to_owned() });
    handle(Event::Started(Ok(None)));
    let piece = "and so on, and so forth\n";
    let shown = (0..1_000).flat_map(|_| handle(Event::Agent(Happening::Text(piece.to_owned()))));
    let lengths = shown.map(|effect| match effect {
        Effect::Show { text, .. } => text.len(),
        other => panic!("{other:?}"),
    });
    let all = lengths.sum::<usize>();
    let held_back = piece.len() * 1_000 - all;
    assert!(held_back <= piece.len(), "{held_back}");
}
