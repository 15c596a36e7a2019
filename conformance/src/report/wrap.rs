//! Lines broken to the width of a terminal.

use textwrap::{Options, WordSplitter};

/// The narrowest width at which breaking helps.
const NARROWEST: usize = 20;

/// How a line begins that is never broken, so that it can be copied; the terminal itself breaks it.
pub const COMMAND: &str = "  repeat ";

/// The text with each line that is longer than `width` columns broken at spaces, or within a word that is longer than a
/// line. What follows of it is indented by four more. Escape codes of styles have no width.
#[must_use]
pub fn wrapped(text: &str, width: usize) -> String {
    let mut wrapped = String::with_capacity(text.len() + text.len() / 8);
    for line in text.split_inclusive('\n') {
        let content = line.trim_end_matches('\n');
        let spaces = content.len() - content.trim_start_matches(' ').len();
        let indent = " ".repeat((spaces + 4).min(width / 2));
        let options =
            Options::new(width.max(NARROWEST)).subsequent_indent(&indent).word_splitter(WordSplitter::NoHyphenation);
        if textwrap::core::display_width(content) <= width || is_command(content) {
            wrapped.push_str(content);
        } else {
            wrapped.push_str(&textwrap::fill(content, options));
        }
        wrapped.push_str(&line[content.len()..]);
    }
    wrapped
}

/// Whether a line, but for its escape codes, begins as a command.
fn is_command(line: &str) -> bool {
    anstream::adapter::strip_str(line).to_string().starts_with(COMMAND)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_lines_are_broken_and_indented() {
        let text = "short\n  a line that is longer than the width\nword\n";
        assert_eq!(wrapped(text, 24), "short\n  a line that is longer\n      than the width\nword\n");
        assert_eq!(wrapped(text, 80), text);
        let digest = "d".repeat(50);
        assert!(wrapped(&digest, 20).lines().all(|line| line.chars().count() <= 20));
    }

    #[test]
    fn commands_stay_whole() {
        let command = "  \u{1b}[2mrepeat\u{1b}[0m conformance run --impl ./mine --filter cut/one\n";
        assert_eq!(wrapped(command, 24), command);
    }

    #[test]
    fn styles_have_no_width() {
        let text = "\u{1b}[1maaaa bbbb cccc dddd eeee\u{1b}[0m\n";
        assert_eq!(wrapped(text, 24), text);
        assert_eq!(wrapped(text, 22), "\u{1b}[1maaaa bbbb cccc dddd\n    eeee\u{1b}[0m\n");
    }
}
