//! The reference's way to its answer, stage by stage.
