//! Processes end: the agent's, ours, both.

use super::*;

/// The call id was saved before the question was asked, so the desk finds the same question again.
/// REQ: SL-7, SL-11
#[test]
fn a_question_survives_a_restart_and_its_answer_goes_to_the_same_session() {
    begun(
        Protocol::Claude,
        "
        asks Which way? ->
        ends-turn       -> save; ask 1 Which way?; waiting
        crash           -> ask 1 Which way?; waiting
        asked 1         ->
        crash           -> ask 1 Which way?; waiting
        asked 1         ->
        answered 1 2    -> save; start s1; working
        started         -> save; say 2
        named           ->
        ends-turn       -> save; delivered 1; idle
        ",
    );
}

/// It is unknown how much of it the agent has done: a person decides, also after more restarts.
/// REQ: RA-9
#[test]
fn a_turn_that_had_begun_is_repeated_or_skipped_by_a_person() {
    begun(
        Protocol::Claude,
        "
        fails        -> save; ask 1 repeat go; waiting
        asked 1 form ->
        said and now? -> save; confirm
        crash        -> ask 1 repeat go; waiting
        asked 1 form ->
        answered 1 1 -> save; delivered 1; start s1; working
        started      -> save; say go
        named        -> notice restarted
        crash        -> save; ask 2 repeat go; waiting
        asked 2 form ->
        answered 2 2 -> save; delivered 2; start s1; working
        started      -> save; say and now?
        named        ->
        ends-turn    -> save; idle
        ",
    );
}

/// REQ: RA-9
#[test]
fn a_turn_that_nobody_decides_about_is_skipped() {
    begun(
        Protocol::Claude,
        "
        fails      -> save; ask 1 repeat go; waiting
        asked 1    ->
        answered 1 cancelled -> save; delivered 1; idle
        ",
    );
}

/// It is unknown whether the agent had started when we ended: it may have named its session
/// unnoticed.
/// REQ: RA-9
#[test]
fn what_was_given_before_a_crash_is_not_given_again_unasked() {
    check(
        Protocol::Claude,
        "
        said go -> save; confirm; start; working
        crash   -> start; working
        started -> save; say go
        crash   -> save; ask 1 repeat go; waiting
        ",
    );
}

/// What it had asked before it died it asks again with the turn: once, not twice.
/// REQ: SL-11, RA-9
#[test]
fn a_turn_that_is_begun_again_asks_once() {
    begun(
        Protocol::Claude,
        "
        asks Which way? ->
        fails           -> save; ask 1 repeat go; waiting
        asked 1 form    ->
        answered 1 1    -> save; delivered 1; start s1; working
        started         -> save; say go
        named           -> notice restarted
        asks Which way? ->
        ends-turn       -> save; ask 2 Which way?; waiting
        ",
    );
}

/// REQ: RA-9
#[test]
fn after_three_processes_that_did_not_begin_a_person_has_to_look() {
    given(
        Protocol::Claude,
        "
        fails         -> save; start
        started       -> save; say go
        fails         -> save; start
        started       -> save; say go
        fails         -> save; notice failed; idle
        said and now? -> save; confirm; start; working
        started       -> save; say go
        named anew    -> save
        ends-turn     -> save; say and now?
        ",
    );
}

#[test]
fn a_session_that_the_agent_has_forgotten_is_begun_anew() {
    begun(
        Protocol::Claude,
        "
        asks Which way? ->
        ends-turn       -> save; ask 1 Which way?; waiting
        crash           -> ask 1 Which way?; waiting
        asked 1         ->
        answered 1 2    -> save; start s1; working
        started         -> save; say 2
        ends-turn no such session -> save; stop; start
        started         -> save; say 2
        named anew      -> save; notice begun anew
        ",
    );
}

#[test]
fn an_agent_that_cannot_be_started_is_tried_again_when_somebody_writes() {
    check(
        Protocol::Claude,
        "
        said go     -> save; confirm; start; working
        not-started -> notice not started; idle
        said again  -> save; confirm; start; working
        started     -> save; say go
        ",
    );
}

/// The process that asked for permission is gone, and so is its question.
#[test]
fn permission_that_nobody_waits_for_is_withdrawn_after_a_restart() {
    given(
        Protocol::Acp,
        "
        requests Remove x -> save; ask 1 Remove x; waiting
        asked 1 form      -> save
        crash             -> save; withdraw 1; ask 2 repeat go; waiting
        not-withdrawn 1   ->
        crash             -> withdraw 1; ask 2 repeat go; waiting
        withdrawn 1       -> save
        crash             -> ask 2 repeat go; waiting
        ",
    );
}

/// A used call id isn't reused, even if the fate of the question is unknown.
#[test]
fn a_request_that_was_under_way_in_a_crash_keeps_its_call_id() {
    given(
        Protocol::Acp,
        "
        requests Remove x -> save; ask 1 Remove x; waiting
        crash             -> save; ask 2 repeat go; waiting
        ",
    );
}

#[test]
fn an_idle_process_is_stopped_and_its_session_goes_on() {
    check(
        Protocol::Claude,
        "
        said one     -> save; confirm; start; working
        started      -> save; say one
        named anew   -> save
        ends-turn    -> save; idle
        seconds 1799 ->
        seconds 1    -> stop
        said two     -> save; confirm; start s1; working
        started      -> save; say two
        ",
    );
}
