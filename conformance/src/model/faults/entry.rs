//! The form in which the faults of a chapter are written down.

/// Declares one static per fault, and `LIST` of them all. An entry is
/// `NAME "id" ["CLAUSE", ..] "description", "remedy", [probe request, ..];`.
macro_rules! faults {
    ($($name:ident $id:literal [$($clause:literal),+] $description:expr, $remedy:expr,
       [$($probe:expr),+ $(,)?];)+) => {
        $(
            pub(in crate::model) static $name: FaultInfo = FaultInfo {
                id: $id,
                description: $description,
                clauses: &[$($clause),+],
                remedy: $remedy,
                probe: || vec![$($probe),+],
            };
        )+
        pub(in crate::model) static LIST: &[&FaultInfo] = &[$(&$name),+];
    };
}
