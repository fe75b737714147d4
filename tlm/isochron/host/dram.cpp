// SPDX-License-Identifier: Apache-2.0
#include <isochron/host/dram.h>

#include <algorithm>
#include <string>

#include <isochron/part/indexed.h>

namespace isochron {

namespace {

constexpr std::uint64_t whole = 1000000;  // millionths

std::uint64_t part_of(std::uint64_t rate, std::uint64_t millionths) {
  return rate / whole * millionths + rate % whole * millionths / whole;
}

}  // namespace

ParameterTable Dram::Config::parameters() {
  constexpr Range fraction{whole / 100, whole};
  ParameterTable table;
  table.count("channels", channels, {1, 32}, "that move bytes at the same time");
  table.data_rate("rate", rate, {1'000'000, 10'000'000'000'000}, "of a channel",
                  "DDR4-2400: 2400 million transfers/s of 8 B");
  table.fraction("efficiency.read", read_efficiency, fraction,
                 "of the rate that is left to a read that follows a read");
  table.fraction("efficiency.write", write_efficiency, fraction,
                 "of the rate that is left to a write that follows a write");
  table.fraction("efficiency.mixed", mixed_efficiency, fraction,
                 "of the rate that is left to a transfer that follows one of the other kind");
  table.duration("latency", latency, {0, millisecond}, "of a transfer, beside the time that its bytes take");
  table.bytes("interleave", interleave, {64, std::uint64_t{1} << 30}, "that lie in one channel before the next one");
  return table;
}

DramChannel::Rates Dram::Config::rates() const {
  return {part_of(rate, read_efficiency), part_of(rate, write_efficiency), part_of(rate, mixed_efficiency)};
}

Dram::Dram(const sc_core::sc_module_name& name, const Domain& domain, const Config& config)
    : sc_module(name), config_(config), region_(domain.region) {
  for (unsigned i = 0; i < config.channels; ++i)
    channels_.push_back(
        std::make_unique<DramChannel>(std::string(this->name()) + "." + indexed("channel", i), config.rates()));
  region_.join(static_cast<Region::Activity&>(*this), Region::Rank::timer);
}

Dram::~Dram() = default;

std::uint64_t Dram::bytes_below(std::uint64_t address, std::uint64_t channel) const {
  const std::uint64_t round = config_.interleave * config_.channels;
  const std::uint64_t begin = channel * config_.interleave;
  const std::uint64_t rest = address % round;
  return address / round * config_.interleave + (rest <= begin ? 0 : std::min(rest - begin, config_.interleave));
}

Time Dram::done(std::uint64_t address, std::uint64_t bytes, Access access, Time now) {
  const std::uint64_t first = address / config_.interleave;
  const std::uint64_t pieces = (address + bytes - 1) / config_.interleave - first + 1;
  Time end = now;
  for (std::uint64_t i = 0; i < std::min(pieces, config_.channels); ++i) {
    const std::uint64_t channel = (first + i) % config_.channels;
    const std::uint64_t its =
        pieces == 1 ? bytes : bytes_below(address + bytes, channel) - bytes_below(address, channel);
    end = std::max(end, channels_[channel]->move(its, access, now));
  }
  if (__builtin_expect(traced_, 0)) show(now);
  return end + config_.latency;
}

void Dram::start_window(Time now) {
  for (const auto& channel : channels_) channel->start_window(now);
}

void Dram::report(StatisticSink& sink) {
  WithStatistics::report(sink);
  for (const auto& channel : channels_) channel->report(sink);
}

Time Dram::busy(Time end) const {
  Time sum = 0;
  for (const auto& channel : channels_) sum += channel->busy(end);
  return sum / channels_.size();
}

std::uint64_t Dram::bytes_read() const {
  std::uint64_t sum = 0;
  for (const auto& channel : channels_) sum += channel->bytes_read();
  return sum;
}

std::uint64_t Dram::bytes_written() const {
  std::uint64_t sum = 0;
  for (const auto& channel : channels_) sum += channel->bytes_written();
  return sum;
}

Statistics<Dram> Dram::statistics() {
  Statistics<Dram> table;
  table.fraction("utilisation", &Dram::busy, "fraction of time in which a channel moves bytes, mean of all");
  table.bytes("bytes_read", &Dram::bytes_read, "read from all channels");
  table.bytes("bytes_written", &Dram::bytes_written, "written to all channels");
  return table;
}

void Dram::list_probes(ProbeList& list) {
  for (const auto& channel : channels_) channel->list_probes(list);
}

void Dram::start_trace(Time now) {
  traced_ = true;
  show(now);
}

void Dram::stop_trace() {
  traced_ = false;
  region_.cancel(*this);
}

void Dram::show(Time now) {
  Time change = end_of_time;
  for (const auto& channel : channels_) change = std::min(change, channel->show(now));
  region_.cancel(*this);
  if (change != end_of_time) region_.schedule(*this, change);
}

TypeInfo Dram::type_info() {
  TypeInfo info;
  info.name = type;
  info.kind = "device";
  info.summary = "Memory of a host: channels with a rate that addresses take in turn, shared by all that access it";
  info.source = "our own";
  info.ports = {{"access", calls, "target", "transfers that it makes"}};
  info.statistics = statistics().infos();
  for (StatisticInfo one : DramChannel::statistics().infos()) {
    one.name.insert(0, "channel[i].");
    info.statistics.push_back(std::move(one));
  }
  Config config;
  info.describe_parameters(config.parameters());
  return info;
}

}  // namespace isochron
