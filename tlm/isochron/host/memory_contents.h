// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <unordered_map>

#include <isochron/protocol/tag.h>

namespace isochron {

/// What lies at a range of addresses, for targets of the base protocol. It may keep what is written, in pages made when
/// first touched, or only count it. Byte enables are honoured.
class MemoryContents {
 public:
  enum class Content {
    kept,     ///< reads return what was written, zero before
    counted,  ///< bytes are counted; reads leave the data buffer as it is
    streams   ///< kept of payloads that have their stream's data (Tag::has_data), compared with it; others are counted
  };

  /// Of addresses `first` to `first` + `size` - 1. `owner`: its name in reports of data that are wrong.
  MemoryContents(std::string owner, std::uint64_t first, std::uint64_t size, Content content);

  Content content() const { return content_; }
  /// What a request for data is to be answered with: TLM_OK_RESPONSE, TLM_ADDRESS_ERROR_RESPONSE outside the range,
  /// TLM_BURST_ERROR_RESPONSE of no bytes or a streaming width below the length.
  tlm::tlm_response_status status_of(const Payload& payload) const;
  /// Reads or writes now what is kept, of a request whose status is OK. Throws ModelError where a stream's data are
  /// wrong.
  void exchange(Payload& payload);
  /// Debug access: as much as there is; returns the bytes transferred.
  unsigned debug(Payload& payload);
  /// Reads or writes the first `length` bytes, whatever is kept.
  void access(Payload& payload, std::uint64_t length);
  /// Written bytes that were compared with their stream since the simulation began.
  std::uint64_t checked_bytes() const { return checked_bytes_; }

 private:
  static constexpr std::uint64_t page_size = 4096;
  using Page = std::array<unsigned char, page_size>;

  bool holds(std::uint64_t address, std::uint64_t length) const;
  unsigned char& byte_at(std::uint64_t address);

  std::string owner_;
  std::uint64_t first_;
  std::uint64_t size_;
  Content content_;
  std::uint64_t checked_bytes_ = 0;
  std::unordered_map<std::uint64_t, std::unique_ptr<Page>> pages_;
};

}  // namespace isochron
