// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "core_bench.h"

namespace isochron::rtl {

/// Counts what commands and bus were like, in bins that are all named beforehand: a bin without a count is a hole.
///
/// Crosses: source lane x destination lane; operation x length x how bursts are cut; operation x source x destination;
/// relation of the lanes x length x cut; bursts in flight x direction x port; error x operation x ports; commands in
/// flight x error; commands in flight x relation of the lanes.
class FunctionalCoverage final : public CommandObserver {
 public:
  explicit FunctionalCoverage(const CoreParameters& core);

  void finished(const Finished& finished, const CoreParameters& core) override;
  void in_flight(unsigned port, bool write, unsigned bursts, const CoreParameters& core) override;

  std::vector<std::string> holes() const;
  std::size_t bins() const { return bins_.size(); }
  /// A line a group: bins met of all, then the holes.
  std::string report() const;

 private:
  void declare(const std::string& group, const std::string& bin) { bins_[group + ": " + bin]; }
  void count(const std::string& group, const std::string& bin);

  std::map<std::string, std::uint64_t> bins_;
};

}  // namespace isochron::rtl
