//! From the agent's text to a question, and from the answer back to the agent.

use super::*;

/// A message is durable before the agent gets it, and leaves the memory when its turn has ended.
/// REQ: SL-5, SL-8, SL-11
#[test]
fn a_choice_is_asked_after_the_turn_and_its_reply_is_the_next_message() {
    begun(
        Protocol::Claude,
        "
        writes Well.    -> show Well.
        asks Which way? -> show Well.
        ends-turn       -> shown Well.; save; ask 1 Which way?; waiting
        asked 1         ->
        answered 1 2    -> save; say 2; working
        writes Fine.    -> show Fine.
        ends-turn       -> shown Fine.; save; delivered 1; idle
        ",
    );
}

/// REQ: SL-5, UC-4
#[test]
fn choices_are_asked_one_after_the_other_and_answered_in_one_message() {
    begun(
        Protocol::Claude,
        "
        asks First?   ->
        asks Second?  ->
        ends-turn     -> save; ask 1 First?; waiting
        asked 1       ->
        answered 1 2  -> save; ask 2 Second?
        asked 2       ->
        answered 2 1  -> save; say 2 1; working
        ends-turn     -> save; delivered 1; delivered 2; idle
        ",
    );
}

#[test]
fn messages_wait_for_their_turn_and_for_the_answer() {
    begun(
        Protocol::Claude,
        "
        said one        -> save; confirm
        asks Which way? ->
        ends-turn       -> save; ask 1 Which way?; waiting
        asked 1 form    ->
        answered 1 2    -> save; say 2; working
        ends-turn       -> save; delivered 1; say one
        ends-turn       -> save; idle
        ",
    );
}

/// REQ: SL-5
#[test]
fn a_typed_message_answers_the_one_question_that_is_open() {
    given(
        Protocol::Claude,
        "
        asks Which way?     ->
        ends-turn           -> save; ask 1 Which way?; waiting
        asked 1             ->
        said straight on    -> answer 1 straight on
        late straight on    -> save; confirm
        answered 1 2        -> save; say 2; working
        ends-turn           -> save; delivered 1; say straight on
        ",
    );
}

#[test]
fn a_typed_message_that_is_no_answer_withdraws_what_is_open_and_goes_to_the_agent() {
    given(
        Protocol::Claude,
        "
        asks First?      ->
        asks Second?     ->
        ends-turn        -> save; ask 1 First?; waiting
        asked 1          ->
        answered 1 2     -> save; ask 2 Second?
        asked 2          ->
        said never mind  -> answer 2 never mind
        refused never mind -> save; confirm; withdraw 2
        withdrawn 2      -> save; say 2 never mind; working
        ",
    );
}

#[test]
fn an_answer_that_was_faster_than_the_withdrawal_counts() {
    given(
        Protocol::Claude,
        "
        asks Which way? ->
        ends-turn       -> save; ask 1 Which way?; waiting
        asked 1 form    ->
        said never mind -> save; confirm; withdraw 1
        had-outcome 1   ->
        answered 1 2    -> save; say 2; working
        ends-turn       -> save; delivered 1; say never mind
        ",
    );
}

#[test]
fn permission_is_asked_beside_a_choice_and_nobody_gives_it_by_writing_something_else() {
    begun(
        Protocol::Acp,
        "
        requests Remove x -> save; ask 1 Remove x; waiting
        asked 1 form      -> save
        answered 1 1      -> save; permit allow; delivered 1; working
        requests Remove y -> save; ask 2 Remove y; waiting
        asked 2 form      -> save
        said no           -> save; confirm; withdraw 2
        withdrawn 2       -> save; permit no; working
        requests Remove z -> save; ask 3 Remove z; waiting
        unreachable 3     -> permit no; working
        ends-turn         -> save; say no
        requests Remove a -> save; ask 4 Remove a; waiting
        asked 4 form      -> save
        fails             -> save; withdraw 4; ask 5 repeat no
        ",
    );
}

#[test]
fn a_desk_that_cannot_be_reached_is_tried_again() {
    given(
        Protocol::Claude,
        "
        asks Which way? ->
        ends-turn       -> save; ask 1 Which way?; waiting
        unreachable 1   ->
        seconds 1       -> ask 1 Which way?
        asked 1         ->
        ",
    );
}

/// It is open on every surface until the desk says otherwise: an answer that comes first counts.
#[test]
fn a_question_stays_open_until_it_is_withdrawn() {
    let start = "
        asks Which way? ->
        ends-turn       -> save; ask 1 Which way?; waiting
        asked 1 form    ->
        said never mind -> save; confirm; withdraw 1
        not-withdrawn 1 ->";
    let withdrawn = "
        seconds 1       -> withdraw 1
        not-withdrawn 1 ->
        seconds 1       -> withdraw 1
        withdrawn 1     -> save; say never mind; working";
    given(Protocol::Claude, &format!("{start}{withdrawn}"));
    let answered = "
        answered 1 left -> save
        seconds 1       -> save; withdraw 1; say left; working
        had-outcome 1   ->";
    given(Protocol::Claude, &format!("{start}{answered}"));
}

#[test]
fn what_was_delivered_is_recorded_later_if_the_desk_is_gone() {
    given(
        Protocol::Claude,
        "
        asks Which way? ->
        ends-turn       -> save; ask 1 Which way?; waiting
        asked 1 form    ->
        answered 1 left -> save; say left; working
        ends-turn       -> save; delivered 1; idle
        not-delivered 1 ->
        seconds 1       -> delivered 1
        ",
    );
}

/// It may be at the desk from before a crash, so it isn't forgotten.
#[test]
fn a_question_that_could_not_be_withdrawn_is_withdrawn_later() {
    given(
        Protocol::Claude,
        "
        asks Which way? ->
        ends-turn       -> save; ask 1 Which way?; waiting
        unreachable 1   ->
        said never mind -> save; confirm
        seconds 1       -> ask 1 Which way?
        asked 1         -> withdraw 1
        withdrawn 1     -> save; say never mind; working
        ",
    );
}

#[test]
fn a_question_that_cannot_be_asked_is_the_agents_to_fix_but_not_forever() {
    let fix = "The question could not be asked: options: too many. Fix it, then ask again.";
    given(
        Protocol::Claude,
        &format!(
            "
            asks One?   ->
            ends-turn   -> save; ask 1 One?; waiting
            invalid 1   -> save; say {fix}; working
            asks Two?   ->
            ends-turn   -> save; ask 2 Two?; waiting
            invalid 2   -> save; say {fix}; working
            asks Three? ->
            ends-turn   -> save; ask 3 Three?; waiting
            invalid 3   -> save; notice failed; idle
            said again  -> save; confirm; say {fix}; working
            ends-turn   -> save; say again
            "
        ),
    );
}

/// The user sees it at once. The agent gets a few corrections automatically, then only with what
/// somebody says.
/// REQ: UC-7
#[test]
fn an_agent_that_never_asks_well_gets_three_corrections_by_itself() {
    let again = format!(
        "
        asks-badly -> show {MALFORMED}
        ends-turn  -> shown {MALFORMED}; save; notice malformed; say correction
        "
    );
    let last = format!(
        "
        asks-badly -> show {MALFORMED}
        ends-turn  -> shown {MALFORMED}; save; notice malformed; idle
        said again -> save; confirm; say again  correction; working
        "
    );
    begun(Protocol::Claude, &format!("{again}{again}{again}{last}"));
}

/// REQ: UC-7
#[test]
fn what_was_malformed_beside_a_good_question_goes_with_its_answer() {
    given(
        Protocol::Claude,
        &format!(
            "
            asks First? ->
            asks-badly  -> show {MALFORMED}
            ends-turn   -> shown {MALFORMED}; save; notice malformed; ask 1 First?; waiting
            asked 1     ->
            answered 1 2 -> save; say 2  correction; working
            "
        ),
    );
}

#[test]
fn a_failed_turn_is_reported_and_the_conversation_goes_on() {
    begun(
        Protocol::Claude,
        "
        ends-turn overloaded -> save; notice failed; idle
        said again           -> save; confirm; say again; working
        ",
    );
}

#[test]
fn the_end_withdraws_what_is_open_and_closing_does_not() {
    let start = "
        asks Which way? ->
        ends-turn       -> save; ask 1 Which way?; waiting
        asked 1         ->
        ";
    given(Protocol::Claude, &format!("{start}\nend -> withdraw 1; over"));
    given(Protocol::Claude, &format!("{start}\nclose -> over"));
    let answered = "
        finish       ->
        answered 1 2 -> save; say 2; working
        ends-turn    -> save; delivered 1; idle; over
        ";
    given(Protocol::Claude, &format!("{start}{answered}"));
}
