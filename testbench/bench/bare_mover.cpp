// SPDX-License-Identifier: Apache-2.0
#include "bare_mover.h"

#include <cstring>

namespace isochron::testbench {

namespace {
constexpr unsigned width = 8;
constexpr std::size_t outstanding = 16;
}  // namespace

std::uint32_t BareMemory::read_word(std::uint64_t address) {
  std::uint32_t value = 0;
  std::memcpy(&value, at(address), sizeof value);
  return value;
}

void BareMemory::write_word(std::uint64_t address, std::uint32_t value) {
  std::memcpy(at(address), &value, sizeof value);
}

BareMover::BareMover(unsigned latency)
    : registers_(model_.registers()),
      reads_{ReadSide{model_.read_a(), a, {}}, ReadSide{model_.read_b(), b, {}}, ReadSide{model_.read_d(), d, {}}},
      writes_{WriteSide{model_.write_a(), a, {}, {}}, WriteSide{model_.write_b(), b, {}, {}},
              WriteSide{model_.write_d(), d, {}, {}}},
      latency_(latency) {
  // Inputs start with any value.
  registers_.awvalid = registers_.wvalid = registers_.arvalid = 0;
  registers_.bready = registers_.rready = 1;
  model_.stream_in().tvalid = 0;
  model_.stream_out().tready = 1;
}

void BareMover::drive() {
  for (ReadSide& side : reads_) {
    side.pins.arready = side.bursts.size() < outstanding;
    side.pins.rvalid = !side.bursts.empty() && side.bursts.front().due <= cycles_;
    if (!side.pins.rvalid) continue;
    side.pins.rdata.set(side.memory.at(side.bursts.front().address));
    side.pins.rresp = 0;
    side.pins.rlast = side.bursts.front().beats == 1;
  }
  for (WriteSide& side : writes_) {
    side.pins.awready = side.bursts.size() < outstanding;
    side.pins.wready = !side.bursts.empty();
    side.pins.bvalid = !side.answers.empty() && side.answers.front() <= cycles_;
    side.pins.bresp = 0;
  }
}

void BareMover::sample(ReadSide& side) {
  if (side.pins.rvalid && side.pins.rready) {
    Burst& burst = side.bursts.front();
    burst.address += width;
    if (--burst.beats == 0) side.bursts.pop_front();
  }
  if (side.pins.arvalid && side.pins.arready)
    side.bursts.push_back(
        {side.pins.araddr.value() & ~std::uint64_t{width - 1}, side.pins.arlen + 1u, cycles_ + latency_ + 1});
}

void BareMover::sample(WriteSide& side) {
  if (side.pins.bvalid && side.pins.bready) side.answers.pop_front();
  if (side.pins.wvalid && side.pins.wready) {
    Burst& burst = side.bursts.front();
    std::array<std::uint8_t, width> beat{};
    side.pins.wdata.get(beat.data());
    const std::uint64_t strobes = side.pins.wstrb.value();
    for (unsigned lane = 0; lane < width; ++lane)
      if ((strobes >> lane & 1) != 0) *side.memory.at(burst.address + lane) = beat[lane];
    burst.address += width;
    if (side.pins.wlast) {
      side.bursts.pop_front();
      side.answers.push_back(cycles_ + latency_ + 1);
    }
  }
  if (side.pins.awvalid && side.pins.awready)
    side.bursts.push_back({side.pins.awaddr.value() & ~std::uint64_t{width - 1}, side.pins.awlen + 1u, 0});
}

void BareMover::sample() {
  for (ReadSide& side : reads_) sample(side);
  for (WriteSide& side : writes_) sample(side);
}

void BareMover::clock() {
  drive();
  model_.settle();
  sample();
  model_.edge();
  ++cycles_;
}

std::uint32_t BareMover::read(std::uint32_t offset) {
  registers_.araddr = static_cast<std::uint16_t>(offset);
  registers_.arvalid = 1;
  std::uint32_t value = 0;
  for (bool answered = false; !answered;) {
    drive();
    model_.settle();
    sample();
    const bool taken = registers_.arvalid && registers_.arready;
    answered = registers_.rvalid != 0;
    value = registers_.rdata;
    model_.edge();
    ++cycles_;
    if (taken) registers_.arvalid = 0;
  }
  return value;
}

void BareMover::write(std::uint32_t offset, std::uint32_t value) {
  registers_.awaddr = static_cast<std::uint16_t>(offset);
  registers_.wdata = value;
  registers_.wstrb = 0xf;
  registers_.awvalid = registers_.wvalid = 1;
  for (bool answered = false; !answered;) {
    drive();
    model_.settle();
    sample();
    const bool address = registers_.awvalid && registers_.awready;
    const bool data = registers_.wvalid && registers_.wready;
    answered = registers_.bvalid != 0;
    model_.edge();
    ++cycles_;
    if (address) registers_.awvalid = 0;
    if (data) registers_.wvalid = 0;
  }
}

}  // namespace isochron::testbench
