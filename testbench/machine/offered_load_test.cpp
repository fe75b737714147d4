// SPDX-License-Identifier: Apache-2.0
// What traffic asks for on average, by its kind of arrivals.
#include <gtest/gtest.h>

#include <string>

#include <isochron/machine/workload/traffic/flat_traffic.h>
#include <isochron/machine/workload/traffic/offered_load.h>

#include "support/temporary_machine.h"

namespace isochron {
namespace {

/// What two sources of 3 MB/s ask for at random together, bytes/s; `options` are those of their traffic.
double drawn(const std::string& options) {
  const Netlist netlist = testbench::netlist_of(R"(
parts:
  "s[2]": {type: source}
  "d[2]": {type: sink}
connect:
  - {for: {i: 2}, from: "s[i].out", to: "d[i].in", link: {type: serial_link, name: "l[i]"}}
traffic:
  - {name: t, from: "s[*]", to: "d[*]", destination: fixed, io: 4 KiB, )" +
                                                options + "}\n");
  return mean_drawn(netlist.workloads.of<FlatTraffic>().front());
}

/// A window of constant arrivals has its demand to the byte; of random ones only a mean is known.
TEST(OfferedLoad, OnlyRandomArrivalsHaveAMean) {
  EXPECT_EQ(drawn("rate: 3 MB/s, arrivals: constant"), 0);
  EXPECT_EQ(drawn("rate: 3 MB/s, arrivals: poisson"), 6e6);
  EXPECT_EQ(drawn("rate: 3 MB/s, arrivals: on_off, on: 10 ms, off: 10 ms"), 6e6);
  EXPECT_EQ(drawn("rate: 3 MB/s, arrivals: poisson, ios: 10"), 0) << "all of it is asked for, whatever the window is";
  EXPECT_EQ(drawn("arrivals: closed"), 0);
}

}  // namespace
}  // namespace isochron
