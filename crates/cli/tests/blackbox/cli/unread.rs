//! Nobody reads what a command prints: the exit code says the same nevertheless.

use std::io::PipeWriter;
use std::process::Stdio;

use crate::harness::{Ran, World};

const QUESTION: [&str; 5] = ["Which database?", "-o", "PostgreSQL", "-o", "SQLite"];

/// A pipe without a reader.
fn closed() -> PipeWriter {
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    writer
}

/// `sayso wait ID | true`, as scripts see it in PIPESTATUS.
fn unread(world: &World, args: &[&str]) -> Ran {
    Ran::of(world.command(args).stdout(closed()).output().unwrap())
}

#[test]
fn an_outcome_without_a_reader_has_the_same_exit_code() {
    let world = World::new();
    let _hub = world.hub();
    let [answered, cancelled, rejected] = [(); 3].map(|()| world.ask(&QUESTION));
    let pending = world.ask(&QUESTION);
    world.run(&["answer", &answered, "SQLite"]).ok();
    world.run(&["cancel", &cancelled]).ok();
    world.run(&["reject", &rejected, "--reason", "no"]).ok();
    for (id, code) in [(&answered, 0), (&cancelled, 3), (&rejected, 3), (&pending, 75)] {
        for json in [&[][..], &["--json"]] {
            let ran = unread(&world, &[&["wait", id, "--for", "0"], json].concat());
            assert_eq!(ran.code, code, "{ran:?}");
            assert!(!ran.stderr.contains("error"), "{ran:?}");
        }
    }
    let ran = unread(&world, &[&["ask"][..], &QUESTION, &["--no-wait"]].concat());
    assert_eq!(ran.code, 75, "{ran:?}");
    // Nobody has it yet, so the next one to ask gets it.
    assert!(world.show(&answered)["delivered_at"].is_null());
    assert_eq!(world.run(&["wait", &answered]).ok().stdout, "SQLite\n");
    assert!(!world.show(&answered)["delivered_at"].is_null());
}

/// Remarks beside the answer have no reader; the answer has one.
#[test]
fn an_answer_comes_although_stderr_is_closed() {
    let world = World::new();
    let _hub = world.hub();
    let without_stderr = |args: &[&str]| {
        let mut command = world.command(args);
        Ran::of(command.stdout(Stdio::piped()).stderr(closed()).output().unwrap())
    };
    let ran = without_stderr(&[&["ask"][..], &QUESTION, &["--wait=0s"]].concat());
    assert_eq!(ran.code, 75, "{ran:?}");
    let id = ran.stdout.trim().to_owned();
    world.run(&["cancel", &id, "--note", "not now"]).ok();
    assert_eq!(without_stderr(&["wait", &id]).code, 3);
    assert!(!world.show(&id)["delivered_at"].is_null());
}

#[test]
fn that_no_hub_runs_is_the_exit_code_without_a_reader_too() {
    let world = World::new();
    for args in [&["hub", "status"][..], &["hub", "status", "--json"]] {
        assert_eq!(unread(&world, args).code, 1, "{args:?}");
    }
}

/// REQ: IN-2
#[test]
fn what_the_doctor_found_is_the_exit_code_without_a_reader_too() {
    let world = World::new();
    let _hub = world.hub();
    assert_eq!(world.run(&["doctor"]).code, 1, "no agent is connected");
    for args in [&["doctor"][..], &["doctor", "--json"]] {
        assert_eq!(unread(&world, args).code, 1, "{args:?}");
    }
}
