#!/usr/bin/env bash
# Fuzzes every target for SECONDS each (default 60), beginning with seeds from the golden vectors. CI runs it.
# Needs the nightly toolchain and cargo-fuzz (cargo install cargo-fuzz --locked). Fails on the first finding, whose
# input is then under fuzz/artifacts/.
set -euo pipefail
cd "$(dirname "$0")"
seconds=${1:-60}
shift || true

cargo run --quiet --example seeds
for target in ${*:-$(cargo fuzz list)}; do
    case $target in reference_*) dictionary=text ;; *) dictionary=json ;; esac
    printf '\n== %s, %s s\n' "$target" "$seconds"
    # No sanitizer: the crates forbid unsafe code, and the targets run several times as fast without. One input may
    # take 10 seconds and 1 GiB.
    cargo +nightly fuzz run --sanitizer none "$target" -- -max_total_time="$seconds" \
        -dict="dictionaries/$dictionary.dict" -max_len=4096 -timeout=10 -rss_limit_mb=1024 -verbosity=0 \
        -print_final_stats=1 2>&1 | sed '/# Recommended dictionary/,/# End of recommended/d'
done
