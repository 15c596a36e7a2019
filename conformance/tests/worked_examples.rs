//! The worked examples of the specification are what the reference computes.

use steadlith_conformance::worked::{is_kind, recompute};
use steadlith_spec::worked::{WorkedExample, worked_examples_of};
use steadlith_spec::{Chapter, Spec};

/// The chapters that describe the identity itself; the ones behind them are about the suite.
const LAST_WORKED_CHAPTER: usize = 11;

#[test]
fn every_worked_example_is_what_the_reference_computes() {
    let mut faults = Vec::new();
    for chapter in &Spec::embedded().chapters {
        for example in worked_examples_of(chapter) {
            faults.extend(fault_of(chapter, &example));
        }
    }
    assert!(faults.is_empty(), "{} worked examples differ\n\n{}", faults.len(), faults.join("\n"));
}

#[test]
fn every_chapter_has_a_worked_example() {
    let chapters = Spec::embedded().chapters;
    let without: Vec<&str> = chapters
        .iter()
        .filter(|chapter| chapter.number <= LAST_WORKED_CHAPTER && worked_examples_of(chapter).is_empty())
        .map(|chapter| chapter.file)
        .collect();
    assert!(without.is_empty(), "without a worked example: {without:?}");
}

#[test]
fn every_worked_example_is_of_a_known_kind_and_has_a_name_of_its_own() {
    let mut names = Vec::new();
    for chapter in &Spec::embedded().chapters {
        for WorkedExample { name, .. } in worked_examples_of(chapter) {
            assert!(is_kind(&name), "{}: nothing computes the worked example {name}", chapter.file);
            assert!(!names.contains(&name), "{}: the worked example {name} stands twice", chapter.file);
            names.push(name);
        }
    }
}

/// What is wrong with an example: where it stands, and the lines that differ.
fn fault_of(chapter: &Chapter, example: &WorkedExample) -> Option<String> {
    let place = format!("spec/{}, worked example {}", chapter.file, example.name);
    let computed = match recompute(&example.name, &example.block) {
        Ok(computed) => computed,
        Err(error) => return Some(format!("{place}: {error}\n")),
    };
    (computed != example.block).then(|| format!("{place}\n{}", difference(chapter, example, &computed)))
}

/// The first line that differs, with its number in the chapter, and how many more do.
fn difference(chapter: &Chapter, example: &WorkedExample, computed: &str) -> String {
    let stands: Vec<&str> = example.block.split('\n').collect();
    let computed: Vec<&str> = computed.split('\n').collect();
    let differing: Vec<usize> =
        (0..stands.len().max(computed.len())).filter(|&line| stands.get(line) != computed.get(line)).collect();
    let Some(&first) = differing.first() else { return String::new() };
    let side = |lines: &[&str]| lines.get(first).map_or("(nothing)".to_owned(), |line| format!("{line:?}"));
    format!(
        "  line {} of the chapter, line {} of the example\n  stands:   {}\n  computed: {}\n  lines that differ: {} of {}\n",
        first_line(chapter, example) + first,
        first + 1,
        side(&stands),
        side(&computed),
        differing.len(),
        stands.len().max(computed.len()) - 1,
    )
}

/// The number of the first line of the block in its chapter, from 1.
fn first_line(chapter: &Chapter, example: &WorkedExample) -> usize {
    let fence = format!("```worked {}", example.name);
    chapter.markdown.lines().position(|line| line.trim_end() == fence).map_or(0, |index| index + 2)
}

#[test]
fn a_block_that_cannot_be_computed_says_why() {
    for (name, block, why) in [
        ("texts-1", "text: \"a\"\n", "\"texts-1\" is no kind of worked example"),
        ("text", "text: \"a\"\n", "no kind of worked example"),
        ("text-1", "", "the input \"text\" is missing"),
        ("text-1", "text \"a\"\n", "the line \"text \\\"a\\\"\" is no input"),
        ("text-1", "text: \"a\"\ntext: \"a\"\n", "the input \"text\" is unknown to this kind of block or given twice"),
        ("text-1", "text: \"a\"\nparams: {}\n", "the input \"params\" is unknown"),
        ("text-1", "text: 5\n", "the input \"text\" cannot be read"),
        ("text-1", "text: \"a\"\nunicode: \"12.1.0\"\n", "\"12.1.0\" is not a version from 13.0 to"),
        ("cycle-1", "cycle: []\n", "a cycle needs words"),
        ("cycle-1", "cycle: [\"a b\"]\n", "an entry is not one word"),
        ("tokens-1", "text: \"a\"\nparams: {\"min_tokens\": 0}\n", "the reference refuses the inputs: min_tokens"),
    ] {
        let message = recompute(name, block).err().map(|error| error.to_string()).unwrap_or_default();
        assert!(message.contains(why), "{name}: {message}");
    }
}
