// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <isochron/bus/pci_bus.h>
#include <isochron/fold/folded_master.h>
#include <isochron/protocol/folded_source.h>
#include <isochron/protocol/link_sender.h>

namespace isochron {

/// The beginning of a machine's data path: a master alone on its bus, and a bridge whose port towards a link takes
/// messages from nobody else. While the link transmits, or has messages, nobody needs to know what the bus does: it
/// lags behind, and catches up when the port looks for its next message, when the master has more to send, and when
/// somebody looks. Only an idle link has it notice the end of a transaction.
class FoldedHead final : public Region::Fold, private FoldedSource, private Region::Activity, private Buffers::Waiter {
 public:
  /// All outlive this. While the machine is built.
  FoldedHead(Region& region, FoldedMaster& master, PciBus& bus, LinkSenderBase& port);

  /// The master may have something to send.
  void ready(Time now);
  /// Lets everything happen on the bus that happens up to `now`.
  void fill(Time now) override;
  Time catch_up(Time now) override;
  bool is_busy() const override { return is_on_bus_; }

 private:
  void complete(Time now) override { fill(now); }
  void buffer_granted(Time now) override;
  void begin(Time at);
  void enter(Time at);
  void end();
  /// Schedules the end of the transaction, or not, as the link needs it.
  void schedule();

  Region& region_;
  FoldedMaster& master_;
  PciBus& bus_;
  LinkSenderBase& port_;
  StageStatistics& device_;
  TimeIn& busy_;
  Message* message_ = nullptr;  ///< that the master has requested the bus for
  bool is_on_bus_ = false;      ///< it has entered, and ends at `ends_`
  Time ends_ = 0;
};

}  // namespace isochron
