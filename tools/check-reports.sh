#!/usr/bin/env bash
# Makes the reports of a conformant and of failing implementations in every format, and lets the programs judge them that
# their readers use: xmllint with the JUnit schema, a JSON Schema validator, and headless Chromium; and lets zsh and fish
# parse their completion scripts. Installs what is missing where apt is allowed to. With KEEP=DIR the reports, screenshots
# and printed pages stay there to be looked at.
set -euo pipefail
cd "$(dirname "$0")/.."

conformance=${CONFORMANCE:-target/release/conformance}
work=${KEEP:-$(mktemp -d)}
mkdir -p "$work"
[ -n "${KEEP:-}" ] || trap 'rm -rf "$work"' EXIT

fail() { echo "check-reports.sh: $*" >&2; exit 1; }

# Runs a command and demands one exit code.
expect() {
    local wanted=$1 code=0
    shift
    "$@" >"$work/last-output" 2>&1 || code=$?
    if [ "$code" -ne "$wanted" ]; then
        cat "$work/last-output" >&2
        fail "exit code $code instead of $wanted: $*"
    fi
}

install_missing() {
    local packages=()
    command -v xmllint >/dev/null || packages+=(libxml2-utils)
    command -v zsh >/dev/null || packages+=(zsh)
    command -v fish >/dev/null || packages+=(fish)
    chromium_of >/dev/null || packages+=(chromium)
    [ "${#packages[@]}" -eq 0 ] && return
    local as_root=()
    [ "$(id -u)" -eq 0 ] || as_root=(sudo -n)
    command -v apt-get >/dev/null || fail "not installed, and there is no apt-get: ${packages[*]}"
    "${as_root[@]}" apt-get update -q >/dev/null || true
    "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -qq -y "${packages[@]}" >/dev/null ||
        fail "cannot install ${packages[*]}"
}

# Ubuntu's chromium package is a snap, which a runner may lack; Google's own build will do.
chromium_of() {
    local name
    for name in chromium chromium-browser google-chrome google-chrome-stable; do
        command -v "$name" && return
    done
    return 1
}

# A fresh profile each time, and nothing that asks the network by itself. The log goes to standard error.
browse() {
    local profile
    profile=$(mktemp -d)
    local code=0
    timeout 120 "$chromium" --headless --no-sandbox --disable-gpu --disable-quic --no-first-run \
        --disable-background-networking --disable-component-update --disable-sync --disable-default-apps \
        --host-resolver-rules='MAP * ~NOTFOUND' --user-data-dir="$profile" --enable-logging=stderr --v=0 \
        --log-net-log="$work/net.json" "$@" || code=$?
    rm -rf "$profile"
    return "$code"
}

make_reports() {
    local faulty="$conformance testee --fault"
    expect 0 "$conformance" run --skip-large --out "$work/good.json" --out "$work/good.html" --out "$work/good.xml" \
        --out "$work/good.md"
    # Wrong boundaries with pictures, and failures of every kind with hostile text in them.
    expect 1 "$conformance" run --skip-large --impl "$faulty smallest-backup" --out "$work/bad.json" \
        --out "$work/bad.html" --out "$work/bad.xml" --out "$work/bad.md"
    expect 1 "$conformance" run --skip-large --impl "$faulty window-plus-one" --out "$work/worse.json" \
        --out "$work/worse.html" --out "$work/worse.xml"
    expect 1 "$conformance" run --skip-large --filter 'cut/m*' --impl "python3 tools/hostile-testee.py" \
        --out "$work/hostile.json" --out "$work/hostile.html" \
        --out "$work/hostile.xml"
    expect 1 "$conformance" report "$work/good.json" "$work/bad.json" --out "$work/comparison.html" \
        --out "$work/comparison.json"
    expect 0 "$conformance" report "$work/bad.json" "$work/good.json"
    expect 0 "$conformance" report --table "$work"/{good,bad,worse,hostile}.json --out "$work/table.html"
}

# The schema that pytest holds its own JUnit files to.
check_junit() {
    local sdist="$work/pytest" archive
    python3 -m pip download --quiet --no-deps --no-binary pytest --dest "$sdist" pytest==8.3.4
    archive=$(echo "$sdist"/pytest-*.tar.gz)
    tar -xzf "$archive" -C "$sdist" --wildcards '*/junit-10.xsd' --strip-components 3
    for report in "$work"/*.xml; do
        xmllint --noout --schema "$sdist/junit-10.xsd" "$report"
    done
    rm -rf "$sdist"
}

check_documents() {
    python3 -m venv "$work/venv"
    "$work/venv/bin/pip" install --quiet jsonschema==4.23.0
    local report schema
    for report in "$work"/{good,bad,worse,hostile,comparison}.json; do
        schema=spec/schemas/report.json
        [ "$(basename "$report")" != comparison.json ] || schema=spec/schemas/report-comparison.json
        "$work/venv/bin/python" - "$report" "$schema" <<'PYTHON'
import json, sys
import jsonschema
report, schema = (json.load(open(path, encoding="ascii")) for path in sys.argv[1:])
jsonschema.Draft202012Validator.check_schema(schema)
jsonschema.validate(report, schema)
PYTHON
        echo "$report fits the schema"
    done
    rm -rf "$work/venv"
}

# Opens a page, and prints what the console complains of and what the page asks the network for, if anything.
complaints() {
    browse --dump-dom "file://$(realpath "$1")" >"$work/dom" 2>"$work/browser.log"
    grep -E 'CONSOLE' "$work/browser.log" || true
    # The browser itself looks for its maker, which the page cannot keep it from.
    grep -oE '"(https?|wss?|ftp)://[^/"]*' "$work/net.json" | sort -u | grep -vE 'google\.com|googleapis\.com|~notfound' || true
}

# The detector has to find what it looks for.
check_detector() {
    local image='<img src="http://example.org/x.png"></main>'
    sed "s|</main>|$image|" "$work/good.html" >"$work/control"
    mv "$work/control" "$work/control.htm"
    complaints "$work/control.htm" | grep -q 'CONSOLE.*example.org' || fail "a refused image goes unseen"
    sed -i 's|<meta http-equiv="Content-Security-Policy"[^>]*>||' "$work/control.htm"
    complaints "$work/control.htm" | grep -q '^"http://example.org' || fail "a request to the network goes unseen"
    rm "$work/control.htm"
}

check_page() {
    local page=$1 name said width
    name=$(basename "$page" .html)
    said=$(complaints "$page")
    [ -z "$said" ] || fail "$page: $said"
    # What the browser made of the page has the whole of it.
    grep -q '</main></body></html>' "$work/dom" || fail "$page: the page ends early"
    for width in 1280 500; do
        browse --hide-scrollbars --window-size="$width,2000" --screenshot="$work/$name-$width.png" \
            "file://$(realpath "$page")" 2>/dev/null
        # A blank page of this size is a PNG of less than ten thousand bytes.
        [ "$(stat -c %s "$work/$name-$width.png")" -gt 20000 ] || fail "$page: blank at a width of $width"
    done
    browse --hide-scrollbars --window-size=1280,2000 --blink-settings=preferredColorScheme=0 \
        --screenshot="$work/$name-dark.png" "file://$(realpath "$page")" 2>/dev/null
    ! cmp -s "$work/$name-1280.png" "$work/$name-dark.png" || fail "$page: dark mode looks like light mode"
    browse --no-pdf-header-footer --print-to-pdf="$work/$name.pdf" "file://$(realpath "$page")" 2>/dev/null
    [ -s "$work/$name.pdf" ] || fail "$page: cannot be printed"
    echo "$page opens without complaint and without the network"
}

check_completions() {
    local shell
    for shell in zsh fish; do
        "$conformance" completions "$shell" >"$work/completions.$shell"
        "$shell" -n "$work/completions.$shell" || fail "$shell cannot read its completion script"
    done
    echo "zsh and fish read their completion scripts"
}

install_missing
check_completions
chromium=$(chromium_of) || fail "there is no Chromium"
make_reports
check_junit
check_documents
check_detector
for page in "$work"/*.html; do
    check_page "$page"
done
