// SPDX-License-Identifier: Apache-2.0
// A peer that breaks the base protocol gets a ModelError that says which rule and where, never an abort or a silent
// wrong result.
#include <functional>
#include <memory>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <isochron/bus/fifo_bus.h>
#include <isochron/bus/pci_bus.h>
#include <isochron/core/error.h>
#include <isochron/core/simulation.h>

#include "conformance/agenda.h"

namespace isochron::testbench {
namespace {

using testing::AllOf;
using testing::HasSubstr;

/// An initiator and a target of a third party, each at an end of the bus, that do as they are told.
class Offender final : public sc_core::sc_module,
                       private tlm::tlm_bw_transport_if<>,
                       private tlm::tlm_fw_transport_if<>,
                       private tlm::tlm_mm_interface {
 public:
  explicit Offender(const sc_core::sc_module_name& name) : sc_module(name) {
    initiator.bind(static_cast<tlm::tlm_bw_transport_if<>&>(*this));
    target.bind(static_cast<tlm::tlm_fw_transport_if<>&>(*this));
    for (Payload* const payload : {&first, &second}) {
      payload->set_mm(this);
      payload->acquire();
      payload->set_write();
      payload->set_address(0);
      payload->set_data_ptr(data_);
      payload->set_data_length(4);
      payload->set_streaming_width(4);
    }
  }
  tlm::tlm_initiator_socket<> initiator{"initiator"};
  tlm::tlm_target_socket<> target{"target"};
  Agenda agenda{"agenda"};
  Payload first;
  Payload second;
  Payload* seen = nullptr;  ///< the last request before the target
  tlm::tlm_sync_enum response_status = tlm::TLM_COMPLETED;
  tlm::tlm_phase response_phase = tlm::END_RESP;

  tlm::tlm_sync_enum forward(Payload& payload, tlm::tlm_phase phase) {
    sc_core::sc_time delay;
    return initiator->nb_transport_fw(payload, phase, delay);
  }
  tlm::tlm_sync_enum backward(Payload& payload, tlm::tlm_phase phase) {
    payload.set_response_status(tlm::TLM_OK_RESPONSE);
    sc_core::sc_time delay;
    return target->nb_transport_bw(payload, phase, delay);
  }

 private:
  tlm::tlm_sync_enum nb_transport_bw(Payload&, tlm::tlm_phase& phase, sc_core::sc_time&) override {
    if (phase == tlm::END_REQ) return tlm::TLM_ACCEPTED;
    phase = response_phase;
    return response_status;
  }
  tlm::tlm_sync_enum nb_transport_fw(Payload& payload, tlm::tlm_phase&, sc_core::sc_time&) override {
    seen = &payload;
    return tlm::TLM_ACCEPTED;
  }
  void b_transport(Payload&, sc_core::sc_time&) override {}
  bool get_direct_mem_ptr(Payload&, tlm::tlm_dmi&) override { return false; }
  unsigned transport_dbg(Payload&) override { return 0; }
  void invalidate_direct_mem_ptr(sc_dt::uint64, sc_dt::uint64) override {}
  void free(Payload* payload) override { payload->reset(); }

  unsigned char data_[4] = {};
};

/// Each step at its own microsecond; the text with which the run ends.
template <class Bus>
std::string error_on(Region& region, Bus& bus, const std::function<void(Offender&)>& prepare,
                     const std::vector<std::function<void(Offender&)>>& steps) {
  bus.map(0, 0xfff, 0);
  Offender offender("offender");
  offender.initiator.bind(bus.device(0));
  bus.window(0).bind(offender.target);
  prepare(offender);
  for (std::size_t i = 0; i < steps.size(); ++i)
    offender.agenda.at((i + 1) * microsecond, [&, step = steps[i]] { step(offender); });
  try {
    simulate_to(region, millisecond);
  } catch (const ModelError& error) {
    return error.what();
  }
  return "no error";
}

std::string error_of(const std::function<void(Offender&)>& prepare, std::vector<std::function<void(Offender&)>> steps) {
  Region region("region");
  MessagePool pool(4);
  PciBus bus("bus", Domain{region, pool, Phases::shortcut}, PciConfig(), PciBus::Model::fast, 1, 1);
  return error_on(region, bus, prepare, steps);
}

std::string error_on_a_fifo_bus(const std::vector<std::function<void(Offender&)>>& steps) {
  Region region("region");
  MessagePool pool(4);
  const Rate rate = Rate::bits_per_second(8'000'000'000);
  FifoBus bus("bus", Domain{region, pool, Phases::shortcut},
              std::make_unique<RatedTransfers>(std::vector<RatedTransfers::Rates>{{rate, rate}}), 0, 1, 1);
  return error_on(
      region, bus, [](Offender&) {}, steps);
}

std::string error_of(std::vector<std::function<void(Offender&)>> steps) {
  return error_of([](Offender&) {}, std::move(steps));
}

const auto request = [](Offender& offender) { offender.forward(offender.first, tlm::BEGIN_REQ); };
const auto request_second = [](Offender& offender) { offender.forward(offender.second, tlm::BEGIN_REQ); };
const auto accept = [](Offender& offender) { offender.backward(*offender.seen, tlm::END_REQ); };
const auto respond = [](Offender& offender) { offender.backward(*offender.seen, tlm::BEGIN_RESP); };

// The steps that the others vary are themselves fine.
TEST(Violation, noneIsReportedOfAGoodPeer) {
  EXPECT_EQ(error_of({request, accept, respond, request_second, respond}), "no error");
}

TEST(Violation, noneIsReportedOfAGoodPeerOfAFifoBus) {
  EXPECT_EQ(error_on_a_fifo_bus({request, accept, respond, request_second, respond}), "no error");
}

TEST(Violation, aSecondResponseOnAFifoBus) {
  EXPECT_THAT(error_on_a_fifo_bus({request, respond, respond}), HasSubstr("bus"));
}

TEST(Violation, aResponseToAnotherRequestOnAFifoBus) {
  const auto respond_to_another = [](Offender& offender) { offender.backward(offender.second, tlm::BEGIN_RESP); };
  EXPECT_THAT(error_on_a_fifo_bus({request, accept, respond_to_another}), HasSubstr("bus"));
}

TEST(Violation, aSecondRequestBeforeEndReq) {
  EXPECT_THAT(
      error_of({request, request_second}),
      AllOf(HasSubstr("bus.device[0]"), HasSubstr("BEGIN_REQ before END_REQ"), HasSubstr("request exclusion rule")));
}

TEST(Violation, endRespWithoutAResponse) {
  EXPECT_THAT(error_of({request, [](Offender& offender) { offender.forward(offender.first, tlm::END_RESP); }}),
              AllOf(HasSubstr("bus.device[0]"), HasSubstr("END_RESP without a response")));
}

TEST(Violation, anInitiatorSendsATargetsPhase) {
  unsigned caught = 0;
  EXPECT_EQ(error_of({[&](Offender& offender) {
              for (const tlm::tlm_phase_enum phase : {tlm::END_REQ, tlm::BEGIN_RESP}) try {
                  offender.forward(offender.first, phase);
                } catch (const ModelError& error) {
                  EXPECT_THAT(error.what(), AllOf(HasSubstr("bus.device[0]"), HasSubstr("target's phase")));
                  ++caught;
                }
            }}),
            "no error");
  EXPECT_EQ(caught, 2u);
}

TEST(Violation, aTargetSendsAnInitiatorsPhase) {
  EXPECT_THAT(error_of({request, [](Offender& offender) { offender.backward(*offender.seen, tlm::END_RESP); }}),
              AllOf(HasSubstr("bus.window[0]"), HasSubstr("initiator's phase")));
}

TEST(Violation, aPayloadWithoutMemoryManager) {
  EXPECT_THAT(error_of([](Offender& offender) { offender.first.set_mm(nullptr); }, {request}),
              AllOf(HasSubstr("bus.device[0]"), HasSubstr("memory manager")));
}

TEST(Violation, endReqOfNothing) {
  EXPECT_THAT(error_of({[](Offender& offender) { offender.backward(offender.second, tlm::END_REQ); }}),
              AllOf(HasSubstr("bus.window[0]"), HasSubstr("END_REQ without a request")));
}

TEST(Violation, endReqTwice) {
  EXPECT_THAT(error_of({request, accept, accept}),
              AllOf(HasSubstr("bus.window[0]"), HasSubstr("END_REQ without a request")));
}

TEST(Violation, aResponseToNothing) {
  EXPECT_THAT(error_of({[](Offender& offender) { offender.backward(offender.second, tlm::BEGIN_RESP); }}),
              AllOf(HasSubstr("bus.window[0]"), HasSubstr("a response to nothing")));
}

TEST(Violation, aReadResponseToNothing) {
  EXPECT_THAT(error_of([](Offender& offender) { offender.second.set_read(); },
                       {[](Offender& offender) { offender.backward(offender.second, tlm::BEGIN_RESP); }}),
              AllOf(HasSubstr("bus.window[0]"), HasSubstr("a response to nothing")));
}

TEST(Violation, aSecondResponse) {
  EXPECT_THAT(error_of({request, respond, respond}),
              AllOf(HasSubstr("bus.window[0]"), HasSubstr("a response to nothing")));
}

TEST(Violation, aResponseAnsweredWithAnotherPhase) {
  EXPECT_THAT(error_of(
                  [](Offender& offender) {
                    offender.response_status = tlm::TLM_UPDATED;
                    offender.response_phase = tlm::BEGIN_REQ;
                  },
                  {request, respond}),
              AllOf(HasSubstr("bus.device[0]"), HasSubstr("BEGIN_RESP was answered with another phase")));
}

// An extended phase that we do not know is ignorable (IEEE 1666-2011, clause 15.2.5).
TEST(Violation, anUnknownPhaseIsNone) {
  EXPECT_EQ(error_of({request,
                      [](Offender& offender) {
                        const tlm::tlm_phase unknown(4242);
                        EXPECT_EQ(offender.forward(offender.first, unknown), tlm::TLM_ACCEPTED);
                        EXPECT_EQ(offender.backward(*offender.seen, unknown), tlm::TLM_ACCEPTED);
                      },
                      accept, respond}),
            "no error");
}

/// A model of ours that misuses its own socket.
class Careless final : public sc_core::sc_module, private AtInitiatorClient, private AtTargetClient {
 public:
  Careless(const sc_core::sc_module_name& name, const Domain& domain)
      : sc_module(name),
        initiator("initiator", domain, static_cast<AtInitiatorClient&>(*this)),
        target("target", domain, static_cast<AtTargetClient&>(*this)) {
    initiator.bind(target);
  }
  AtInitiator initiator;
  AtTarget target;

 private:
  void on_accepted(AtInitiator&, Payload&, Time) override {}
  void on_response(AtInitiator&, Payload&, Time) override {}
  void on_request(AtTarget&, Payload&, Time) override {}
  void on_complete(AtTarget&, Payload&, Time) override {}
};

TEST(Violation, ourOwnModelsAreWatchedToo) {
  Region region("region");
  MessagePool pool(4);
  Careless careless("careless", Domain{region, pool, Phases::shortcut});
  simulate_to(region, microsecond);
  Message& first = pool.allocate(0, 4);
  Message& second = pool.allocate(0, 4);
  EXPECT_THROW(careless.target.accept(first), ModelError);
  careless.initiator.send(first);
  EXPECT_THROW(careless.initiator.send(second), ModelError);
  EXPECT_THROW(careless.target.accept(second), ModelError);
}

}  // namespace
}  // namespace isochron::testbench
