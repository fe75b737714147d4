// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <set>
#include <utility>
#include <vector>

#include <isochron/core/time.h>
#include <isochron/observe/backlog.h>
#include <isochron/protocol/departures.h>

namespace isochron {

/// The books of a machine: every message that departs must arrive exactly once, whole. Always on. Throws ModelError
/// when it does not.
class DeliveryLedger final : public Departures {
 public:
  /// `window`: messages of one source that may be under way at once; the default is many times what the buffers of a
  /// path hold. `may_be_more`: more than that may be, as in a machine with any delays and buffers; then no message is
  /// missed for being late.
  explicit DeliveryLedger(unsigned sources, std::uint64_t window = 8192, bool may_be_more = false);

  /// Reports to `backlog` what this source asks for and what of it arrives, from now on. It must outlive this.
  void tell(std::uint32_t source, Backlog& backlog) { backlogs_[source] = &backlog; }
  void asks(std::uint32_t source, std::uint64_t bytes, Time now) override {
    if (Backlog* const backlog = backlogs_[source]) backlog->ask(now, bytes);
  }
  void departs(const Tag& tag) override;
  void arrives(const Tag& tag, std::uint64_t bytes, Time now) { arrives(tag, bytes, now, tag.destination); }
  /// `destination`: the number that stands for where it has arrived in the fingerprint.
  void arrives(const Tag& tag, std::uint64_t bytes, Time now, std::uint32_t destination);

  /// The message will never arrive.
  void lost(const Tag& tag, std::uint64_t bytes, Time now);

  std::uint64_t messages_out() const { return messages_out_; }
  std::uint64_t messages_in() const { return messages_in_; }
  std::uint64_t bytes_out() const { return bytes_out_; }
  std::uint64_t bytes_in() const { return bytes_in_; }
  std::uint64_t bytes_lost() const { return bytes_lost_; }
  /// Over all deliveries, whatever their order at one instant: time, source, sequence, destination.
  std::uint64_t fingerprint() const { return fingerprint_; }

 private:
  /// Books the message as no longer under way. Throws ModelError.
  void end(const Tag& tag, std::uint64_t bytes, const char* how);
  bool is_taken_from_beyond(const Tag& tag);
  [[noreturn]] static void refuse(const Tag& tag, std::uint64_t bytes, const char* how);

  std::uint64_t window_;                               ///< a multiple of 64
  std::vector<std::vector<std::uint64_t>> under_way_;  ///< a bit a message, by sequence modulo window
  bool may_be_more_;
  /// Source and sequence of messages whose bit an earlier one has.
  std::set<std::pair<std::uint32_t, std::uint64_t>> beyond_;
  std::vector<Backlog*> backlogs_;  ///< by source; or none
  std::uint64_t messages_out_ = 0;
  std::uint64_t messages_in_ = 0;
  std::uint64_t bytes_out_ = 0;
  std::uint64_t bytes_in_ = 0;
  std::uint64_t bytes_lost_ = 0;
  std::uint64_t fingerprint_ = 0;
};

}  // namespace isochron
