//! Tests beside `call.rs`, with the wrappers.

use super::*;

#[track_caller]
fn check(text: &str, expected: &[&str]) {
    let calls: Vec<String> = of_text(text).iter().map(Call::text).collect();
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
    check("bash deploy.sh < answers", &["bash deploy.sh"]);
    check("sh <<E\na\nE", &["sh", "a"]);
    check("bash script <<E\na\nE", &["bash script"]);
}

#[test]
fn nesting_ends() {
    let deep = (0..20).fold("rm x".to_owned(), |inner, _| format!("sudo {inner}"));
    assert_eq!(of_text(&deep).len(), DEEPEST + 1);
}

#[test]
fn switches_and_operands() {
    let call = |text: &str| of_text(text).remove(0);
    assert!(call("rm -rf x").has('f', "--force"));
    assert!(call("rm --forc x").has('f', "--force"));
    assert!(call("git push --force-with-lease=a").has_long("--force-with-lease"));
    assert!(!call("rm -- -f").has('f', "--force"));
    assert!(!call("rm --fo x").has('f', "--force"));
    assert_eq!(call("git -C d push -u o").operands(&["-C"]), ["push", "o"]);
    assert_eq!(call("A=1 export B=2 C").assigned, ["A", "B"]);
}
