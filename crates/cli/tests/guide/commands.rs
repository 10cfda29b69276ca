//! Follows each page: runs its commands in order, in an empty home directory, and reads its
//! snippets. What can't be run says why; its flags are checked nevertheless.

use saphyr::{LoadableYamlNode, Yaml};

use crate::blocks::{Block, blocks};
use crate::pages::guide;
use crate::shell::Shell;

/// REQ: IN-5
#[test]
fn every_command_does_what_is_written() {
    let pages = guide();
    let follow = |(name, text): &(String, String)| {
        let blocks = blocks(text);
        if blocks.is_empty() {
            return Vec::new();
        }
        let mut shell = Shell::start();
        let faults = blocks.iter().filter_map(|block| {
            let said = follow(block, &mut shell).err()?;
            Some(format!("{name}, `{}`:\n{}\n{said}\n", block.section, block.text))
        });
        faults.collect()
    };
    let faults: Vec<String> = std::thread::scope(|scope| {
        let pages: Vec<_> = pages.iter().map(|page| scope.spawn(move || follow(page))).collect();
        pages.into_iter().flat_map(|page| page.join().unwrap()).collect()
    });
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

fn follow(block: &Block, shell: &mut Shell) -> Result<(), String> {
    if let (Some(path), false) = (&block.path, block.not_run.is_some()) {
        shell.write(path, &block.text);
    }
    match (block.info.as_str(), &block.not_run) {
        ("json", _) => serde_json::from_str::<serde_json::Value>(&block.text)
            .map(drop)
            .map_err(|error| error.to_string()),
        ("toml", _) => {
            toml::from_str::<toml::Table>(&block.text).map(drop).map_err(|error| error.to_string())
        }
        ("yaml", _) => {
            Yaml::load_from_str(&block.text).map(drop).map_err(|error| error.to_string())
        }
        // Neither a command nor something to copy.
        ("text", _) => match block.text.contains("$ ") || block.text.starts_with("sayso ") {
            true => Err("a command in a block of `text`".to_owned()),
            false => Ok(()),
        },
        ("sh" | "console", Some(reason)) if reason.len() > 5 => check_flags(block, shell),
        ("sh", None) => run_all(block, shell),
        ("console", None) => transcript(block, shell),
        ("console waits", None) => match parts(&block.text).as_slice() {
            [(command, output)] => shell.begin(command, output),
            _ => Err("one command waits".to_owned()),
        },
        ("console ends", None) => {
            let (printed, code) = shell.end();
            shell.ids.compare(&block.text, &printed)?;
            succeeded(code, "the command in the other window")
        }
        (info, reason) => Err(format!("a block of `{info}`, not run: {reason:?}")),
    }
}

/// Each line succeeds.
fn run_all(block: &Block, shell: &mut Shell) -> Result<(), String> {
    for line in lines(&block.text) {
        let (printed, code) = shell.run(&line);
        succeeded(code, &format!("{line}\n{printed}"))?;
    }
    Ok(())
}

/// Each command prints what is written below it, and succeeds unless its exit code is shown next.
fn transcript(block: &Block, shell: &mut Shell) -> Result<(), String> {
    let parts = parts(&block.text);
    for (at, (command, output)) in parts.iter().enumerate() {
        let (printed, code) = shell.run(command);
        shell.ids.compare(output, &printed).map_err(|said| format!("$ {command}\n{said}"))?;
        if parts.get(at + 1).is_none_or(|(next, _)| next != "echo $?") {
            succeeded(code, command)?;
        }
    }
    Ok(())
}

fn succeeded(code: i32, what: &str) -> Result<(), String> {
    if code == 0 { Ok(()) } else { Err(format!("exit code {code}: {what}")) }
}

/// The commands of a transcript, each with the output below it.
fn parts(text: &str) -> Vec<(String, String)> {
    let mut parts: Vec<(String, String)> = Vec::new();
    for line in lines(text) {
        match (line.strip_prefix("$ "), parts.last_mut()) {
            (Some(command), _) => parts.push((command.to_owned(), String::new())),
            (None, Some((_, output))) => *output += &format!("{line}\n"),
            (None, None) => panic!("output without a command: {line}"),
        }
    }
    parts
}

/// The lines, without remarks; one that ends with a backslash continues.
fn lines(text: &str) -> Vec<String> {
    let text = text.replace("\\\n", " ");
    let lines = text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    lines.map(str::to_owned).collect()
}

/// Our commands and their flags exist: with `--help` nothing is done, but what precedes it is parsed.
fn check_flags(block: &Block, shell: &mut Shell) -> Result<(), String> {
    for line in lines(&block.text) {
        let line = line.strip_prefix("$ ").unwrap_or(&line);
        // At the start, in a substitution, or after variables; elsewhere it is an argument.
        let ours = line.split("$(").find_map(|part| {
            let (before, after) = part.split_once("sayso ")?;
            let leads = before.split_whitespace().all(|word| word.contains('='));
            leads.then_some(after)
        });
        let Some(ours) = ours else { continue };
        let command = ours.split(['|', '<', '>', '#', ')', ';']).next().unwrap_or(ours);
        let command = command.split("-- ").next().unwrap_or(command).trim();
        let (printed, code) = shell.run(&format!("sayso {command} --help"));
        succeeded(code, &format!("sayso {command} --help\n{printed}"))?;
    }
    Ok(())
}
