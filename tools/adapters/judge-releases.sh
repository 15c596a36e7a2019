#!/bin/sh
# Judges every environment that install-releases.sh made under DIR and prints the outcome as a Markdown table.
set -eu

if [ $# -ne 1 ] || [ ! -d "$1" ]; then
    echo "usage: judge-releases.sh DIR, where DIR holds what install-releases.sh made" >&2
    exit 2
fi

adapter=$(dirname "$0")/steadlith.py
report=$(mktemp)
trap 'rm -f "$report"' EXIT
judged=0

echo "| release | Python | Unicode | exit code | passed | failed | skipped | verdict |"
echo "|---|---|---|---|---|---|---|---|"
for release in steadlith-1.0.1 steadlith-1.0.0 steadlith-0.3.0 cairn-rag-0.2.0 cairn-rag-0.1.0; do
    for python in 3.10 3.11 3.12 3.13; do
        program=$1/$python-$release/bin/python
        [ -x "$program" ] || continue
        code=0
        cargo run -q --release -- run --impl "$program $adapter" >"$report" || code=$?
        unicode=$(sed -n 's/^Unicode  *\([0-9.]*\).*/\1/p' "$report")
        counts=$(sed -n 's/^\([0-9]*\) passed, \([0-9]*\) failed, \([0-9]*\) skipped$/\1 | \2 | \3/p' "$report")
        verdict=$(grep -E '^(NOT )?CONFORMANT|^PARTIAL' "$report" || echo 'none: could not be judged')
        echo "| $release | $python | $unicode | $code | $counts | $verdict |"
        judged=$((judged + 1))
    done
done

if [ "$judged" -eq 0 ]; then
    echo "judge-releases.sh: no environment in $1; run install-releases.sh $1 first" >&2
    exit 1
fi
