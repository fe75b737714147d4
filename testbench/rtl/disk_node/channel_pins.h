// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "axi_pins.h"

namespace isochron::rtl {

/// What a disk-node interface drives on its channel.
struct ChannelMasterPins {
  bool command_valid = false;
  bool cancel = false;
  bool write = false;
  unsigned disk = 0;
  std::uint64_t block = 0;
  unsigned blocks = 0;
  unsigned tag = 0;
  bool credit_valid = false;
  unsigned credit_tag = 0;
  bool data_ready = false;
  bool status_ready = false;
  bool data_valid = false;
  Word data{};
  unsigned data_tag = 0;
  bool data_last = false;
};

/// What the channel drives.
struct ChannelSlavePins {
  bool command_ready = false;
  bool credit_ready = false;
  bool grant_valid = false;
  unsigned grant_tag = 0;
  bool data_valid = false;
  Word data{};
  unsigned data_tag = 0;
  bool status_valid = false;
  unsigned status_tag = 0;
  unsigned status_code = 0;
  bool data_ready = false;
};

}  // namespace isochron::rtl
