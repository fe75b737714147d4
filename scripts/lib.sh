# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# What scripts/setup, run and test share. Sourced, never run.

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
venv=$root/.venv

# Everything that a person reads goes to stderr, results to stdout.
say() { printf '%s\n' "$*" >&2; }
warn() { printf '%s: warning: %s\n' "$(basename "$0")" "$*" >&2; }
die() {
  printf '%s: %s\n' "$(basename "$0")" "$*" >&2
  exit 2
}

# Prints the comment block at the top of the calling script, without the SPDX line: its help.
help_text() { sed -n '/^# SPDX/d; 2,/^[^#]/ { s/^# \{0,1\}//p }' "$0"; }

# The venv's Python, wherever the caller's PATH points.
venv_python() { "$venv/bin/python" "$@"; }

# Configures build/release once and leaves an existing configuration alone. $1: ON with tests, OFF without.
configure_release() {
  local tests=$1 cache=$root/build/release/CMakeCache.txt
  if [[ ! -f $root/build/release/build.ninja ]] ||
    { [[ $tests == ON ]] && grep -q '^ISOCHRON_TESTS:BOOL=OFF' "$cache"; }; then
    (cd "$root" && cmake --preset release -DISOCHRON_TESTS="$tests")
  fi
}

# Builds a target of a preset, or all of them.
build() {
  local preset=$1
  shift
  (cd "$root" && cmake --build --preset "$preset" --parallel "$(nproc)" "$@")
}
