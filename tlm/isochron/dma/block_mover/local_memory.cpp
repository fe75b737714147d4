// SPDX-License-Identifier: Apache-2.0
#include <isochron/dma/block_mover/local_memory.h>

#include <algorithm>
#include <cstring>

namespace isochron {

LocalMemory::LocalMemory(const sc_core::sc_module_name& name, const Domain& domain, Time latency)
    : sc_module(name),
      read("read", domain, *this, 0),
      write("write", domain, *this, 1),
      region_(domain.region),
      latency_(latency) {}

Time LocalMemory::latency_of(const Payload&) const {
  return latency_;
}

tlm::tlm_response_status LocalMemory::status_of(const Payload&) const {
  return tlm::TLM_OK_RESPONSE;
}

void LocalMemory::on_request(AtTargetBase& socket, Payload& payload, Time now) {
  AtTargetOf<LocalMemory>& own = socket.index() == 0 ? read : write;
  own.accept(payload);
  region_.call_at(now + latency_of(payload), [this, &own, &payload] { answer(own, payload); });
}

void LocalMemory::on_complete(AtTargetBase&, Payload&, Time) {}

void LocalMemory::answer(AtTargetOf<LocalMemory>& socket, Payload& payload) {
  payload.set_response_status(status_of(payload));
  if (payload.is_response_ok()) access(payload);
  socket.ready(payload);
}

unsigned LocalMemory::on_debug(AtTargetBase&, Payload& payload) {
  access(payload);
  payload.set_response_status(tlm::TLM_OK_RESPONSE);
  return payload.get_data_length();
}

std::uint8_t& LocalMemory::byte_at(std::uint64_t address) {
  std::unique_ptr<Page>& page = pages_[address / page_size];
  if (!page) page = std::make_unique<Page>(Page{});
  return (*page)[address % page_size];
}

void LocalMemory::access(Payload& payload) {
  const std::uint64_t address = payload.get_address();
  unsigned char* const data = payload.get_data_ptr();
  const unsigned length = payload.get_data_length();
  const unsigned char* const enables = payload.get_byte_enable_ptr();
  if (payload.is_read()) {
    peek(address, data, length);
  } else if (enables == nullptr) {
    poke(address, data, length);
  } else {
    for (unsigned i = 0; i < length; ++i)
      if (enables[i % payload.get_byte_enable_length()] == TLM_BYTE_ENABLED) byte_at(address + i) = data[i];
  }
}

void LocalMemory::peek(std::uint64_t address, std::uint8_t* data, std::uint64_t bytes) const {
  for (std::uint64_t done = 0; done < bytes;) {
    const std::uint64_t run = std::min(bytes - done, page_size - (address + done) % page_size);
    const auto page = pages_.find((address + done) / page_size);
    if (page == pages_.end())
      std::memset(data + done, 0, run);
    else
      std::memcpy(data + done, page->second->data() + (address + done) % page_size, run);
    done += run;
  }
}

void LocalMemory::poke(std::uint64_t address, const std::uint8_t* data, std::uint64_t bytes) {
  for (std::uint64_t done = 0; done < bytes;) {
    const std::uint64_t run = std::min(bytes - done, page_size - (address + done) % page_size);
    std::memcpy(&byte_at(address + done), data + done, run);
    done += run;
  }
}

}  // namespace isochron
