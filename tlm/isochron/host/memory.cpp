// SPDX-License-Identifier: Apache-2.0
#include <isochron/host/memory.h>

#include <algorithm>
#include <cstring>
#include <string>

#include <isochron/protocol/stream_check.h>

namespace isochron {

Memory::Memory(const sc_core::sc_module_name& name, const Domain& domain, std::uint64_t first, std::uint64_t size,
               Content content, unsigned ports)
    : sc_module(name), socket("socket", domain, *this), served_(ports), first_(first), size_(size), content_(content) {
  for (unsigned i = 1; i < ports; ++i)
    more_.push_back(
        std::make_unique<AtTargetOf<Memory>>(("port[" + std::to_string(i) + "]").c_str(), domain, *this, i));
}

AtTargetBase& Memory::port(unsigned index) {
  if (index == 0) return socket;
  return *more_.at(index - 1);
}

bool Memory::holds(std::uint64_t address, std::uint64_t length) const {
  return address >= first_ && address - first_ < size_ && length <= size_ - (address - first_);
}

void Memory::on_request(AtTargetBase& at, Payload& payload, Time) {
  const tlm::tlm_command command = payload.get_command();
  const tlm::tlm_response_status status = command == tlm::TLM_IGNORE_COMMAND ? tlm::TLM_OK_RESPONSE : serve(payload);
  payload.set_response_status(status);
  served_[at.index()].push({command, status == tlm::TLM_OK_RESPONSE ? payload.get_data_length() : 0});
  static_cast<AtTargetOf<Memory>&>(at).ready(payload);
}

tlm::tlm_response_status Memory::serve(Payload& payload) {
  if (payload.get_data_length() == 0 || payload.get_streaming_width() < payload.get_data_length())
    return tlm::TLM_BURST_ERROR_RESPONSE;
  if (!holds(payload.get_address(), payload.get_data_length())) return tlm::TLM_ADDRESS_ERROR_RESPONSE;
  if (content_ == Content::kept && payload.is_read())
    access(payload, payload.get_data_length());
  else if (content_ == Content::streams && tag_of(payload).has_data)
    access_stream(payload);
  return tlm::TLM_OK_RESPONSE;
}

void Memory::access_stream(Payload& payload) {
  // Now, since by its end the payload may stand for more than this transfer.
  access(payload, payload.get_data_length());
  if (!payload.is_write()) return;
  require_stream_data(payload, name());
  checked_bytes_ += payload.get_data_length();
}

void Memory::on_complete(AtTargetBase& at, Payload& payload, Time) {
  const Served served = served_[at.index()].pop();
  if (served.command == tlm::TLM_WRITE_COMMAND) {
    bytes_written_ += served.bytes;
    if (content_ == Content::kept) access(payload, served.bytes);
  } else if (served.command == tlm::TLM_READ_COMMAND) {
    bytes_read_ += served.bytes;
  }
}

unsigned Memory::on_debug(AtTargetBase&, Payload& payload) {
  if (content_ != Content::kept || !holds(payload.get_address(), 1)) return 0;
  const std::uint64_t length =
      std::min<std::uint64_t>(payload.get_data_length(), size_ - (payload.get_address() - first_));
  access(payload, length);
  payload.set_response_status(tlm::TLM_OK_RESPONSE);
  return static_cast<unsigned>(length);
}

unsigned char& Memory::byte_at(std::uint64_t address) {
  std::unique_ptr<Page>& page = pages_[address / page_size];
  if (!page) page = std::make_unique<Page>(Page{});
  return (*page)[address % page_size];
}

void Memory::access(Payload& payload, std::uint64_t length) {
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

Statistics<Memory> Memory::statistics() {
  Statistics<Memory> table;
  table.bytes("bytes_read", &Memory::bytes_read_, "given");
  table.bytes("bytes_written", &Memory::bytes_written_, "taken");
  table.when(&Memory::checked_bytes);
  table.bytes("checked", &Memory::checked_bytes,
              "taken since the simulation began and compared with their stream, where there are data");
  return table;
}

TypeInfo Memory::type_info() {
  TypeInfo info;
  info.name = type;
  info.kind = "device";
  info.summary = "Memory behind a bus: no time of its own, it is part of the bus's";
  info.source = "Gennart et al., section 3.2";
  info.ports = {{"socket", "base protocol", "target", "port 0: from a bus"},
                {"port[i]", "base protocol", "target", "port i: from another bus, or a block mover"}};
  info.statistics = statistics().infos();
  return info;
}

}  // namespace isochron
