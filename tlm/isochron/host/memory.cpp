// SPDX-License-Identifier: Apache-2.0
#include <isochron/host/memory.h>

#include <string>

namespace isochron {

Memory::Memory(const sc_core::sc_module_name& name, const Domain& domain, std::uint64_t first, std::uint64_t size,
               Content content, unsigned ports)
    : sc_module(name), socket("socket", domain, *this), served_(ports), contents_(this->name(), first, size, content) {
  for (unsigned i = 1; i < ports; ++i)
    more_.push_back(
        std::make_unique<AtTargetOf<Memory>>(("port[" + std::to_string(i) + "]").c_str(), domain, *this, i));
}

AtTargetBase& Memory::port(unsigned index) {
  if (index == 0) return socket;
  return *more_.at(index - 1);
}

void Memory::on_request(AtTargetBase& at, Payload& payload, Time) {
  const tlm::tlm_command command = payload.get_command();
  const tlm::tlm_response_status status = command == tlm::TLM_IGNORE_COMMAND ? tlm::TLM_OK_RESPONSE : serve(payload);
  payload.set_response_status(status);
  served_[at.index()].push({command, status == tlm::TLM_OK_RESPONSE ? payload.get_data_length() : 0});
  static_cast<AtTargetOf<Memory>&>(at).ready(payload);
}

tlm::tlm_response_status Memory::serve(Payload& payload) {
  const tlm::tlm_response_status status = contents_.status_of(payload);
  // A stream's data now, since by its end the payload may stand for more than this transfer.
  const bool at_its_end = contents_.content() == Content::kept && payload.is_write();
  if (status == tlm::TLM_OK_RESPONSE && !at_its_end) contents_.exchange(payload);
  return status;
}

void Memory::on_complete(AtTargetBase& at, Payload& payload, Time) {
  const Served served = served_[at.index()].pop();
  if (served.command == tlm::TLM_WRITE_COMMAND) {
    bytes_written_ += served.bytes;
    if (contents_.content() == Content::kept) contents_.access(payload, served.bytes);
  } else if (served.command == tlm::TLM_READ_COMMAND) {
    bytes_read_ += served.bytes;
  }
}

unsigned Memory::on_debug(AtTargetBase&, Payload& payload) {
  return contents_.debug(payload);
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
