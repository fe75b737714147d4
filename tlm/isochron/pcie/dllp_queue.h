// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include <isochron/core/time.h>
#include <isochron/pcie/dllp.h>
#include <isochron/pcie/receive_buffers.h>

namespace isochron {

/// When a receiver says what it owes.
struct DllpPolicy {
  bool acks = true;                ///< packets are acknowledged
  Time ack_latency = 0;            ///< an Ack waits so long for further packets, ps
  std::uint64_t acks_every = 0;    ///< ... but not once it is for so many; 0: any number
  std::uint64_t update_every = 1;  ///< an UpdateFC waits for so many headers, unless none is left in the buffer
};

/// The Acks and UpdateFCs that a receiver owes to the far end, each with the time from which it may go. An Ack, or an
/// UpdateFC of a class and type, that has not gone yet says the later ones' news too: both are cumulative (PCI Express
/// Base Specification, "Data Link Layer Packet Rules", "Flow Control Rules").
///
/// An UpdateFC that waits for further headers also goes when the buffer has no packet of its type any more: else the
/// last credits would never come back. That is decided by settle(), once all that happens in an instant has happened,
/// so that the order of calls within it does not count.
class DllpQueue {
 public:
  /// `buffers`: those at the receiver, of each of `classes`. What is unlimited there needs no UpdateFC.
  DllpQueue(const DllpPolicy& policy, const ReceiveBuffers& buffers, unsigned classes);

  /// A packet, `bytes` long on the link, has come in whole.
  void arrived(unsigned traffic_class, TlpType type, std::uint64_t bytes, Time now);
  /// A packet has left the buffer.
  void released(unsigned traffic_class, TlpType type, const Credits& credits);
  /// The instant `now` is over, but for what settles it.
  void settle(Time now) {
    if (unsettled_) settle_updates(now);
  }

  /// The time from which the next one may go; end_of_time: none is owed, or no time is known.
  Time next_due() const { return next_due_; }
  /// Takes that one: of equal times the Ack, then the UpdateFCs by class and type.
  Dllp take();

  /// Whether the credits of a type are counted.
  bool limited(TlpType type) const { return limited_[index_of(type)]; }

 private:
  struct Update {
    Time due = end_of_time;
    Credits credits;
    std::int64_t held = 0;  ///< below 0 within an instant in which a packet comes in and leaves
  };

  void settle_updates(Time now);
  void find_next();
  Update& update(unsigned traffic_class, TlpType type) { return updates_[traffic_class * tlp_types + index_of(type)]; }

  DllpPolicy policy_;
  std::array<bool, tlp_types> limited_{};
  bool unsettled_ = false;
  Time next_due_ = end_of_time;
  Time ack_due_ = end_of_time;
  std::uint64_t ack_bytes_ = 0;
  std::uint64_t ack_packets_ = 0;
  std::vector<Update> updates_;  ///< by class, then by type
};

}  // namespace isochron
