// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include <isochron/endpoint/block_deadlines.h>
#include <isochron/endpoint/delivery_ledger.h>
#include <isochron/endpoint/gige_card.h>
#include <isochron/observe/delay_histogram.h>
#include <isochron/storage/unit_rebuilder.h>
#include <isochron/system/seachange_parameters.h>

namespace isochron {

/// What the cluster's viewers see: every arrival at a card is booked, its delay counted, lost units are put together,
/// streams play. A card sends on what is whole: of a lost unit's parts the last to come.
class Egress final : public GigeCard::Arrivals, public Measured {
 public:
  /// `ledger` is told of every arrival and must outlive this.
  Egress(const SeachangeParameters& parameters, DeliveryLedger& ledger);

  bool arrives(const Tag& tag, std::uint64_t bytes, Time now) override;
  void start_window(Time now) override;

  /// Called for every arrival, for tests and recorders; off the hot path when empty.
  void set_listener(std::function<void(const Tag&, Time)> listener) { listener_ = std::move(listener); }

  const DelayHistogram& delays() const { return delays_; }
  std::uint64_t useful_bytes() const { return useful_; }  ///< a rebuilt unit counts once
  std::uint64_t rebuilt_bytes() const { return rebuilt_; }
  const BlockDeadlines* clients() const { return clients_.get(); }

 private:
  DeliveryLedger& ledger_;
  LostUnits lost_units_;
  unsigned controllers_;  ///< of a node
  DelayHistogram delays_;
  UnitRebuilder rebuilder_;
  std::unique_ptr<BlockDeadlines> clients_;
  std::function<void(const Tag&, Time)> listener_;
  std::uint64_t useful_ = 0;
  std::uint64_t rebuilt_ = 0;
};

}  // namespace isochron
