#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Usage: test_install.sh BUILD
# Installs a build into a prefix, moves the prefix, and uses it as a stranger would: docs/examples/own_machine through
# find_package(isochron) and through pkg-config, the component `scenario`, docs/examples/own_part through the component
# `app`, and the command on an installed scenario.
set -euo pipefail

root=$(cd "$(dirname "$0")/../.." && pwd)
build=$(cd "$1" && pwd)
example=$root/docs/examples/own_machine
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
steps=0

step() {
  printf -- '-- %s\n' "$*"
  steps=$((steps + 1))
}

fail() {
  printf 'FAILED: %s\n' "$*"
  exit 1
}

# Configures and builds a project against the installed package.
build_against_package() {
  { cmake -S "$1" -B "$2" -G Ninja -DCMAKE_BUILD_TYPE=Release -DCMAKE_PREFIX_PATH="$prefix" && cmake --build "$2"; } \
    >"$work/log" 2>&1 || fail "$(<"$work/log")"
}

step "install, then move the prefix"
cmake --install "$build" --prefix "$work/first" >/dev/null
mv "$work/first" "$work/prefix"
prefix=$work/prefix
grep -rlI -e "$root" -e "$build" -e "$work/first" "$prefix" && fail "these files name the build tree or the first prefix"

step "docs/examples/own_machine through find_package"
build_against_package "$example" "$work/own_machine"
"$work/own_machine/own_machine" >"$work/cmake.out"

step "docs/examples/own_machine through pkg-config"
PKG_CONFIG_PATH=$(dirname "$(find "$prefix" -name isochron.pc)")
export PKG_CONFIG_PATH
[[ $(pkg-config --modversion isochron) == "$(<"$root/VERSION")" ]] || fail "pkg-config tells another version"
read -ra compile < <(pkg-config --cflags isochron)
read -ra link < <(pkg-config --libs isochron)
c++ -O1 "$example"/*.cpp "${compile[@]}" -o "$work/program" "${link[@]}"
"$work/program" >"$work/pc.out"
diff "$work/cmake.out" "$work/pc.out" || fail "the two programs differ"
cat "$work/cmake.out"

# An older standard is raised to C++17 by the package's compile features.
step "a newer standard of C++ gets a message"
for standard in 20 23; do
  mkdir "$work/cxx$standard"
  sed "s/CMAKE_CXX_STANDARD 17/CMAKE_CXX_STANDARD $standard/" "$example/CMakeLists.txt" >"$work/cxx$standard/CMakeLists.txt"
  cp "$example/own_machine.cpp" "$work/cxx$standard"
  { cmake -S "$work/cxx$standard" -B "$work/cxx$standard/build" -G Ninja -DCMAKE_PREFIX_PATH="$prefix" &&
    cmake --build "$work/cxx$standard/build" -- -k 0; } >"$work/log" 2>&1 && fail "C++$standard links"
  grep -q 'error "Isochron needs C++17, the standard of the SystemC library: set(CMAKE_CXX_STANDARD 17)' "$work/log" || fail "C++$standard: $(<"$work/log")"
done

step "docs/examples/own_block, Verilog of one's own, through the component cosim"
if command -v verilator >/dev/null; then
  build_against_package "$root/docs/examples/own_block" "$work/own_block"
  "$work/own_block/own_block" | tee "$work/block.out"
  grep -q '^sum 42 of 2 writes' "$work/block.out" || fail "own_block"
else
  cmake -S "$root/docs/examples/own_block" -B "$work/own_block" "-DCMAKE_PREFIX_PATH=$prefix" >"$work/log" 2>&1 && fail "own_block without Verilator"
  grep -q 'apt-get install verilator' "$work/log" || fail "$(<"$work/log")"
fi

step "a shared library that links the models"
c++ -O1 -shared -fPIC "$root/testbench/install/shared_user.cpp" "${compile[@]}" -o "$work/libshared_user.so" -Wl,--no-undefined "${link[@]}"
c++ -O1 "$root/testbench/install/shared_main.cpp" -o "$work/shared_main" "-L$work" -lshared_user "-Wl,-rpath,$work"
"$work/shared_main"

step "the block mover's driver in C"
libraries=$(dirname "$(find "$prefix" -name libisochron_c.a)")
cc -std=c11 -Wall -Wextra -Wpedantic -Werror "$root/testbench/install/c_user.c" "-I$prefix/include" "-L$libraries" -lisochron_c -o "$work/c_user"
"$work/c_user"

step "the component scenario"
build_against_package "$root/testbench/install/scenario_user" "$work/scenario_user"
"$work/scenario_user/scenario_user" "$prefix/share/isochron/scenarios/published"

step "docs/examples/own_part, the command with a part of its own, through the component app"
build_against_package "$root/docs/examples/own_part" "$work/own_part"
"$work/own_part/own_part" describe central_switch >/dev/null
# Into a file first: `grep -q` closes a pipe as soon as it has found the line, and the command would fail of it.
"$work/own_part/own_part" list >"$work/list"
grep -q "$work/prefix/share/isochron/scenarios/seachange/cluster.yaml" "$work/list" ||
  fail "own_part has no scenarios: $(<"$work/list")"
OWN_PART=$work/own_part/own_part "$root/.venv/bin/python" -m pytest "$root/testbench/install/test_own_part.py" || fail "own_part"

step "docs/examples/own_workload, the command with a kind of workload of its own"
build_against_package "$root/docs/examples/own_workload" "$work/own_workload"
OWN_WORKLOAD=$work/own_workload/own_workload "$root/.venv/bin/python" -m pytest "$root/testbench/install/test_own_workload.py" || fail "own_workload"

step "the installed command"
cd "$work"
"$prefix/bin/isochron" list >"$work/list"
grep -q "$prefix.*cluster\|seachange/cluster" "$work/list" || fail "isochron list has no cluster: $(<"$work/list")"
"$prefix/bin/isochron" run "$prefix/share/isochron/scenarios/seachange/cluster.yaml" --replications 1 \
  --set measure.duration=20ms --set measure.warm_up=10ms --quiet --json "$work/result.json" >/dev/null
python3 -m json.tool "$work/result.json" >/dev/null
printf '%d passed\n' "$steps"
