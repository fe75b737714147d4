// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include <isochron/observe/parameter_table.h>
#include <isochron/part/fold_role.h>
#include <isochron/part/message_buffers.h>
#include <isochron/protocol/output_port.h>

namespace isochron {

/// What every part with output ports has.
struct BufferedParameters {
  std::uint64_t buffers = 1;
  BufferFreed freed = BufferFreed::on_send;

  void add_to(ParameterTable& table) {
    table.count("buffers", buffers, {1, 1 << 16}, "message buffers of an output port");
    table.choice("buffer_freed", freed, {"on_send", "on_arrival"}, "when a buffer is free again");
  }
  FoldRole fold_role() const { return freed == BufferFreed::on_send ? FoldRole::ports : FoldRole::none; }
  MessageBuffers of_port() const { return {buffers, freed == BufferFreed::on_arrival}; }
};

}  // namespace isochron
