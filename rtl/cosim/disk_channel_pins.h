// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "pin.h"

namespace isochron::cosim {

/// The channel of a disk-node interface, but for data to the disks.
struct DiskChannelPins {
  const std::uint8_t& command_valid;
  std::uint8_t& command_ready;
  const std::uint8_t& command_cancel;
  const std::uint8_t& command_write;
  Pin command_disk;
  Pin command_block;
  Pin command_blocks;
  Pin command_tag;
  const std::uint8_t& credit_valid;
  std::uint8_t& credit_ready;
  Pin credit_tag;
  std::uint8_t& data_valid;
  DrivenBytes data;
  std::uint8_t& data_tag;
  std::uint8_t& status_valid;
  std::uint8_t& status_tag;
  std::uint8_t& status_code;
};

}  // namespace isochron::cosim
