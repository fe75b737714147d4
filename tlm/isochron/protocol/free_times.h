// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>

#include <isochron/core/ring.h>
#include <isochron/core/time.h>

namespace isochron {

/// Since when each free buffer of a receiver has been free, for senders that hear of it only later. The buffer that has
/// been free longest is taken first. Notes nothing until it is told to.
class FreeTimes {
 public:
  /// Notes from now on; `free` buffers have been free from the beginning.
  void keep(std::uint64_t free) {
    if (kept_ != nullptr) return;
    kept_ = std::make_unique<Kept>();
    kept_->unused = free;
  }
  void freed(Time now) {
    if (__builtin_expect(kept_ != nullptr, 0)) kept_->times.push(now);
  }
  void taken() {
    if (__builtin_expect(kept_ != nullptr, 0)) kept_->take();
  }
  /// Since when the buffer that was taken last had been free; 0: from the beginning. After keep().
  Time of_last() const { return kept_->last; }

 private:
  struct Kept {
    void take() {
      last = unused > 0 ? 0 : times.pop();
      if (unused > 0) --unused;
    }

    Ring<Time> times;
    std::uint64_t unused = 0;  ///< buffers that have never been taken
    Time last = 0;
  };

  std::unique_ptr<Kept> kept_;
};

}  // namespace isochron
