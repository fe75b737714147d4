// SPDX-License-Identifier: Apache-2.0
#include "conformance/accellera_bench.h"

#include <stdexcept>

#include "at_initiator_annotated.h"
#include "at_initiator_explicit.h"
#include "at_target_1_phase.h"
#include "at_target_2_phase.h"
#include "at_target_4_phase.h"
#include "at_target_ooo_2_phase.h"
#include "lt_initiator.h"
#include "lt_target.h"
#include "reporting.h"
#include "select_initiator.h"
#include "traffic_generator.h"

namespace isochron::testbench {

namespace {

using sc_core::sc_time;

template <class Initiator>
class Fed final : public sc_core::sc_module, public AccelleraInitiator {
 public:
  template <class... Delay>
  Fed(const sc_core::sc_module_name& name, unsigned id, std::uint64_t first_base, std::uint64_t second_base,
      Delay... delay)
      : sc_module(name),
        initiator_("initiator", id, delay...),
        generator_("generator", id, first_base, second_base, payloads) {
    generator_.request_out_port(requests_);
    initiator_.request_in_port(requests_);
    initiator_.response_out_port(responses_);
    generator_.response_in_port(responses_);
  }
  tlm::tlm_initiator_socket<>& socket() override { return initiator_.initiator_socket; }

 private:
  /// More than the 16 of a pass: the generator leaves a word out when it finds all of its payloads still in use.
  static constexpr unsigned payloads = 17;

  sc_core::sc_fifo<tlm::tlm_generic_payload*> requests_;
  sc_core::sc_fifo<tlm::tlm_generic_payload*> responses_;
  Initiator initiator_;
  traffic_generator generator_;
};

template <class Target>
class Memory final : public AccelleraTarget {
 public:
  Memory(const char* name, unsigned id, const sc_time& accept_delay)
      : target_(name, id, "memory_socket", 4096, 4, accept_delay, sc_time(50, sc_core::SC_NS),
                sc_time(30, sc_core::SC_NS)) {}
  tlm::tlm_target_socket<>& socket() override { return target_.m_memory_socket; }

 private:
  Target target_;
};

}  // namespace

std::unique_ptr<AccelleraInitiator> make_accellera_initiator(const std::string& kind, const char* name, unsigned id,
                                                             std::uint64_t first_base, std::uint64_t second_base) {
  const sc_time end_response_delay(7, sc_core::SC_NS);
  if (kind == "annotated")
    return std::make_unique<Fed<at_initiator_annotated>>(name, id, first_base, second_base, end_response_delay);
  if (kind == "explicit")
    return std::make_unique<Fed<at_initiator_explicit>>(name, id, first_base, second_base, end_response_delay);
  if (kind == "select")
    return std::make_unique<Fed<select_initiator>>(name, id, first_base, second_base, end_response_delay);
  if (kind == "lt") return std::make_unique<Fed<lt_initiator>>(name, id, first_base, second_base);
  throw std::invalid_argument("no initiator " + kind);
}

std::unique_ptr<AccelleraTarget> make_accellera_target(const std::string& kind, const char* name, unsigned id,
                                                       const sc_time& accept_delay) {
  if (kind == "1_phase") return std::make_unique<Memory<at_target_1_phase>>(name, id, accept_delay);
  if (kind == "2_phase") return std::make_unique<Memory<at_target_2_phase>>(name, id, accept_delay);
  if (kind == "4_phase") return std::make_unique<Memory<at_target_4_phase>>(name, id, accept_delay);
  if (kind == "ooo_2_phase") return std::make_unique<Memory<at_target_ooo_2_phase>>(name, id, accept_delay);
  if (kind == "lt") return std::make_unique<Memory<lt_target>>(name, id, accept_delay);
  throw std::invalid_argument("no target " + kind);
}

void report_what_accellera_finds() {
  REPORT_SET_ENABLES(false, true, true, true);
  sc_core::sc_report_handler::set_actions(sc_core::SC_FATAL, sc_core::SC_DISPLAY | sc_core::SC_THROW);
}

}  // namespace isochron::testbench
