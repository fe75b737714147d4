// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <isochron/core/simulation.h>
#include <isochron/protocol/at_initiator.h>

#include "conformance/accellera_bench.h"

namespace isochron::testbench {

/// One of ours among them: reads words back when the others are done, and keeps what it got.
class Prober final : public sc_core::sc_module, private AtInitiatorClient {
 public:
  Prober(const sc_core::sc_module_name& name, const Domain& domain, Time at, std::vector<std::uint64_t> addresses)
      : sc_module(name), socket("socket", domain, *this), domain_(domain), addresses_(std::move(addresses)) {
    SC_HAS_PROCESS(Prober);
    SC_METHOD(begin);
    dont_initialize();
    sensitive << due_;
    due_.notify(to_sc_time(at));
  }
  AtInitiator socket;
  std::vector<std::uint32_t> words;

 private:
  void begin() {
    domain_.region.advance(kernel_now());
    read_next();
  }
  void read_next() {
    if (words.size() == addresses_.size()) return;
    Message& message = domain_.pool.allocate(addresses_[words.size()], 4);
    message.set_read();
    socket.send(message);
  }
  void on_accepted(AtInitiator&, Payload&, Time) override {}
  void on_response(AtInitiator&, Payload& payload, Time) override {
    EXPECT_EQ(payload.get_response_string(), std::string("TLM_OK_RESPONSE"));
    std::uint32_t word = 0;
    std::memcpy(&word, payload.get_data_ptr(), sizeof word);
    words.push_back(word);
    socket.complete(payload);
    payload.release();
    // The next one from outside this call: the response phase of this one must have ended.
    due_.notify(1, sc_core::SC_NS);
  }

  Domain domain_;
  std::vector<std::uint64_t> addresses_;
  sc_core::sc_event due_;
};

/// Three of Accellera's initiators of a kind (or one of each: "mixed") and a Prober on a bus with places for both,
/// which gets two windows. Every transaction must come to an end, nobody complain, and the memories hold what was
/// written last.
class AccelleraOnABus {
 public:
  static constexpr unsigned initiators = 3;
  static constexpr unsigned places = initiators + 1;
  static constexpr unsigned windows = 2;
  static constexpr Time end = millisecond;

  /// Binds initiators to `bus` and maps its windows; memories are the caller's to bind to these.
  template <class Bus>
  AccelleraOnABus(Bus& bus, const Domain& domain, const std::string& initiator_kind) {
    report_what_accellera_finds();
    bus.map(0x000, 0x7ff, 0);
    bus.map(0x800, 0xffe, 1);
    const char* const kinds[] = {"annotated", "explicit", "select"};
    for (unsigned i = 0; i < initiators; ++i) {
      const std::uint64_t first = 0x100 * (i + 1);
      const std::uint64_t second = 0x800 + 0x100 * i;
      masters_.push_back(make_accellera_initiator(initiator_kind == "mixed" ? kinds[i] : initiator_kind,
                                                  ("initiator" + std::to_string(i)).c_str(), 100 + i, first, second));
      masters_.back()->socket().bind(bus.device(i));
      for (std::uint64_t offset = 0; offset < 64; offset += 4) {
        addresses_.push_back(first + offset);
        expected_.push_back(static_cast<std::uint32_t>(first + offset));
        addresses_.push_back(second + offset);
        expected_.push_back(~static_cast<std::uint32_t>(second + offset));
      }
    }
    prober_ = std::make_unique<Prober>("prober", domain, end / 2, addresses_);
    prober_->socket.bind(bus.device(initiators));
  }

  /// Simulates, and checks what the Prober read.
  void run(Region& region, const MessagePool& pool) {
    simulate_to(region, end);
    EXPECT_EQ(prober_->words, expected_);
    EXPECT_EQ(pool.outstanding(), 0u);
  }
  /// Transactions, the Prober's included.
  std::uint64_t transactions() const { return initiators * AccelleraInitiator::transactions + addresses_.size(); }

 private:
  std::vector<std::unique_ptr<AccelleraInitiator>> masters_;
  std::vector<std::uint64_t> addresses_;
  std::vector<std::uint32_t> expected_;
  std::unique_ptr<Prober> prober_;
};

}  // namespace isochron::testbench
