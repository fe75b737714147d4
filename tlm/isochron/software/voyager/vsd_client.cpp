// SPDX-License-Identifier: Apache-2.0
#include <isochron/software/voyager/vsd_client.h>

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

struct VsdClient::Probes {
  PhaseProbe phase;
  NumberProbe waiting;
  NumberProbe held;
  std::optional<ServerProbes> stage;
};

VsdClient::VsdClient(const sc_core::sc_module_name& name, const Domain& domain, const VsdConfig& config,
                     std::uint32_t endpoint, std::vector<std::uint32_t> nodes, std::uint64_t seed)
    : sc_module(name),
      FaultyStation(domain.region),
      requests("requests", accepted_),
      done("done"),
      sent("sent"),
      received("received", received_),
      region_(domain.region),
      config_(config),
      endpoint_(endpoint),
      drives_(nodes.size()) {
  for (std::size_t d = 0; d < nodes.size(); ++d) {
    drives_[d].node = nodes[d];
    drives_[d].under_way.reserve(config.outstanding);
  }
  noted_.reserve(drives_.size());
  if (config.has_stage(VsdConfig::Stage::client))
    stage_ = std::make_unique<SharedStage>(domain, pace_, config, random_stream(seed, this->name(), "shared stage"),
                                           staged_);
  region_.join(static_cast<Region::Requester&>(*this), Region::Rank::timer);
}

VsdClient::~VsdClient() = default;

VsdClient::Drive& VsdClient::drive_of(const Payload& payload) {
  const std::uint64_t disk = tag_of(payload).sequence;
  if (disk >= drives_.size()) throw ModelError(std::string(name()) + ": there is no disk " + std::to_string(disk));
  return drives_[disk];
}

void VsdClient::accept(Payload& payload, Time now) {
  Drive& drive = drive_of(payload);
  payload.acquire();
  Tag& tag = tag_of(payload);
  tag.source = endpoint_;
  drive.waiting.push(now, tag.stream, {&payload, now});
  depth_.change(now, 1);
  ++held_;
  show(now);
  note(static_cast<std::uint32_t>(tag.sequence));
}

void VsdClient::note(std::uint32_t disk) {
  Drive& drive = drives_[disk];
  if (drive.noted || drive.waiting.empty()) return;
  drive.noted = true;
  noted_.push_back(disk);
  region_.request(*this);
}

void VsdClient::ask(Time now) {
  // What is noted meanwhile, because an answer comes at once, is for the next round.
  std::sort(noted_.begin(), noted_.end());
  asking_.swap(noted_);
  for (const std::uint32_t disk : asking_) {
    Drive& drive = drives_[disk];
    drive.noted = false;
    while (!drive.waiting.empty() && drive.under_way.size() < config_.outstanding) {
      const Request request = drive.waiting.pop();
      drive.under_way.push_back(request);
      depth_.change(now, -1);
      if (probes_ != nullptr) probes_->phase.event(now, Phase::begin, transaction_of(*request.payload));
      if (request.payload->is_write() && stage_ != nullptr)
        stage_->serve(*request.payload, now);
      else
        send(*request.payload, now);
    }
  }
  asking_.clear();
  show(now);
}

void VsdClient::send(Payload& payload, Time now) {
  Tag& tag = tag_of(payload);
  tag.destination = drives_[tag.sequence].node;
  payload.set_data_length(payload.is_write() ? tag.bytes : static_cast<unsigned>(config_.control));
  sent.hand_on(payload, now);
}

void VsdClient::receive(Payload& payload, Time now) {
  if (payload.is_read() && stage_ != nullptr && !has_failed(payload))
    stage_->serve(payload, now);
  else
    finish(payload, now);
}

void VsdClient::staged(Payload& payload, Time now) {
  if (payload.is_write())
    send(payload, now);
  else
    finish(payload, now);
}

void VsdClient::finish(Payload& payload, Time now) {
  Drive& drive = drive_of(payload);
  const auto found = std::find_if(drive.under_way.begin(), drive.under_way.end(),
                                  [&payload](const Request& each) { return each.payload == &payload; });
  if (found == drive.under_way.end()) throw ModelError(std::string(name()) + ": an answer that nobody waits for");
  response_ += now - found->came;
  drive.under_way.erase(found);
  --held_;
  if (!has_failed(payload)) {
    ++blocks_;
    bytes_ += tag_of(payload).bytes;
  }
  if (probes_ != nullptr) probes_->phase.event(now, Phase::end, transaction_of(payload));
  show(now);
  note(static_cast<std::uint32_t>(tag_of(payload).sequence));
  done.hand_on(payload, now);
  payload.release();
}

void VsdClient::start_window(Time now) {
  if (stage_ != nullptr) stage_->start_window(now);
  depth_.start_window(now);
  blocks_ = 0;
  bytes_ = 0;
  response_ = 0;
}

void VsdClient::report(StatisticSink& sink) {
  StatisticSink::Part figures = sink.part(name());
  figures.fraction("utilisation", stage_ != nullptr ? stage_->busy().total(sink.end()) : 0);
  figures.rate("throughput", bytes_);
  figures.count("blocks", blocks_);
  figures.mean_time("response", response_, blocks_);
  figures.mean("queue_depth", depth_);
}

void VsdClient::report_waits(std::vector<Wait>& waits) const {
  for (const Drive& drive : drives_)
    if (!drive.under_way.empty()) waits.push_back({name(), "an answer", received.path()});
}

void VsdClient::list_probes(ProbeList& list) {
  own_probes_ = std::make_unique<Probes>();
  list.add(own_probes_->phase, name(), "BEGIN: it is a request's turn at its disk; END: it is done");
  list.add(own_probes_->waiting, name(), "queue_depth", 0xffff, "requests that wait for their disk's turn");
  list.add(own_probes_->held, name(), "held", 0xffff, "requests that are not done");
  if (stage_ != nullptr) own_probes_->stage.emplace(list, std::string(name()) + ".stage", "requests");
}

void VsdClient::start_trace(Time now) {
  probes_ = own_probes_.get();
  probes_->phase.clear(now);
  show(now);
  if (stage_ != nullptr) stage_->trace(&*probes_->stage, now);
}

void VsdClient::stop_trace() {
  probes_ = nullptr;
  if (stage_ != nullptr) stage_->trace(nullptr, 0);
}

void VsdClient::show(Time now) {
  if (probes_ == nullptr) return;
  probes_->waiting.set(now, static_cast<std::uint64_t>(depth_.level()));
  probes_->held.set(now, held_);
}

TypeInfo VsdClient::type_info() {
  TypeInfo info;
  info.name = type;
  info.kind = "device";
  info.summary = "Virtual shared disks of a node that has none: one request a disk, through a shared stage";
  info.source = "Voyager, sections 3.2 and 5.2; the stage is our own";
  info.ports = {{"requests", "hand-over", "target", "blocks that are to be read or written"},
                {"done", "hand-over", "initiator", "the same once they are"},
                {"sent", "hand-over", "initiator", "requests and data, to the network"},
                {"received", "hand-over", "target", "data and answers, from the network"}};
  info.statistics = {{"utilisation", "1", "fraction of time that the shared stage serves; 0 where it is not here"},
                     {"throughput", "B/s", "bytes of blocks that were read or written"},
                     {"blocks", "1", "blocks that were read or written"},
                     {"response", "s", "from a request to its block being read or written, mean"},
                     {"queue_depth", "1", "requests that wait for their disk's turn, mean over time"}};
  VsdConfig config;
  info.describe_parameters(config.client_parameters());
  info.faults = station_faults();
  return info;
}

}  // namespace isochron
