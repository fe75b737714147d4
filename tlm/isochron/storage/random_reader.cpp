// SPDX-License-Identifier: Apache-2.0
#include <isochron/storage/random_reader.h>

#include <algorithm>

#include <isochron/core/error.h>
#include <isochron/core/random_stream.h>
#include <isochron/observe/probe_list.h>
#include <isochron/observe/statistic_sink.h>
#include <isochron/protocol/transaction.h>

namespace isochron {

ParameterTable RandomReader::Config::parameters() {
  ParameterTable table;
  table.bytes("block", block, {1, 1 << 30}, "of a request, at a multiple of as many bytes on its disk",
              "Calliope, section 3.1");
  table.count("depth", depth, {1, 1000}, "requests at a disk at a time", "our own");
  table.count("class", traffic_class, {0, most_classes - 1}, "of its requests, for disks that tell classes apart",
              "our own");
  return table;
}

RandomReader::RandomReader(const sc_core::sc_module_name& name, const Domain& domain, const Config& config,
                           unsigned adapters, const std::vector<Disk*>& disks, const Seed& seed)
    : sc_module(name), region_(domain.region), config_(config) {
  readings_.reserve(disks.size());
  for (Disk* const disk : disks) {
    const std::string purpose = "position " + std::to_string(readings_.size());
    readings_.emplace_back(*disk, RandomStream(seed, this->name(), purpose));
    readings_.back().open.reserve(config.depth);
  }
  for (unsigned a = 0; a < adapters; ++a)
    chunks_.push_back(std::make_unique<InletPort>(("chunks[" + std::to_string(a) + "]").c_str(), across_));
  SC_HAS_PROCESS(RandomReader);
  SC_METHOD(start);  // at time 0
}

RandomReader::~RandomReader() = default;

InletPort& RandomReader::chunks(unsigned adapter) {
  return *chunks_.at(adapter);
}

void RandomReader::start() {
  region_.advance(kernel_now());
  for (std::uint32_t d = 0; d < readings_.size(); ++d) {
    if (readings_[d].disk->failed()) continue;
    for (std::uint64_t i = 0; i < config_.depth; ++i) ask(d, kernel_now());
  }
}

void RandomReader::ask(std::uint32_t disk, Time now) {
  __extension__ typedef unsigned __int128 Wide;
  Reading& reading = readings_[disk];
  const std::uint64_t places = reading.disk->config().mechanics.capacity / config_.block;
  const auto place = static_cast<std::uint64_t>(static_cast<Wide>(reading.positions.open()()) * places >> 64);
  Tag tag;
  tag.stream = disk;
  tag.sequence = reading.asked++;
  tag.issued = now;
  tag.traffic_class = static_cast<std::uint8_t>(config_.traffic_class);
  reading.open.push_back({tag.sequence, config_.block});
  if (traced_) phase_probe_.event(now, Phase::begin, transaction_of(tag, config_.block));
  reading.disk->read(tag, 0, place * config_.block, config_.block, now);
}

void RandomReader::take(Payload& chunk, Time now) {
  const Tag& tag = tag_of(chunk);
  Reading& reading = readings_.at(tag.stream);
  const auto found = std::find_if(reading.open.begin(), reading.open.end(),
                                  [&tag](const Open& each) { return each.sequence == tag.sequence; });
  const std::uint64_t bytes = chunk.get_data_length();
  if (found == reading.open.end() || found->left < bytes)
    throw ModelError(std::string(name()) + ": a chunk that nobody asked for");
  reading.bytes += bytes;
  found->left -= bytes;
  if (found->left > 0) return;
  reading.open.erase(found);
  ++reading.blocks;
  ++blocks_read_;
  fingerprint_ = mix(mix(fingerprint_ ^ now) ^ (std::uint64_t{tag.stream} << 40 ^ tag.sequence));
  if (traced_) {
    phase_probe_.event(now, Phase::end, transaction_of(tag, config_.block));
    probe_.set(now, blocks_read_);
  }
  ask(tag.stream, now);
}

void RandomReader::start_window(Time) {
  for (Reading& reading : readings_) reading.blocks = reading.bytes = 0;
}

void RandomReader::report(StatisticSink& sink) {
  std::uint64_t all_blocks = 0;
  std::uint64_t all_bytes = 0;
  for (const Reading& reading : readings_) {
    all_blocks += reading.blocks;
    all_bytes += reading.bytes;
    sink.part(reading.disk->name()).rate("throughput", reading.bytes);
  }
  StatisticSink::Part figures = sink.part(name());
  figures.rate("throughput", all_bytes);
  figures.count("blocks", all_blocks);
}

void RandomReader::report_waits(std::vector<Wait>& waits) const {
  for (const Reading& reading : readings_)
    if (!reading.open.empty()) waits.push_back({name(), "a block", reading.disk->name()});
}

void RandomReader::list_probes(ProbeList& list) {
  list.add(phase_probe_, name(), "BEGIN: a block is asked for; END: it is read");
  list.add(probe_, name(), "read", 0xffffffff, "blocks read so far");
}

void RandomReader::start_trace(Time now) {
  traced_ = true;
  phase_probe_.clear(now);
  probe_.set(now, blocks_read_);
}

TypeInfo RandomReader::type_info() {
  TypeInfo info;
  info.name = type;
  info.kind = "device";
  info.summary = "A program that measures disks: blocks at random, the next as soon as one is read";
  info.source = "Calliope, section 3.1, Table 1";
  info.ports = {{"chunks[i]", "hand-over", "target", "chunks that are across adapter i"},
                {"disk[i]", Disk::calls, "initiator", "requests to the disk i"}};
  info.statistics = {{"throughput", "B/s", "bytes of chunks that came, of all disks"},
                     {"blocks", "1", "blocks that were read"}};
  Config config;
  info.describe_parameters(config.parameters());
  return info;
}

}  // namespace isochron
