// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

#include <isochron/protocol/tag.h>

namespace isochron {

/// What flow control and ordering know of a transaction layer packet (PCI Express Base Specification, "Transaction
/// Ordering" and "Flow Control Rules").
enum class TlpType : std::uint8_t {
  posted,      ///< a write or a message: nothing comes back
  non_posted,  ///< a read request
  completion   ///< data that were read, or that a request is done
};

inline constexpr std::size_t tlp_types = 3;
inline constexpr TlpType all_tlp_types[tlp_types] = {TlpType::posted, TlpType::non_posted, TlpType::completion};
/// Names of the types, as statistics and parameters have them.
inline constexpr const char* tlp_type_names[tlp_types] = {"posted", "non_posted", "completion"};

constexpr std::size_t index_of(TlpType type) {
  return static_cast<std::size_t>(type);
}

/// The type of packet that a message of `kind` travels as.
constexpr TlpType tlp_type_of(MessageKind kind) {
  switch (kind) {
    case MessageKind::read_request:
      return TlpType::non_posted;
    case MessageKind::response:
      return TlpType::completion;
    case MessageKind::data:
    case MessageKind::write_request:
      break;
  }
  return TlpType::posted;
}

}  // namespace isochron
