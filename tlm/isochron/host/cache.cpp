// SPDX-License-Identifier: Apache-2.0
#include <isochron/host/cache.h>

#include <algorithm>

#include <isochron/core/error.h>
#include <isochron/core/power_of_two.h>
#include <isochron/observe/probe_list.h>

namespace isochron {

namespace {

// What the cache does, for traces.
constexpr const char* idle = "-";
constexpr const char* filling = "fill";
constexpr const char* writing_back = "write_back";

}  // namespace

ParameterTable Cache::Config::parameters() {
  ParameterTable table;
  table.bytes("size", size, {64, 1 << 30}, "all lines", "our own");
  table.count("ways", ways, {1, 64}, "lines a set; 1: direct mapped", "our own");
  return table;
}

std::vector<ParameterProblem> Cache::Config::problems(std::uint64_t line) const {
  if (!is_power_of_two(line) || CacheTags::fits(size, line, ways)) return {};
  const std::uint64_t set = ways * line;
  return {{"size",
           std::to_string(size) + " B are not a power of two of sets of " + std::to_string(ways) + " lines of " +
               std::to_string(line) + " B",
           "use a power of two times `ways` times the bytes of a line",
           {"size", "ways"},
           {{"size", set * power_of_two_below(std::max<std::uint64_t>(size / set, 1))}}}};
}

Cache::Cache(const sc_core::sc_module_name& name, const Domain& domain, const Config& config, std::uint64_t line)
    : sc_module(name),
      processor("processor", *this),
      socket("socket", domain, *this),
      region_(domain.region),
      pool_(domain.pool),
      tags_(config.size, line, config.ways),
      doing_(idle) {}

bool Cache::access(std::uint64_t address, bool write) {
  const CacheTags::Outcome outcome = tags_.access(address, write);
  if (outcome.hit) return true;
  missing_ = true;
  wanted_ = address - address % tags_.line();
  if (outcome.write_back)
    send(outcome.victim, tlm::TLM_WRITE_COMMAND);
  else
    send(wanted_, tlm::TLM_READ_COMMAND);
  return false;
}

void Cache::send(std::uint64_t address, tlm::tlm_command command) {
  show(command == tlm::TLM_WRITE_COMMAND ? writing_back : filling);
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
    show(idle);
    processor_->filled(now);
  }
}

Statistics<Cache> Cache::statistics() {
  Statistics<Cache> table;
  table.count("fills", &Cache::fills_, "lines that came from memory");
  table.count("write_backs", &Cache::write_backs_, "lines that went to it");
  return table;
}

void Cache::report_waits(std::vector<Wait>& waits) const {
  if (missing_) waits.push_back({socket.name(), "the bus", socket.get_base_port().name()});
}

void Cache::list_probes(ProbeList& list) {
  list.add(state_, name(), "state", "the transfer of a line that is under way: fill or write_back");
}

void Cache::start_trace(Time now) {
  traced_ = true;
  state_.set(now, doing_);
}

void Cache::show(const char* doing) {
  doing_ = doing;
  if (traced_) state_.set(region_.now(), doing);
}

TypeInfo Cache::type_info() {
  TypeInfo info;
  info.name = type;
  info.kind = "device";
  info.summary = "A write-allocate, write-back cache between a processor and a bus";
  info.source = "Gennart et al., section 3.5";
  info.ports = {{"processor", ProcessorPort::spoken, "target", "the processor that it serves"},
                {"socket", "base protocol", "initiator", "towards the memory's bus"}};
  info.statistics = statistics().infos();
  Config standard;
  info.describe_parameters(standard.parameters());
  return info;
}

}  // namespace isochron
