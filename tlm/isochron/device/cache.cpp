// SPDX-License-Identifier: Apache-2.0
#include <isochron/device/cache.h>

#include <isochron/core/error.h>

namespace isochron {

ParameterTable Cache::Config::parameters() {
  ParameterTable table;
  table.bytes("size", size, {64, 1 << 30}, "all lines", "our own");
  table.count("ways", ways, {1, 64}, "lines a set; 1: direct mapped", "our own");
  return table;
}

Cache::Cache(const sc_core::sc_module_name& name, const Domain& domain, const Config& config, std::uint64_t line)
    : sc_module(name), socket("socket", domain, *this), pool_(domain.pool), tags_(config.size, line, config.ways) {}

bool Cache::access(std::uint64_t address, bool write) {
  const CacheTags::Outcome outcome = tags_.access(address, write);
  if (outcome.hit) return true;
  missing_ = true;
  wanted_ = address;
  if (outcome.write_back)
    send(outcome.victim, tlm::TLM_WRITE_COMMAND);
  else
    send(address, tlm::TLM_READ_COMMAND);
  return false;
}

void Cache::send(std::uint64_t address, tlm::tlm_command command) {
  // From the pool each time: whoever has the payload of the transfer before may still need it.
  Message& message = pool_.allocate(address, static_cast<unsigned>(tags_.line()));
  message.set_command(command);
  message.tag().sequence = 0;  // before a device's word of the same instant
  socket.send(message);
}

void Cache::on_response(AtInitiatorBase&, Payload& payload, Time now) {
  if (payload.is_response_error())
    throw ModelError(std::string(socket.name()) + ": the bus answered " + payload.get_response_string());
  const bool written = payload.is_write();
  socket.complete(payload);
  payload.release();
  if (written) {
    ++write_backs_;
    send(wanted_, tlm::TLM_READ_COMMAND);
  } else {
    ++fills_;
    missing_ = false;
    processor_->filled(now);
  }
}

void Cache::start_window(Time) {
  fills_ = 0;
  write_backs_ = 0;
}

void Cache::report_waits(std::vector<Wait>& waits) const {
  if (missing_) waits.push_back({socket.name(), "the bus", socket.get_base_port().name()});
}

TypeInfo Cache::type_info() {
  TypeInfo info;
  info.name = "cache";
  info.kind = "device";
  info.summary = "A write-allocate, write-back cache between a processor and a bus";
  info.source = "Gennart et al., section 3.5";
  info.ports = {{"socket", "base protocol", "initiator", "towards the memory's bus"}};
  info.statistics = {{"fills", "1", "lines that came from memory"}, {"write_backs", "1", "lines that went to it"}};
  Config standard;
  info.describe_parameters(standard.parameters());
  return info;
}

}  // namespace isochron
