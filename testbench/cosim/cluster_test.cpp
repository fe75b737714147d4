// SPDX-License-Identifier: Apache-2.0
// A DMA engine of the cluster as Verilog: what arrives is right and the same in both modes of the buses; what is wrong
// is found.
#include <gtest/gtest.h>

#include <cstring>

#include <isochron/core/error.h>
#include <isochron/core/stream_data.h>
#include <isochron/endpoint/gige_card.h>

#include "cosim/implementations.h"
#include "support/child_process.h"
#include "systems/seachange/cluster_run.h"

namespace isochron::cosim {
namespace {

/// `impl` for one controller.
class OneEngine final : public InstanceOverrides {
 public:
  explicit OneEngine(const char* impl) : impl_(impl) {}
  void apply(const std::string& name, ParameterTable& table) override {
    if (name == "node[1].raid[0].dma[0]") table.find("impl")->set(std::string(impl_));
  }

 private:
  const char* impl_;
};

struct Outcome {
  std::uint64_t fingerprint;
  std::uint64_t messages;
  double checked;
  double moved;
};

Outcome run(const char* impl, testbench::SeachangeParameters::BusModel model, std::uint64_t message) {
  const std::string bytes = testbench::run_in_child([=] {
    offer_implementations();
    testbench::SeachangeParameters parameters;
    parameters.nodes = 3;
    parameters.bus_model = model;
    parameters.raid.message = message;
    OneEngine engine(impl);
    const std::unique_ptr<ComposedSimulation> cluster = testbench::build_cluster(parameters, 1, &engine, 3);
    do cluster->run_to(kernel_now() + 100 * millisecond);
    while (sc_core::sc_pending_activity());
    const ReplicationRecord record = cluster->record();
    const Outcome outcome{record.fingerprint, record.messages, record.metrics.at("data.checked").mean,
                          record.components.at("node[1].raid[0].dma[0]").at("moved")};
    return std::string(reinterpret_cast<const char*>(&outcome), sizeof outcome);
  });
  Outcome outcome{};
  std::memcpy(&outcome, bytes.data(), sizeof outcome);
  return outcome;
}

class Cluster : public testing::TestWithParam<const char*> {};

TEST_P(Cluster, EveryByteArrivesAndBothBusModelsAgree) {
  using BusModel = testbench::SeachangeParameters::BusModel;
  // Longer than a burst, and not a whole number of beats.
  for (const std::uint64_t message : {1024, 5001}) {
    const Outcome fast = run(GetParam(), BusModel::fast, message);
    const Outcome reference = run(GetParam(), BusModel::reference, message);
    EXPECT_EQ(fast.checked, 3. * 128 * 1024);
    EXPECT_EQ(fast.moved, fast.checked);
    EXPECT_EQ(fast.fingerprint, reference.fingerprint);
    EXPECT_EQ(fast.messages, reference.messages);
  }
}

INSTANTIATE_TEST_SUITE_P(With, Cluster, testing::Values("tlm", "rtl"),
                         [](const auto& with) { return std::string(with.param); });

class Arrivals final : public GigeCard::Arrivals {
 public:
  bool arrives(const Tag&, std::uint64_t, Time) override { return true; }
};

TEST(CardThatChecks, FindsAWrongByte) {
  const auto send = [](bool wrong) {
    return testbench::run_in_child([=] {
      Region region("region");
      MessagePool pool(256);
      const Domain domain{region, pool, Phases::shortcut};
      Arrivals arrivals;
      GigeCard card("card", domain, {}, arrivals);
      class Sender final : public sc_core::sc_module {
       public:
        Sender(const sc_core::sc_module_name& name, const Domain& in) : sc_module(name), socket("socket", in, *this) {}
        AtInitiatorOf<Sender> socket;
        void on_accepted(AtInitiatorBase&, Payload&, Time) {}
        void on_response(AtInitiatorBase&, Payload& payload, Time) { socket.complete(payload); }
      } sender("sender", domain);
      sender.socket.bind(card.socket);
      sc_core::sc_start(sc_core::SC_ZERO_TIME);
      Message& message = pool.allocate(0, 100);
      message.tag().has_data = true;
      message.tag().stream = 5;
      message.tag().data_offset = 77;
      StreamData(message.tag().data_stream()).write(77, message.get_data_ptr(), 100);
      if (wrong) message.get_data_ptr()[99] ^= 1;
      sender.socket.send(message);
      message.release();
      return std::to_string(card.checked_bytes());
    });
  };
  EXPECT_EQ(send(false), "100");
  EXPECT_THROW(send(true), std::runtime_error);
}

}  // namespace
}  // namespace isochron::cosim
