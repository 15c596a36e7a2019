//! Reports of a run.

pub mod churn;
pub mod churn_plot;
pub mod diagnosis;
pub mod input;
pub mod locality;
pub mod page;
pub mod picture;
pub mod summary;
pub mod terminal;
