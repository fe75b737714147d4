// SPDX-License-Identifier: Apache-2.0
#include "pcie/pcie_end.h"

#include <iomanip>
#include <sstream>

#include <isochron/observe/statistic_sink.h>

namespace isochron::testbench {

std::string report_of(const std::vector<Measured*>& parts, Time from, Time to) {
  ReplicationRecord record;
  StatisticSink sink(record, from, to);
  for (Measured* const part : parts) part->report(sink);
  std::ostringstream text;
  text << std::setprecision(17);
  for (const auto& [path, statistics] : record.components)
    for (const auto& [name, value] : statistics) text << path << "." << name << " " << value << "\n";
  return text.str();
}

}  // namespace isochron::testbench
