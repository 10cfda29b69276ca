//! Tests of `browser.rs`.

use super::*;

fn on(desktop: SystemDesktop, variables: &[(&str, &str)]) -> Browser {
    Browser::on(desktop, &Environment::from_pairs(variables))
}

fn lines(browser: &Browser) -> Vec<String> {
    browser.programs.iter().map(|program| program.join(" ")).collect()
}

const SSH: (&str, &str) = ("SSH_CONNECTION", "10.0.0.9 50022 10.0.0.5 22");

/// REQ: WE-1
#[test]
fn a_browser_is_had_only_where_somebody_sees_it() {
    let none: &[&str] = &[];
    assert_eq!(lines(&on(SystemDesktop::Linux, &[])), none);
    assert_eq!(lines(&on(SystemDesktop::Linux, &[("BROWSER", "firefox")])), none, "and no display");
    assert_eq!(lines(&on(SystemDesktop::Linux, &[SSH, ("BROWSER", "firefox")])), none);
    assert_eq!(lines(&on(SystemDesktop::Mac, &[SSH])), none);
    assert_eq!(lines(&on(SystemDesktop::Wsl, &[("SSH_TTY", "/dev/pts/1")])), none);

    let usual = ["xdg-open", "gio open", "sensible-browser"];
    assert_eq!(lines(&on(SystemDesktop::Linux, &[("DISPLAY", ":0")])), usual);
    assert_eq!(lines(&on(SystemDesktop::Linux, &[("WAYLAND_DISPLAY", "wayland-0")])), usual);
    assert_eq!(lines(&on(SystemDesktop::Linux, &[SSH, ("DISPLAY", "localhost:10.0")])), usual);
    assert_eq!(lines(&on(SystemDesktop::Mac, &[])), ["open"]);
    assert_eq!(lines(&on(SystemDesktop::Wsl, &[]))[0], "wslview");
}

#[test]
fn the_person_may_choose_the_program() {
    let chosen =
        on(SystemDesktop::Linux, &[("DISPLAY", ":0"), ("BROWSER", "firefox --new-tab %s: lynx")]);
    assert_eq!(lines(&chosen), ["firefox --new-tab %s", "lynx"]);
}

/// REQ: WE-1
#[test]
fn over_ssh_the_way_back_is_known() {
    let told = |variables: &[(&str, &str)]| on(SystemDesktop::Linux, variables).tunnel(7431);
    assert_eq!(told(&[("DISPLAY", ":0")]), None);
    assert_eq!(told(&[SSH, ("USER", "ann")]).unwrap(), "ssh -L 7431:localhost:7431 ann@10.0.0.5");
    assert_eq!(
        told(&[("SSH_CONNECTION", "::1 50022 fe80::5 2222")]).unwrap(),
        "ssh -L 7431:localhost:7431 -p 2222 fe80::5"
    );
    let unnamed = told(&[("SSH_TTY", "/dev/pts/1"), ("USER", "ann")]).unwrap();
    assert!(unnamed.starts_with("ssh -L 7431:localhost:7431 ann@"), "{unnamed}");
}

#[tokio::test]
async fn what_fails_is_followed_by_the_next() {
    let dir = tempfile::tempdir().unwrap();
    let seen = dir.path().join("seen");
    let tries = |programs: &[&[&str]]| Browser {
        programs: programs
            .iter()
            .map(|words| words.iter().map(|w| (*w).to_owned()).collect())
            .collect(),
        ssh: None,
        session: DesktopSession::default(),
    };
    let missing: &[&str] = &["/no/such/browser"];
    assert!(!tries(&[missing, &["false"]]).open("http://localhost:1/").await);
    let writes = format!("printf '%s' \"$1\" > {}", seen.display());
    let works: &[&str] = &["sh", "-c", &writes, "sh"];
    assert!(tries(&[missing, &["false"], works]).open("http://localhost:1/#code=a").await);
    assert_eq!(std::fs::read_to_string(seen).unwrap(), "http://localhost:1/#code=a");
}
