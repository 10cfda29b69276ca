//! Git: history or work that nobody could get back.

use super::{Call, CallRule, rule};

pub(super) const RULES: [CallRule; 6] = [
    rule("git-force-push", "overwrites history that others may have", force_push),
    rule("git-push-delete", "deletes a branch or a tag on the server", push_delete),
    rule("git-reset-hard", "throws away changes that were not committed", |call| {
        sub(call) == Some("reset") && call.has_long("--hard")
    }),
    rule("git-clean", "deletes files that git does not know", |call| {
        sub(call) == Some("clean") && call.has('f', "--force") && !call.has('n', "--dry-run")
    }),
    rule("git-branch-delete", "deletes a branch although it may not be merged", branch_delete),
    rule("git-discard", "throws away changes of the whole tree, or what was stashed", discard),
];

const VALUED: [&str; 6] = ["-C", "-c", "--git-dir", "--work-tree", "--namespace", "--exec-path"];

fn words(call: &Call) -> Vec<&str> {
    if call.is(&["git"]) { call.operands(&VALUED) } else { Vec::new() }
}

fn sub(call: &Call) -> Option<&str> {
    words(call).first().copied()
}

/// The call without what stands before the subcommand: `-C` and `-c` are no switches of it.
fn pushes(call: &Call) -> Option<Call> {
    let at = call.args.iter().position(|arg| arg == "push")?;
    let args = call.args[at + 1..].to_vec();
    let push = Call { program: "git push".to_owned(), args, ..Call::default() };
    (sub(call) == Some("push") && !push.has('n', "--dry-run")).then_some(push)
}

fn force_push(call: &Call) -> bool {
    pushes(call).is_some_and(|push| {
        let onto = push.operands(&[]).iter().any(|word| word.starts_with('+'));
        let long = |arg: &String| arg.starts_with("--force-with-lease");
        onto || push.has('f', "--force") || push.args.iter().any(long) || push.has_long("--mirror")
    })
}

fn push_delete(call: &Call) -> bool {
    pushes(call).is_some_and(|push| {
        let empty = push.operands(&[]).iter().any(|word| word.len() > 1 && word.starts_with(':'));
        empty || push.has('d', "--delete") || push.has_long("--prune")
    })
}

fn branch_delete(call: &Call) -> bool {
    let forced = call.has('f', "--force");
    sub(call) == Some("branch") && (call.has('D', "") || (call.has('d', "--delete") && forced))
}

fn discard(call: &Call) -> bool {
    let all = |words: &[&str]| words.iter().any(|word| [".", ":/", "*"].contains(word));
    match &words(call)[..] {
        ["checkout", rest @ ..] => all(rest) || call.has('f', "--force"),
        ["restore", rest @ ..] => all(rest) && !call.has_long("--staged") && !call.has('S', ""),
        ["stash", "drop" | "clear", ..] => true,
        _ => false,
    }
}
