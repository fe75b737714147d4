// SPDX-License-Identifier: Apache-2.0
// Cycles a second of the block mover's Verilog: in the plainest C++ loop, and as a SystemC module between memories that
// are TLM-2.0 targets. Both carry out the same chains.
#include <benchmark/benchmark.h>

#include <ctime>
#include <memory>

#include <isochron/dma/block_mover/block_mover_driver.h>
#include <isochron/dma/block_mover/block_mover_module.h>
#include <isochron/dma/block_mover/descriptor_memory.h>
#include <isochron/dma/block_mover/driver_access.h>
#include <isochron/dma/block_mover/unused_port.h>

#include "bare_mover.h"
#include "bench_main.h"
#include "cosim/implementations.h"

namespace {

using namespace isochron;
using block_mover::BlockMoverDriver;
using block_mover::Descriptor;
using block_mover::DescriptorMemory;
using Port = BlockMoverModule::Port;
[[maybe_unused]] const bool verilog_is_offered = (cosim::offer_implementations(), true);

constexpr unsigned chain = 64;
constexpr unsigned latency = 5;  ///< cycles of each memory
constexpr Time cycle = 10 * nanosecond;
constexpr std::uint64_t step = 4096;

/// Copies of `bytes` from port A to port B.
void make_chain(DescriptorMemory& memory, unsigned bytes) {
  for (unsigned i = 0; i < chain; ++i) {
    Descriptor descriptor;
    descriptor.move.source = i * step;
    descriptor.move.destination = i * step;
    descriptor.move.destination_port = block_mover::Port::b;
    descriptor.move.row_bytes = bytes;
    descriptor.next = (i + 1) * Descriptor::bytes;
    descriptor.end_of_list = i + 1 == chain;
    memory.store(std::uint64_t{i} * Descriptor::bytes, descriptor);
  }
}

/// The same as a SystemC module.
class CosimRig final : public sc_core::sc_module {
 public:
  explicit CosimRig(const sc_core::sc_module_name& name) : sc_module(name) {
    registers_.socket.bind(mover_->registers());
    mover_->read(Port::a).bind(a_.read);
    mover_->write(Port::a).bind(a_.write);
    mover_->read(Port::b).bind(b_.read);
    mover_->write(Port::b).bind(b_.write);
    mover_->read(Port::descriptors).bind(d_.read);
    mover_->write(Port::descriptors).bind(d_.write);
    no_stream_in_.socket.bind(mover_->stream_in());
    mover_->stream_out().bind(no_stream_out_.socket);
    SC_HAS_PROCESS(CosimRig);
    SC_THREAD(requester);
  }

  void run(unsigned bytes) {
    bytes_ = bytes;
    go_.notify(sc_core::SC_ZERO_TIME);
    sc_core::sc_start();
  }
  std::uint64_t cycles() const { return mover_->cycles(); }

 private:
  void requester() {
    BlockMoverDriver driver(registers_);
    block_mover::Interrupts causes;
    causes.chain_end = true;
    driver.enable(causes);
    LocalMemoryAccess access(d_);
    DescriptorMemory memory(access);
    for (;;) {
      wait(go_);
      make_chain(memory, bytes_);
      driver.start_chain(0);
      while (!mover_->interrupt()) wait(mover_->interrupt_changed());
      driver.acknowledge(causes);
    }
  }

  unsigned bytes_ = 0;
  sc_core::sc_event go_{"go"};
  Region region_{"region"};
  MessagePool pool_{BlockMoverModule::pool_capacity};
  Domain domain_{region_, pool_, Phases::shortcut};
  LocalMemory a_{"a", domain_, latency* cycle};
  LocalMemory b_{"b", domain_, latency* cycle};
  LocalMemory d_{"d", domain_, latency* cycle};
  UnusedInitiator no_stream_in_{"no_stream_in", domain_};
  UnusedTarget no_stream_out_{"no_stream_out", domain_};
  TransportRegisterAccess registers_{"registers"};
  std::unique_ptr<BlockMoverModule> mover_ =
      BlockMoverModule::make(BlockMoverModule::Implementation::rtl, "block_mover", domain_, BlockMoverModule::Config{});
};

std::unique_ptr<CosimRig> rig;

/// The bare loop's side.
class BareRig {
 public:
  BareRig() : driver_(mover_) {
    causes_.chain_end = true;
    driver_.enable(causes_);
  }
  void run(unsigned bytes) {
    DescriptorMemory memory(mover_.d);
    make_chain(memory, bytes);
    driver_.start_chain(0);
    while (!mover_.irq()) mover_.clock();
    driver_.acknowledge(causes_);
  }
  std::uint64_t cycles() const { return mover_.cycles(); }

 private:
  testbench::BareMover mover_{latency};
  BlockMoverDriver driver_;
  block_mover::Interrupts causes_;
};

template <class Rig>
void run_chains(benchmark::State& state, Rig& one) {
  const std::uint64_t before = one.cycles();
  for ([[maybe_unused]] auto _ : state) one.run(static_cast<unsigned>(state.range(0)));
  state.counters["cycles"] =
      benchmark::Counter(static_cast<double>(one.cycles() - before), benchmark::Counter::kIsRate);
}

void bare_loop(benchmark::State& state) {
  BareRig bare;
  run_chains(state, bare);
}
BENCHMARK(bare_loop)->Arg(128)->Arg(1024)->Arg(4096)->Unit(benchmark::kMillisecond);

void cosimulation(benchmark::State& state) {
  run_chains(state, *rig);
}
BENCHMARK(cosimulation)->Arg(128)->Arg(1024)->Arg(4096)->Unit(benchmark::kMillisecond);

/// Cycles a second of processor time of co-simulation by those of the bare loop, taken turn by turn, so that a busy
/// machine hits both.
void ratio(benchmark::State& state) {
  BareRig bare;
  const std::uint64_t bare_before = bare.cycles();
  const std::uint64_t cosim_before = rig->cycles();
  std::clock_t bare_time = 0;
  std::clock_t cosim_time = 0;
  for ([[maybe_unused]] auto _ : state) {
    const std::clock_t start = std::clock();
    bare.run(static_cast<unsigned>(state.range(0)));
    const std::clock_t middle = std::clock();
    rig->run(static_cast<unsigned>(state.range(0)));
    bare_time += middle - start;
    cosim_time += std::clock() - middle;
  }
  const double bare_speed = static_cast<double>(bare.cycles() - bare_before) / static_cast<double>(bare_time);
  const double cosim_speed = static_cast<double>(rig->cycles() - cosim_before) / static_cast<double>(cosim_time);
  state.counters["ratio"] = cosim_speed / bare_speed;
}
BENCHMARK(ratio)->Arg(128)->Arg(1024)->Arg(4096)->Unit(benchmark::kMillisecond);

}  // namespace

void isochron::testbench::elaborate() {
  rig = std::make_unique<CosimRig>("cosim");
}
