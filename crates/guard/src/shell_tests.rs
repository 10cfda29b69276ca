//! Tests of `shell.rs`.

use super::*;

/// The words of each command, with variables and substitutions in shell notation.
fn words(text: &str) -> Vec<Vec<String>> {
    let commands = read(text).commands.into_iter();
    commands.map(|command| command.words.iter().map(shown).collect()).collect()
}

fn shown(word: &Word) -> String {
    let pieces = word.0.iter().map(|piece| match piece {
        Piece::Text(text) => text.clone(),
        Piece::Variable { name, otherwise: None, .. } => format!("${name}"),
        Piece::Variable { name, otherwise: Some(word), .. } => {
            format!("${{{name}:-{}}}", shown(word))
        }
        Piece::Output { .. } => "$()".to_owned(),
        Piece::Each(words) => format!("{{{}}}", words.join(",")),
        Piece::Something => "$(())".to_owned(),
    });
    pieces.collect()
}

#[track_caller]
fn check(text: &str, expected: &[&[&str]]) {
    assert_eq!(words(text), expected, "{text}");
}

/// REQ: PO-3
#[test]
fn commands_are_told_apart() {
    check("a; b && c || d | e & f\ng", &[&["a"], &["b"], &["c"], &["d"], &["e"], &["f"], &["g"]]);
    check("(a; b) && { c; }", &[&["a"], &["b"], &["{", "c"], &["}"]]);
    check("a |& b", &[&["a"], &["b"]]);
    check("a \\\n  -x", &[&["a", "-x"]]);
    check("a # b; c\nd#e", &[&["a"], &["d#e"]]);
    check("if a; then b; fi", &[&["if", "a"], &["then", "b"], &["fi"]]);
    check("case x in y) a;; esac", &[&["case", "x", "in", "y"], &["a"], &["esac"]]);
    check("", &[]);
}

/// REQ: PO-3
#[test]
fn quotes_make_words() {
    check(r#"echo "a; b" 'c && d' e\;f"#, &[&["echo", "a; b", "c && d", "e;f"]]);
    check(r#"r"m" '-r'f \x"#, &[&["rm", "-rf", "x"]]);
    check(r#"echo "say \"hi\" \n""#, &[&["echo", r#"say "hi" \n"#]]);
    check(r"echo $'a\nb\'c'", &[&["echo", "a\nb'c"]]);
    check("echo 'never closed; rm", &[&["echo", "never closed; rm"]]);
}

/// REQ: PO-3
#[test]
fn substitutions_are_commands() {
    check("echo $(a b) c", &[&["echo", "$()", "c"], &["a", "b"]]);
    check(r#"echo "x $(a "b c") y""#, &[&["echo", "x $() y"], &["a", "b c"]]);
    check("echo `a b` c", &[&["echo", "$()", "c"], &["a", "b"]]);
    check("echo ${x:-$(a)} $y", &[&["echo", "${x:-$()}", "$y"], &["a"]]);
    check("diff <(a) >(b)", &[&["diff", "$()", "$()"], &["a"], &["b"]]);
    check("echo '$(a)'", &[&["echo", "$(a)"]]);
    check("x=$(a $( (b) ; c))\nd", &[&["x=$()"], &["a", "$()"], &["b"], &["c"], &["d"]]);
}

#[test]
fn redirections_are_no_words() {
    let commands = read("a 2>/dev/null >> log &> all < in 2>&1 b").commands;
    assert_eq!(commands.len(), 1);
    assert_eq!(commands[0].words, ["a", "b"].map(Word::text));
    assert_eq!(commands[0].outputs, ["/dev/null", "all"].map(Word::text));
    assert_eq!(commands[0].appends, [Word::text("log")]);
    assert_eq!(commands[0].inputs, [Word::text("in")]);
    assert_eq!(read("> /dev/sda").commands[0].outputs, [Word::text("/dev/sda")]);
}

/// REQ: PO-3
#[test]
fn what_is_read_is_known_where_the_text_tells() {
    let input = |text: &str| {
        let commands = read(text).commands.into_iter();
        commands.map(|command| command.input.as_ref().map(shown)).collect::<Vec<_>>()
    };
    let some = |text: &str| Some(text.to_owned());
    assert_eq!(input("bash <<EOF && b\nrm x\nEOF\nc"), [some("rm x\n"), None, None]);
    assert_eq!(input("bash <<-'E'\n\trm\n\tE\n"), [some("rm\n")]);
    assert_eq!(input("bash <<< 'rm x'"), [some("rm x")]);
    check("cat <<E\n$(a) b\nE\n", &[&["cat"], &["a"]]);
    check("cat <<'E'\n$(a) b\nE\n", &[&["cat"]]);
    check("echo $((1 << n))\nb", &[&["echo", "$(())"], &["b"]]);
    check("echo $(( $(a) - (2) ))", &[&["echo", "$(())"], &["a"]]);
}

#[test]
fn nesting_and_nonsense_end() {
    for text in [
        "$(".repeat(100_000),
        "`".repeat(10_001),
        "${".repeat(100_000),
        "\"$(".repeat(50_000),
        "(".repeat(100_000),
        "<<a\n".repeat(50_000),
        "a|".repeat(50_000),
        "\\`".repeat(50_000),
    ] {
        let script = read(&text);
        assert!(script.steps <= 50 * text.len(), "{} steps", script.steps);
    }
}
