//! Whatever a vector file holds, it is loaded or refused without a panic, and what is loaded can be written and
//! loaded again as the same suite.
#![no_main]

use libfuzzer_sys::fuzz_target;
use steadlith_vectors::case::VectorFile;
use steadlith_vectors::frozen::Frozen;
use steadlith_vectors::suite::Suite;

fuzz_target!(|json: &str| {
    let Ok(suite) = Suite::from_json("fuzz.json", json) else { return };
    let mut file: VectorFile = serde_json::from_str(json).unwrap_or_else(|error| panic!("loaded, but: {error}"));
    file.cases.reverse();
    let written = serde_json::to_string(&file).unwrap_or_else(|error| panic!("cannot be written: {error}"));
    let again = Suite::from_json("again.json", &written).unwrap_or_else(|error| panic!("cannot be loaded: {error}"));
    assert_eq!(suite.digest(), again.digest());
    assert!(suite.cases.iter().eq(again.cases.iter().rev()));

    let frozen = Frozen::default().with_new_cases(&suite);
    assert_eq!(frozen.breaches(&again), Vec::<String>::new());
    for case in &suite.cases {
        assert_eq!(suite.case(&case.id), Some(case));
    }
});
