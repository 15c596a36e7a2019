//! Reports of a run (PROTO-28 to PROTO-31).
//!
//! [`document`] is the run as it is kept; [`terminal`], [`markdown`], [`html`], [`junit`] and [`github`] show it, with
//! the help of [`facts`] and [`summary`], so that all of them say the same. [`page`] and [`picture`] know nothing of a
//! run.

pub mod churn;
pub mod churn_page;
pub mod churn_plot;
pub mod comparison;
pub mod comparison_shown;
pub mod diagnosis;
pub mod document;
pub mod facts;
pub mod format;
pub mod github;
pub mod guard;
pub mod html;
pub mod input;
pub mod junit;
pub mod locality;
pub mod locality_page;
pub mod markdown;
pub mod material;
pub mod page;
pub mod picture;
pub mod summary;
pub mod table;
pub mod terminal;
pub mod wrap;
