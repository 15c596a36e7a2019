//! The diagnosis in words: which known mistakes explain the failures.

use std::io::{self, Write};

use anstyle::Style;
use steadlith_spec::Spec;

use crate::diagnosis::{Diagnosis, Explanation, Mistake};
use crate::readable::message;

const QUIET: Style = Style::new().dimmed();
const STRONG: Style = Style::new().bold();

/// Writes a diagnosis.
///
/// # Errors
/// Whatever writing gives.
pub fn write(diagnosis: &Diagnosis, spec: &Spec, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "{STRONG}Diagnosis{STRONG:#}{}", not_compared(diagnosis))?;
    if diagnosis.explanations.is_empty() {
        let these = if diagnosis.compared == 1 { "this failure" } else { "these failures" };
        writeln!(out, "  no single known mistake explains {these}\n")?;
        return Ok(());
    }
    for explanation in &diagnosis.explanations {
        writeln!(out, "  {}", headline(explanation, diagnosis.compared))?;
        for mistake in &explanation.mistakes {
            write_mistake(mistake, spec, out)?;
        }
        if explanation.more > 0 {
            writeln!(out, "    and {} more", explanation.more)?;
        }
        if !explanation.told_apart_by.is_empty() {
            writeln!(out, "    {QUIET}told apart by{QUIET:#} {}", message(&explanation.told_apart_by.join(" or ")))?;
        }
    }
    writeln!(out)
}

fn not_compared(diagnosis: &Diagnosis) -> String {
    match diagnosis.not_compared {
        0 => String::new(),
        count => {
            format!(
                " of {} failures; {count} more (crashes, timeouts, long texts, cases of the runner's own) are left out",
                diagnosis.compared
            )
        }
    }
}

pub(super) fn headline(explanation: &Explanation, compared: usize) -> String {
    let which = match (explanation.explains, compared) {
        (1, 1) => "the failure is".to_owned(),
        (explains, compared) if explains == compared => format!("all {compared} failures are"),
        (explains, compared) => format!("explains {explains} of {compared} failures:"),
    };
    match (explanation.explains == compared, explanation.mistakes.len()) {
        (true, 1) => format!("{which} exactly what one known mistake gives:"),
        (true, _) => format!("{which} exactly what each of these known mistakes gives:"),
        (false, 1) => format!("{which} one known mistake"),
        (false, _) => format!("{which} one of these known mistakes"),
    }
}

fn write_mistake(mistake: &Mistake, spec: &Spec, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "    {STRONG}{}{STRONG:#}: {}", message(&mistake.id), message(&mistake.description))?;
    writeln!(out, "      instead, {}", message(&mistake.remedy))?;
    let places: Vec<String> = mistake.clauses.iter().map(|id| place(id, spec)).collect();
    writeln!(out, "      {QUIET}clause{QUIET:#} {}", places.join(", "))
}

fn place(id: &str, spec: &Spec) -> String {
    spec.clause(id).map_or_else(|| message(id), |clause| format!("{id} ({})", clause.place()))
}
