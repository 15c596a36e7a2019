//! Churn as a plot: means and paired differences with their intervals, one panel for each group of pairs.

use maud::{Markup, PreEscaped, html};

use super::churn::{difference_title, group_title, method};
use crate::churn::results::{Churn, Group};
use crate::churn::statistics::Estimate;

const WIDTH: f64 = 860.0;
/// Where the plot area of a panel starts and ends.
const LEFT: f64 = 230.0;
const RIGHT: f64 = 740.0;
const ROW: f64 = 24.0;
/// Above the first row of a panel: its title.
const TITLE: f64 = 30.0;
/// Below the last row of a panel: ticks, their numbers and the name of the axis.
const AXIS: f64 = 52.0;
/// How long a name may be, in code points.
const NAME: usize = 30;

/// The colours, which follow the reader's choice of light or dark.
const STYLE: &str = "\
.churn{--ground:#fcfcfb;--ink:#1d1f21;--quiet:#5b6066;--line:#cfd1cd;--mean:#0b5394;--less:#11693a;--more:#a3171f;\
background:var(--ground);color-scheme:light dark}\
@media(prefers-color-scheme:dark){.churn{--ground:#16181a;--ink:#e6e7e6;--quiet:#a3a9ae;--line:#43484d;\
--mean:#8abdf0;--less:#7fd6a0;--more:#ff9b94}}\
.churn .ground{fill:var(--ground)}\
.churn text{font:13px system-ui,sans-serif;fill:var(--ink)}\
.churn .title{font-weight:600}.churn .quiet{fill:var(--quiet);font-size:12px}\
.churn .grid{stroke:var(--line)}.churn .zero{stroke:var(--quiet);stroke-width:1.5}\
.churn .interval{stroke-width:2.5}\
.churn .mean{stroke:var(--mean)}.churn .less{stroke:var(--less)}.churn .more{stroke:var(--more)}\
.churn .open{stroke:var(--quiet)}\
.churn circle{fill:var(--ground);stroke-width:3}";

/// One row of a panel.
struct Row {
    name: String,
    estimate: Estimate,
    class: &'static str,
    /// Whether the number beside it has a sign, as differences have.
    is_signed: bool,
}

/// The scale of a panel, in percent.
struct Scale {
    from: f64,
    to: f64,
    step: f64,
}

/// The plot as a file of its own.
#[must_use]
pub fn svg(churn: &Churn) -> String {
    format!("{}\n", plot(churn, "churn").into_string())
}

/// The plot as an element of a page. The id has to be unique there.
#[must_use]
pub fn plot(churn: &Churn, id: &str) -> Markup {
    let mut y = 46.0 + ROW * churn.methods.len() as f64;
    let mut panels = Vec::new();
    for group in &churn.groups {
        for (title, axis, rows) in panels_of(churn, group) {
            panels.push(panel(&title, axis, &rows, y));
            y += TITLE + ROW * rows.len() as f64 + AXIS;
        }
    }
    let title = "Recompute fraction R_c after edits, by method";
    html! {
        svg.churn xmlns="http://www.w3.org/2000/svg" viewBox={ "0 0 " (WIDTH) " " (y.round()) } role="img"
            aria-labelledby={ (id) "-title " (id) "-desc" } {
            title id={ (id) "-title" } { (title) }
            desc id={ (id) "-desc" } { (description(churn)) }
            style { (PreEscaped(STYLE)) }
            rect.ground width=(WIDTH) height=(y.round()) {}
            text.title x="14" y="24" { (title) }
            @for (index, info) in churn.methods.iter().enumerate() {
                text.quiet x="14" y=(number(46.0 + ROW * index as f64)) { (method(info)) }
            }
            @for panel in &panels { (panel) }
        }
    }
}

/// What the plot shows, in words.
fn description(churn: &Churn) -> String {
    let percent = |estimate: &Estimate| {
        format!("{:.2} [{:.2}, {:.2}]", 100.0 * estimate.mean, 100.0 * estimate.low, 100.0 * estimate.high)
    };
    let mut lines = vec![format!(
        "Means over documents in percent with bootstrapped 95% intervals, {} resamples, seed {}.",
        churn.bootstrap.resamples, churn.bootstrap.seed
    )];
    for group in &churn.groups {
        let means =
            churn.methods.iter().zip(&group.means).map(|(info, mean)| format!("{} {}", info.name, percent(mean)));
        let differences = group
            .differences
            .iter()
            .map(|d| format!("{} {}", difference_title(churn, d.method, d.minus), percent(&d.estimate)));
        let rows: Vec<String> = means.chain(differences).collect();
        lines.push(format!("{}: {}.", group_title(group), rows.join("; ")));
    }
    lines.join(" ")
}

/// The panels of a group: means, and differences where there are two methods or more.
fn panels_of(churn: &Churn, group: &Group) -> Vec<(String, &'static str, Vec<Row>)> {
    let title = group_title(group);
    let means = churn.methods.iter().zip(&group.means);
    let means = means
        .map(|(info, &estimate)| Row { name: info.name.clone(), estimate, class: "mean", is_signed: false })
        .collect();
    let difference = |d: &crate::churn::results::Difference| Row {
        name: difference_title(churn, d.method, d.minus),
        estimate: d.estimate,
        is_signed: true,
        class: match d.estimate {
            Estimate { high, .. } if high < 0.0 => "less",
            Estimate { low, .. } if low > 0.0 => "more",
            _ => "open",
        },
    };
    let differences: Vec<Row> = group.differences.iter().map(difference).collect();
    let mut panels = vec![(format!("{title}: means"), "R_c, percent", means)];
    if !differences.is_empty() {
        let axis = "difference of R_c, points, paired by document; left of 0 the first recomputes less";
        panels.push((format!("{title}: differences"), axis, differences));
    }
    panels
}

fn panel(title: &str, axis: &str, rows: &[Row], top: f64) -> Markup {
    let scale = Scale::of(rows);
    let bottom = top + TITLE + ROW * rows.len() as f64;
    html! {
        g {
            text.title x="14" y=(number(top + 18.0)) { (title) }
            @for tick in scale.ticks() {
                line class=(if tick == 0.0 { "zero" } else { "grid" }) x1=(number(scale.place(tick)))
                    x2=(number(scale.place(tick))) y1=(number(top + TITLE)) y2=(number(bottom)) {}
                text.quiet x=(number(scale.place(tick))) y=(number(bottom + 16.0)) text-anchor="middle" { (tick) }
            }
            text.quiet x=(number((LEFT + RIGHT) / 2.0)) y=(number(bottom + 34.0)) text-anchor="middle" { (axis) }
            @for (index, row) in rows.iter().enumerate() {
                (row.markup(&scale, top + TITLE + ROW * (index as f64 + 0.5)))
            }
        }
    }
}

impl Row {
    fn markup(&self, scale: &Scale, y: f64) -> Markup {
        let Estimate { mean, low, high } = self.estimate;
        let place = |fraction: f64| number(scale.place(100.0 * fraction));
        let percent = |value: f64| match self.is_signed {
            true => format!("{:+.2}", 100.0 * value),
            false => format!("{:.2}", 100.0 * value),
        };
        let numbers = format!("{} [{}, {}]", percent(mean), percent(low), percent(high));
        html! {
            text x=(number(LEFT - 12.0)) y=(number(y + 4.5)) text-anchor="end" { (brief(&self.name)) }
            line class={ "interval " (self.class) } x1=(place(low)) x2=(place(high)) y1=(number(y)) y2=(number(y)) {}
            @for end in [low, high] {
                line class={ "interval " (self.class) } x1=(place(end)) x2=(place(end)) y1=(number(y - 5.0))
                    y2=(number(y + 5.0)) {}
            }
            circle class=(self.class) cx=(place(mean)) cy=(number(y)) r="4.5" { title { (self.name) ": " (numbers) } }
            text.quiet x=(number(RIGHT + 12.0)) y=(number(y + 4.0)) { (percent(mean)) }
        }
    }
}

impl Scale {
    /// A scale that holds 0 and every interval, from tick to tick.
    fn of(rows: &[Row]) -> Scale {
        let ends = || rows.iter().flat_map(|row| [100.0 * row.estimate.low, 100.0 * row.estimate.high]);
        let least = ends().fold(0.0, f64::min);
        let most = ends().fold(0.0, f64::max);
        let room = (most - least).max(1.0);
        let step = [0.2, 0.5, 1.0, 2.0, 5.0, 10.0, 20.0].into_iter().find(|step| room / step <= 8.0).unwrap_or(50.0);
        Scale { from: (least / step).floor() * step, to: ((most / step).ceil() * step).max(step), step }
    }

    fn ticks(&self) -> Vec<f64> {
        let count = ((self.to - self.from) / self.step).round() as usize;
        let tick = |index: usize| self.from + self.step * index as f64;
        // Tenths are enough for every step, and an exact zero is told from the rest.
        (0..=count).map(|index| (tick(index) * 10.0).round() / 10.0 + 0.0).collect()
    }

    fn place(&self, percent: f64) -> f64 {
        LEFT + (RIGHT - LEFT) * (percent - self.from) / (self.to - self.from)
    }
}

/// A name that fits beside a row.
fn brief(name: &str) -> String {
    match name.chars().count() {
        length if length <= NAME => name.to_owned(),
        _ => name.chars().take(NAME - 1).chain(['\u{2026}']).collect(),
    }
}

/// A coordinate with one decimal place.
fn number(value: f64) -> String {
    format!("{value:.1}")
}
