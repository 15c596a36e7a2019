//! A clause of the specification as HTML.

use maud::{Markup, PreEscaped, html};
use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};
use steadlith_spec::clause::Clause;

use crate::report::page;

/// Id and place of a clause, with its text for who opens it.
pub(in crate::report) fn opened(clause: &Clause) -> Markup {
    page::details(&heading(clause), &text(clause))
}

/// Id, place and text of a clause.
pub(in crate::report) fn quoted(clause: &Clause) -> Markup {
    html! { h4 { "clause " (heading(clause)) } (text(clause)) }
}

fn heading(clause: &Clause) -> String {
    format!("{} ({})", clause.id, clause.place())
}

/// The text, rendered. Markup in it stays text, and its links, which lead to places in the repository, lead nowhere.
fn text(clause: &Clause) -> Markup {
    let events = Parser::new_ext(&clause.text, Options::ENABLE_TABLES);
    let harmless = events.filter_map(|event| match event {
        Event::Html(html) | Event::InlineHtml(html) => Some(Event::Text(html)),
        Event::Start(Tag::Link { .. } | Tag::Image { .. }) | Event::End(TagEnd::Link | TagEnd::Image) => None,
        event => Some(event),
    });
    let mut rendered = String::new();
    pulldown_cmark::html::push_html(&mut rendered, harmless);
    html! { blockquote { div.scroll { (PreEscaped(rendered)) } } }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clauses_are_rendered_and_harmless() {
        let clause = Clause {
            id: "CUT-1".to_owned(),
            chapter: 5,
            file: "05-boundaries.md",
            level: None,
            text: "It MUST be `x < 5`, see [there](javascript:x).\n\n| a |\n|---|\n| <script>b</script> |\n".to_owned(),
            not_tested: None,
        };
        let html = quoted(&clause).into_string();
        assert!(html.contains("<code>x &lt; 5</code>, see there.") && html.contains("<td>"), "{html}");
        assert!(!html.contains("<script") && !html.contains("javascript"), "{html}");
    }
}
