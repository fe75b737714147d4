// SPDX-License-Identifier: Apache-2.0
// A DMA engine that stops ends the cluster at once, in words that name it.
#include <string>

#include <gtest/gtest.h>

#include <isochron/core/error.h>
#include <isochron/dma/dma_engine.h>

#include "systems/seachange/cluster_run.h"

namespace isochron::testbench {
namespace {

/// Takes a message and does nothing about it.
class StuckEngine final : public DmaEngine {
 public:
  StuckEngine(const sc_core::sc_module_name& name, const Domain& domain)
      : DmaEngine(name), bus_("bus", domain, *this) {}
  AtInitiatorBase& bus() override { return bus_; }
  bool has_room() const override { return taken_ == nullptr; }
  void take(Message& message, Time) override { taken_ = &message; }
  bool is_stuck() const override { return taken_ != nullptr; }
  std::uint64_t cycles() const override { return 0; }

  void on_accepted(AtInitiatorBase&, Payload&, Time) {}
  void on_response(AtInitiatorBase&, Payload&, Time) {}

 private:
  AtInitiatorOf<StuckEngine> bus_;
  Message* taken_ = nullptr;
};

// The first message is there after the disk's delay; the cluster looks at the end of every step, not at the beginning
// of the next.
TEST(StuckEngine, EndsTheStepInWhichItStops) {
  dma_engines().offer("tlm", [](const char* name, const Domain& domain, const DmaEngineConfig&, DmaEngine::Client&) {
    return std::make_unique<StuckEngine>(name, domain);
  });
  SeachangeParameters p;
  p.nodes = 2;
  p.raid.disk_delay = {millisecond, millisecond, millisecond};
  class BlockMovers final : public InstanceOverrides {
   public:
    void apply(const std::string& name, ParameterTable& table) override {
      if (name.find(".dma[") != std::string::npos) table.find("impl")->set(std::string("tlm"));
    }
  } overrides;
  const std::unique_ptr<ComposedSimulation> built = build_cluster(p, 1, &overrides);
  ComposedSimulation& cluster = *built;
  cluster.run_to(millisecond / 2);
  try {
    cluster.run_to(2 * millisecond);
    FAIL() << "no deadlock was noticed";
  } catch (const ModelError& error) {
    EXPECT_NE(std::string(error.what()).find("deadlock noticed at 0.002 s"), std::string::npos) << error.what();
    EXPECT_NE(std::string(error.what()).find("node[0].raid[0].dma[0]"), std::string::npos) << error.what();
    EXPECT_NE(std::string(error.what()).find("its block mover"), std::string::npos) << error.what();
  }
}

}  // namespace
}  // namespace isochron::testbench
