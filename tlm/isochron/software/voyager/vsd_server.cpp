// SPDX-License-Identifier: Apache-2.0
#include <isochron/software/voyager/vsd_server.h>

#include <algorithm>
#include <optional>
#include <utility>

#include <isochron/core/error.h>
#include <isochron/core/random_stream.h>
#include <isochron/observe/probe_list.h>
#include <isochron/observe/statistic_sink.h>
#include <isochron/protocol/transaction.h>
#include <isochron/software/voyager/failed_request.h>

namespace isochron {

/// Where a SCSI string ends.
class VsdServer::String final : public AtTargetOf<VsdServer> {
 public:
  using AtTargetOf<VsdServer>::AtTargetOf;
};

struct VsdServer::Probes {
  PhaseProbe phase;
  NumberProbe held;
  std::optional<ServerProbes> stage;
};

VsdServer::VsdServer(const sc_core::sc_module_name& name, const Domain& domain, const VsdConfig& config,
                     unsigned strings, const std::vector<Drive>& drives, std::uint64_t seed)
    : sc_module(name),
      FaultyStation(domain.region),
      received("received", received_),
      sent("sent"),
      to_bus("to_bus"),
      from_bus("from_bus", crossed_),
      region_(domain.region),
      config_(config) {
  for (const Drive& drive : drives) places_.push_back({drive, 0});
  for (unsigned s = 0; s < strings; ++s)
    strings_.push_back(std::make_unique<String>(("string[" + std::to_string(s) + "]").c_str(), domain, *this, s));
  if (config.has_stage(VsdConfig::Stage::server))
    stage_ = std::make_unique<SharedStage>(domain, pace_, config, random_stream(seed, this->name(), "shared stage"),
                                           staged_);
  for (const Drive& drive : drives) drive.disk->set_asker(*this);
  region_.join(static_cast<Region::Requester&>(*this), Region::Rank::timer);
}

VsdServer::~VsdServer() = default;

AtTargetBase& VsdServer::string(unsigned index) {
  return *strings_.at(index);
}

VsdServer::Place& VsdServer::place_of(std::uint64_t disk) {
  const auto found =
      std::find_if(places_.begin(), places_.end(), [disk](const Place& each) { return each.drive.number == disk; });
  if (found == places_.end()) throw ModelError(std::string(name()) + ": disk " + std::to_string(disk) + " is not here");
  return *found;
}

void VsdServer::receive(Payload& payload, Time now) {
  place_of(tag_of(payload).sequence);
  payload.acquire();
  depth_.change(now, 1);
  if (probes_ != nullptr) probes_->phase.event(now, Phase::begin, transaction_of(payload));
  show(now);
  if (payload.is_read())
    to_disk(payload, now);
  else if (stage_ != nullptr)
    stage_->serve(payload, now);
  else
    cross(payload, now);
}

void VsdServer::staged(Payload& payload, Time now) {
  if (payload.is_write())
    cross(payload, now);
  else
    answer(payload, now);
}

void VsdServer::cross(Payload& payload, Time now) {
  payload.set_data_length(tag_of(payload).bytes);
  ++crossing_;
  to_bus.hand_on(payload, now);
}

void VsdServer::crossed(Payload& payload, Time now) {
  if (crossing_ == 0) throw ModelError(std::string(name()) + ": a block that it has not sent over its bus");
  --crossing_;
  if (payload.is_write())
    to_disk(payload, now);
  else if (stage_ != nullptr)
    stage_->serve(payload, now);
  else
    answer(payload, now);
}

void VsdServer::to_disk(Payload& payload, Time now) {
  const Tag& tag = tag_of(payload);
  for_disks_.push(now, std::uint64_t{tag.source} << 32 | tag.stream, &payload);
  region_.request(*this);
}

void VsdServer::ask(Time now) {
  while (!for_disks_.empty()) {
    Payload& payload = *for_disks_.pop();
    Tag tag = tag_of(payload);
    Disk& disk = *place_of(tag.sequence).drive.disk;
    tag.sequence = requests_++;
    open_.push_back({tag.sequence, &payload, tag.bytes});
    disk.read(tag, 0, tag.offset, tag.bytes, now);
  }
}

void VsdServer::on_request(AtTargetBase& socket, Payload& chunk, Time) {
  chunk.set_response_status(write_only_response(chunk));
  static_cast<String&>(socket).ready(chunk);
}

void VsdServer::on_complete(AtTargetBase&, Payload& chunk, Time now) {
  if (chunk.is_response_error()) return;
  const std::uint64_t number = tag_of(chunk).sequence;
  const auto found =
      std::find_if(open_.begin(), open_.end(), [number](const Open& each) { return each.number == number; });
  const std::uint64_t bytes = chunk.get_data_length();
  if (found == open_.end() && has_failed_) return;  // what was on the string when its disk failed
  if (found == open_.end() || found->left < bytes)
    throw ModelError(std::string(name()) + ": a chunk that nobody asked for");
  Payload& payload = *found->payload;
  place_of(tag_of(payload).sequence).bytes += bytes;
  found->left -= bytes;
  if (found->left > 0) return;
  open_.erase(found);
  if (payload.is_read())
    cross(payload, now);
  else
    answer(payload, now);
}

void VsdServer::answer(Payload& payload, Time now) {
  Tag& tag = tag_of(payload);
  tag.destination = tag.source;
  payload.set_data_length(payload.is_read() ? tag.bytes : static_cast<unsigned>(config_.control));
  ++blocks_;
  bytes_ += tag.bytes;
  let_go(payload, now);
}

void VsdServer::request_failed(const Tag& tag, Time now) {
  const auto found =
      std::find_if(open_.begin(), open_.end(), [&tag](const Open& each) { return each.number == tag.sequence; });
  Payload& payload = *found->payload;
  open_.erase(found);
  has_failed_ = true;
  tag_of(payload).destination = tag.source;
  fail_request(payload);
  payload.set_data_length(static_cast<unsigned>(config_.control));
  let_go(payload, now);
}

void VsdServer::let_go(Payload& payload, Time now) {
  depth_.change(now, -1);
  if (probes_ != nullptr) probes_->phase.event(now, Phase::end, transaction_of(payload));
  show(now);
  sent.hand_on(payload, now);
  payload.release();
}

void VsdServer::start_window(Time now) {
  if (stage_ != nullptr) stage_->start_window(now);
  depth_.start_window(now);
  blocks_ = 0;
  bytes_ = 0;
  for (Place& place : places_) place.bytes = 0;
}

void VsdServer::report(StatisticSink& sink) {
  for (const Place& place : places_) sink.part(place.drive.disk->name()).rate("throughput", place.bytes);
  StatisticSink::Part figures = sink.part(name());
  figures.fraction("utilisation", stage_ != nullptr ? stage_->busy().total(sink.end()) : 0);
  figures.rate("throughput", bytes_);
  figures.count("blocks", blocks_);
  figures.mean("queue_depth", depth_);
}

void VsdServer::report_waits(std::vector<Wait>& waits) const {
  for (const Place& place : places_) {
    const auto is_there = [&place](const Open& each) { return tag_of(*each.payload).sequence == place.drive.number; };
    if (std::any_of(open_.begin(), open_.end(), is_there))
      waits.push_back({name(), "a block", place.drive.disk->name()});
  }
  if (crossing_ > 0) waits.push_back({name(), "its bus", from_bus.path()});
}

void VsdServer::list_probes(ProbeList& list) {
  own_probes_ = std::make_unique<Probes>();
  list.add(own_probes_->phase, name(), "BEGIN: a request is there; END: it is answered");
  list.add(own_probes_->held, name(), "queue_depth", 0xffff, "requests that are not answered");
  if (stage_ != nullptr) own_probes_->stage.emplace(list, std::string(name()) + ".stage", "requests");
}

void VsdServer::start_trace(Time now) {
  probes_ = own_probes_.get();
  probes_->phase.clear(now);
  show(now);
  if (stage_ != nullptr) stage_->trace(&*probes_->stage, now);
}

void VsdServer::stop_trace() {
  probes_ = nullptr;
  if (stage_ != nullptr) stage_->trace(nullptr, 0);
}

void VsdServer::show(Time now) {
  if (probes_ != nullptr) probes_->held.set(now, held());
}

TypeInfo VsdServer::type_info() {
  TypeInfo info;
  info.name = type;
  info.kind = "device";
  info.summary = "The node with the disks of virtual shared disks, or a node's own disks";
  info.source = "Voyager, sections 3.1, 3.2 and 5.2; the stage is our own";
  info.ports = {{"string[i]", "base protocol", "target", "the host's end of a SCSI string"},
                {"received", "hand-over", "target", "requests, those of writes with their data"},
                {"sent", "hand-over", "initiator", "answers, those of reads with their data"},
                {"to_bus", "hand-over", "initiator", "blocks that cross the node's bus"},
                {"from_bus", "hand-over", "target", "blocks that have crossed it"},
                {"disk[i]", Disk::calls, "initiator", "its disks"}};
  info.statistics = {{"utilisation", "1", "fraction of time that the shared stage serves; 0 where it is not here"},
                     {"throughput", "B/s", "bytes of blocks that were read or written"},
                     {"blocks", "1", "blocks that were read or written"},
                     {"queue_depth", "1", "requests that are not answered, mean over time"}};
  VsdConfig config;
  info.describe_parameters(config.server_parameters());
  info.faults = station_faults();
  return info;
}

}  // namespace isochron
