// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <isochron/pcie/tlp.h>

namespace isochron {

/// How many bytes a transaction layer packet takes on a link. Padding of data to whole double words is not counted.
class TlpSize {
 public:
  /// Framing 2 B, sequence number 2 B and LCRC 4 B: at generations 1 and 2 the framing is a symbol at each end, later a
  /// token of 4 B that holds the sequence number.
  static constexpr std::uint32_t framing = 8;
  /// A header of three double words: requests with addresses of 32 bits, and every completion.
  static constexpr std::uint32_t short_header = 12;
  /// A header of four double words: requests with addresses of 64 bits.
  static constexpr std::uint32_t long_header = 16;
  static constexpr std::uint32_t digest = 4;  ///< ECRC

  /// Header of requests.
  enum class Header { three_words, four_words };

  constexpr TlpSize(Header header, bool ecrc)
      : request_(framing + (header == Header::four_words ? long_header : short_header) + (ecrc ? digest : 0)),
        completion_(framing + short_header + (ecrc ? digest : 0)) {}

  /// Bytes on the link that are not data.
  constexpr std::uint32_t overhead(TlpType type) const { return type == TlpType::completion ? completion_ : request_; }
  constexpr std::uint32_t bytes(const Tlp& tlp) const { return overhead(tlp.type) + tlp.data; }

 private:
  std::uint32_t request_;
  std::uint32_t completion_;
};

}  // namespace isochron
