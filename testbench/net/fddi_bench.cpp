// SPDX-License-Identifier: Apache-2.0
#include "net/fddi_bench.h"

#include <isochron/core/simulation.h>

namespace isochron::testbench {

/// Hears of what has come to it.
class FddiBench::Station final : private Inlet {
 public:
  Station(FddiBench& bench, unsigned index)
      : in(("station" + std::to_string(index)).c_str(), *this), bench_(bench), index_(index) {}

  InletPort in;

 private:
  void accept(Payload& payload, Time now) override { bench_.came(index_, payload, now); }

  FddiBench& bench_;
  unsigned index_;
};

FddiBench::FddiBench(const Fddi::Config& config, unsigned stations)
    : order(stations), fddi("fddi", domain, config, stations) {
  for (unsigned i = 0; i < stations; ++i) {
    stations_.push_back(std::make_unique<Station>(*this, i));
    fddi.out(i).bind(stations_.back()->in);
  }
}

FddiBench::~FddiBench() = default;

void FddiBench::shoot(const Shot& shot) {
  script.at(shot.at, [this, shot] {
    Message& message = pool.allocate(0, shot.bytes);
    message.tag().sequence = shot.sequence;
    message.tag().source = shot.from;
    message.tag().destination = shot.to;
    fddi.in(shot.from).inlet().accept(message, region.now());
    message.release();
  });
}

void FddiBench::came(unsigned station, Payload& payload, Time now) {
  const Tag& tag = tag_of(payload);
  order[station].push_back(tag.sequence);
  arrived[tag.sequence] = now;
  ++times[tag.sequence];
  bytes += payload.get_data_length();
}

void FddiBench::run(Time end) {
  simulate_to(region, end);
}

}  // namespace isochron::testbench
