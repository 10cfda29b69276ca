//! Typing as people do it: accents, wide characters, emoji, paste.

use super::*;

fn typed(edits: impl IntoIterator<Item = Edit>) -> Editor {
    let mut editor = Editor::default();
    for edit in edits {
        editor.edit(edit);
    }
    editor
}

fn insert(text: &str) -> Edit {
    Edit::Insert(text.to_owned())
}

/// REQ: TE-8
#[test]
fn what_looks_like_one_character_is_one() {
    let mut editor = Editor::new("a👩‍💻é数");
    for rest in ["a👩‍💻é", "a👩‍💻", "a", ""] {
        assert_eq!(editor.edit(Edit::Erase(Reach::Left)), Edited::Changed);
        assert_eq!(editor.text(), rest);
    }
    assert_eq!(editor.edit(Edit::Erase(Reach::Left)), Edited::Stuck);
    // An accent typed after its letter joins it, and the cursor stays after both.
    let editor = typed([insert("e"), insert("x"), Edit::Move(Reach::Left), insert("\u{301}")]);
    assert_eq!(editor.text(), "e\u{301}x");
    assert_eq!(editor.layout(10).1, (0, 1));
}

/// REQ: TE-8
#[test]
fn pasted_text_keeps_its_lines_and_loses_what_is_dangerous() {
    let editor = typed([insert("one\r\ntwo\tx\u{1b}[2J\u{7}\rthree")]);
    assert_eq!(editor.text(), "one\ntwo    x[2J\nthree");
    assert_eq!(Editor::new("").edit(insert(&"x".repeat(limits::ANSWER + 1))), Edited::Stuck);
}

#[test]
fn lines_break_where_they_are_full_by_what_is_seen() {
    let (lines, cursor) = Editor::new("数据库选择").layout(5);
    assert_eq!((lines, cursor), (vec!["数据".into(), "库选".into(), "择".into()], (2, 2)));
    let (lines, cursor) = Editor::new("abcd").layout(4);
    assert_eq!((lines, cursor), (vec!["abcd".to_owned(), String::new()], (1, 0)));
}

#[test]
fn moving_goes_by_words_lines_and_ends() {
    let mut editor = Editor::new("one two\n数据 three");
    let mut after = |reach| {
        editor.edit(Edit::Move(reach));
        editor.layout(40).1
    };
    assert_eq!(after(Reach::WordLeft), (1, 5));
    assert_eq!(after(Reach::LineStart), (1, 0));
    assert_eq!(after(Reach::Up), (0, 0));
    assert_eq!(after(Reach::WordRight), (0, 3));
    assert_eq!(after(Reach::Down), (1, 4));
    assert_eq!(after(Reach::LineEnd), (1, 10));
    assert_eq!(editor.edit(Edit::Move(Reach::Down)), Edited::Stuck);
    assert_eq!(editor.edit(Edit::Erase(Reach::LineStart)), Edited::Changed);
    assert_eq!(editor.text(), "one two\n");
}
