// SPDX-License-Identifier: Apache-2.0
#include <isochron/machine/faults/fault_options.h>

namespace isochron {

namespace {

constexpr Time longest_fault = Time{5000} * 3600 * second;
constexpr std::uint64_t unchanged = 1'000'000;

}  // namespace

FaultOptions::FaultOptions() : factor(unchanged) {}

ParameterTable FaultOptions::parameters(const std::string& kind) {
  ParameterTable table;
  if (kind == "fail") {
    table.duration("at", at, {0, longest_fault}, "when it fails");
    table.duration_or("detect", detect, "never", {1, longest_fault},
                      "until the machine knows of it, and does what its `failures` say; until then a disk is silent");
    table.duration_or("back", back, "never", {1, longest_fault}, "when it is back, from the start of the run as `at`");
    table.choice("rebuild.policy", rebuild.policy, {"classical", "declustered"},
                 "what a lost unit is rebuilt from: a unit of every survivor, or those of a parity group, which other "
                 "survivors hold from unit to unit");
    table.count_or("rebuild.group", rebuild.group, "all", {2, 65536},
                   "units of a parity group with the lost one; all: as many as there are parts that hold units");
    table.data_rate_or("rebuild.rate", rebuild.rate, "none", {8, 1'000'000'000'000},
                       "at which lost bytes are rebuilt where there is room; none: the part returns with what it had");
    table.count("rebuild.window", rebuild.window, {1, 65536}, "units that are read and not written yet, at most");
    return table;
  }
  table.flag("and_back", and_back, "the link of the other direction too, as `pairs` of the machine file say");
  if (kind == "random") {
    table.duration("mtbf", mtbf, {1, longest_fault},
                   "mean time from the end of an outage to the next, drawn exponentially");
    table.duration("repair", repair, {1, longest_fault}, "mean length of an outage");
    table.choice("law", law, {"exponential", "fixed"}, "how the length of an outage is drawn");
    table.count("accelerate", accelerate, {1, 1'000'000'000}, "times that both are shorter in simulated time");
  } else {
    table.duration("at", at, {0, longest_fault}, "from when on");
    table.duration_or("for", lasts, "ever", {1, longest_fault}, "how long");
  }
  if (kind == "down" || kind == "random")
    table.duration_or("detect", detect, "never", {1, longest_fault},
                      "until the outage is known: from then on what would pass is lost, and takes another way where "
                      "there is one");
  if (kind == "slow")
    table.fraction("factor", factor, {unchanged, 1'000'000 * unchanged}, "times that everything takes longer");
  if (kind == "bit_errors")
    table.probability("bit_errors", bit_errors, {0, certain}, "probability that a bit is wrong");
  if (kind == "slow" || kind == "set") return table;
  table.choice("retry.scheme", retry.scheme, {"none", "go_back_n", "selective"},
               "what is sent again when a packet is wrong: nothing, everything from it on, or the packet alone");
  table.count("retry.window", retry.window, {1, 65536}, "packets under way without an Ack");
  table.duration("retry.timeout", retry.timeout, {0, 1000 * second},
                 "from the end of a packet whose Nak is lost until it is sent again");
  table.count_or("retry.limit", retry.limit, "unlimited", {1, 1'000'000'000},
                 "times that a packet is sent again before the link gives up");
  table.bytes("retry.ack", retry.ack, {0, 65536}, "an Ack or Nak; 0: none is ever lost");
  return table;
}

}  // namespace isochron
