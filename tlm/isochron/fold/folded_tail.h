// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include <isochron/bus/pci_bus.h>
#include <isochron/core/rate.h>
#include <isochron/core/ring.h>
#include <isochron/fold/folded_sink.h>
#include <isochron/fold/folded_stage.h>
#include <isochron/protocol/bus_sender.h>
#include <isochron/protocol/folded_chain.h>
#include <isochron/protocol/link_sender.h>

namespace isochron {

/// The end of a machine's data path, computed message by message when the message enters it: an output port, its link,
/// and a sink there or a bridge with a bus of its own and sinks on the bus. Nothing else enters, so all times are known
/// at once, and the only event is a buffer of the port that somebody waits for. Buffers are freed on send; neither the
/// link nor the bus has times beside those of the transfers.
///
/// Sinks hear of messages late: when the next one enters, and when somebody looks (catch_up).
class FoldedTail final : public Region::Fold, private FoldedChain, private Region::Activity {
 public:
  /// What is behind the link.
  struct Bus {
    BusSender* port;
    PciBus* bus;
  };

  /// `rate`: of the link. `bus`: or none, with one sink. `sinks`: by the bus's windows. All outlive this. While the
  /// machine is built.
  FoldedTail(Region& region, LinkSenderBase& port, Rate rate, std::optional<Bus> bus, std::vector<FoldedSink*> sinks);

  Time catch_up(Time now) override;
  bool is_busy() const override { return !under_way_.empty(); }
  void start_window(Time now);

 private:
  struct Entry {
    Payload* payload = nullptr;
    std::uint32_t bytes = 0;
    Passage on_link;
    Passage on_bus;  ///< with a bus
  };

  void push(Payload& payload, Time now) override;
  bool take_buffer(Buffers::Waiter& waiter, Time now) override;
  void free_buffers(Time now) override;
  void complete(Time now) override;

  Time ends(const Entry& entry) const { return bus_ ? entry.on_bus.ends : entry.on_link.ends; }
  /// What messages under way have had by `now`.
  struct UnderWay {
    FoldedTotals on_link;
    FoldedTotals on_bus;
  };
  UnderWay under_way_until(Time now) const;
  /// Lets the sinks have what has ended.
  void deliver(Time now);
  FoldedSink& sink_of(const Payload& payload) const;
  /// Sees to it that the first of the port's buffers that will be free is given to somebody who waits.
  void await_buffer(Time now);

  Region& region_;
  LinkSenderBase& port_;
  TransferClock link_clock_;
  FoldedStage link_;
  std::optional<FoldedStage> bus_;
  PciBus* pci_ = nullptr;  ///< the bus; or none
  std::vector<FoldedSink*> sinks_;
  Ring<Entry> under_way_;
  Ring<Time> held_;  ///< when the messages start whose buffers of the port have not been freed
  Time last_ = 0;    ///< when a sink took the last message
};

}  // namespace isochron
