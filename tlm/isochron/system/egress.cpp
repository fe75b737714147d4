// SPDX-License-Identifier: Apache-2.0
#include <isochron/system/egress.h>

namespace isochron {

Egress::Egress(const SeachangeParameters& parameters, DeliveryLedger& ledger)
    : ledger_(ledger),
      lost_units_(parameters.lost_units()),
      controllers_(static_cast<unsigned>(parameters.raid_controllers)),
      // With whole stripes kept, the parity unit alone makes the lost one.
      rebuilder_(parameters.rebuild == SeachangeParameters::Rebuild::brute ? parameters.surviving() : 1) {
  if (parameters.stream_count > 0)
    clients_ =
        std::make_unique<BlockDeadlines>(parameters.stream_count, parameters.stream_rate, parameters.client_buffer);
}

bool Egress::arrives(const Tag& tag, std::uint64_t bytes, Time now) {
  ledger_.arrives(tag, bytes, now);
  delays_.add(now - tag.issued);
  const std::uint64_t unit = lost_units_.of(tag.block);
  const bool lost = unit != 0;
  if (!lost && clients_) clients_->arrives(tag, now);
  const bool whole = !lost || rebuilder_.arrives(unit, tag.source % controllers_, tag.offset);
  if (whole) useful_ += bytes;
  if (lost && whole) rebuilt_ += bytes;
  if (listener_) listener_(tag, now);
  return whole;
}

void Egress::start_window(Time) {
  delays_.clear();
  useful_ = 0;
  rebuilt_ = 0;
  if (clients_) clients_->clear();
}

}  // namespace isochron
