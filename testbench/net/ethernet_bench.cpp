// SPDX-License-Identifier: Apache-2.0
#include "net/ethernet_bench.h"

#include <isochron/core/simulation.h>

namespace isochron::testbench {

/// Hears of what has come to it.
class EthernetBench::Station final : private Inlet {
 public:
  Station(EthernetBench& bench, unsigned index)
      : in(("station" + std::to_string(index)).c_str(), *this), bench_(bench), index_(index) {}

  InletPort in;

 private:
  void accept(Payload& payload, Time now) override { bench_.came(index_, payload, now); }

  EthernetBench& bench_;
  unsigned index_;
};

EthernetBench::EthernetBench(const Ethernet::Config& the_config, unsigned stations)
    : order(stations), config(the_config), ethernet("ethernet", domain, the_config, stations) {
  for (unsigned i = 0; i < stations; ++i) {
    stations_.push_back(std::make_unique<Station>(*this, i));
    ethernet.out(i).bind(stations_.back()->in);
  }
}

EthernetBench::~EthernetBench() = default;

void EthernetBench::shoot(const Shot& shot) {
  script.at(shot.at, [this, shot] {
    Message& message = pool.allocate(0, shot.bytes);
    message.tag().sequence = shot.sequence;
    message.tag().source = shot.from;
    message.tag().destination = shot.to;
    ethernet.in(shot.from).inlet().accept(message, region.now());
    message.release();
  });
}

void EthernetBench::came(unsigned station, Payload& payload, Time now) {
  const Tag& tag = tag_of(payload);
  order[station].push_back(tag.sequence);
  arrived[tag.sequence] = now;
  ++times[tag.sequence];
  bytes += payload.get_data_length();
  const double media = config.kind == Ethernet::Kind::hub ? 1 : 2 * static_cast<double>(ethernet.stations());
  const double bits = 8 * static_cast<double>(ethernet.wire_bytes());
  // A millionth for the arithmetic, and a picosecond for each medium.
  const double most = static_cast<double>(config.rate) * media * (static_cast<double>(now) + 1) * 1e-12;
  beyond_rate = beyond_rate || bits > most * 1.000001;
}

void EthernetBench::run(Time end) {
  simulate_to(region, end);
}

}  // namespace isochron::testbench
