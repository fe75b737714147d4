// SPDX-License-Identifier: Apache-2.0
// What a base-protocol transaction costs from AtInitiator to AtTarget, nothing else happening: payload from the pool,
// request, response, completion, with the shortcuts of the fast mode and with all four phases.
#include <benchmark/benchmark.h>

#include <isochron/core/simulation.h>
#include <isochron/protocol/at_initiator.h>
#include <isochron/protocol/at_target.h>

#include "bench/bench_main.h"

namespace isochron::testbench {
namespace {

/// Answers at once.
class Memory {
 public:
  Memory(const char* name, const Domain& domain) : socket(name, domain, *this) {}

  void on_request(AtTargetBase&, Payload& payload, Time) {
    payload.set_response_status(tlm::TLM_OK_RESPONSE);
    socket.ready(payload);
  }
  void on_complete(AtTargetBase&, Payload&, Time) {}
  unsigned on_debug(AtTargetBase&, Payload&) { return 0; }

  AtTargetOf<Memory> socket;
};

/// Sends a message whenever it may, `left` times.
class Generator final : private Region::Requester {
 public:
  Generator(const char* name, const Domain& domain) : socket(name, domain, *this), domain_(domain) {
    domain_.region.join(*this, Region::Rank::bus);
  }

  void send(std::int64_t messages) {
    left_ = messages;
    domain_.region.request(*this);
  }
  std::int64_t left() const { return left_; }

  void on_accepted(AtInitiatorBase&, Payload&, Time) {}
  void on_response(AtInitiatorBase&, Payload& payload, Time) {
    socket.complete(payload);
    payload.release();
    if (--left_ > 0) domain_.region.request(*this);
  }

  AtInitiatorOf<Generator> socket;

 private:
  void ask(Time) override { socket.send(domain_.pool.allocate(0, 1024)); }

  Domain domain_;
  std::int64_t left_ = 0;
};

class Pair final : public sc_core::sc_module {
 public:
  Pair(const sc_core::sc_module_name& name, Phases phases) : sc_module(name), domain_{region, pool_, phases} {
    generator.socket.bind(memory.socket);
  }

  Region region{"region"};

 private:
  MessagePool pool_{1024};
  Domain domain_;

 public:
  Memory memory{"memory", domain_};
  Generator generator{"generator", domain_};
};

Rigs<Pair> pairs;
constexpr Phases phase_styles[] = {Phases::shortcut, Phases::explicit_four};

void transaction(benchmark::State& state) {
  constexpr std::int64_t batch = 10'000;
  Pair& pair = pairs[static_cast<std::size_t>(state.range(0))];
  for (auto _ : state) {
    pair.generator.send(batch);
    simulate_to(pair.region, kernel_now() + nanosecond);
    if (pair.generator.left() != 0) state.SkipWithError("the transactions have not ended");
  }
  state.SetItemsProcessed(state.iterations() * batch);
  state.SetLabel(phase_styles[state.range(0)] == Phases::shortcut ? "shortcuts" : "all four phases");
}
BENCHMARK(transaction)->ArgName("rig")->DenseRange(0, 1);

}  // namespace

void elaborate() {
  for (const Phases phases : phase_styles) pairs.add("pair", phases);
}

}  // namespace isochron::testbench
