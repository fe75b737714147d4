// SPDX-License-Identifier: Apache-2.0
#include "command.h"

#include <fmt/format.h>

namespace isochron::rtl {

std::string to_string(const Command& c) {
  return fmt::format("{{{}, {}, {}, {:#x}, {:#x}, {}, {}, {}, {}, {}, {}, {}, {}}},", c.op, c.src_port, c.dst_port,
                     c.src, c.dst, c.row_bytes, c.rows, c.planes, c.src_row_stride, c.src_plane_stride,
                     c.dst_row_stride, c.dst_plane_stride, c.tag);
}

std::string to_string(const std::vector<Command>& commands) {
  std::string text =
      "// op, source and destination port, source, destination, row bytes, rows, planes,\n"
      "// source row and plane stride, destination row and plane stride, tag\n";
  for (const auto& command : commands) text += to_string(command) + "\n";
  return text;
}

}  // namespace isochron::rtl
