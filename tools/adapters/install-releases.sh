#!/bin/sh
# Makes one virtual environment for each released package on each Python that the machine has.
set -eu

usage() {
    cat <<'TEXT'
usage: install-releases.sh [--python X.Y|default]... [--release PACKAGE-VERSION]... DIR

Makes DIR/X.Y-PACKAGE-VERSION, for example DIR/3.11-steadlith-1.0.1, for every release on every
Python from 3.10 to 3.13 that is on the PATH or was installed by pyenv. The options leave out
the rest; `--python default` means the Python that `python3` starts, whatever its version.
Environments that are already complete are left as they are.

Exit code: 0 if all that was asked for is there; 1 if something is missing, each named on standard
error; 2 for wrong usage. Pythons that the machine does not have count only if asked for.
TEXT
}

all_releases="steadlith-1.0.1 steadlith-1.0.0 steadlith-0.3.0 cairn-rag-0.2.0 cairn-rag-0.1.0"
all_pythons="3.10 3.11 3.12 3.13"

releases="" pythons="" dir="" missing=0 ready=0

complain() {
    echo "install-releases.sh: $*" >&2
}

wrong_usage() {
    complain "$*"
    usage >&2
    exit 2
}

while [ $# -gt 0 ]; do
    case $1 in
        -h | --help)
            usage
            exit 0
            ;;
        --python)
            [ $# -ge 2 ] || wrong_usage "--python needs a version, as in 3.11"
            case " $all_pythons default " in
                *" $2 "*) pythons="$pythons $2" ;;
                *) wrong_usage "no Python '$2' here; known are: $all_pythons default" ;;
            esac
            shift 2
            ;;
        --release)
            [ $# -ge 2 ] || wrong_usage "--release needs a release, as in steadlith-1.0.1"
            case " $all_releases " in
                *" $2 "*) releases="$releases $2" ;;
                *) wrong_usage "no release '$2'; known are: $all_releases" ;;
            esac
            shift 2
            ;;
        -*) wrong_usage "no option '$1'" ;;
        *)
            [ -z "$dir" ] || wrong_usage "one directory, not '$dir' and '$1'"
            dir=$1
            shift
            ;;
    esac
done
[ -n "$dir" ] || wrong_usage "which directory?"

# version_of PYTHON: its X.Y, or nothing if it does not run. A pyenv shim exists even for
# versions that are not active, so that only running one tells.
version_of() {
    "$1" -c 'import sys; print("%d.%d" % sys.version_info[:2])' 2>/dev/null || true
}

# find_python X.Y: a command that is this Python, or nothing.
find_python() {
    if [ "$(version_of "python$1")" = "$1" ]; then
        echo "python$1"
        return
    fi
    command -v pyenv >/dev/null 2>&1 || return 0
    for candidate in "$(pyenv root)/versions/$1".*/bin/python; do
        if [ "$(version_of "$candidate")" = "$1" ]; then
            echo "$candidate"
            return
        fi
    done
}

# install PYTHON X.Y RELEASE: makes the environment, complete or not at all.
install() {
    target=$dir/$2-$3
    package=${3%-*}
    version=${3##*-}
    if [ -f "$target/complete" ] && "$target/bin/python" -c '' 2>/dev/null; then
        ready=$((ready + 1))
        return
    fi
    echo "$target"
    rm -rf "$target"
    if "$1" -m venv "$target" &&
        "$target/bin/python" -m pip install --quiet --disable-pip-version-check \
            "$package==$version"; then
        touch "$target/complete"
        ready=$((ready + 1))
    else
        complain "could not install $package $version for Python $2"
        rm -rf "$target"
        missing=$((missing + 1))
    fi
}

mkdir -p "$dir"
for python in ${pythons:-$all_pythons}; do
    if [ "$python" = default ]; then
        command=python3
        python=$(version_of python3)
    else
        command=$(find_python "$python")
    fi
    if [ -z "$command" ] || [ -z "$python" ]; then
        complain "no Python ${python:-3} on this machine"
        [ -z "$pythons" ] || missing=$((missing + 1))
        continue
    fi
    for release in ${releases:-$all_releases}; do
        install "$command" "$python" "$release"
    done
done

echo "$ready environments in $dir"
if [ "$ready" -eq 0 ]; then
    complain "nothing is installed: a judged release needs a Python from 3.10 on, venv and pip"
    exit 1
fi
[ "$missing" -eq 0 ] || exit 1
