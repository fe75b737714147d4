// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace isochron {

/// How many message buffers an output port or a sink has, and for how long a message has one: from when it is granted,
/// before the transfer that brings the message, until it is freed.
struct MessageBuffers {
  std::uint64_t count = 1;  ///< of each class
  /// Of an output port: until the transfer behind it has ended, not only until it begins. A sink's are freed when the
  /// message has been taken at the sink's capacity.
  bool until_across = false;
  bool can_be_set = true;             ///< by a parameter
  const char* parameter = "buffers";  ///< ... of this name
  std::uint64_t classes = 1;          ///< of traffic, which have buffers of their own

  std::uint64_t all() const { return count * classes; }
};

}  // namespace isochron
