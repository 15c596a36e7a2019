//! What keeps the repository in order: generation of the golden vectors and of the schemas, and checks.

pub mod baselines;
pub mod clauses;
pub mod corpora;
pub mod differential;
pub mod guard_faults;
pub mod pipelines;
pub mod readme;
pub mod schemas;
pub mod speed;
pub mod strength;
pub mod vectors;
