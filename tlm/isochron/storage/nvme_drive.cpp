// SPDX-License-Identifier: Apache-2.0
#include <isochron/storage/nvme_drive.h>

#include <algorithm>
#include <string>

#include <isochron/core/error.h>
#include <isochron/core/random_stream.h>
#include <isochron/endpoint/request_slot.h>
#include <isochron/observe/probe_list.h>
#include <isochron/pcie/queue_statistics.h>
#include <isochron/protocol/endpoint_address.h>
#include <isochron/storage/nvme_sizes.h>

namespace isochron {

struct NvmeDrive::Probes {
  NumberProbe under_way;
  NumberProbe queued;
  NumberProbe pages;
};

NvmeDrive::NvmeDrive(const sc_core::sc_module_name& name, const Domain& domain, const Config& config,
                     const RequestBoard& requests, std::uint64_t seed)
    : sc_module(name),
      domain_(domain),
      config_(config),
      requests_(requests),
      draws_(random_stream(seed, this->name(), "flash")),
      port_("port", {}, static_cast<PciePort::Listener&>(*this)),
      writes_(config.mps),
      reads_(config.mrrs),
      events_(*this, domain.region),
      channel_free_(config.channels, 0),
      waiting_(config.classes.service()) {
  if (config.internal_rate > 0) clock_.emplace(Rate::bits_per_second(config.internal_rate));
}

NvmeDrive::~NvmeDrive() = default;

void NvmeDrive::tlp_arrived(PciePort& port, Payload& packet, Time now) {
  const Tag tag = tag_of(packet);
  const std::uint64_t length = packet.get_data_length();
  port.release(Tlp::of(packet), now);
  packet.release();
  if (tag.kind == MessageKind::response) {
    const std::uint32_t number = NvmeCommandId::of(tag.block).number;
    Command& command = commands_[number];
    // Of a command that it has abandoned.
    if (__builtin_expect(command.to_fetch == 0 || !RequestSlot::is_same(command.tag, tag), 0)) return;
    command.to_fetch -= tag.bytes;
    if (command.to_fetch == 0) use_way({Step::to_flash, number, 0, command.tag.bytes}, now);
    return;
  }
  if (tag.kind != MessageKind::write_request || length != nvme_command)
    throw ModelError(std::string(name()) + " takes commands alone: let an nvme_host read from it and write to it");
  waiting_.push(std::min<unsigned>(tag.traffic_class, waiting_.classes() - 1), tag.bytes, tag);
  queued_.change(now, 1);
  begin(now);
}

void NvmeDrive::begin(Time now) {
  while (!waiting_.empty() && static_cast<std::uint64_t>(under_way_.level()) < config_.queue_depth) {
    if (free_.empty()) {
      free_.push_back(static_cast<std::uint32_t>(commands_.size()));
      commands_.emplace_back();
    }
    const std::uint32_t number = free_.back();
    free_.pop_back();
    Command& command = commands_[number];
    command.tag = waiting_.pop();
    command.to_fetch = command.to_finish = command.tag.bytes;
    command.number = 0;
    queued_.change(now, -1);
    under_way_.change(now, 1);
    if (command.writes())
      fetch(number, now);
    else
      use_flash(number, Step::read, now);
  }
  show(now);
}

void NvmeDrive::use_flash(std::uint32_t number, Step step, Time now) {
  const Tag& tag = commands_[number].tag;
  const ServiceLaw& law = step == Step::read ? config_.read : config_.program;
  for (std::uint64_t offset = 0; offset < tag.bytes;) {
    const std::uint64_t address = tag.data_offset + offset;
    const std::uint64_t bytes = std::min(config_.page - address % config_.page, tag.bytes - offset);
    Time& channel = channel_free_[address / config_.page % config_.channels];
    channel = std::max(channel, now) + law.draw(draws_);
    pages_.change(now, 1);
    events_.push(channel, {step, number, offset, bytes});
    offset += bytes;
  }
}

void NvmeDrive::use_way(const Event& event, Time now) {
  way_free_ = std::max(way_free_, now) + (clock_ ? clock_->take(event.bytes) : 0);
  events_.push(way_free_, event);
}

void NvmeDrive::due(const Event& event, Time now) {
  switch (event.step) {
    case Step::read:
      pages_.change(now, -1);
      use_way({Step::to_link, event.command, event.offset, event.bytes}, now);
      break;
    case Step::to_link:
      send_data(event, now);
      finish(event.command, event.bytes, now);
      break;
    case Step::to_flash:
      use_flash(event.command, Step::programmed, now);
      break;
    case Step::programmed:
      pages_.change(now, -1);
      finish(event.command, event.bytes, now);
      break;
    case Step::abandoned:
      if (commands_[event.command].number != event.offset || commands_[event.command].to_fetch == 0) break;
      commands_[event.command].to_fetch = 0;
      free_.push_back(event.command);
      under_way_.change(now, -1);
      begin(now);
      break;
    case Step::left:
      free_.push_back(event.command);
      under_way_.change(now, -1);
      begin(now);
      break;
  }
  show(now);
}

Message& NvmeDrive::message_of(std::uint32_t number, MessageKind kind, std::uint64_t bytes) {
  const Tag& command = commands_[number].tag;
  const std::uint32_t home = requests_.of(command.source).endpoint;
  Message& message = domain_.pool.allocate(EndpointAddress{home, 0}.encode(), static_cast<unsigned>(bytes));
  Tag& tag = message.tag();
  static_cast<Tag&>(tag) = command;
  tag.kind = kind;
  tag.destination = home;
  tag.block = NvmeCommandId{command.destination, number}.encode();
  tag.bytes = static_cast<std::uint32_t>(bytes);
  tag.requested = 0;
  tag.last = false;
  return message;
}

void NvmeDrive::fetch(std::uint32_t number, Time now) {
  if (const Time timeout = requests_.of(commands_[number].tag.source).load.timeout; timeout > 0) {
    commands_[number].number = ++fetched_;
    events_.push(now + timeout, {Step::abandoned, number, fetched_, 0});
  }
  // Buffers of the host begin at pages of its own.
  const std::uint64_t all = commands_[number].tag.bytes;
  for (std::uint64_t offset = 0; offset < all;) {
    const std::uint64_t bytes = reads_.next(offset, all - offset);
    Message& message = message_of(number, MessageKind::read_request, 1);
    message.tag().requested = static_cast<std::uint32_t>(bytes);
    message.tag().offset = offset;
    offset += bytes;
    message.tag().last = offset == all;
    port_.send(message, now);
  }
}

void NvmeDrive::send_data(const Event& page, Time now) {
  for (std::uint64_t offset = page.offset, end = offset + page.bytes; offset < end;) {
    const std::uint64_t bytes = writes_.next(offset, end - offset);
    Message& message = message_of(page.command, MessageKind::data, bytes);
    message.tag().offset = offset;
    port_.send(message, now);
    offset += bytes;
  }
}

void NvmeDrive::finish(std::uint32_t number, std::uint64_t bytes, Time now) {
  Command& command = commands_[number];
  command.to_finish -= bytes;
  if (command.to_finish > 0) return;
  // All data are before it, and nothing that is posted passes another: who asked counts them when this comes.
  Message& message = message_of(number, MessageKind::data, nvme_completion);
  message.tag().requested = command.tag.bytes;
  message.tag().last = true;
  ++done_;
  (command.writes() ? written_bytes_ : read_bytes_) += command.tag.bytes;
  port_.send(message, now);
}

void NvmeDrive::tlp_leaves(PciePort&, const Payload& packet, Time, Time end) {
  const Tag& tag = tag_of(packet);
  if (tag.kind == MessageKind::data && tag.last)
    events_.push(end, {Step::left, NvmeCommandId::of(tag.block).number, 0, 0});
}

Statistics<NvmeDrive> NvmeDrive::statistics() {
  Statistics<NvmeDrive> table;
  table.count("commands", &NvmeDrive::done_, "commands that were done");
  table.rate("read", &NvmeDrive::read_bytes_, "bytes of those that read");
  table.rate("written", &NvmeDrive::written_bytes_, "bytes of those that wrote");
  table.mean("under_way", &NvmeDrive::under_way_, "commands that it works on, mean over time");
  table.mean("queue_depth", &NvmeDrive::queued_, "commands that wait for others to be done, mean over time");
  table.mean("pages", &NvmeDrive::pages_, "pages that channels work on, or that wait for them, mean over time");
  return table;
}

void NvmeDrive::report_waits(std::vector<Wait>& waits) const {
  const bool fetches = std::any_of(commands_.begin(), commands_.end(),
                                   [](const Command& one) { return one.writes() && one.to_fetch > 0; });
  if (fetches) waits.push_back({name(), "data", "its host"});
  if (queued_.level() > 0) waits.push_back({name(), "the end", "commands under way"});
}

void NvmeDrive::list_probes(ProbeList& list) {
  own_probes_ = std::make_unique<Probes>();
  list.add(own_probes_->under_way, name(), "under_way", config_.queue_depth, "commands that it works on");
  list.add(own_probes_->queued, name(), "queue_depth", 0xffff, "commands that wait for others to be done");
  list.add(own_probes_->pages, name(), "pages", 0xffff, "pages that channels work on, or that wait for them");
}

void NvmeDrive::start_trace(Time now) {
  probes_ = own_probes_.get();
  show_traced(now);
}

void NvmeDrive::show_traced(Time now) {
  probes_->under_way.set(now, static_cast<std::uint64_t>(under_way_.level()));
  probes_->queued.set(now, static_cast<std::uint64_t>(queued_.level()));
  probes_->pages.set(now, static_cast<std::uint64_t>(pages_.level()));
}

void NvmeDrive::start_window(Time now) {
  WithStatistics::start_window(now);
  port_.start_window(now);
}

void NvmeDrive::report(StatisticSink& sink) {
  WithStatistics::report(sink);
  port_.report(sink);
}

TypeInfo NvmeDrive::type_info() {
  TypeInfo info;
  info.name = type;
  info.kind = "device";
  info.summary = "A drive of flash memory on PCI Express: channels, a queue, and data that it moves itself";
  info.source = "our own";
  info.ports = {{"port", "pcie", "peer", "its link"}};
  info.statistics = statistics().infos();
  describe_queues(info, "port");
  Config config;
  info.describe_parameters(config.parameters());
  return info;
}

}  // namespace isochron
