#!/bin/sh
# Puts one locked set of packages into .venv, making it first:  requirements/install.sh run|dev|bench
# Works with a python3 that has no ensurepip (Debian without python3-venv), as long as some pip is there.
set -eu
cd "$(dirname "$0")/.."

# A distribution's own is a seventh quicker than one compiled here, which pyenv and others do without optimising it.
ours=/usr/bin/python3
has_pip='import importlib.util as u, sys; sys.exit(sys.version_info < (3, 11) or not (u.find_spec("pip") or u.find_spec("ensurepip")))'
if [ -z "${PYTHON:-}" ] && "$ours" -c "$has_pip" 2>/dev/null; then
    PYTHON=$ours
fi
if [ -z "${PYTHON:-}" ]; then
    for name in python3 python3.13 python3.12 python3.11 python3.14; do
        # A service runs as a user who can't enter root's home.
        case "$1:$(readlink -f "$(command -v "$name" || true)")" in production:/root/*) continue ;; esac
        if "$name" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then PYTHON=$name; break; fi
    done
fi
if [ -z "${PYTHON:-}" ]; then echo "Python 3.11 or newer is needed, and none was found." >&2; exit 1; fi

if [ ! -x .venv/bin/python ] || ! .venv/bin/python -c '' 2>/dev/null; then
    rm -rf .venv
    if "$PYTHON" -c 'import ensurepip' 2>/dev/null; then
        "$PYTHON" -m venv .venv
        # Python 3.11 brings it along, and nothing here asks for it.
        .venv/bin/python -m pip uninstall --quiet --yes setuptools 2>/dev/null || true
    else
        "$PYTHON" -m venv --without-pip .venv
    fi
fi

if .venv/bin/python -m pip --version >/dev/null 2>&1; then
    pip() { .venv/bin/python -m pip "$@"; }
elif "$PYTHON" -m pip --python .venv/bin/python --version >/dev/null 2>&1; then
    pip() { "$PYTHON" -m pip --python .venv/bin/python "$@"; }
else
    echo "pip is needed to install the packages: on Debian or Ubuntu, apt-get install python3-venv." >&2
    exit 1
fi
# Half of the modules are never imported; the others are compiled when they first are. A service may not be allowed to
# write them down, so for a site they are compiled here.
compiling=--no-compile
if [ "$1" = production ]; then compiling=; fi
# What is locked is all there is to install: make lock leaves out what a package names and the site does not need.
PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_USE_PEP517=1 pip install --quiet --quiet $compiling --require-hashes --no-deps \
    -r "requirements/$1.txt"
# What the packages bring and nothing reads: their own tests, and translations before they are compiled.
find .venv/lib/python3*/site-packages -type f \( -name '*.po' -o -path '*/networkx/*tests/*' \) -delete
touch ".venv/.$1"
