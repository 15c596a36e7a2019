//! The picture of small and of hostile strips.

use super::*;

/// Chunks that end at these words, each with its own text as the key.
fn strip(label: &str, ends: &[u64]) -> Strip {
    let starts = [0].into_iter().chain(ends.iter().copied());
    let block = |(start_word, end_word): (u64, u64)| Block {
        start_word,
        end_word,
        key: format!("{start_word}-{end_word}"),
        kind: "primary".to_owned(),
    };
    Strip::whole(label, starts.zip(ends.iter().copied()).map(block).collect())
}

fn drawn(upper: &Strip, lower: &Strip, alignment: Option<&[Aligned]>) -> String {
    let picture = Picture::of(upper, lower, alignment);
    let lines = strips::lines(&picture, 60);
    assert!(lines.iter().all(|line| line.chars().count() <= 60), "{lines:#?}");
    format!("{}\n{}", lines.join("\n"), picture.caption())
}

#[test]
fn equal_chunks_have_one_letter_and_other_boundaries_an_arrow() {
    let picture = drawn(&strip("expected", &[20, 40, 60, 80]), &strip("actual", &[20, 45, 60, 80]), None);
    let lines: Vec<&str> = picture.lines().collect();
    assert_eq!(
        lines[..5],
        [
            "word      0           20          40           60         80",
            "expected  │─────A─────│─────≠─────╫─────≠──────│─────B─────│",
            "          │           │           ↑   ↓        │           │",
            "actual    │─────A─────│───────≠───────╫───≠────│─────B─────│",
            "word      0           20              45       60         80",
        ]
    );
    assert!(lines[5].starts_with("The boundaries part here: expected chunk 1 ends before word 40 (primary), "));
}

#[test]
fn edited_words_are_aligned_around() {
    let (old, new) = (strip("old", &[20, 40, 60]), strip("new", &[20, 50, 70]));
    let picture = drawn(&old, &new, Some(&[(0..30, 0..30), (30..60, 40..70)]));
    let lines: Vec<&str> = picture.lines().collect();
    assert_eq!(
        lines,
        [
            "word    0             20                     40           60",
            "old     │──────A──────│──────────≠───────────│──────≠──────│",
            "        │             │                      │             │",
            "new     │──────A──────│──────────≠───────────│──────≠──────│",
            "word    0             20                     50           70",
            "edited                        ~~~~~~~",
            "Both have the same boundaries, but not the same chunks. Shown are all old chunks (3) and all new chunks (3).",
        ]
    );
}

#[test]
fn long_documents_are_shown_around_the_first_difference() {
    let expected: Vec<u64> = (1..=100).map(|number| number * 100).collect();
    let mut actual = expected.clone();
    actual[50] = 5101;
    let picture = Picture::of(&strip("expected", &expected), &strip("actual", &actual), None);
    assert_eq!(picture.first_apart, Some(5100));
    assert_eq!(picture.shown, 4800..5800);
    assert_eq!(
        picture.caption(),
        "The boundaries part here: expected chunk 50 ends before word 5100 (primary), actual chunk 50 ends before word \
         5101 (primary). Shown are expected chunks 48 to 57 of 100 and actual chunks 48 to 57 of 100."
    );
    let lines = strips::lines(&picture, 80);
    assert!(lines[0].contains("5100") && lines[4].contains("5101"), "{lines:#?}");
    assert_ne!(lines[1].find('\u{256B}'), lines[3].find('\u{256B}'), "one word apart shows: {lines:#?}");
}

#[test]
fn the_svg_has_a_title_a_description_and_both_kinds_of_boxes() {
    let (expected, actual) = (strip("expected", &[20, 40]), strip("<actual>", &[20, 41]));
    let svg = svg::figure(&Picture::of(&expected, &actual, None), "p").into_string();
    for part in [
        r#"aria-labelledby="p-title p-desc""#,
        "expected chunk 1 ends before word 40 (primary)",
        r#"<rect class="same""#,
        r#"<rect class="other""#,
        r#"<text class="apart""#,
        "&lt;actual&gt;",
    ] {
        assert!(svg.contains(part), "{part} in {svg}");
    }
    assert!(!svg.contains("NaN") && !svg.contains("inf"), "{svg}");
}

#[test]
fn chunks_without_sense_do_no_harm() {
    let block =
        |start_word, end_word| Block { start_word, end_word, key: "k".to_owned(), kind: "\u{1b}[2J".to_owned() };
    let hostile: [Vec<Block>; 5] = [
        Vec::new(),
        vec![block(u64::MAX, 0)],
        vec![block(0, u64::MAX), block(u64::MAX, u64::MAX), block(0, 0)],
        vec![block(5, 3), block(2, 9), block(0, 4)],
        (0..5000).map(|_| block(0, 7)).collect(),
    ];
    let backwards = std::ops::Range { start: 5, end: 2 };
    let odd = [(backwards, 0..1), (0..u64::MAX, 0..u64::MAX), (1..2, 1..2)];
    for one in &hostile {
        for other in &hostile {
            let (upper, lower) = (Strip::whole("one", one.clone()), Strip::whole("other", other.clone()));
            for alignment in [None, Some(odd.as_slice())] {
                let picture = Picture::of(&upper, &lower, alignment);
                let svg = svg::figure(&picture, "p").into_string();
                assert!(!svg.contains("NaN") && !svg.contains("inf") && !svg.contains('\u{1b}'), "{svg}");
                let lines = strips::lines(&picture, 0);
                assert!(lines.iter().all(|line| line.chars().count() <= strips::NARROWEST), "{lines:#?}");
                assert!(picture.upper.boxes.len() <= 2 * SHOWN && picture.lower.boxes.len() <= 2 * SHOWN);
            }
        }
    }
}
