// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>

#include <tlm>

namespace isochron::testbench {

/// One of Accellera's initiators with the traffic generator that feeds it: 16 words of 4 B written and read back at
/// each of two addresses (the second time inverted), 64 transactions. The generator checks what it reads.
class AccelleraInitiator {
 public:
  virtual ~AccelleraInitiator() = default;
  virtual tlm::tlm_initiator_socket<>& socket() = 0;
  static constexpr unsigned transactions = 64;
};

/// "annotated", "explicit", "select" or "lt".
std::unique_ptr<AccelleraInitiator> make_accellera_initiator(const std::string& kind, const char* name, unsigned id,
                                                             std::uint64_t first_base, std::uint64_t second_base);

/// One of Accellera's memories of 4 KiB.
class AccelleraTarget {
 public:
  virtual ~AccelleraTarget() = default;
  virtual tlm::tlm_target_socket<>& socket() = 0;
};

/// "1_phase", "2_phase", "4_phase", "ooo_2_phase" or "lt".
std::unique_ptr<AccelleraTarget> make_accellera_target(const std::string& kind, const char* name, unsigned id,
                                                       const sc_core::sc_time& accept_delay);

/// Warnings and errors of the examples are reported (and so fail the test), their chatter is not. A fatal one ends the
/// run by an exception.
void report_what_accellera_finds();

}  // namespace isochron::testbench
