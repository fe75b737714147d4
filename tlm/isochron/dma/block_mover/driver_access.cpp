// SPDX-License-Identifier: Apache-2.0
#include <isochron/dma/block_mover/driver_access.h>

#include <cstring>
#include <string>

namespace isochron {

std::uint32_t TransportRegisterAccess::read(std::uint32_t offset) {
  std::uint32_t word = 0;
  transport(tlm::TLM_READ_COMMAND, offset, word);
  return word;
}

void TransportRegisterAccess::write(std::uint32_t offset, std::uint32_t value) {
  transport(tlm::TLM_WRITE_COMMAND, offset, value);
}

void TransportRegisterAccess::transport(tlm::tlm_command command, std::uint32_t offset, std::uint32_t& word) {
  tlm::tlm_generic_payload payload;
  payload.set_command(command);
  payload.set_address(offset);
  payload.set_data_ptr(reinterpret_cast<unsigned char*>(&word));
  payload.set_data_length(sizeof word);
  payload.set_streaming_width(sizeof word);
  payload.set_response_status(tlm::TLM_INCOMPLETE_RESPONSE);
  sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
  socket->b_transport(payload, delay);
  if (delay > sc_core::SC_ZERO_TIME) sc_core::wait(delay);
  if (payload.is_response_error())
    throw block_mover::BusError("register " + std::to_string(offset) + ": " + payload.get_response_string());
}

std::uint32_t LocalMemoryAccess::read_word(std::uint64_t address) {
  std::uint32_t word = 0;
  memory_.peek(address, reinterpret_cast<std::uint8_t*>(&word), sizeof word);
  return word;
}

void LocalMemoryAccess::write_word(std::uint64_t address, std::uint32_t value) {
  memory_.poke(address, reinterpret_cast<const std::uint8_t*>(&value), sizeof value);
}

}  // namespace isochron
