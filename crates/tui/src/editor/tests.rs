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
    assert_eq!(editor.text(), "one\ntwo\tx[2J\nthree");
}

/// As long as an answer may be, which is counted in characters; what is too long says so.
/// REQ: TE-8
#[test]
fn pasted_text_may_be_as_long_as_an_answer() {
    for letter in ["x", "数", "e\u{301}"] {
        let mut editor = Editor::default();
        assert_eq!(editor.edit(insert(&letter.repeat(limits::ANSWER))), Edited::Changed);
        let full = editor.edit(insert("y"));
        assert!(matches!(full, Edited::Full(Fault::TooLong { .. })), "{letter}: {full:?}");
        assert_eq!(limits::characters(editor.text()), limits::ANSWER);
    }
}

#[test]
fn undo_goes_word_by_word_and_redo_comes_back() {
    let mut editor = Editor::default();
    for c in "one two".chars() {
        editor.edit(insert(&c.to_string()));
    }
    editor.edit(insert("pasted twice "));
    let mut texts = Vec::new();
    while editor.edit(Edit::Undo) == Edited::Changed {
        texts.push(editor.text().to_owned());
    }
    assert_eq!(texts, ["one two", "one ", "one", ""]);
    assert_eq!(editor.edit(Edit::Redo), Edited::Changed);
    assert_eq!(editor.text(), "one");
    editor.edit(insert("!"));
    assert_eq!(editor.edit(Edit::Redo), Edited::Stuck, "there is another text now");
    let mut editor = Editor::new("keep this");
    editor.edit(Edit::Erase(Reach::WordLeft));
    editor.edit(Edit::Undo);
    assert_eq!((editor.text(), editor.layout(40).1), ("keep this", (0, 9)));
}

#[test]
fn what_was_cut_can_be_inserted_elsewhere() {
    let mut editor = Editor::new("second first ");
    for edit in [
        Edit::Move(Reach::WordLeft),
        Edit::Erase(Reach::TextEnd),
        Edit::Move(Reach::TextStart),
        Edit::Yank,
    ] {
        assert_ne!(editor.edit(edit), Edited::Stuck);
    }
    assert_eq!(editor.text(), "first second ");
}

/// Up and down go by the rows that are seen.
#[test]
fn wrapped_rows_are_rows() {
    let mut editor = Editor::new("abcdefghij\nkl");
    let mut after = |reach| {
        editor.edit_in(Edit::Move(reach), Some(4));
        editor.layout(4).1
    };
    assert_eq!(after(Reach::Up), (2, 2));
    assert_eq!(after(Reach::Up), (1, 2));
    assert_eq!(after(Reach::LineEnd), (2, 2));
    assert_eq!(after(Reach::TextStart), (0, 0));
    assert_eq!(after(Reach::PageDown), (3, 0));
    assert_eq!(after(Reach::PageUp), (0, 0));
    let mut editor = Editor::new("abcd\nef\nghij");
    editor.edit_in(Edit::Move(Reach::Up), Some(4));
    assert_eq!(editor.layout(4).1, (2, 0), "a full line has its cursor on the next row");
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

/// A pasted tab stays a tab, and is as wide as it looks.
#[test]
fn a_tab_stays_a_tab() {
    let mut editor = Editor::default();
    editor.edit(Edit::Insert("a:\n\tb\u{1b}c".to_owned()));
    assert_eq!(editor.text(), "a:\n\tbc");
    let (lines, cursor) = editor.layout(20);
    assert_eq!((&lines[..], cursor), (&["a:".to_owned(), "    bc".to_owned()][..], (1, 6)));
}
