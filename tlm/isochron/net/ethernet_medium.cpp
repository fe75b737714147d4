// SPDX-License-Identifier: Apache-2.0
#include <isochron/net/ethernet_medium.h>

#include <utility>

#include <isochron/protocol/transaction.h>

namespace isochron {

struct EthernetMedium::Probes {
  TextProbe owner;
  TransactionProbe transaction;
  UtilisationProbe utilisation;
  const std::vector<std::string>* stations = nullptr;
};

EthernetMedium::EthernetMedium(Region& region, ServicePace& pace, std::uint64_t bits_per_second,
                               std::vector<EthernetSource*> sources, Listener& listener)
    : region_(region),
      pace_(pace),
      clock_(Rate::bits_per_second(bits_per_second)),
      sources_(std::move(sources)),
      listener_(listener) {
  region_.join(static_cast<Region::Activity&>(*this), Region::Rank::link);
  region_.join(static_cast<Region::Update&>(*this));
}

EthernetMedium::~EthernetMedium() = default;

void EthernetMedium::update(Time now) {
  if (busy_.inside()) return;
  for (std::size_t asked = 0; asked < sources_.size(); ++asked) {
    EthernetSource& source = *sources_[next_];
    next_ = next_ + 1 == sources_.size() ? 0 : next_ + 1;
    if (source.empty()) continue;
    frame_ = source.take();
    busy_.enter(now);
    show(now);
    pace_.schedule(region_, *this, now, now + clock_.take(frame_.bytes));
    return;
  }
}

void EthernetMedium::complete(Time now) {
  const EthernetFrame frame = std::exchange(frame_, {});
  busy_.leave(now);
  bytes_ += frame.bytes;
  show(now);
  region_.request_update(*this);
  listener_.arrived(frame, now);
}

void EthernetMedium::start_window(Time now) {
  busy_.start_window(now);
  bytes_ = 0;
}

void EthernetMedium::list_probes(ProbeList& list, const std::string& part, const std::vector<std::string>& stations) {
  own_probes_ = std::make_unique<Probes>();
  own_probes_->stations = &stations;
  list.add(own_probes_->owner, part, "owner", "station whose frame it carries");
  list.add(own_probes_->transaction, part, "transaction", "message that the frame is a piece of");
  list.add(own_probes_->utilisation, part, "fraction of the time that it carries a frame, or the gap behind one");
}

void EthernetMedium::start_trace(Time now) {
  probes_ = own_probes_.get();
  show_traced(now);
}

void EthernetMedium::show_traced(Time now) {
  const NetworkMessage* const message = frame_.message;
  probes_->utilisation.set(now, message != nullptr);
  probes_->owner.set(now, message == nullptr ? "-" : (*probes_->stations)[message->source]);
  probes_->transaction.set(now, transaction_of(message == nullptr ? nullptr : message->payload));
}

}  // namespace isochron
