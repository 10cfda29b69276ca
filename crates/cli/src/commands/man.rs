//! `sayso man`: the manual pages, generated from the help. One for each command and topic.

use std::io::{self, Write};
use std::path::PathBuf;

use clap::Args;
use clap_complete::ArgValueCandidates;
use clap_mangen::Man as Generated;
use clap_mangen::roff::{Roff, roman};

use super::help::{self, TOPICS, Topic};
use crate::exit::{ANSWERED, Code};
use crate::version;

/// Print a manual page (roff), or write all of them to a folder
#[derive(Args)]
#[command(before_help = "Examples:
  sayso man | man -l -                    the page of sayso
  sayso man hub run | man -l -            the page of a command
  sayso man environment | man -l -        the page of a topic
  sayso man --out ~/.local/share/man      all pages, then: man sayso-ask")]
pub(crate) struct Man {
    /// Command or topic [default: sayso]
    #[arg(value_name = "COMMAND|TOPIC", add = ArgValueCandidates::new(help::candidates))]
    words: Vec<String>,
    /// Write every page to the folders man1 and man7 in DIR
    #[arg(long, value_name = "DIR", conflicts_with = "words")]
    out: Option<PathBuf>,
}

impl Man {
    pub(crate) fn run(self) -> anyhow::Result<Code> {
        let pages = pages()?;
        if let Some(out) = &self.out {
            for page in pages {
                let folder = out.join(format!("man{}", page.section));
                std::fs::create_dir_all(&folder)?;
                let name = format!("{}.{}", page.name, page.section);
                std::fs::write(folder.join(name), page.text)?;
            }
            return Ok(ANSWERED);
        }
        let words = self.words.iter().map(String::as_str);
        let name = ["sayso"].into_iter().chain(words).collect::<Vec<_>>().join("-");
        match pages.into_iter().find(|page| page.name == name) {
            Some(page) => io::stdout().lock().write_all(&page.text)?,
            None => return Err(help::unknown(&self.words).into()),
        }
        Ok(ANSWERED)
    }
}

struct Page {
    /// `sayso-hub-run`.
    name: String,
    section: u8,
    text: Vec<u8>,
}

fn pages() -> io::Result<Vec<Page>> {
    let mut root = help::root();
    root.build();
    let mut pages = Vec::new();
    of_command(&root, &mut pages)?;
    for topic in &TOPICS {
        pages.push(of_topic(topic)?);
    }
    Ok(pages)
}

fn of_command(command: &clap::Command, pages: &mut Vec<Page>) -> io::Result<()> {
    let name = command.get_display_name().unwrap_or_else(|| command.get_name()).to_owned();
    let page = Generated::new(command.clone()).source(source()).manual("sayso");
    let mut text = Vec::new();
    page.render_title(&mut text)?;
    page.render_name_section(&mut text)?;
    page.render_synopsis_section(&mut text)?;
    page.render_description_section(&mut text)?;
    if let Some(examples) = command.get_before_help() {
        let examples = examples.to_string();
        let lines = examples.lines().skip(1).map(|line| line.strip_prefix("  ").unwrap_or(line));
        as_it_is("EXAMPLES", lines, &mut text)?;
    }
    page.render_options_section(&mut text)?;
    if command.has_subcommands() {
        page.render_subcommands_section(&mut text)?;
    }
    if let Some(more) = command.get_after_help() {
        as_it_is("NOTES", more.to_string().lines(), &mut text)?;
    }
    let topics = TOPICS.iter().map(|topic| format!("sayso-{}(7)", topic.name));
    let see: Vec<String> = match name.as_str() {
        "sayso" => topics.collect(),
        _ => ["sayso(1)".to_owned()].into_iter().chain(topics).collect(),
    };
    as_it_is("SEE ALSO", [see.join(", ").as_str()], &mut text)?;
    pages.push(Page { name, section: 1, text });
    for sub in command.get_subcommands().filter(|sub| !sub.is_hide_set()) {
        of_command(sub, pages)?;
    }
    Ok(())
}

fn of_topic(topic: &Topic) -> io::Result<Page> {
    let name = format!("sayso-{}", topic.name);
    let mut roff = Roff::new();
    roff.control("TH", [name.as_str(), "7", "", source().as_str(), "sayso"]);
    roff.control("SH", ["NAME"]).text([roman(format!("{name} - {}", topic.about))]);
    let mut text = Vec::new();
    roff.to_writer(&mut text)?;
    as_it_is("DESCRIPTION", (topic.text)().lines(), &mut text)?;
    as_it_is("SEE ALSO", ["sayso(1)"], &mut text)?;
    Ok(Page { name, section: 7, text })
}

/// A section with these lines, neither filled nor wrapped.
fn as_it_is<'a>(
    heading: &str,
    lines: impl IntoIterator<Item = &'a str>,
    text: &mut Vec<u8>,
) -> io::Result<()> {
    let mut roff = Roff::new();
    roff.control("SH", [heading]).control("nf", None::<&str>);
    for line in lines {
        roff.text([roman(line)]);
    }
    roff.control("fi", None::<&str>);
    roff.to_writer(text)
}

fn source() -> String {
    format!("sayso {}", version::SHOWN)
}
