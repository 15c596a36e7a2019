//! What keeps the repository in order: generation of the golden vectors and of the schemas, and checks.

pub mod differential;
pub mod speed;
pub mod vectors;
