// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <isochron/protocol/message_pool.h>

namespace isochron {

class FoldedHead;

/// A master with one transaction outstanding, alone on its bus, at the beginning of a folded chain. Before anything
/// else changes what it has to send it calls FoldedHead::fill(), and FoldedHead::ready() once it has something.
class FoldedMaster {
 public:
  virtual void fold(FoldedHead& head) = 0;
  virtual bool has_next() const = 0;
  /// Makes the next message, which departs. With one reference. There must be one.
  virtual Message& next() = 0;
  /// The message is on the bus since `at`, the present or earlier.
  virtual void entered_bus(Time at) = 0;
  /// Its last byte is across at `at`.
  virtual void left_bus(std::uint64_t bytes, Time at) = 0;
  /// Calls FoldedHead::ready() in this instant, once all completions are known.
  virtual void request_ready() = 0;
  /// For reports: `message`, or none, waits for the bus.
  virtual void show_request(Message* message) = 0;

 protected:
  ~FoldedMaster() = default;
};

}  // namespace isochron
