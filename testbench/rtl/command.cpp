// SPDX-License-Identifier: Apache-2.0
#include "command.h"

#include <fmt/format.h>

namespace isochron::rtl {

std::string to_string(const Command& c) {
  const auto& p = c.packet;
  const auto packet =
      fmt::format(", {{{}, {}, {}, {}, {}}}", p.surplus, p.empty_end, p.padded, p.hole_beat, p.hole_at_top);
  return fmt::format("{{{}, {}, {}, {:#x}, {:#x}, {}, {}, {}, {}, {}, {}, {}, {}{}}},", c.op, c.src_port, c.dst_port,
                     c.src, c.dst, c.row_bytes, c.rows, c.planes, c.src_row_stride, c.src_plane_stride,
                     c.dst_row_stride, c.dst_plane_stride, c.tag, c.reads_stream() ? packet : "");
}

std::string to_string(const std::vector<Command>& commands) {
  std::string text =
      "// op, source and destination port, source, destination, row bytes, rows, planes,\n"
      "// source row and plane stride, destination row and plane stride, tag, packet\n";
  for (const auto& command : commands) text += to_string(command) + "\n";
  return text;
}

}  // namespace isochron::rtl
