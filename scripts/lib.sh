# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# Functions that scripts/setup, run, test and explore share. Sourced, never run.

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

# Configures build/release with what is wanted and takes nothing away that it has. $1: command, rtl (the command with the
# Verilog that can stand in its machines) or tests (that and all tests).
configure_release() {
  local tests=OFF rtl=OFF cache=$root/build/release/CMakeCache.txt
  [[ $1 != tests ]] || tests=ON
  [[ $1 == command ]] || rtl=ON
  if [[ ! -f $root/build/release/build.ninja ]] ||
    { [[ $tests == ON ]] && grep -q '^ISOCHRON_TESTS:BOOL=OFF' "$cache"; } ||
    { [[ $rtl == ON ]] && grep -q '^ISOCHRON_RTL:BOOL=OFF' "$cache"; }; then
    (cd "$root" && cmake --preset release -DISOCHRON_TESTS="$tests" -DISOCHRON_RTL="$rtl")
  fi
}

# Passes on what a build prints, its lines of progress as counts with the time left, a line every few seconds.
show_progress() {
  local line ended all gone shown=0
  while IFS= read -r line; do
    if [[ $line =~ ^@([0-9]+)/([0-9]+)/([0-9]+)\.[0-9]+@ ]]; then
      ended=${BASH_REMATCH[1]} all=${BASH_REMATCH[2]} gone=${BASH_REMATCH[3]}
      ((ended > 0 && gone >= shown + 5)) || continue
      shown=$gone
      printf 'build: %d of %d steps, %d:%02d gone, about %d:%02d left\n' "$ended" "$all" $((gone / 60)) $((gone % 60)) \
        $((gone * (all - ended) / ended / 60)) $((gone * (all - ended) / ended % 60))
    elif [[ $line != 'ninja: no work to do.' ]]; then
      printf '%s\n' "$line"
    fi
  done
}

# Builds a target of a preset, or all of them.
build() {
  local preset=$1
  shift
  (cd "$root" && cmake --build --preset "$preset" --parallel "$(nproc)" "$@")
}
