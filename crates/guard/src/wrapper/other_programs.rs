//! Commands that version control, containers, search tools and interpreters run.

use super::{Inner, Wrapper, behind_switches, one_or_words, text, words};
use crate::call::Call;
use crate::code;
use crate::word_lists::{Set, is};

/// `python manage.py flush`, `node ace db:wipe`, `python -m twine upload`: the file or module acts
/// as the program.
pub(super) fn file(call: &Call, modules: &[&str]) -> Vec<Inner> {
    // `bash -n x.sh`, `ruby -c x.rb`, `php -l x.php` only check the file.
    const LOOKS: [&str; 6] = ["-n", "-c", "-l", "--check", "-wc", "--syntax-check"];
    let before = call.args.iter().take_while(|arg| arg.starts_with('-'));
    let looks = before.into_iter().any(|option| LOOKS.contains(&option.as_str()));
    if looks || code::of(call).is_some() {
        return Vec::new();
    }
    if let Some(at) = call.args.iter().position(|arg| modules.contains(&arg.as_str())) {
        return words(&call.args[at + 1..]);
    }
    let mut args = call.args.iter().enumerate();
    let first = args.find(|(_, arg)| !arg.starts_with('-'));
    match first {
        Some((at, arg)) if !arg.contains([' ', '$', '\n', '(']) && !arg.contains("://") => {
            words(&call.args[at..])
        }
        Some(_) | None => Vec::new(),
    }
}

/// `pnpm prisma db push`: not one of its subcommands, so a program of the project.
pub(super) fn runs_a_program(call: &Call) -> bool {
    let first = call.operands(&["--filter", "-F", "--cwd", "-C"]);
    first.first().is_some_and(|first| !is(Set::PackageCommands, first))
}

/// `git submodule foreach`, `git rebase --exec`, `git bisect run`, `git -c alias.x='!…'`.
pub(super) fn of_git(args: &[String]) -> Vec<Inner> {
    let position = |word: &str| args.iter().position(|arg| arg == word);
    let has = |word: &str| position(word).is_some();
    if let Some(at) = position("foreach").filter(|_| has("submodule")) {
        let rest: Vec<String> =
            args[at + 1..].iter().filter(|arg| *arg != "--recursive").cloned().collect();
        return text(rest.join(" "));
    }
    if let Some(at) = position("run").filter(|_| has("bisect")) {
        return words(&args[at + 1..]);
    }
    if let Some(alias) = args.iter().find_map(|arg| arg.strip_prefix('!')).filter(|_| has("config"))
    {
        return text(alias.to_owned());
    }
    let set = args.windows(2).filter(|two| two[0] == "-c").filter_map(|two| two[1].split_once('='));
    let mut found: Vec<Inner> =
        set.flat_map(|(_, value)| text(value.trim_start_matches('!').to_owned())).collect();
    let given = args.windows(2).find(|two| is(Set::GitRuns, &two[0]));
    found.extend(given.into_iter().flat_map(|two| text(two[1].clone())));
    found
}

/// `screen -dmS name make`, `tmux new-session -d make`: what runs in the new window.
pub(super) fn started<'a>(program: &str, args: &'a [String]) -> &'a [String] {
    const SCREEN: Wrapper = Wrapper {
        valued: &["-S", "-dmS", "-DmS", "-c", "-t", "-s", "-h", "-e", "-T", "-p", "-Logfile"],
        own: 0,
    };
    const TMUX: Wrapper =
        Wrapper { valued: &["-s", "-n", "-c", "-t", "-x", "-y", "-e", "-F", "-l", "-p"], own: 0 };
    const OPENS: [&str; 8] = [
        "new",
        "new-session",
        "neww",
        "new-window",
        "splitw",
        "split-window",
        "respawn-pane",
        "respawn-window",
    ];
    match program {
        "screen" => {
            let elsewhere =
                |arg: &String| ["-r", "-R", "-RR", "-x", "-X", "-ls"].contains(&arg.as_str());
            if args.iter().any(elsewhere) { &[] } else { behind_switches(args, &SCREEN) }
        }
        "tmux" => match args.iter().position(|arg| OPENS.contains(&arg.as_str())) {
            Some(at) => behind_switches(&args[at + 1..], &TMUX),
            None => &[],
        },
        _ => &[],
    }
}

/// Commands between `-exec` and its terminator.
pub(super) fn executed(args: &[String]) -> Vec<Inner> {
    let begins = |arg: &String| {
        ["-exec", "-execdir", "-ok", "-okdir", "-x", "-X", "--exec", "--exec-batch"]
            .contains(&arg.as_str())
    };
    let mut commands = Vec::new();
    let mut rest = args;
    while let Some(start) = rest.iter().position(begins) {
        rest = &rest[start + 1..];
        let end = rest.iter().position(|arg| arg == ";" || arg == "+").unwrap_or(rest.len());
        commands.push(Inner::Words(rest[..end].to_vec()));
        rest = &rest[end..];
    }
    commands
}

/// `docker exec web rm -rf /data`.
pub(super) fn in_container(args: &[String]) -> Vec<Inner> {
    let Some(at) = args.iter().position(|arg| arg == "exec" || arg == "run") else {
        return Vec::new();
    };
    let mut rest = args[at + 1..].iter();
    let mut container = None;
    let mut entry = None;
    while let Some(arg) = rest.next() {
        if !arg.starts_with('-') {
            container = Some(arg);
            break;
        }
        let alone = match arg.strip_prefix("--") {
            Some(_) => arg.contains('=') || is(Set::DockerFlags, arg),
            None => arg.chars().skip(1).all(|letter| "itdqTP".contains(letter)),
        };
        entry = arg.strip_prefix("--entrypoint=").map(str::to_owned).or(entry);
        if !alone {
            let value = rest.next();
            entry = value.filter(|_| arg == "--entrypoint").cloned().or(entry);
        }
    }
    let Some(_) = container else { return Vec::new() };
    match entry {
        Some(entry) => words(&[&[entry], rest.as_slice()].concat()),
        None => one_or_words(rest.as_slice()),
    }
}
