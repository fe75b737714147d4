#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Commands that a newcomer types, in the order of the README: each must do what the documents promise. With ISOCHRON_TEST_ALL also whether
# every scenario meets its expectations; else results and fingerprints, compared with the committed ones, say of most whether they have changed.
set -euo pipefail
cd "$(dirname "$0")/../.."

isochron=build/release/isochron
cluster=scenarios/seachange/cluster.yaml
work=$(mktemp -d)
short=(--set measure.warm_up=50ms --set measure.duration=150ms)
trap 'rm -rf "$work"' EXIT
count=0
times=()

# Runs a command and says how it went; its output is kept in $work/out and $work/err.
try() {
  local expected=$1 began=$SECONDS status=0
  shift
  "$@" >"$work/out" 2>"$work/err" || status=$?
  if ((status != expected)); then
    printf 'FAILED: %s\nexit %d instead of %d\n' "$*" "$status" "$expected"
    tail -n 40 "$work/out" "$work/err"
    exit 1
  fi
  count=$((count + 1))
  times+=("$((SECONDS - began)) s ${*#"$work/"}")
  printf 'ok %4d s  %s\n' $((SECONDS - began)) "$*"
}

# The last command's output must have this.
says() {
  grep -qiE -e "$1" "$work/out" "$work/err" || {
    printf 'FAILED: the output has no "%s":\n' "$1"
    cat "$work/out" "$work/err"
    exit 1
  }
}

json() { python3 -m json.tool "$work/out" >/dev/null || { echo "FAILED: not one JSON document"; exit 1; }; }

try 0 scripts/run
cat "$work/out"
says 'seachange\.fig6\.saturation_raid'
for file in results.md fig6_saturation.png fig7_ramp_up.png fig8_contention.png table5.png; do
  [[ -s out/seachange/$file ]] || { echo "FAILED: out/seachange/$file is missing"; exit 1; }
done
[[ -s out/gennart/results.md ]] || { echo "FAILED: out/gennart/results.md is missing"; exit 1; }
[[ -s out/ps2/results.md ]] || { echo "FAILED: out/ps2/results.md is missing"; exit 1; }
[[ -s out/calliope/results.md ]] || { echo "FAILED: out/calliope/results.md is missing"; exit 1; }
[[ -s out/pcie_bench/results.md ]] || { echo "FAILED: out/pcie_bench/results.md is missing"; exit 1; }
[[ -s out/voyager/results.md ]] || { echo "FAILED: out/voyager/results.md is missing"; exit 1; }
says 'gennart\.p2p-read-max'

export ISOCHRON_CACHE=$work/cache
try 0 scripts/explore reproduce --check --results out
try 0 scripts/explore sweep "$cluster" --vary nodes=3..4 --vary pci.slice_time=120ns,240ns "${short[@]}" --replications 2 --out "$work/sweep"
[[ $(wc -l <"$work/sweep/sweep.csv") == 5 ]] || { echo "FAILED: sweep.csv does not have four points"; exit 1; }
try 0 scripts/explore report "$work/sweep"
[[ -s $work/sweep/report.html ]] || { echo "FAILED: there is no report.html"; exit 1; }
try 0 scripts/explore speed --quick --quiet --json
json
says '"cluster.events_per_message"'
for shard in 1 2; do
  try 0 scripts/explore sweep scenarios/own/central_switch.yaml --vary nodes=3..6 --shard $shard/2 --out "$work/shard$shard"
done
try 2 scripts/explore merge "$work/shard1" --out "$work/merged"
says 'shard 2/2'
try 0 scripts/explore merge "$work/shard2" "$work/shard1" --out "$work/merged"
[[ $(wc -l <"$work/merged/sweep.csv") == 5 ]] || { echo "FAILED: sweep.csv does not have four points"; exit 1; }
try 0 scripts/explore knee "$cluster" --vary target_bandwidth=180MB/s..320MB/s "${short[@]}" --replications 2 --out "$work/knee"
says 'saturates between 2[34][0-9]'
try 0 scripts/explore sensitivity scenarios/gennart/shared_bus_resample.yaml --out "$work/sensitivity"
says 'io_write'
try 0 scripts/explore optimise "$cluster" --costs scenarios/costs/seachange.yaml --trials 6 --set measure.duration=100ms --out "$work/opt"
try 0 scripts/explore fingerprints check
try 2 scripts/explore sweep "$cluster" --vary nods=3..4
says 'nodes'

try 0 "$isochron" check scenarios/own/*.yaml scenarios/pcie/*.yaml scenarios/gennart/{alone,mbus}_*.yaml
if [[ ${ISOCHRON_TEST_ALL:-} ]]; then
  # scripts/run has simulated four of the scenarios as they are, the longest ones: they are checked with one replication each.
  simulated=(scenarios/seachange/{cluster,contention,ramp_up,saturation}.yaml)
  others=()
  for scenario in scenarios/{calliope,cosim,gennart,seachange,voyager}/*.yaml; do
    [[ " ${simulated[*]} " == *" $scenario "* ]] || others+=("$scenario")
  done
  try 0 "$isochron" check "${others[@]}"
  try 0 "$isochron" check --replications 1 "${simulated[@]}"
fi
try 0 "$isochron" run scenarios/pcie/bandwidth.yaml --set host=bdw-Xeon-E5-2630v4-dell-t430-s0-s1-s1 --set test=RD --set bytes=64B --json -
json
try 0 "$isochron" explain scenarios/own/flash_array.yaml
says 'bottleneck.*bridge'
try 0 scripts/explore sweep scenarios/own/flash_array.yaml --vary wrong_share=0..0.5:0.1 --metric read.delay.p99 --out "$work/flash_array"
[[ $(wc -l <"$work/flash_array/sweep.csv") == 7 ]] || { echo "FAILED: sweep.csv does not have six points"; exit 1; }
try 0 "$isochron" run scenarios/calliope/graph1.yaml --set streams.count=24 --json -
json
try 0 "$isochron" run scenarios/calliope/msu_failure.yaml --json -
json
try 0 "$isochron" explain scenarios/calliope/table1.yaml
says 'bottleneck: host'
try 0 scripts/explore knee scenarios/calliope/graph1.yaml --vary streams.count=15..30 --until 'packets.within_50ms < 0.99' --out "$work/knee_msu"
says '23 .*and 24'
try 0 "$isochron" run scenarios/voyager/figure3.yaml --set streams.count=12 --json -
json
try 0 "$isochron" run scenarios/voyager/proposals.yaml --json -
json
try 0 "$isochron" explain scenarios/voyager/evening.yaml
says 'bottleneck: processor'
try 0 "$isochron" run "$cluster" "${short[@]}" --json -
json
try 0 "$isochron" run "$cluster" "${short[@]}" --set ib_side.chips=1 --set ib_side.bridges=1 --set buffers_per_port=2 --json -
json
try 0 "$isochron" explain "$cluster"
says 'bottleneck.*(ib_pci|InfiniBand)|(ib_pci|InfiniBand).*bottleneck'
try 0 "$isochron" run scenarios/gennart/shared_bus_read.yaml --set nodes=16 --set disk.latency=deterministic --json -
json
try 0 "$isochron" run scenarios/gennart/point_to_point_resample.yaml --set nodes=28 --set disks_per_node=2 --json -
json
try 0 "$isochron" run scenarios/gennart/subsystems_resample.yaml --set nodes=16 --json -
json
try 0 "$isochron" explain scenarios/gennart/shared_bus_resample.yaml
says 'bottleneck.*shared memory bus'
try 0 "$isochron" describe pci_bus
says 'slice_time'
try 0 "$isochron" list
says 'cluster'
try 0 "$isochron" waves "$cluster"
says 'node\[6\]\.gige\[5\]\.socket\.phase'
try 0 "$isochron" run scenarios/gennart/shared_bus_read.yaml --replications 2 --set nodes=8 --set 'instances.node[*].disk_node.impl=rtl' --json -
json
says '"data.checked"'
try 0 "$isochron" run "$cluster" --replications 1 --trace "$work/out.fst" --record "$work/out.csv" --trace-from 10ms --trace-to 11ms
try 0 fst2vcd -f "$work/out.fst" -o "$work/out.vcd"
[[ -s $work/out.vcd && -s $work/out.csv && -s $work/out.gtkw ]] || { echo "FAILED: a trace is missing"; exit 1; }
try 2 "$isochron" run "$cluster" --set nodes=zero
says 'nodes'
longest=$(printf '%s\n' "${times[@]}" | sort -rn | head -n 5 | cut -c 1-70 | paste -sd ';')
printf '%d passed; longest: %s\n' "$count" "$longest"
