// SPDX-License-Identifier: Apache-2.0
#include "support/pci_bench.h"

#include <isochron/core/simulation.h>

namespace isochron::testbench {

class PciBench::Master final : public sc_core::sc_module, private AtInitiatorClient, private Region::Requester {
 public:
  Master(const sc_core::sc_module_name& name, const Domain& domain)
      : sc_module(name), socket("socket", domain, *this), region_(domain.region), pool_(domain.pool) {
    region_.join(*this, Region::Rank::bus);
    SC_HAS_PROCESS(Master);
    SC_METHOD(next_due);
  }

  void add(const Shot& shot, Result& result) { shots_.push_back({shot, &result}); }

  AtInitiator socket;

 private:
  struct Entry {
    Shot shot;
    Result* result;
  };

  void next_due() {
    for (; due_ < shots_.size() && shots_[due_].shot.at <= kernel_now(); ++due_) {
      region_.advance(kernel_now());
      region_.request(*this);
    }
    if (due_ < shots_.size()) next_trigger(to_sc_time(shots_[due_].shot.at - kernel_now()));
  }
  void ask(Time) override { send_next(); }
  void send_next() {
    if (socket.requesting() || sent_ == due_) return;
    const Shot& shot = shots_[sent_++].shot;
    socket.send(pool_.allocate(shot.window.value_or(shot.device) * 0x10000u, shot.bytes));
  }
  void on_accepted(AtInitiator&, Payload&, Time now) override {
    shots_[accepted_++].result->entered = now;
    send_next();
  }
  void on_response(AtInitiator&, Payload& payload, Time now) override {
    EXPECT_TRUE(payload.is_response_ok());
    shots_[answered_++].result->done = now;
    socket.complete(payload);
    payload.release();
  }

  Region& region_;
  MessagePool& pool_;
  std::vector<Entry> shots_;
  std::size_t due_ = 0;
  std::size_t sent_ = 0;
  std::size_t accepted_ = 0;
  std::size_t answered_ = 0;
};

class PciBench::Target final : public sc_core::sc_module, private AtTargetClient {
 public:
  Target(const sc_core::sc_module_name& name, const Domain& domain, std::vector<Time> withheld)
      : sc_module(name), socket("socket", domain, *this), region_(domain.region), withheld_(std::move(withheld)) {}

  AtTarget socket;

 private:
  void on_request(AtTarget&, Payload& payload, Time now) override {
    payload.set_response_status(tlm::TLM_OK_RESPONSE);
    const Time until = requests_ < withheld_.size() ? withheld_[requests_] : 0;
    ++requests_;
    if (until > now)
      region_.call_at(until, [this, &payload] { socket.ready(payload); });
    else
      socket.ready(payload);
  }
  void on_complete(AtTarget&, Payload&, Time) override {}

  Region& region_;
  std::vector<Time> withheld_;
  std::size_t requests_ = 0;
};

PciBench::PciBench() : withheld_(windows) {}
PciBench::~PciBench() = default;

void PciBench::withhold(unsigned window, std::vector<Time> times) {
  withheld_.at(window) = std::move(times);
}

std::vector<Result> PciBench::run(const std::vector<Shot>& shots) {
  const Domain domain{region_, pool_, GetParam().phases};
  bus_ = std::make_unique<PciBus>("bus", domain, config, GetParam().model, devices, windows);
  for (unsigned i = 0; i < devices; ++i) {
    masters_.push_back(std::make_unique<Master>(("master" + std::to_string(i)).c_str(), domain));
    masters_.back()->socket.bind(bus_->device(i));
  }
  for (unsigned i = 0; i < windows; ++i) {
    targets_.push_back(std::make_unique<Target>(("target" + std::to_string(i)).c_str(), domain, withheld_[i]));
    bus_->window(i).bind(targets_.back()->socket);
    bus_->map(i * 0x10000u, i * 0x10000u + 0xffff, i);
  }
  std::vector<Result> results(shots.size());
  for (std::size_t i = 0; i < shots.size(); ++i) masters_.at(shots[i].device)->add(shots[i], results[i]);
  simulate_to(region_, end);
  EXPECT_EQ(pool_.outstanding(), 0u);
  return results;
}

std::vector<Time> PciBench::done(const std::vector<Shot>& shots) {
  std::vector<Time> times;
  for (const Result& result : run(shots)) times.push_back(result.done);
  return times;
}

std::string name_of_style(const testing::TestParamInfo<Style>& info) {
  return std::string(info.param.model == PciBus::Model::fast ? "Fast" : "Reference") +
         (info.param.phases == Phases::shortcut ? "Shortcut" : "Explicit");
}

}  // namespace isochron::testbench
