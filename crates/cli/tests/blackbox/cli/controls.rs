//! Rankings and numbers on the command line.

use serde_json::json;

use crate::harness::World;

/// REQ: AD-8
#[test]
fn a_ranking_and_a_number_by_flags() {
    let world = World::new();
    let ask = |more: &[&str]| world.run(&[&["ask", "--no-wait", "What first?"], more].concat());
    let ran = ask(&["-o", "Auth", "-o", "Cache", "-o", "Search", "--rank"]);
    assert_eq!(ran.code, 75, "{ran:?}");
    let id = ran.stdout.trim().to_owned();
    let refused = world.run(&["answer", &id, "Cache"]);
    assert_eq!(refused.code, 2, "{refused:?}");
    assert!(refused.stderr.contains("3 options must be ranked, 1 is"), "{refused:?}");
    let ran = world.run(&["answer", &id, "3", "Auth", "2"]);
    assert!(ran.stdout.contains("1. Search, 2. Auth, 3. Cache"), "{ran:?}");
    assert_eq!(world.run(&["wait", &id]).stdout, "Search\nAuth\nCache\n");
    let reply = world.run(&["wait", &id, "--json"]).json();
    assert_eq!(reply["selection"]["ranking"], json!(["Search", "Auth", "Cache"]));
    assert_eq!(reply["selection"]["selected_ids"], json!(["Auth", "Cache", "Search"]));
    let shown = world.run(&["show", &id]).stdout;
    let (search, cache) = (shown.find("1  Search"), shown.find("3  Cache"));
    assert!(search.is_some() && search < cache, "{shown}");

    let ran = ask(&["--number", "--min", "-5", "--max", "5", "--step", "0.5", "--unit", "°C"]);
    let id = ran.stdout.trim().to_owned();
    assert!(world.run(&["show", &id]).stdout.contains("From -5 to 5 °C · in steps of 0.5"));
    let refused = world.run(&["answer", &id, "0.3"]);
    assert!(refused.stderr.contains("the nearest is 0.5"), "{refused:?}");
    let ran = world.run(&["answer", &id, "-2.5"]);
    assert!(ran.stdout.contains("-2.5 °C"), "{ran:?}");
    assert_eq!(world.run(&["wait", &id]).stdout, "-2.5\n");
    assert_eq!(world.run(&["wait", &id, "--json"]).json()["selection"]["number"], json!(-2.5));

    for wrong in [
        &["--number", "-o", "A"][..],
        &["--rank"],
        &["-o", "A", "-o", "B", "--step", "2"],
        &["--number", "--min", "2", "--max", "1"],
        &["--number", "--default", "five"],
    ] {
        assert_eq!(ask(wrong).code, 2, "{wrong:?}");
    }
}

/// REQ: AD-8
#[test]
fn an_option_that_is_ranked_twice_is_named() {
    let world = World::new();
    let ask = ["ask", "--no-wait", "What first?", "-o", "Auth", "-o", "Cache", "-o", "Search"];
    let id = world.run(&[&ask[..], &["--rank"]].concat()).stdout.trim().to_owned();
    for given in [&["1", "1", "2", "3"][..], &["1", "1", "2"]] {
        let refused = world.run(&[&["answer", &id], given].concat());
        refused.fails(2, "`Auth` is ranked twice");
    }
}

/// Nobody types the names of JSON fields there.
/// REQ: AD-8
#[test]
fn errors_name_flags() {
    let world = World::new();
    let ask = |more: &[&str]| world.run(&[&["ask", "--no-wait", "How much?"], more].concat());
    let options = ["-o", "A", "-o", "B"];
    ask(&[&options[..], &["--multi", "--max", "5"]].concat()).fails(2, "\n  --max: 5 is outside");
    ask(&[&options[..], &["--rank", "--min", "1"]].concat()).fails(2, "`--max` says how many");
    ask(&["--number", "--default", "five"]).fails(2, "--default: ");
    ask(&["--number", "--min", "2", "--max", "1"]).fails(2, "--min: 2 is more than `--max` (1)");
    ask(&["--number", "--min", "-1e308"]).fails(2, "it is too large");
    ask(&["--number", "--rank"]).fails(2, "cannot be used with");
    ask(&["--number", "--multi"]).fails(2, "cannot be used with");
    let id = ask(&["--number"]).stdout.trim().to_owned();
    let refused = world.run(&["answer", &id, "0.1234567890123456789"]);
    assert!(!refused.stderr.contains("questions."), "{refused:?}");
    refused.fails(2, "a number has at most 15 digits");
}

/// One mistake is one line, and says what to type.
/// REQ: AD-8
#[test]
fn errors_about_options_are_said_once_and_in_flags() {
    let world = World::new();
    let said = |options: &[&str]| {
        let ran = world.run(&[&["ask", "--no-wait", "Which?"], options].concat());
        let mut lines = ran.stderr.lines().skip(1).map(|line| line.trim().to_owned());
        let line = lines.next().unwrap();
        assert_eq!((ran.code, lines.next()), (2, None), "{ran:?}");
        line
    };
    for (options, line) in [
        (
            &["-o", "a", "-o", "b", "-d", "c"][..],
            "--default: there is no option `c` (use the label of an option)",
        ),
        (
            &["-o", "a", "-o", "a"],
            "--option: an earlier option has the same label, `a` (give each option its own label)",
        ),
        (&["-o", "", "-o", "a"], "--option: missing or empty (give a text)"),
        (&["-o", "", "-o", ""], "--option: missing or empty (give a text)"),
    ] {
        assert_eq!(said(options), line);
    }
    let alike = said(&["-o", "\u{41a}eep", "-o", "Keep"]);
    assert!(alike.contains("looks the same as") && !alike.contains("options["), "{alike}");
    let many: Vec<String> = (0..300).flat_map(|at| ["-o".to_owned(), format!("o{at}")]).collect();
    let many = said(&many.iter().map(String::as_str).collect::<Vec<_>>());
    assert!(many.ends_with("(offer fewer, or use `--text`)"), "{many}");
}
