// SPDX-License-Identifier: Apache-2.0
#include <isochron/system/egress.h>

namespace isochron {

Egress::Egress(const SeachangeParameters& parameters, DeliveryLedger& ledger)
    : ledger_(ledger),
      // With whole stripes kept, the parity unit alone makes the lost one.
      rebuilder_(parameters.rebuild == SeachangeParameters::Rebuild::brute ? parameters.surviving() : 1) {
  if (parameters.stream_count > 0)
    clients_ =
        std::make_unique<StreamClients>(parameters.stream_count, parameters.stream_rate, parameters.client_buffer);
}

void Egress::arrives(const Tag& tag, std::uint64_t bytes, Time now) {
  ledger_.arrives(tag, bytes, now);
  delays_.add(now - tag.issued);
  if (tag.lost_unit == 0) {
    useful_ += bytes;
    if (clients_) clients_->arrives(tag, now);
  } else if (rebuilder_.arrives(tag)) {
    useful_ += bytes;
    rebuilt_ += bytes;
  }
  if (listener_) listener_(tag, now);
}

void Egress::start_window(Time) {
  delays_.clear();
  useful_ = 0;
  rebuilt_ = 0;
  if (clients_) clients_->clear();
}

}  // namespace isochron
