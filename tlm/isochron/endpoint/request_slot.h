// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <isochron/protocol/tag.h>

namespace isochron {

/// Tag::stream of the messages of a request: the slot that its requester has for it, and how often it has been asked
/// for before. With Tag::source and Tag::sequence it names one attempt of one request, whenever its answer comes.
struct RequestSlot {
  static constexpr unsigned slot_bits = 22;
  /// Times that a request can be asked for again.
  static constexpr std::uint64_t most_retries = 1000;

  static constexpr std::uint32_t stream(std::uint32_t slot, std::uint32_t attempt) {
    return attempt << slot_bits | slot;
  }
  static std::uint32_t of(const Tag& tag) { return tag.stream & ((std::uint32_t{1} << slot_bits) - 1); }
  /// Whether both are of the same attempt of the same request.
  static bool is_same(const Tag& a, const Tag& b) {
    return a.stream == b.stream && a.sequence == b.sequence && a.source == b.source;
  }
};

}  // namespace isochron
