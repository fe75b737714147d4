// SPDX-License-Identifier: Apache-2.0
#include <isochron/software/voyager/raw_writer.h>

#include <isochron/core/error.h>
#include <isochron/core/split_mix.h>
#include <isochron/observe/probe_list.h>
#include <isochron/observe/statistic_sink.h>
#include <isochron/protocol/transaction.h>
#include <isochron/software/voyager/failed_request.h>

namespace isochron {

ParameterTable RawWriter::Config::parameters() {
  ParameterTable table;
  table.bytes("block", block, {1, 1 << 30}, "of a request", "our own");
  table.check([this]() -> std::vector<ParameterProblem> {
    if (block <= capacity) return {};
    return {{"block",
             "a disk of " + std::to_string(capacity) + " B has no room for a block",
             "use smaller blocks",
             {"block"},
             {{"block", capacity}}}};
  });
  return table;
}

RawWriter::RawWriter(const sc_core::sc_module_name& name, const Domain& domain, const Config& config,
                     std::uint32_t endpoint, const std::vector<std::uint32_t>& disks)
    : sc_module(name),
      requests("requests"),
      done("done", done_),
      domain_(domain),
      config_(config),
      endpoint_(endpoint) {
  for (const std::uint32_t disk : disks) writings_.push_back({disk, 0, nullptr, 0});
  SC_HAS_PROCESS(RawWriter);
  SC_METHOD(start);  // at time 0
}

void RawWriter::start() {
  domain_.region.advance(kernel_now());
  for (std::uint32_t w = 0; w < writings_.size(); ++w) ask(w, kernel_now());
}

void RawWriter::ask(std::uint32_t writing, Time now) {
  Writing& its = writings_[writing];
  const std::uint64_t blocks = config_.capacity / config_.block;
  Message& message = domain_.pool.allocate(0, static_cast<unsigned>(config_.block));
  Tag& tag = message.tag();
  tag = Tag();
  tag.stream = writing;
  tag.block = its.block;
  tag.sequence = its.disk;
  tag.offset = its.block % blocks * config_.block;
  tag.bytes = static_cast<std::uint32_t>(config_.block);
  tag.source = endpoint_;
  tag.issued = now;
  its.request = &message;
  if (traced_) phase_probe_.event(now, Phase::begin, transaction_of(message));
  requests.hand_on(message, now);
  message.release();
}

void RawWriter::take(Payload& payload, Time now) {
  const Tag& tag = tag_of(payload);
  if (tag.stream >= writings_.size() || writings_[tag.stream].request != &payload)
    throw ModelError(std::string(name()) + ": a block that it has not asked for is done");
  Writing& its = writings_[tag.stream];
  its.request = nullptr;
  // A block that could not be written is tried again.
  if (!has_failed(payload)) {
    its.bytes += tag.bytes;
    ++its.block;
    ++written_;
  }
  fingerprint_ = mix(mix(fingerprint_ ^ now) ^ (std::uint64_t{tag.stream} << 40 ^ tag.block));
  if (traced_) {
    phase_probe_.event(now, Phase::end, transaction_of(payload));
    probe_.set(now, written_);
  }
  ask(tag.stream, now);
}

void RawWriter::start_window(Time) {
  for (Writing& writing : writings_) writing.bytes = 0;
}

void RawWriter::report(StatisticSink& sink) {
  std::uint64_t all = 0;
  for (std::size_t w = 0; w < writings_.size(); ++w) {
    all += writings_[w].bytes;
    sink.part(std::string(name()) + ".disk[" + std::to_string(w) + "]").rate("throughput", writings_[w].bytes);
  }
  StatisticSink::Part figures = sink.part(name());
  figures.rate("throughput", all);
  figures.put("bytes", "B", static_cast<double>(all));
}

void RawWriter::report_waits(std::vector<Wait>& waits) const {
  for (const Writing& writing : writings_)
    if (writing.request != nullptr)
      waits.push_back({name(), "a block on disk " + std::to_string(writing.disk), done.path()});
}

void RawWriter::list_probes(ProbeList& list) {
  list.add(phase_probe_, name(), "BEGIN: a block is to be written; END: it is");
  list.add(probe_, name(), "written", 0xffffffff, "blocks written so far");
}

void RawWriter::start_trace(Time now) {
  traced_ = true;
  phase_probe_.clear(now);
  probe_.set(now, written_);
}

TypeInfo RawWriter::type_info() {
  TypeInfo info;
  info.name = type;
  info.kind = "device";
  info.summary = "A program that measures disks: writes each of them, the next block as soon as one is done";
  info.source = "Voyager, section 5.2";
  info.ports = {{"requests", "hand-over", "initiator", "blocks that are to be written"},
                {"done", "hand-over", "target", "the same once they are"}};
  info.statistics = {{"throughput", "B/s", "bytes written, to all disks"},
                     {"bytes", "B", "bytes written, to all disks"},
                     {"disk[i].throughput", "B/s", "bytes written to its disk i"}};
  Config config;
  info.describe_parameters(config.parameters());
  return info;
}

}  // namespace isochron
