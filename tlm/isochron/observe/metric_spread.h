// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <vector>

#include <isochron/observe/spread.h>

namespace isochron {

/// Statistics of the instances of a kind of part, which the parts have reported, as metrics of the machine.
class MetricSpread {
 public:
  /// `statistics`: those that become METRIC.STATISTIC.
  MetricSpread(ReplicationRecord& record, std::string metric, std::vector<std::string> statistics);

  /// Takes the statistics of the part at `path` that it has reported.
  void add(const std::string& path);
  /// Those that are missing are 0 over no instances; `reported_only`: they are left out. `bare`: the figure of the only
  /// statistic is METRIC itself.
  void store(bool reported_only = false, bool bare = false) const;

 private:
  ReplicationRecord& record_;
  std::string metric_;
  std::vector<std::string> statistics_;
  std::map<std::string, Spread> spreads_;
};

}  // namespace isochron
