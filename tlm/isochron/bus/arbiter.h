// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include <isochron/core/time.h>

namespace isochron {

/// A request for a bus, as its arbiter sees it.
struct BusRequest {
  unsigned device = 0;         ///< index of the master
  unsigned traffic_class = 0;  ///< of its message
  std::uint64_t sequence = 0;  ///< of its message: order among those of one instant
  std::uint64_t bytes = 0;     ///< that it moves when it is granted next
};

/// The policy of a bus that one transfer holds at a time: which of the requests that wait is granted next.
class Arbiter {
 public:
  virtual ~Arbiter() = default;
  /// `now` is not before that of the request before; `request` must live until it is granted.
  virtual void add(Time now, BusRequest& request) = 0;
  /// Takes out the one whose turn it is; not without requests.
  virtual BusRequest& grant() = 0;
  virtual std::size_t waiting() const = 0;
};

enum class Arbitration {
  first_come,    ///< the oldest request; of one instant's that of the lowest sequence number, and then the first to ask
  priority,      ///< that of the device with the lowest index, as if it had SCSI's highest identifier
  class_strict,  ///< of the class of traffic with the lowest number, and of these as first_come
  class_weighted  ///< of each class of traffic by its weight, in bytes, and of these as first_come
};

/// `weights`: of the classes, with class_weighted; see ClassArbiter.
std::unique_ptr<Arbiter> make_arbiter(Arbitration arbitration, unsigned devices,
                                      const std::vector<std::uint64_t>& weights = {});

}  // namespace isochron
