// SPDX-License-Identifier: Apache-2.0
#include <isochron/software/ps2/block_reader.h>

#include <isochron/observe/probe_list.h>
#include <isochron/observe/statistic_sink.h>
#include <isochron/protocol/transaction.h>
#include <isochron/software/ps2/extent_server.h>

namespace isochron {

BlockReader::BlockReader(const sc_core::sc_module_name& name, const Domain& domain, const Config& config, Done& done)
    : sc_module(name),
      request("request"),
      read("read", read_),
      failed("failed", failed_),
      domain_(domain),
      config_(config),
      done_(done) {
  SC_HAS_PROCESS(BlockReader);
  SC_METHOD(start);  // at time 0
}

void BlockReader::start() {
  domain_.region.advance(kernel_now());
  go_on(kernel_now());
}

void BlockReader::go_on(Time now) {
  while (read_so_far_ == asked_) {
    if (asked_ > 0) done_.batch_read(config_.batch - (failed_so_far_ - failed_before_), now);
    failed_before_ = failed_so_far_;
    if (done()) return;
    ask(now);
  }
}

void BlockReader::ask(Time now) {
  const std::uint64_t first = asked_;
  asked_ += config_.batch;
  asking_ = true;
  for (std::uint64_t number = first; number < asked_; ++number) {
    Message& message = domain_.pool.allocate(0, 1);
    message.tag() = Tag();
    message.tag().sequence = number;
    message.tag().stream = static_cast<std::uint32_t>(number);
    message.tag().issued = now;
    if (traced_) phase_probe_.event(now, Phase::begin, transaction_of(message));
    request.hand_on(message, now);
    message.release();
  }
  asking_ = false;
}

void BlockReader::take(Payload& payload, Time now) {
  if (traced_) phase_probe_.event(now, Phase::end, transaction_of(payload));
  ++read_so_far_;
  if (traced_) probe_.set(now, read_so_far_);
  if (!asking_) go_on(now);
}

void BlockReader::miss(Payload& payload, Time now) {
  ++failed_so_far_;
  take(payload, now);
}

void BlockReader::report(StatisticSink& sink) {
  sink.part(name()).count("blocks", read_so_far_ - failed_so_far_);
}

void BlockReader::list_probes(ProbeList& list) {
  list.add(phase_probe_, name(), "BEGIN: a block is asked for; END: it is read, or cannot be");
  list.add(probe_, name(), "read", config_.batch * config_.batches, "blocks read so far");
}

void BlockReader::start_trace(Time now) {
  traced_ = true;
  phase_probe_.clear(now);
  probe_.set(now, read_so_far_);
}

TypeInfo BlockReader::type_info() {
  TypeInfo info;
  info.name = type;
  info.kind = "device";
  info.summary = "A program that measures disks: asks for a batch of blocks, then for the next";
  info.source = "PS2, section 6, Fig. 9";
  info.ports = {{"request", "hand-over", "initiator", "blocks that are asked for"},
                {"read", "hand-over", "target", "blocks that are read"},
                {"failed", "hand-over", "target", "requests whose disk has failed"},
                {"blocks", ExtentServer::Directory::calls, "target", "what the blocks are and where they are"}};
  info.statistics = {{"blocks", "1", "blocks that were read in the run"}};
  return info;
}

}  // namespace isochron
