// SPDX-License-Identifier: Apache-2.0
#include <isochron/software/voyager/vsd_config.h>

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
  return table;
}

ParameterTable VsdConfig::client_parameters() {
  ParameterTable table;
  add_common(table);
  table.count("outstanding", outstanding, {1, 64}, "requests of a node at a disk at a time", "our own");
  return table;
}

Disk::Config VsdConfig::disk() const {
  Disk::Config config;
  config.latency = {SeekLatency::Law::deterministic, 0};
  config.rate = (8 * second + own / 2) / own;
  return config;
}

}  // namespace isochron
