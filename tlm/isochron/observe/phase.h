// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>

namespace isochron {

/// What happens to a transaction at a place, or to a fault. Sockets have the phases of the base protocol (IEEE
/// 1666-2011 clause 15.2), links and devices those that follow.
enum class Phase : std::uint8_t {
  begin_req,
  end_req,
  begin_resp,
  end_resp,
  request,  ///< asks for a buffer at the far end of a link, or for a connection
  connect,  ///< has its connection through a crossbar
  send,     ///< the first bit is on the link
  sent,     ///< the last bit is across
  arrived,  ///< is there in whole
  begin,    ///< a device serves it
  end,      ///< the device is done with it
  strikes,  ///< a fault begins
  known,    ///< it is detected
  over,     ///< it ends
  none      ///< nothing has happened yet
};

std::string_view phase_name(Phase phase);

}  // namespace isochron
