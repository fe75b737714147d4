// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>

#include "axi_pins.h"
#include "command.h"
#include "mover_model.h"

namespace isochron::rtl {

struct CoreInputs {
  bool rst = false;
  bool cmd_valid = false;
  Command command;
  bool abort = false;
  bool done_ready = false;
  std::array<AxiSlavePins, 2> axi;
  StreamPins stream;
  bool stream_ready = false;
};

struct CoreOutputs {
  bool cmd_ready = false;
  bool done_valid = false;
  unsigned done_tag = 0;
  unsigned done_error = 0;
  bool done_short = false;
  bool done_long = false;
  std::uint32_t done_bytes = 0;
  bool busy = false;
  bool stall_read = false;
  bool stall_write = false;
  bool stall_address = false;
  std::array<AxiMasterPins, 2> axi;
  StreamPins stream;
  bool stream_ready = false;
};

/// A simulated block_mover_core. Between two edges: set the inputs, `settle`, read the outputs.
class CoreDut {
 public:
  virtual ~CoreDut() = default;
  virtual void settle(const CoreInputs& inputs, CoreOutputs& outputs) = 0;
  /// The rising edge of the clock, with the inputs as they are; then the outputs as they come out of the registers.
  virtual void edge(CoreOutputs& outputs) = 0;
  virtual const CoreParameters& parameters() const = 0;
};

/// A core of one of the simulated parameter sets, by name: "32", "64", "128", "256", "512", "small", "plain".
std::unique_ptr<CoreDut> make_core(const std::string& name, std::uint64_t seed);

}  // namespace isochron::rtl
