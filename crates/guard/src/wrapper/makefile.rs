//! A makefile that comes from standard input: `make -f -`.

/// `-f -`, `-f-`, `--file=-`, `--makefile=/dev/stdin`.
pub(super) fn reads_makefile(args: &[String]) -> bool {
    const INPUT: [&str; 2] = ["-", "/dev/stdin"];
    let spaced = args.windows(2).any(|two| {
        ["-f", "--file", "--makefile"].contains(&two[0].as_str()) && INPUT.contains(&&*two[1])
    });
    let joined = args.iter().any(|arg| {
        let file =
            ["--file=", "--makefile=", "-f"].iter().find_map(|switch| arg.strip_prefix(switch));
        file.is_some_and(|file| INPUT.contains(&file))
    });
    spaced || joined
}

/// What a line of it runs: a recipe, also behind `target: ;`, and `$(shell …)`.
pub(super) fn recipes(line: &str) -> Vec<String> {
    let marks = |recipe: &str| recipe.trim_start().trim_start_matches(['@', '-', '+']).to_owned();
    if line.starts_with([' ', '\t']) {
        return vec![marks(line)];
    }
    let behind = line.split_once(':').and_then(|(_, rest)| rest.split_once(';'));
    let behind = behind.map(|(_, recipe)| marks(recipe));
    let shell = line.split("$(shell ").skip(1).map(|rest| rest.trim_end_matches(')').to_owned());
    let assigned = line.split_once("!=").map(|(_, command)| command.trim().to_owned());
    behind.into_iter().chain(shell).chain(assigned).collect()
}
