// SPDX-License-Identifier: Apache-2.0
#include <isochron/pcie/network_line.h>

#include <algorithm>
#include <utility>

namespace isochron {

NetworkLine::NetworkLine(std::string name, const NetworkAdapterConfig& config)
    : name_(std::move(name)),
      overhead_(config.frame_overhead),
      transmit_buffer_(config.transmit_buffer),
      receive_buffer_(config.receive_buffer),
      transmit_(Rate::bits_per_second(config.line_rate)),
      receive_(Rate::bits_per_second(config.line_rate)) {}

void NetworkLine::expect(std::uint64_t bytes, Time now) {
  to_send_ += bytes;
  show(now);
}

Time NetworkLine::send(std::uint64_t bytes, Time now) {
  const Time start = std::max(free_, now);
  free_ = start + transmit_.take(bytes + overhead_);
  sending_.add(start, free_);
  show(now);
  return free_;
}

void NetworkLine::sent(std::uint64_t bytes, Time now) {
  to_send_ -= bytes;
  sent_ += bytes;
  show(now);
}

Time NetworkLine::receive(std::uint64_t bytes, Time now) {
  receiving_ = true;
  to_write_ += bytes;
  const Time end = now + receive_.take(bytes + overhead_);
  coming_.add(now, end);
  show(now);
  return end;
}

void NetworkLine::received(std::uint64_t bytes, Time now) {
  receiving_ = false;
  received_ += bytes;
  show(now);
}

void NetworkLine::written(std::uint64_t bytes, Time now) {
  to_write_ -= bytes;
  show(now);
}

void NetworkLine::pause(Time now) {
  if (!paused_.inside()) paused_.enter(now);
}

void NetworkLine::go_on(Time now) {
  if (paused_.inside()) paused_.leave(now);
}

Statistics<NetworkLine> NetworkLine::statistics() {
  Statistics<NetworkLine> table;
  table.rate("transmit_bandwidth", &NetworkLine::sent_, "bytes of transfers that have left by the line");
  table.rate("receive_bandwidth", &NetworkLine::received_, "bytes of transfers that have come in by it");
  table.fraction("transmit_utilisation", &NetworkLine::busy_sending, "fraction of time that a frame leaves");
  table.fraction("receive_utilisation", &NetworkLine::busy_receiving, "fraction of time that a frame comes in");
  table.fraction("paused", &NetworkLine::paused_,
                 "fraction of time that the far end has a frame and may not send it: no room, or no descriptor");
  table.start_anew(&NetworkLine::sending_);
  table.start_anew(&NetworkLine::coming_);
  return table;
}

void NetworkLine::list_probes(ProbeList& list) {
  list.add(transmit_probe_, name_, "fraction of the time that a frame leaves");
  list.add(transmit_level_, name_, "transmit_buffer", 0xffffffff,
           "bytes that have been asked for and have not left by the line");
  list.add(receive_level_, name_, "receive_buffer", 0xffffffff, "bytes that have not left for memory");
}

void NetworkLine::show_traced(Time now) {
  transmit_probe_.set(now, sending_.busy(now));
  transmit_level_.set(now, to_send_);
  receive_level_.set(now, to_write_);
}

}  // namespace isochron
