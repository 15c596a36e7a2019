//! Churn as a page, and as a section of one.

use maud::{Markup, html};

use super::churn::{control_line, difference_title, group_title, left_out_line, method, no_chunks, plan_words};
use super::churn_plot::plot;
use super::page::{self, Column, Row, Tone};
use crate::churn::measure::{Amount, Outcome};
use crate::churn::results::{Churn, Group, PairResult};
use crate::churn::statistics::Estimate;

/// How many pairs are named in each list of what went wrong.
const NAMED: usize = 100;

/// The whole page.
#[must_use]
pub fn page(churn: &Churn) -> String {
    let tone = if churn.has_unexpected() { Tone::Bad } else { Tone::Good };
    let below = html! { "Pairs: " (left_out_line(churn)) "." };
    let body = html! {
        h1 { "What edits make a chunker compute again" }
        (page::verdict(tone, &control_line(churn), &below))
        (section(churn, "churn"))
        h2 { "Every pair" }
        (page::details(&format!("{} pairs of revisions", churn.pairs.len()), &pairs(churn)))
    };
    page::page("What edits make a chunker compute again", &body)
}

/// What was left out, plot and tables, without a heading of the first level. The id has to be unique on the
/// page.
#[must_use]
pub fn section(churn: &Churn, id: &str) -> Markup {
    html! {
        (wrong(churn))
        @if churn.groups.is_empty() {
            ul { @for info in &churn.methods { li { (page::text(&method(info))) } } }
            p.bad { "There is no pair that every method accepts, so nothing was compared." }
        } @else {
            figure {
                div.scroll { (plot(churn, id)) }
                figcaption {
                    "Recompute fraction R_c: the share of the new tokens that no old chunk has (PLAN-7). Means over pairs of \
                     revisions, and mean differences pair by pair, each with the 95% interval of "
                    (churn.bootstrap.resamples) " resamples of the pairs, seed " (churn.bootstrap.seed) " (PLAN-21). An \
                     interval that does not reach 0 is coloured."
                }
            }
            (table(churn))
            (plans(churn))
        }
    }
}

/// What was refused, what failed, and which controls are broken.
fn wrong(churn: &Churn) -> Markup {
    let left_out: Vec<_> = churn.left_out().collect();
    let broken: Vec<_> = churn.broken_controls().collect();
    html! {
        @if !left_out.is_empty() {
            h3 { "Pairs without chunks" }
            p { (left_out_line(churn)) }
            ul {
                @for (pair, method, outcome) in left_out.iter().take(NAMED) {
                    li {
                        (page::text(&pair.name)) ", " (page::text(&churn.methods[*method].name)) ": "
                        (page::text(&no_chunks(outcome)))
                    }
                }
                @if left_out.len() > NAMED { li { "and " (left_out.len() - NAMED) " more" } }
            }
        }
        @if !broken.is_empty() {
            h3.bad { "Broken controls" }
            ul {
                @for (pair, method, measured) in broken.iter().take(NAMED) {
                    li {
                        (page::text(&pair.name)) ", " (page::text(&churn.methods[*method].name)) ": R_c "
                        (measured.control.recompute_fraction) ", " (plan_words(&measured.control.plan))
                    }
                }
                @if broken.len() > NAMED { li { "and " (broken.len() - NAMED) " more" } }
            }
        }
    }
}

fn table(churn: &Churn) -> Markup {
    let columns = [Column::words("R_c, percent"), Column::numbers("mean"), Column::numbers("95% interval")];
    let rows: Vec<Row> = churn.groups.iter().flat_map(|group| group_rows(churn, group)).collect();
    page::table(None, &columns, &rows)
}

fn group_rows(churn: &Churn, group: &Group) -> Vec<Row> {
    let heading = Row { cells: vec![html! { (group_title(group)) }], class: Some("total") };
    let row = |name: &str, estimate: &Estimate, sign: bool| {
        let percent =
            |value: f64| if sign { format!("{:+.2}", 100.0 * value) } else { format!("{:.2}", 100.0 * value) };
        let interval = match group.pairs {
            1 => String::new(),
            _ => format!("{} to {}", percent(estimate.low), percent(estimate.high)),
        };
        let cells = vec![html! { (page::text(name)) }, html! { (percent(estimate.mean)) }, html! { (interval) }];
        Row { cells, class: None }
    };
    let means = churn.methods.iter().zip(&group.means).map(|(info, mean)| row(&info.name, mean, false));
    let differences = group.differences.iter().map(|difference| {
        row(&difference_title(churn, difference.method, difference.minus), &difference.estimate, true)
    });
    [heading].into_iter().chain(means).chain(differences).collect()
}

fn plans(churn: &Churn) -> Markup {
    let Some(group) = churn.overall() else { return html! {} };
    let columns = ["keep", "move", "add", "delete"].map(Column::numbers);
    let columns: Vec<Column<'_>> = [Column::words("reuse plans")].into_iter().chain(columns).collect();
    let cell = |Amount { chunks, tokens }: Amount| html! { (chunks) " (" (tokens) ")" };
    let rows: Vec<Row> = churn
        .methods
        .iter()
        .zip(&group.plans)
        .map(|(info, plan)| {
            let amounts = [plan.keep, plan.moved, plan.add, plan.delete].map(cell);
            Row { cells: [html! { (page::text(&info.name)) }].into_iter().chain(amounts).collect(), class: None }
        })
        .collect();
    page::table(Some("Chunks of all compared pairs, and their tokens."), &columns, &rows)
}

fn pairs(churn: &Churn) -> Markup {
    let names = churn.methods.iter().map(|info| Column::numbers(&info.name));
    let columns: Vec<Column<'_>> =
        [Column::words("pair"), Column::numbers("edit, %")].into_iter().chain(names).collect();
    let rows: Vec<Row> = churn.pairs.iter().map(pair_row).collect();
    page::table(Some("R_c of every method in percent."), &columns, &rows)
}

fn pair_row(pair: &PairResult) -> Row {
    let fraction = |outcome: &Outcome| match outcome {
        Outcome::Measured(measured) => html! { (format!("{:.2}", 100.0 * measured.recompute_fraction)) },
        Outcome::Refused { .. } => html! { "refused" },
        Outcome::Failed { .. } => html! { span.bad { "failed" } },
    };
    let name = [html! { (page::text(&pair.name)) }, html! { (format!("{:.2}", 100.0 * pair.edit_fraction)) }];
    Row { cells: name.into_iter().chain(pair.outcomes.iter().map(fraction)).collect(), class: None }
}
