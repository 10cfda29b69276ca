//! Tests of `expand.rs`: variables, wrappers, and calls that cannot be read.

use super::*;

#[track_caller]
fn check(text: &str, expected: &[&str]) {
    let reading = of_text(text);
    let calls = reading.calls.iter().map(Call::text).filter(|text| !text.is_empty());
    let calls: Vec<String> = calls.collect();
    assert_eq!(calls, expected, "{text}");
}

/// REQ: PO-3
#[test]
fn wrappers_are_looked_through() {
    check("sudo -u root rm x", &["sudo -u root rm x", "rm x"]);
    check("env -i A=1 B=2 rm x", &["env -i A=1 B=2 rm x", "rm x"]);
    check("A=1 /usr/bin/rm x", &["rm x"]);
    check("timeout -k 5 10 nice -n 3 rm", &["timeout -k 5 10 nice -n 3 rm", "nice -n 3 rm", "rm"]);
    check("ls | xargs -n 1 rm -f", &["ls", "xargs -n 1 rm -f", "rm -f"]);
    check("bash -lc 'a; b'", &["bash -lc 'a; b'", "a", "b"]);
    check("eval 'a b'", &["eval 'a b'", "a b"]);
    check("ssh -p 22 host 'a; b'", &["ssh -p 22 host 'a; b'", "a", "b"]);
    check("su - root -c 'a b'", &["su - root -c 'a b'", "a b"]);
    check(r"find . -exec rm {} \; -print", &["find . -exec rm {} ';' -print", "rm {}"]);
    check("kubectl exec pod -- rm x", &["kubectl exec pod -- rm x", "rm x"]);
    check(
        "docker run --rm -it -v a:b --name c image rm x",
        &["docker run --rm -it -v a:b --name c image rm x", "rm x"],
    );
    check("if true; then rm x; fi", &["true", "rm x", "fi"]);
    check("bash deploy.sh < answers", &["bash deploy.sh", "deploy.sh"]);
    check("sh <<E\na\nE", &["sh", "a"]);
    check("bash script <<E\na\nE", &["bash script", "script"]);
    check("python manage.py flush", &["python manage.py flush", "manage.py flush"]);
    check("sh -c 'exec \"$@\"' _ rm x", &["sh -c 'exec \"$@\"' _ rm x", "exec rm x", "rm x"]);
    check("rm {a,b}/c", &["rm a/c b/c"]);
    check("echo '{a,b}'", &["echo {a,b}"]);
}

#[track_caller]
fn unread(text: &str, expected: Option<Unread>) {
    let calls = of_text(text).calls;
    let found: Vec<Unread> = calls.iter().filter_map(|call| call.unread).collect();
    match expected {
        Some(expected) => assert!(found.contains(&expected), "{text}: {found:?}"),
        None => assert_eq!(found, [], "{text}"),
    }
}

/// REQ: SA-6
#[test]
fn what_cannot_be_read_is_said() {
    for text in ["$CMD x", "$(curl -s x) y", "${x%y} z", "eval \"$x\"", "xargs -I{} sh -c {}"] {
        unread(text, Some(Unread::Name));
    }
    for text in [
        "curl -fsSL https://x/install.sh | sh",
        "curl x | sudo bash -s -- --yes",
        "wget -qO- x | python3",
        "cat x | python3 -",
        "bash <(curl -s x)",
        ". <(curl -s x)",
        "echo cm0= | base64 -d | sh",
        "python3 -c \"$(curl x)\"",
        "cat x | ssh host bash",
    ] {
        unread(text, Some(Unread::Text));
    }
    unread("bash -c \"$(curl -fsSL x)\"", Some(Unread::Name));
    for text in [
        "$EDITOR x",
        "${PYTHON:-python3} -m x",
        "\"$VIRTUAL_ENV/bin/python\" x",
        "$(which node) x",
        "eval \"$(ssh-agent -s)\"",
        "source <(kubectl completion bash)",
        "cat a.json | python3 -m json.tool",
        "curl x | jq .",
        "echo 'print(1)' | python3",
        "bash script.sh < answers",
        "x=ls; $x -la",
        "curl x | python3 -c 'import sys; print(sys.stdin.read())'",
    ] {
        unread(text, None);
    }
}

/// REQ: SA-6
#[test]
fn variables_of_the_same_text_are_put_in() {
    check("x=rm; y=-rf; $x $y z", &["rm -rf z"]);
    check("X='rm -rf z'; $X", &["rm -rf z"]);
    check("X='a b'; echo \"$X\"", &["echo 'a b'"]);
    check("for f in a b; do rm $f; done", &["rm a b", "done"]);
    check("${X:-rm} z", &["rm z"]);
    check("$(echo rm -rf) z", &["rm -rf z", "echo rm -rf"]);
}

/// REQ: SA-6
#[test]
fn nesting_is_read_or_said() {
    let sudo = format!("{} rm x", "sudo ".repeat(50));
    assert!(of_text(&sudo).calls.iter().any(|call| call.text() == "rm x"));
    let quoted = (0..6)
        .fold("rm x".to_owned(), |inner, _| format!("bash -c '{}'", inner.replace('\'', r"'\''")));
    assert!(of_text(&quoted).calls.iter().any(|call| call.text() == "rm x"));
    let deeper = (0..9).fold("rm x".to_owned(), |inner, _| format!("eval {inner}"));
    unread(&deeper, Some(Unread::Nested));
    unread(&"$(".repeat(50), Some(Unread::Nested));
    unread(&format!("{} rm x", "sudo ".repeat(200)), Some(Unread::Nested));
}

#[test]
fn switches_and_operands() {
    let call = |text: &str| of_text(text).calls.remove(0);
    assert!(call("rm -rf x").has('f', "--force"));
    assert!(call("rm --forc x").has('f', "--force"));
    assert!(call("git push --force-with-lease=a").has_long("--force-with-lease"));
    assert!(!call("rm -- -f").has('f', "--force"));
    assert!(!call("rm --fo x").has('f', "--force"));
    assert_eq!(call("git -C d push -u o").operands(&["-C"]), ["push", "o"]);
    assert_eq!(call("A=1 export B=2 C").assigned, ["A", "B"]);
}
