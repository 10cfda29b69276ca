//! The tree as it is sent: a text, or `[tag, attributes, children…]`.

use serde::ser::{Serialize, SerializeSeq, Serializer};

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Node {
    Text(String),
    Element(Element),
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Element {
    pub tag: &'static str,
    pub attributes: Vec<(&'static str, String)>,
    pub children: Vec<Node>,
}

impl Element {
    pub(super) fn new(tag: &'static str) -> Element {
        Element { tag, attributes: Vec::new(), children: Vec::new() }
    }

    pub(super) fn with(mut self, name: &'static str, value: &str) -> Element {
        self.attributes.push((name, value.to_owned()));
        self
    }

    pub(super) fn with_text(mut self, text: &str) -> Element {
        self.children.push(Node::Text(text.to_owned()));
        self
    }
}

impl Serialize for Node {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Node::Text(text) => serializer.serialize_str(text),
            Node::Element(Element { tag, attributes, children }) => {
                let mut parts = serializer.serialize_seq(Some(2 + children.len()))?;
                parts.serialize_element(tag)?;
                let attributes = attributes.iter().map(|(name, value)| (*name, value.as_str()));
                let attributes: std::collections::BTreeMap<_, _> = attributes.collect();
                parts.serialize_element(&attributes)?;
                for child in children {
                    parts.serialize_element(child)?;
                }
                parts.end()
            }
        }
    }
}

/// No text meant for people is nested deeper. Without a limit, a line of `>` would make a tree too
/// deep for recursive readers.
const DEEPEST: usize = 24;

/// A tree that grows at its last open element.
#[derive(Default)]
pub(super) struct Growth {
    done: Vec<Node>,
    open: Vec<Element>,
    /// Elements that were not opened because they are too deep; their content goes to the last open
    /// one.
    ignored: usize,
}

impl Growth {
    pub(super) fn open(&mut self, element: Element) {
        if self.open.len() >= DEEPEST {
            self.ignored += 1;
        } else {
            self.open.push(element);
        }
    }

    pub(super) fn close(&mut self) {
        if self.ignored > 0 {
            self.ignored -= 1;
        } else if let Some(element) = self.open.pop() {
            self.push(element);
        }
    }

    pub(super) fn push(&mut self, element: Element) {
        self.children().push(Node::Element(element));
    }

    pub(super) fn text(&mut self, text: &str) {
        match self.children().last_mut() {
            Some(Node::Text(last)) => last.push_str(text),
            _ => self.children().push(Node::Text(text.to_owned())),
        }
    }

    pub(super) fn within(&self, tag: &str) -> bool {
        self.open.iter().any(|element| element.tag == tag)
    }

    pub(super) fn finish(mut self) -> Vec<Node> {
        self.ignored = 0;
        while !self.open.is_empty() {
            self.close();
        }
        self.done
    }

    fn children(&mut self) -> &mut Vec<Node> {
        match self.open.last_mut() {
            Some(element) => &mut element.children,
            None => &mut self.done,
        }
    }
}
