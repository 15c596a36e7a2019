#!/usr/bin/env bash
# Judges every environment that install-releases.sh made under DIR, keeps the JSON reports in REPORTS, and makes the
# page of all releases from them: releases.html and releases.md, beside this script or in --page.
set -euo pipefail

usage() {
    echo "usage: judge-releases.sh [--conformance PROGRAM] [--page FOLDER] [--jobs N] [--timeout SECONDS]" >&2
    echo "           [--timeout-per-mib SECONDS] DIR REPORTS," >&2
    echo "where DIR holds what install-releases.sh made, and the reports go to the folder REPORTS" >&2
    exit 2
}

here=$(cd "$(dirname "$0")" && pwd)
conformance=$here/../../target/release/conformance
page=$here
options=()
while [ $# -gt 2 ]; do
    case $1 in
        --conformance) conformance=$2 ;;
        --page) page=$2 ;;
        --jobs | --timeout | --timeout-per-mib) options+=("$1" "$2") ;;
        *) usage ;;
    esac
    shift 2
done
[ $# -eq 2 ] && [ -d "$1" ] || usage
environments=$1
reports=$2

judged=()
for release in steadlith-1.0.1 steadlith-1.0.0 steadlith-0.3.0 cairn-rag-0.2.0 cairn-rag-0.1.0; do
    for python in 3.10 3.11 3.12 3.13; do
        program=$environments/$python-$release/bin/python
        [ -x "$program" ] || continue
        # The table calls a run by the name of its file.
        report="$reports/$release/Python $python.json"
        mkdir -p "$reports/$release"
        code=0
        "$conformance" run "${options[@]}" --impl "$program $here/steadlith.py" --out "$report" >/dev/null || code=$?
        # 1 is an answer as good as 0; anything else is none.
        if [ "$code" -gt 1 ]; then
            echo "judge-releases.sh: $release on Python $python could not be judged, exit code $code" >&2
            exit 1
        fi
        # A busy machine is no property of a release.
        if grep -q '"class": "timeout"' "$report"; then
            echo "judge-releases.sh: $release on Python $python had timeouts; give it more time with --timeout" >&2
            exit 1
        fi
        echo "$release on Python $python: exit code $code"
        judged+=("$report")
    done
done

if [ "${#judged[@]}" -eq 0 ]; then
    echo "judge-releases.sh: no environment in $environments; run install-releases.sh $environments first" >&2
    exit 1
fi
"$conformance" report --table "${judged[@]}" --out "$page/releases.html" --out "$page/releases.md"
