// SPDX-License-Identifier: Apache-2.0
#include "strand_place.h"

#include "told_attributes.h"

#include <algorithm>
#include <cstddef>

#include <isochron/core/split_mix.h>
#include <isochron/core/stream_data.h>
#include <isochron/disk_node/disk_node_registers.h>

#include "cosim/implementations.h"

namespace isochron::cosim {

namespace {
constexpr std::uint64_t completion_ring = 0x20000;
constexpr std::uint32_t interrupt_status = offsetof(disk_node_t, INTERRUPT_STATUS);
[[maybe_unused]] const bool verilog_is_offered = (offer_implementations(), true);
}  // namespace

StrandPlace::StrandPlace(const sc_core::sc_module_name& name, DiskNodeModule::Implementation implementation,
                         const std::vector<Batch>& batches, std::uint64_t seed, const DiskNodeModule::Config& config)
    : sc_module(name),
      batches_(batches),
      seed_(seed),
      a_("a", domain_, seed),
      b_("b", domain_, seed + 1),
      d_("d", domain_, seed + 2),
      node_(DiskNodeModule::make(implementation, "interface", domain_, config, *this)) {
  using Port = DiskNodeModule::Port;
  region_.keep_to_kernel_time();
  registers_.socket.bind(node_->registers());
  node_->read(Port::a).bind(a_.read);
  node_->write(Port::a).bind(a_.write);
  node_->read(Port::b).bind(b_.read);
  node_->write(Port::b).bind(b_.write);
  node_->read(Port::rings).bind(d_.read);
  node_->write(Port::rings).bind(d_.write);
  d_.written = [this](std::uint64_t address) { written(address); };
  SC_HAS_PROCESS(StrandPlace);
  SC_THREAD(requester);
}

void StrandPlace::contents(unsigned disk, std::uint64_t block, std::uint8_t* data) {
  StreamData(disk).write(block * DiskNodeModule::block_bytes, data, DiskNodeModule::block_bytes);
}

void StrandPlace::begin(const DiskChannel::Command& command, Time now) {
  const Time more = regime_->disk_most == 0 ? 0 : mix(seed_ ^ mix(command.block + command.disk)) % regime_->disk_most;
  Time& free = disk_free_[command.disk];
  free = std::max(free, now) + regime_->disk + more;
  region_.call_at(free, [this, number = command.number] { node_->arrived(number, region_.now()); });
}

void StrandPlace::written(std::uint64_t address) {
  // Both halves of a completion may be one write or two: the last one counts.
  if (address >= completion_ring) done_.push_back(kernel_now());
}

void StrandPlace::take(unsigned batch, disk_node::RequestRings& rings) {
  while (!node_->interrupt()) wait(node_->interrupt_changed());
  registers_.write(interrupt_status, ~0u);
  while (const auto completion = rings.take()) {
    --under_way_[disk_of_[completion->id]];
    outcomes_.push_back({batch, *completion, requested_[completion->id], done_[outcomes_.size()]});
  }
}

void StrandPlace::requester() {
  LocalMemoryAccess ring_access(d_);
  disk_node::DiskNodeDriver driver(registers_);
  driver.set_time(50, 0);
  attributes_ = told_attributes<disk_node::BusPort>(driver);
  disk_node::RequestRings rings(driver, ring_access, {0x10000, completion_ring, 5, 6});
  disk_node::Interrupts causes;
  causes.request_done = true;
  driver.enable(causes);
  for (unsigned number = 0; number < batches_.size(); ++number) {
    const Batch& batch = batches_[number];
    regime_ = &batch.regime;
    a_.set_latency(regime_->memory, regime_->memory_most);
    b_.set_latency(regime_->memory, regime_->memory_most);
    d_.set_latency(100 * nanosecond, 0);
    driver.configure(regime_->depth, regime_->max_blocks);
    for (const TimedStrand& timed : batch.strands) {
      if (timed.gap > 0) wait(to_sc_time(timed.gap));
      const unsigned disk = timed.request.disk;
      while (regime_->in_order && under_way_[disk] == regime_->depth) take(number, rings);
      requested_.push_back(kernel_now());
      disk_of_.push_back(disk);
      ++under_way_[disk];
      while (!rings.push(timed.request)) take(number, rings);
    }
    while (outcomes_.size() < requested_.size()) take(number, rings);
  }
  attributes_stand_ = refuses_attributes<disk_node::BusPort>(driver);
  time_ = driver.now();
}

}  // namespace isochron::cosim
