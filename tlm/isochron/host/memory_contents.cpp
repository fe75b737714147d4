// SPDX-License-Identifier: Apache-2.0
#include <isochron/host/memory_contents.h>

#include <algorithm>
#include <cstring>
#include <utility>

#include <isochron/protocol/stream_check.h>

namespace isochron {

MemoryContents::MemoryContents(std::string owner, std::uint64_t first, std::uint64_t size, Content content)
    : owner_(std::move(owner)), first_(first), size_(size), content_(content) {}

bool MemoryContents::holds(std::uint64_t address, std::uint64_t length) const {
  return address >= first_ && address - first_ < size_ && length <= size_ - (address - first_);
}

tlm::tlm_response_status MemoryContents::status_of(const Payload& payload) const {
  if (payload.get_data_length() == 0 || payload.get_streaming_width() < payload.get_data_length())
    return tlm::TLM_BURST_ERROR_RESPONSE;
  if (!holds(payload.get_address(), payload.get_data_length())) return tlm::TLM_ADDRESS_ERROR_RESPONSE;
  return tlm::TLM_OK_RESPONSE;
}

void MemoryContents::exchange(Payload& payload) {
  if (content_ == Content::counted || (content_ == Content::streams && !tag_of(payload).has_data)) return;
  access(payload, payload.get_data_length());
  if (content_ != Content::streams || !payload.is_write()) return;
  require_stream_data(payload, owner_.c_str());
  checked_bytes_ += payload.get_data_length();
}

unsigned MemoryContents::debug(Payload& payload) {
  if (content_ != Content::kept || !holds(payload.get_address(), 1)) return 0;
  const std::uint64_t length =
      std::min<std::uint64_t>(payload.get_data_length(), size_ - (payload.get_address() - first_));
  access(payload, length);
  payload.set_response_status(tlm::TLM_OK_RESPONSE);
  return static_cast<unsigned>(length);
}

unsigned char& MemoryContents::byte_at(std::uint64_t address) {
  std::unique_ptr<Page>& page = pages_[address / page_size];
  if (!page) page = std::make_unique<Page>(Page{});
  return (*page)[address % page_size];
}

void MemoryContents::access(Payload& payload, std::uint64_t length) {
  unsigned char* const data = payload.get_data_ptr();
  const unsigned char* const enables = payload.get_byte_enable_ptr();
  std::uint64_t address = payload.get_address();
  for (std::uint64_t done = 0; done < length;) {
    // Up to the end of a page at a time; single bytes where some are masked.
    const std::uint64_t run = enables ? 1 : std::min(length - done, page_size - address % page_size);
    if (!enables || enables[done % payload.get_byte_enable_length()] == TLM_BYTE_ENABLED) {
      unsigned char* const stored = &byte_at(address);
      if (payload.is_write())
        std::memcpy(stored, data + done, run);
      else
        std::memcpy(data + done, stored, run);
    }
    done += run;
    address += run;
  }
}

}  // namespace isochron
