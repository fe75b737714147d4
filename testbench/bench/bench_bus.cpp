// SPDX-License-Identifier: Apache-2.0
// What a message costs on a PCI bus: the turns alone, in closed form and slice by slice, and the whole bus with 1 to 4
// masters.
#include <benchmark/benchmark.h>

#include <isochron/bus/pci_bus.h>
#include <isochron/core/simulation.h>

#include "bench/bench_main.h"

namespace isochron::testbench {
namespace {

/// k messages of 8 slices are on the bus; whoever finishes enters again.
template <class SliceArbiter>
void slice_arbiter(benchmark::State& state) {
  const PciConfig config;
  SliceArbiter bus(config.slice_timing(), static_cast<unsigned>(state.range(0)));
  const SliceNeed need = config.need(1024);
  for (unsigned slot = 0; slot < state.range(0); ++slot) bus.enter(0, 0, slot, need);
  for (auto _ : state) {
    int finished = SliceArbiter::none;
    std::uint64_t tick = 0;
    while (finished == SliceArbiter::none) {
      tick = bus.next();
      finished = bus.due();
    }
    bus.enter(tick, tick, static_cast<unsigned>(finished), need);
  }
}
BENCHMARK_TEMPLATE(slice_arbiter, SliceArbiterInClosedForm)->ArgName("messages")->DenseRange(1, 4);
BENCHMARK_TEMPLATE(slice_arbiter, SliceArbiterStepByStep)->ArgName("messages")->DenseRange(1, 4);

/// Accepts and answers at once.
class Memory {
 public:
  Memory(const char* name, const Domain& domain) : socket(name, domain, *this) {}

  void on_request(AtTargetBase&, Payload& payload, Time) {
    payload.set_response_status(tlm::TLM_OK_RESPONSE);
    socket.ready(payload);
  }
  void on_complete(AtTargetBase&, Payload&, Time) { ++messages; }
  unsigned on_debug(AtTargetBase&, Payload&) { return 0; }

  AtTargetOf<Memory> socket;
  std::int64_t messages = 0;
};

/// Has a next message for the bus as long as it runs.
class Master {
 public:
  Master(const char* name, const Domain& domain, std::uint64_t address)
      : socket(name, domain, *this), domain_(domain), address_(address) {}

  void start() {
    running_ = true;
    send();
  }
  void stop() { running_ = false; }

  void on_accepted(AtInitiatorBase&, Payload&, Time) {
    if (running_) send();
  }
  void on_response(AtInitiatorBase&, Payload& payload, Time) {
    socket.complete(payload);
    payload.release();
  }

  AtInitiatorOf<Master> socket;

 private:
  void send() { socket.send(domain_.pool.allocate(address_, 1024)); }

  Domain domain_;
  std::uint64_t address_;
  bool running_ = false;
};

/// A bus whose masters each write to a memory of their own, without pause.
class Bus final : public sc_core::sc_module, private Region::Requester {
 public:
  Bus(const sc_core::sc_module_name& name, PciBus::Model model, unsigned masters)
      : sc_module(name),
        domain_{region_, pool_, model == PciBus::Model::fast ? Phases::shortcut : Phases::explicit_four},
        pci_("pci", domain_, PciConfig(), model, masters, masters) {
    if (model == PciBus::Model::reference) region_.keep_to_kernel_time();
    region_.join(static_cast<Region::Requester&>(*this), Region::Rank::timer);
    for (unsigned i = 0; i < masters; ++i) {
      const std::string index = std::to_string(i);
      masters_.push_back(std::make_unique<Master>(("master_" + index).c_str(), domain_, std::uint64_t{i} << 20));
      memories_.push_back(std::make_unique<Memory>(("memory_" + index).c_str(), domain_));
      masters_[i]->socket.bind(pci_.device(i));
      pci_.window(i).bind(memories_[i]->socket);
      pci_.map(std::uint64_t{i} << 20, (std::uint64_t{i + 1} << 20) - 1, i);
    }
  }

  void start() { region_.request(*this); }
  void run(Time duration) { simulate_to(region_, kernel_now() + duration); }
  /// Lets the bus run empty, so that it does not disturb the next rig.
  void stop() {
    for (const auto& master : masters_) master->stop();
    run(millisecond);
  }

  std::int64_t messages() const {
    std::int64_t sum = 0;
    for (const auto& memory : memories_) sum += memory->messages;
    return sum;
  }
  std::int64_t events() const { return static_cast<std::int64_t>(region_.events()); }

 private:
  void ask(Time) override {
    for (const auto& master : masters_) master->start();
  }

  Region region_{"region"};
  MessagePool pool_{1024};
  Domain domain_;
  PciBus pci_;
  std::vector<std::unique_ptr<Master>> masters_;
  std::vector<std::unique_ptr<Memory>> memories_;
};

constexpr unsigned most_masters = 4;
Rigs<Bus> fast_buses;
Rigs<Bus> reference_buses;

void pci_bus(benchmark::State& state, Rigs<Bus>& buses) {
  Bus& bus = buses[static_cast<std::size_t>(state.range(0)) - 1];
  bus.start();
  bus.run(nanosecond);
  const std::int64_t messages_before = bus.messages();
  const std::int64_t events_before = bus.events();
  for (auto _ : state) bus.run(10 * millisecond);
  const std::int64_t messages = bus.messages() - messages_before;
  state.SetItemsProcessed(messages);
  state.counters["events/message"] = static_cast<double>(bus.events() - events_before) / static_cast<double>(messages);
  bus.stop();
}
BENCHMARK_CAPTURE(pci_bus, fast, fast_buses)->ArgName("masters")->DenseRange(1, most_masters);
BENCHMARK_CAPTURE(pci_bus, reference, reference_buses)->ArgName("masters")->DenseRange(1, most_masters);

}  // namespace

void elaborate() {
  for (unsigned masters = 1; masters <= most_masters; ++masters) {
    fast_buses.add("fast", PciBus::Model::fast, masters);
    reference_buses.add("reference", PciBus::Model::reference, masters);
  }
}

}  // namespace isochron::testbench
