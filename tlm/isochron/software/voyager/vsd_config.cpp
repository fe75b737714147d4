// SPDX-License-Identifier: Apache-2.0
#include <isochron/software/voyager/vsd_config.h>

#include <limits>

namespace isochron {

namespace {
constexpr const char* table_5 = "calibrated on Voyager, section 5.2, Table 5: one disk and four";
}

void VsdConfig::add_common(ParameterTable& table) {
  table.duration_or("shared", shared, "none", {1, 100 * microsecond},
                    "of a byte in the stage that all requests of a node share, mean", table_5);
  table.choice("service", service, {"exponential", "deterministic"}, "law of the times in the shared stage", "our own");
  table.bytes("control", control, {1, 64ull * 1024}, "of a message without data", "our own");
  table.counts_where({"shared", "a time", [this] { return shared > 0; }}, {"service"});
}

ParameterTable VsdConfig::server_parameters() {
  ParameterTable table;
  add_common(table);
  table.counts_where({"vsd.stage", "server", [this] { return stage == Stage::server; }}, {"shared", "service"});
  return table;
}

ParameterTable VsdConfig::client_parameters() {
  ParameterTable table;
  add_common(table);
  table.count("outstanding", outstanding, {1, 64}, "requests of a node at a disk at a time", "our own");
  table.counts_where({"vsd.stage", "client", [this] { return stage == Stage::client; }}, {"shared", "service"});
  return table;
}

ParameterTable VsdConfig::parameters() {
  ParameterTable table;
  add_common(table);
  table.choice("stage", stage, {"client", "server"}, "whose the shared stage is: the asking node's, or the disks'",
               "our own");
  table.counts_where({"shared", "a time", [this] { return shared > 0; }}, {"stage"});
  table.count("outstanding", outstanding, {1, 64}, "requests of a node at a disk at a time", "our own");
  table.duration("private", own, {1, 100 * microsecond}, "of a byte at its disk alone", table_5);
  return table;
}

Disk::Config VsdConfig::disk() const {
  Disk::Config config;
  config.latency = {SeekLatency::Law::deterministic, 0};
  config.rate = (8 * second + own / 2) / own;
  return config;
}

Capacity VsdConfig::capacity() const {
  const double bytes =
      shared == 0 ? std::numeric_limits<double>::infinity() : static_cast<double>(second) / static_cast<double>(shared);
  return {bytes, bytes};
}

}  // namespace isochron
