// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <utility>
#include <vector>

#include <isochron/observe/type_registry.h>
#include <isochron/part/hand_over_part.h>

namespace isochron {

/// Work that a part begins and that others do: payloads that are handed from part to part.
class HandedWork {
 public:
  /// Rounds of the work that are all alike.
  struct Rounds {
    double count = 0;
    std::vector<Leaving> begin;  ///< payloads of a round, where they begin
    double bytes = 0;            ///< that a round moves; for the loads of parts
    double done = 1;             ///< by a round, in the unit of the driver times seconds
  };

  /// The figure that says how much of the last rounds is done a second, and its unit: {"planes", "1/s"}.
  virtual std::pair<std::string, std::string> driver() const = 0;
  /// Figures of a run.
  virtual std::vector<StatisticInfo> figures() const = 0;

  // By arithmetic; `around` is the part:
  /// Bytes of the largest payload.
  virtual std::size_t largest_payload(const Connections& around) const = 0;
  /// All rounds, those of one kind after those of another; there is at least one kind.
  virtual std::vector<Rounds> rounds(const Connections& around) const = 0;
  /// Names of the pictures of a run.
  virtual std::vector<std::string> pictures(const Connections& around) const {
    (void)around;
    return {};
  }
  /// Bytes of memory that all rounds take.
  virtual double memory_of_rounds(const Connections& around) const = 0;

 protected:
  ~HandedWork() = default;
};

}  // namespace isochron
