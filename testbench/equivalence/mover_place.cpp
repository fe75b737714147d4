// SPDX-License-Identifier: Apache-2.0
#include "mover_place.h"

#include <isochron/dma/block_mover/descriptor_ring.h>

#include "cosim/implementations.h"
#include "told_attributes.h"

namespace isochron::cosim {

namespace {
[[maybe_unused]] const bool movers_are_offered = (offer_implementations(), true);
}  // namespace

MoverPlace::MoverPlace(const sc_core::sc_module_name& name, BlockMoverModule::Implementation implementation,
                       const std::vector<Batch>& batches, std::uint64_t seed, bool run_ahead)
    : sc_module(name),
      batches_(batches),
      a_("a", domain_, seed),
      b_("b", domain_, seed + 1),
      d_("d", domain_, seed + 2),
      no_stream_in_("no_stream_in", domain_),
      no_stream_out_("no_stream_out", domain_),
      mover_(BlockMoverModule::make(implementation, "block_mover", domain_, {100'000'000, run_ahead})) {
  using Port = BlockMoverModule::Port;
  registers_.socket.bind(mover_->registers());
  mover_->read(Port::a).bind(a_.read);
  mover_->write(Port::a).bind(a_.write);
  mover_->read(Port::b).bind(b_.read);
  mover_->write(Port::b).bind(b_.write);
  mover_->read(Port::descriptors).bind(d_.read);
  mover_->write(Port::descriptors).bind(d_.write);
  no_stream_in_.socket.bind(mover_->stream_in());
  mover_->stream_out().bind(no_stream_out_.socket);
  d_.written = [this](std::uint64_t address) { written(address); };

  SplitMix64 random(seed);
  for (EquivalenceMemory* const memory : {&a_, &b_})
    for (std::uint64_t address = 0; address < RandomMoves::sources; address += 8) {
      const std::uint64_t word = random();
      memory->poke(address, reinterpret_cast<const std::uint8_t*>(&word), sizeof word);
    }
  SC_HAS_PROCESS(MoverPlace);
  SC_THREAD(requester);
}

void MoverPlace::written(std::uint64_t) {
  done_.push_back(kernel_now());
}

void MoverPlace::requester() {
  LocalMemoryAccess descriptor_access(d_);
  block_mover::BlockMoverDriver driver(registers_);
  attributes_ = told_attributes<block_mover::BusPort>(driver);
  block_mover::DescriptorRing ring(driver, descriptor_access, 0, places);
  block_mover::Interrupts causes;
  causes.move_done = true;
  driver.enable(causes);
  // Moves end in the order of requests.
  const auto take = [&](unsigned batch) {
    while (!mover_->interrupt()) wait(mover_->interrupt_changed());
    driver.acknowledge(causes);
    while (const auto result = ring.take())
      outcomes_.push_back({batch, *result, requested_[outcomes_.size()], done_[outcomes_.size()]});
  };
  for (unsigned number = 0; number < batches_.size(); ++number) {
    const Batch& batch = batches_[number];
    for (EquivalenceMemory* const memory : {&a_, &b_, &d_})
      memory->set_latency(batch.regime.latency, batch.regime.jitter);
    for (const TimedMove& timed : batch.moves) {
      if (timed.gap > 0) wait(to_sc_time(timed.gap));
      while (ring.waiting() + 1 == places) take(number);
      requested_.push_back(kernel_now());
      ring.push(timed.move);
    }
    while (ring.waiting() > 0) take(number);
  }
  attributes_stand_ = refuses_attributes<block_mover::BusPort>(driver);
  end_by_force(driver);
}

void MoverPlace::end_by_force(block_mover::BlockMoverDriver& driver) {
  // Memories are so slow that each move is still under way, and it repeats an earlier one: what it writes is there.
  for (EquivalenceMemory* const memory : {&a_, &b_, &d_}) memory->set_latency(10 * microsecond, 0);
  const auto ended = [this, &driver] {
    for (unsigned polls = 0; polls < 1000; ++polls) {
      if (!driver.status().aborting) return true;
      wait(to_sc_time(microsecond));
    }
    return false;
  };
  abort_.ended = true;
  for (const Time after : {0, 10, 20, 30, 40, 50, 60, 70, 80, 90, 100, 200, 15'000, 25'000}) {
    driver.start(batches_.back().moves.back().move);
    wait(to_sc_time(after * nanosecond));
    driver.abort();
    abort_.ended = ended() && abort_.ended;
    const auto result = driver.result();
    abort_.moves.push_back(result ? result->error : block_mover::MoveError::none);
  }
  abort_.after = driver.status();
  abort_.chain = driver.chain_stop().error;
  const unsigned id_bits = driver.capabilities().id_bits;
  abort_.attributes = word_of(driver.attributes(block_mover::BusPort::a), id_bits);
  driver.soft_reset();
  abort_.ended = abort_.ended && ended();
  abort_.attributes_after_reset = word_of(driver.attributes(block_mover::BusPort::a), id_bits);
}

}  // namespace isochron::cosim
