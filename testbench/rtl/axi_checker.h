// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <vector>

#include "axi_pins.h"

namespace isochron::rtl {

/// What an AXI master did, counted in handshakes.
struct AxiCounts {
  std::uint64_t read_bursts = 0;
  std::uint64_t read_beats = 0;
  std::uint64_t write_bursts = 0;
  std::uint64_t write_beats = 0;
  std::uint64_t write_answers = 0;
  std::uint64_t read_hold_up = 0;   ///< cycles with RVALID and no RREADY
  std::uint64_t write_hold_up = 0;  ///< cycles with BVALID and no BREADY
};

/// Watches the pins of an AXI4 master for breaches of the protocol; each is one line with its cycle.
class AxiChecker {
 public:
  struct Rules {
    unsigned word_bytes = 8;
    unsigned max_burst = 256;         ///< beats; bursts must not cross an aligned block of that many words either
    bool aligned = true;              ///< addresses are those of words
    bool always_ready = true;         ///< RREADY and BREADY never low
    bool address_before_data = true;  ///< W never before its AW is there
  };

  AxiChecker(std::string name, const Rules& rules) : name_(std::move(name)), rules_(rules) {}

  /// One cycle: what both sides drove before the clock edge.
  void clock(const AxiMasterPins& master, const AxiSlavePins& slave, bool in_reset = false);
  /// After the last cycle: whatever is not complete.
  void finish();

  const std::vector<std::string>& breaches() const { return breaches_; }
  const AxiCounts& counts() const { return counts_; }

 private:
  void check_stability(const AxiMasterPins& master);
  void check_address(const char* channel, std::uint64_t address, unsigned length, unsigned size, unsigned burst);
  void check_write_data(const AxiMasterPins& master, bool taken);
  void breach(const std::string& what);

  std::string name_;
  Rules rules_;
  std::uint64_t cycle_ = 0;
  AxiMasterPins before_;
  AxiSlavePins slave_before_;
  struct WriteBurst {
    unsigned beats = 0;  ///< left
    unsigned skip = 0;   ///< bytes of the first word before the address
  };
  std::deque<WriteBurst> writes_;  ///< presented addresses whose data are not complete
  bool aw_seen_ = false;           ///< the presented address is in writes_ already
  std::uint64_t reads_owed_ = 0;   ///< beats
  std::uint64_t answers_owed_ = 0;
  AxiCounts counts_;
  std::vector<std::string> breaches_;
};

}  // namespace isochron::rtl
