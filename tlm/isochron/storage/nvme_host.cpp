// SPDX-License-Identifier: Apache-2.0
#include <isochron/storage/nvme_host.h>

#include <algorithm>
#include <string>

#include <isochron/core/error.h>
#include <isochron/core/power_of_two.h>
#include <isochron/host/dram.h>
#include <isochron/pcie/queue_statistics.h>
#include <isochron/protocol/endpoint_address.h>
#include <isochron/storage/nvme_sizes.h>

namespace isochron {

namespace {

constexpr std::uint64_t completion_boundary = 64;  ///< bytes

}  // namespace

ParameterTable NvmeHostConfig::parameters() {
  ParameterTable table;
  table.count("commands", commands, {1, 65536}, "of all drives together that have not been answered",
              "NVM Express Base Specification, Submission Queue Entry");
  table.duration("read_latency", read_latency, {0, 100 * microsecond},
                 "from the arrival of a drive's read request to its completions");
  table.bytes("mps", mps, {128, 4096}, "maximum payload size of completions, a power of two",
              "PCI Express Base Specification 3.0, Device Control Register");
  table.nest("buffers", buffers.parameters());
  table.check([this]() -> std::vector<ParameterProblem> {
    if (is_power_of_two(mps)) return {};
    return {{"mps", "mps is no power of two", "Write 128 B, 256 B, 512 B or more", {"mps"}}};
  });
  return table;
}

NvmeHost::NvmeHost(const sc_core::sc_module_name& name, const Domain& domain, const Config& config,
                   Departures& departures, Arrivals& arrivals, TimedMemory* memory)
    : MessageRequester(name, domain, MessageRequester::Config{config.commands}, departures, arrivals),
      config_(config),
      memory_(memory),
      port_("port", {config.buffers, OrderingRules::pcie}, static_cast<PciePort::Listener&>(*this)),
      cut_(completion_boundary, config.mps, CompletionMerge::all),
      answers_(*this, domain.region) {}

NvmeHost::~NvmeHost() = default;

void NvmeHost::ask(Time now) {
  while (has_request() && has_tag()) {
    const std::uint32_t number = next_request(now);
    take_tag_for(number, now);
    if (recovers()) {
      if (came_.size() <= number) came_.resize(number + 1, 0);
      came_[number] = 0;
    }
    Message& message = message_of(number, 0, nvme_command);
    Tag& tag = message.tag();
    // The packet brings a command, whatever the command is about.
    tag.bytes = slot(number).tag.bytes;
    tag.requested = tag.kind == MessageKind::read_request ? tag.bytes : 0;
    tag.kind = MessageKind::write_request;
    tag.last = true;
    port_.send(message, now);
  }
}

void NvmeHost::tlp_arrived(PciePort& port, Payload& packet, Time now) {
  const Tag tag = tag_of(packet);
  // Data that are written have their buffer until memory has them: a memory that is full holds the drives up.
  Time free = now;
  if (memory_ != nullptr && tag.kind == MessageKind::data && !tag.last) {
    free = memory_->done(tag.data_offset + tag.offset, tag.bytes, TimedMemory::Access::write, now);
    moved_ = std::max(moved_, free);
  }
  port.release(Tlp::of(packet), free);
  packet.release();
  if (tag.kind == MessageKind::read_request) {
    const Time read = memory_ == nullptr
                          ? now
                          : memory_->done(tag.data_offset + tag.offset, tag.requested, TimedMemory::Access::read, now);
    answers_.push(read + config_.read_latency, tag);
    return;
  }
  if (recovers() && tag.kind == MessageKind::data && !tag.last && is_awaited(tag))
    came_[RequestSlot::of(tag)] += tag.bytes;
  if (tag.kind != MessageKind::data) throw ModelError(std::string(name()) + " has drives and answers nobody else");
  if (!tag.last) return;
  if (moved_ > now)
    answers_.push(moved_, tag);
  else
    command_done(tag, now);
}

void NvmeHost::command_done(const Tag& last, Time now) {
  if (!is_awaited(last) || !has_data(last)) return;
  const std::uint32_t number = RequestSlot::of(last);
  return_tag_of(number, now);
  count_served(number, last.requested, now);
}

bool NvmeHost::has_data(const Tag& last) const {
  const std::uint32_t number = RequestSlot::of(last);
  if (!recovers() || slot(number).tag.kind != MessageKind::read_request) return true;
  return came_[number] == last.requested;
}

void NvmeHost::answer(const Tag& read, Time now) {
  // A drive that asks too late has its answer too: it does not know, and is done with the command.
  const bool awaited = is_awaited(read);
  std::uint64_t done = 0;
  for (std::uint64_t before = 0; done < read.requested; ++before) {
    const std::uint64_t bytes = cut_.next(read.offset, read.requested, done, before);
    Message& message =
        awaited ? message_of(RequestSlot::of(read), read.offset + done, bytes) : late_answer(read, done, bytes);
    Tag& tag = message.tag();
    tag.kind = MessageKind::response;
    tag.block = read.block;  // the drive knows its command by it
    done += bytes;
    tag.requested = tag.bytes;
    tag.last = done == read.requested;
    port_.send(message, now);
  }
}

Message& NvmeHost::late_answer(const Tag& read, std::uint64_t done, std::uint64_t bytes) {
  const std::uint32_t drive = NvmeCommandId::of(read.block).drive;
  Message& message = domain_.pool.allocate(EndpointAddress{drive, 0}.encode(), static_cast<unsigned>(bytes));
  Tag& tag = message.tag();
  static_cast<Tag&>(tag) = read;
  tag.destination = drive;
  tag.bytes = static_cast<std::uint32_t>(bytes);
  tag.offset = read.offset + done;
  return message;
}

void NvmeHost::start_window(Time now) {
  MessageRequester::start_window(now);
  port_.start_window(now);
}

void NvmeHost::report(StatisticSink& sink) {
  MessageRequester::report(sink);
  port_.report(sink);
}

TypeInfo NvmeHost::type_info() {
  TypeInfo info;
  info.name = type;
  info.summary =
      "A host, or a controller of an array, that has drives on PCI Express: it commands, and its memory serves them";
  describe(info);
  info.ports = {{"port", "pcie", "peer", "its link"},
                {"memory", Dram::calls, "initiator", "where data of drives go and come from; may be left out"}};
  describe_queues(info, "port");
  Config config;
  info.describe_parameters(config.parameters());
  return info;
}

}  // namespace isochron
