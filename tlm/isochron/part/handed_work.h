// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <utility>
#include <vector>

#include <isochron/observe/type_registry.h>
#include <isochron/part/hand_over_part.h>

namespace isochron {

/// Work that a part begins and that others do: payloads that are handed from part to part. OwnWork::rounds says how
/// often.
class HandedWork {
 public:
  /// The figure that says how many rounds are done a second, and its unit: {"planes", "1/s"}.
  virtual std::pair<std::string, std::string> driver() const = 0;
  /// Figures of a run.
  virtual std::vector<StatisticInfo> figures() const = 0;
  /// Names of the pictures of a run.
  virtual std::vector<std::string> pictures() const { return {}; }

  // By arithmetic; `around` is the part:
  /// Bytes of the largest payload.
  virtual std::size_t largest_payload(const Connections& around) const = 0;
  /// Payloads of a round, where they begin.
  virtual std::vector<Leaving> begin(const Connections& around) const = 0;
  /// Bytes that a round moves; for the loads of parts.
  virtual double bytes_of_round(const Connections& around) const = 0;
  /// Bytes of memory that all rounds take.
  virtual double memory_of_rounds(const Connections& around) const = 0;

 protected:
  ~HandedWork() = default;
};

}  // namespace isochron
