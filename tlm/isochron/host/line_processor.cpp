// SPDX-License-Identifier: Apache-2.0
#include <isochron/host/line_processor.h>

#include <isochron/observe/probe_list.h>

namespace isochron {

LineProcessor::LineProcessor(const sc_core::sc_module_name& name, Region& region, const Config& config, WorkDone& done)
    : sc_module(name),
      cache("cache", *this),
      region_(region),
      done_(done),
      bytes_(config.bytes),
      grid_(ClockGrid::frequency(config.clock)),
      instruction_cycles_(config.instruction_cycles) {
  if (config.program != Program::write) accesses_[used_++] = {config.source, false};
  if (config.program != Program::read) accesses_[used_++] = {config.destination, true};
  region_.join(*this, Region::Rank::timer);
  SC_HAS_PROCESS(LineProcessor);
  SC_METHOD(start);  // at time 0
}

void LineProcessor::start() {
  region_.advance(kernel_now());
  warm_up();
  go_on(kernel_now());
}

void LineProcessor::warm_up() {
  // As much of each area as the cache holds, before the area: every set has seen the program then.
  for (std::uint64_t left = cache->size(); left > 0; left -= cache->line())
    for (unsigned i = 0; i < used_; ++i) cache->warm(accesses_[i].base - left, accesses_[i].write);
}

void LineProcessor::go_on(Time now) {
  for (;;) {
    if (next_ < used_) {
      const Access& access = accesses_[next_++];
      if (!cache->access(access.base + offset_, access.write)) return;
      continue;
    }
    next_ = 0;
    offset_ += cache->line();
    if (traced_) lines_.set(now, offset_ / cache->line());
    if (instruction_cycles_ > 0) {
      region_.schedule(*this, grid_.edge(grid_.tick_at_or_after(now) + instruction_cycles_));
      return;
    }
    if (ended(now)) return;
  }
}

void LineProcessor::complete(Time now) {
  if (!ended(now)) go_on(now);
}

bool LineProcessor::ended(Time now) {
  if (offset_ < bytes_) return false;
  done_.work_done(now);
  return true;
}

void LineProcessor::list_probes(ProbeList& list) {
  list.add(lines_, name(), "lines", bytes_ / cache->line(), "lines of the program that are through");
}

void LineProcessor::start_trace(Time now) {
  traced_ = true;
  lines_.set(now, offset_ / cache->line());
}

ParameterTable LineProcessor::Config::program_parameters() {
  const std::string paper = "Gennart et al., section 3.5";
  ParameterTable table;
  table.choice("program", program, {"read", "write", "copy"},
               "load of each line; store to each line, as memset; load and store, as memcpy", paper + ", Program 1");
  table.bytes("bytes", bytes, {2, 1'000'000'000'000}, "that the program works on; 500 MB in the paper",
              paper + ", Table 1");
  return table;
}

ParameterTable LineProcessor::Config::instruction_parameters() {
  ParameterTable table;
  table.count("instruction_cycles", instruction_cycles, {0, 100'000},
              "clocks of a line's instructions that its transfers do not hide", "our calibration");
  return table;
}

std::vector<ParameterProblem> LineProcessor::Config::problems(std::uint64_t line) const {
  if (bytes >= line && bytes % line == 0) return {};
  return {{"bytes",
           std::to_string(bytes) + " B are not whole lines of " + std::to_string(line) + " B",
           "use a multiple of the line",
           {"bytes"},
           {{"bytes", std::max<std::uint64_t>(1, bytes / line) * line}}}};
}

TypeInfo LineProcessor::type_info() {
  TypeInfo info;
  info.name = type;
  info.kind = "device";
  info.summary = "A processor that reads, writes or copies memory, a cache line at a time";
  info.source = "Gennart et al., section 3.5, Program 1";
  info.ports = {{"cache", ProcessorPort::spoken, "initiator", "its cache"}};
  return info;
}

}  // namespace isochron
