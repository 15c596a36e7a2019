//! A search for violations of strict locality, and the unbounded family, for people at a terminal.

use std::collections::HashSet;
use std::io::{self, Write};
use std::ops::Range;
use std::time::Duration;

use anstyle::{AnsiColor, Style};
use steadlith_spec::Spec;
use steadlith_vectors::reply::{Chunk, ChunkOk};
use steadlith_vectors::request::Request;

use super::input;
use super::picture::{Aligned, Block, Picture, Strip, strips};
use super::terminal::write_clause;
use crate::locality::check::{Breach, Shared};
use crate::locality::example::Edit;
use crate::locality::family::{EDIT, Family};
use crate::locality::search::{LocalitySearch, Violation};
use crate::readable;

const BAD: Style = AnsiColor::Red.on_default().bold();
const GOOD: Style = AnsiColor::Green.on_default().bold();
const MINOR: Style = AnsiColor::Yellow.on_default();
const QUIET: Style = Style::new().dimmed();
const STRONG: Style = Style::new().bold();

/// How wide the picture is, in columns of the terminal.
const WIDTH: usize = 110;
/// How many words are listed one to a line.
const LISTED: usize = 200;

/// Writes what a search found. Styles are written as escape codes, which the caller strips where they are not wanted.
///
/// # Errors
/// Whatever writing gives.
pub fn write(found: &LocalitySearch, title: &str, spec: &Spec, out: &mut dyn Write) -> io::Result<()> {
    if let Some(violation) = &found.smallest {
        write_violation(violation, out)?;
        if let Some(clause) = spec.clause("LOC-3") {
            write_clause(clause, out)?;
        }
        writeln!(out)?;
    }
    let LocalitySearch { examples, ranges, interior_chunks, seed, .. } = found;
    writeln!(out, "{QUIET}searched{QUIET:#}   {title}: {examples} examples of one edit each, seed {seed}")?;
    writeln!(out, "{QUIET}compared{QUIET:#}   {ranges} shared ranges, {interior_chunks} chunks in their interiors")?;
    if found.refused > 0 {
        writeln!(out, "{QUIET}refused{QUIET:#}    {} examples, which were left out", found.refused)?;
    }
    if found.failed > 0 {
        writeln!(out, "{BAD}failed{BAD:#}     {} examples have no answer that follows the protocol", found.failed)?;
        for failure in &found.failures {
            writeln!(out, "  {}", readable::text(failure))?;
        }
    }
    if found.interrupted {
        writeln!(out, "{MINOR}note{MINOR:#}       the search was interrupted, this is what was known by then")?;
    }
    let (style, verdict) = verdict(found);
    writeln!(out, "\n{style}{verdict}{style:#}")
}

/// The outcome of a search in one line.
#[must_use]
pub fn verdict_line(found: &LocalitySearch) -> String {
    verdict(found).1
}

fn verdict(found: &LocalitySearch) -> (Style, String) {
    let LocalitySearch { violations, unexpected, examples, .. } = found;
    if *unexpected > 0 {
        return (BAD, format!("NOT STRICTLY LOCAL: {unexpected} of {examples} examples violate LOC-3"));
    }
    if found.failed > 0 {
        return (BAD, format!("NOT JUDGED: {} examples have no answer", found.failed));
    }
    if found.interior_chunks == 0 {
        return (BAD, "NOT JUDGED: there was nothing to compare".to_owned());
    }
    if *violations > 0 {
        let line = format!(
            "not strictly local, as is known of v1: {violations} of {examples} examples violate LOC-3, \
             which v1 does not promise"
        );
        return (MINOR, line);
    }
    (GOOD, format!("no violation of LOC-3 in {examples} examples"))
}

/// Writes two documents that violate LOC-3, and a picture of both runs.
///
/// # Errors
/// Whatever writing gives.
pub fn write_violation(violation: &Violation, out: &mut dyn Write) -> io::Result<()> {
    let style = if violation.claims_v1 { MINOR } else { BAD };
    let edit = edit_name(violation.edit);
    writeln!(out, "{style}VIOLATION of LOC-3{style:#}, the smallest that was found, by the edit: {edit}")?;
    let same: HashSet<String> = input::members(&violation.old).into_iter().map(|(name, _)| name).collect();
    for (name, value) in input::members(&violation.old) {
        let name = if name == "text" { "old text" } else { &name };
        writeln!(out, "  {QUIET}input{QUIET:#} {name}: {value}")?;
    }
    for (name, value) in input::members(&violation.new) {
        if name == "text" || !same.contains(&name) {
            writeln!(out, "  {QUIET}input{QUIET:#} new {name}: {value}")?;
        }
    }
    let Breach { shared, margins, .. } = &violation.breach;
    let [old_interior, new_interior] = interior_words(&violation.breach);
    let last = |start: u64| start + shared.words;
    writeln!(
        out,
        "  {QUIET}shared{QUIET:#} {} words: [{}, {}) of the old text, [{}, {}) of the new",
        shared.words,
        shared.old_start,
        last(shared.old_start),
        shared.new_start,
        last(shared.new_start)
    )?;
    writeln!(out, "  {QUIET}margins{QUIET:#} {} words at the start, {} at the end", margins.start, margins.end)?;
    writeln!(out, "  {QUIET}interior chunks{QUIET:#}, in old words: {old_interior}")?;
    writeln!(out, "  {QUIET}which the new run has as{QUIET:#} {new_interior}")?;
    writeln!(out)?;
    for line in strips::lines(&picture(violation), WIDTH) {
        writeln!(out, "  {line}")?;
    }
    writeln!(out)?;
    write_words(violation, out)
}

/// The edit in a word.
#[must_use]
pub fn edit_name(edit: Edit) -> &'static str {
    match edit {
        Edit::Insert => "insert",
        Edit::Delete => "delete",
        Edit::Replace => "replace",
        Edit::Reorder => "reorder",
    }
}

/// The interior chunks of the old and of the new run, both in words of the old text.
#[must_use]
pub fn interior_words(breach: &Breach) -> [String; 2] {
    [&breach.old_interior, &breach.new_interior].map(|interior| ranges(interior, &breach.shared))
}

fn ranges(interior: &[Range<u64>], shared: &Shared) -> String {
    if interior.is_empty() {
        return "none".to_owned();
    }
    let start = shared.old_start;
    interior
        .iter()
        .map(|range| format!("[{}, {})", start + range.start, start + range.end))
        .collect::<Vec<_>>()
        .join(" ")
}

/// Both runs above each other, aligned by the words that they share.
#[must_use]
pub fn picture(violation: &Violation) -> Picture {
    let mut aligned: Vec<Aligned> = Vec::new();
    for Shared { old_start, new_start, words } in &violation.shared {
        // After a reorder only the ranges that are in order on both sides can be aligned.
        if aligned.last().is_none_or(|(_, new)| new.end <= *new_start) {
            aligned.push((*old_start..old_start + words, *new_start..new_start + words));
        }
    }
    let strip = |label: &str, run: &ChunkOk| Strip::whole(label, run.chunks.iter().map(block).collect());
    Picture::of(&strip("old", &violation.old_reply), &strip("new", &violation.new_reply), Some(&aligned))
}

fn block(chunk: &Chunk) -> Block {
    Block {
        start_word: chunk.start_word,
        end_word: chunk.end_word,
        key: chunk.chunk_hash.clone(),
        kind: chunk.boundary_kind.clone(),
    }
}

/// The shared words one to a line, with the cuts of both runs before them.
fn write_words(violation: &Violation, out: &mut dyn Write) -> io::Result<()> {
    let Breach { shared, margins, .. } = &violation.breach;
    let words = words(&violation.old);
    let starts = |run: &ChunkOk| run.chunks.iter().map(|chunk| chunk.start_word).collect::<HashSet<_>>();
    let (old, new) = (starts(&violation.old_reply), starts(&violation.new_reply));
    writeln!(out, "  {STRONG}old word  new word  cut before it    word{STRONG:#}")?;
    let is_inside = |index: u64| index >= margins.start && index < shared.words - margins.end;
    for index in 0..shared.words {
        if index as usize == LISTED {
            return writeln!(out, "  and {} more words", shared.words - index);
        }
        let (old_word, new_word) = (shared.old_start + index, shared.new_start + index);
        let cut = match (old.contains(&old_word), new.contains(&new_word)) {
            (true, true) => "both",
            (true, false) => "old only",
            (false, true) => "new only",
            (false, false) => "",
        };
        let style = if cut.ends_with("only") && is_inside(index) { BAD } else { Style::new() };
        let place = if is_inside(index) { "interior" } else { "margin" };
        let word = words.get(old_word as usize).map_or(String::new(), |word| readable::text(word));
        writeln!(out, "  {style}{old_word:>8}  {new_word:>8}  {cut:8} {place:8} {word}{style:#}")?;
    }
    Ok(())
}

fn words(request: &Request) -> Vec<String> {
    let text = request.text().map(|text| text.written_out().into_owned()).unwrap_or_default();
    text.split_whitespace().map(str::to_owned).collect()
}

/// Writes what the verification of the family found.
///
/// # Errors
/// Whatever writing gives.
pub fn write_family(family: &Family, title: &str, time: Duration, out: &mut dyn Write) -> io::Result<()> {
    writeln!(
        out,
        "the unbounded family (LOC-5), chunked by {title}: {} words, without the first {EDIT}",
        family.words
    )?;
    for (name, value) in family_facts(family, time) {
        writeln!(out, "  {QUIET}{name:24}{QUIET:#} {value}")?;
    }
    for problem in &family.problems {
        writeln!(out, "  {BAD}wrong{BAD:#} {}", readable::text(problem))?;
    }
    let style = if family.problems.is_empty() { GOOD } else { BAD };
    writeln!(out, "\n{style}{}{style:#}", family_line(family))
}

/// The outcome of a verification in one line.
#[must_use]
pub fn family_line(family: &Family) -> &'static str {
    match family.problems.is_empty() {
        true => "as LOC-5 says: an edit of 4 words changes every chunk",
        false => "NOT as LOC-5 says",
    }
}

/// The numbers of a verification with their names.
#[must_use]
pub fn family_facts(family: &Family, time: Duration) -> [(&'static str, String); 6] {
    let Family { distinct_words, chunks, hard_cuts, common_hashes, common_cuts, .. } = family;
    [
        ("different words", distinct_words.to_string()),
        ("chunks, old and new", format!("{} and {}", chunks[0], chunks[1])),
        ("hard cuts, old and new", format!("{} and {}", hard_cuts[0], hard_cuts[1])),
        ("chunk hashes in common", common_hashes.to_string()),
        ("cuts in common", common_cuts.to_string()),
        ("built and verified in", format!("{:.1} s", time.as_secs_f64())),
    ]
}
