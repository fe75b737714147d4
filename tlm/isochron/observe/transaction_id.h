// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include <isochron/core/time.h>

namespace isochron {

/// Which transaction something is about.
struct TransactionId {
  std::uint64_t sequence = 0;  ///< number at its source
  std::uint32_t stream = 0;
  std::uint32_t source = 0;
  std::uint32_t bytes = 0;   ///< of the payload at this place
  bool none = true;          ///< nothing is there
  Time asked = end_of_time;  ///< when its message was asked for; end_of_time: not known

  /// The same transaction, whatever part of its bytes.
  friend bool operator==(const TransactionId& one, const TransactionId& other) {
    return one.sequence == other.sequence && one.stream == other.stream && one.source == other.source &&
           one.none == other.none;
  }
};

/// A transaction as waveforms show it: "s17#3.1234" is message 1234 of source 3, for stream 17; "-" is none.
class TransactionText {
 public:
  explicit TransactionText(const TransactionId& id);
  std::string_view view() const { return {text_.data(), length_}; }

 private:
  std::array<char, 48> text_{};
  std::size_t length_ = 1;
};

}  // namespace isochron
