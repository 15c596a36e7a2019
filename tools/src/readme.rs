//! Transcripts in Markdown pages: what a page says a command prints is what it prints.
//!
//! A block with the info string `console` begins with `$ cargo run --release -- `, or with `$ conformance `, and the
//! arguments of `conformance`; the rest of the block is its output. What depends on the machine is left out of that.

use std::path::Path;
use std::process::Command;

const FENCE: &str = "```";
const PROMPTS: [&str; 2] = ["$ cargo run --release -- ", "$ conformance "];
/// The beginning of a line that depends on the machine if another interpreter answers, and what stands there instead.
const UNICODE: (&str, &str) = ("Unicode        could not be probed", "Unicode        ...");

/// The page with every transcript made anew, one after the other, by the program at `conformance`, run in `folder`.
///
/// # Errors
/// A block that is not of the form above, or a program that cannot be run.
pub fn refreshed(page: &str, conformance: &Path, folder: &Path) -> Result<String, String> {
    let mut fresh = String::new();
    let mut lines = page.lines();
    while let Some(line) = lines.next() {
        fresh.push_str(line);
        fresh.push('\n');
        let Some(indent) = line.strip_suffix("```console") else { continue };
        let command = lines.next().unwrap_or_default();
        let prompted = PROMPTS.iter().find_map(|prompt| command.trim_start().strip_prefix(prompt));
        let arguments =
            prompted.ok_or_else(|| format!("a console block begins with {command:?}, not with one of {PROMPTS:?}"))?;
        fresh.push_str(command);
        fresh.push('\n');
        for printed in output(arguments, conformance, folder)?.trim_end().lines() {
            let printed = if printed.starts_with(UNICODE.0) { UNICODE.1 } else { printed };
            fresh.push_str(format!("{indent}{printed}").trim_end());
            fresh.push('\n');
        }
        fresh.push_str(&format!("{indent}{FENCE}\n"));
        if !lines.by_ref().any(|line| line.trim() == FENCE) {
            return Err(format!("the console block of {command:?} does not end"));
        }
    }
    Ok(fresh)
}

fn output(arguments: &str, conformance: &Path, folder: &Path) -> Result<String, String> {
    let arguments = shell_words::split(arguments).map_err(|error| format!("{arguments}: {error}"))?;
    let output = Command::new(conformance)
        .args(&arguments)
        .current_dir(folder)
        .env("NO_COLOR", "1")
        .output()
        .map_err(|error| format!("{}: {error}", conformance.display()))?;
    String::from_utf8(output.stdout).map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAGE: &str =
        "# Title\n\n   ```console\n   $ cargo run --release -- one 'two three'\n   old\n   ```\n\nEnd.\n";

    #[test]
    fn a_transcript_is_replaced_by_what_the_command_prints() {
        let fresh = refreshed(PAGE, Path::new("echo"), Path::new("."));
        assert_eq!(fresh.as_deref(), Ok(PAGE.replace("old", "one two three").as_str()));
    }

    #[test]
    fn what_depends_on_the_machine_is_left_out() {
        let page = "```console\n$ conformance 'Unicode        could not be probed; judged by 15.0'\n```\n";
        let fresh = refreshed(page, Path::new("echo"), Path::new("."));
        assert_eq!(fresh.as_deref().map(|fresh| fresh.contains("\nUnicode        ...\n")), Ok(true));
    }

    #[test]
    fn a_block_of_another_form_is_refused() {
        assert!(refreshed(&PAGE.replace("cargo run", "make"), Path::new("echo"), Path::new(".")).is_err());
        assert!(refreshed(&PAGE.replace("   ```\n", ""), Path::new("echo"), Path::new(".")).is_err());
    }
}
