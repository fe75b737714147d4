// SPDX-License-Identifier: Apache-2.0
#include <isochron/host/host_adapter.h>

#include <limits>

#include <isochron/protocol/transaction.h>

namespace isochron {

/// Where a disk is joined to the adapter.
class HostAdapter::Device final : public AtTargetOf<HostAdapter> {
 public:
  using AtTargetOf<HostAdapter>::AtTargetOf;
};

ParameterTable HostAdapter::Config::parameters() {
  const std::string calibrated = "our calibration, on Calliope, Table 1: ";
  ParameterTable table;
  table.bytes("chunk", chunk, {1, 1 << 30}, "that `hold` and `while_sending` are of; others take as much a byte",
              "our own");
  table.duration("hold", hold, {0, 10 * second}, "that a chunk takes, where no other adapter transfers",
                 calibrated + "3.6 and 2 x 2.8 MB/s");
  table.fraction("shared_rate", shared_rate, {1, 1'000'000},
                 "of its rate while two adapters transfer; with more they share what two have together",
                 calibrated + "2 x 2.9 MB/s");
  table.duration("while_sending", while_sending, {0, 10 * second}, "more of a chunk that begins while the host sends",
                 calibrated + "3.4 beside 5.9 MB/s");
  return table;
}

Time HostAdapter::Config::chunk_time(std::uint64_t bytes, bool sending) const {
  __extension__ typedef unsigned __int128 Wide;
  const std::uint64_t whole = hold + (sending ? while_sending : 0);
  return static_cast<Time>((static_cast<Wide>(whole) * bytes + chunk / 2) / chunk);
}

Capacity HostAdapter::Config::capacity() const {
  const double rate = hold == 0 ? std::numeric_limits<double>::infinity() : static_cast<double>(chunk) / seconds(hold);
  return {rate, rate};
}

HostAdapter::HostAdapter(const sc_core::sc_module_name& name, const Domain& domain, const Config& config,
                         unsigned disks, Host& host)
    : sc_module(name), across("across"), region_(domain.region), config_(config), host_(host) {
  for (unsigned d = 0; d < disks; ++d)
    devices_.push_back(std::make_unique<Device>(("device[" + std::to_string(d) + "]").c_str(), domain, *this, d));
  region_.join(static_cast<Region::Activity&>(*this), Region::Rank::bus);
  region_.join(static_cast<Region::Update&>(*this));
  host_.join(*this);
}

HostAdapter::~HostAdapter() = default;

AtTargetBase& HostAdapter::device(unsigned index) {
  return *devices_.at(index);
}

void HostAdapter::on_request(AtTargetBase& socket, Payload& payload, Time now) {
  Device& device = static_cast<Device&>(socket);
  if (!payload.is_write()) {
    payload.set_response_status(tlm::TLM_COMMAND_ERROR_RESPONSE);
    device.ready(payload);
    return;
  }
  if (payload.has_mm()) payload.acquire();
  waiting_.push(now, device.index(), {&payload, &device});
  depth_.change(now, 1);
  show(now);
  if (crossing_.payload == nullptr) region_.request_update(*this);
  device.accept(payload);
}

void HostAdapter::update(Time now) {
  crossing_ = waiting_.pop();
  depth_.change(now, -1);
  busy_.enter(now);
  show(now);
  if (probes_ != nullptr) probes_->event(now, Phase::begin, transaction_of(crossing_.payload));
  const unsigned bytes = crossing_.payload->get_data_length();
  const Time time = config_.chunk_time(bytes, host_.sending());
  work_.begin(time, PacedWork::full, now);
  host_.begin_transfer(*this, bytes, time, now);  // which sets the speed, and with it the end
}

PacedWork::Speed HostAdapter::share(unsigned transferring, Time now) {
  const bool alone = transferring <= 1;
  const PacedWork::Speed of_two = config_.shared_rate * (PacedWork::full / 1'000'000);
  work_.change_speed(alone ? PacedWork::full : of_two * 2 / transferring, now);
  region_.schedule(*this, work_.end());
  if (alone == shared_.inside()) {
    if (alone)
      shared_.leave(now);
    else
      shared_.enter(now);
  }
  return work_.speed();
}

void HostAdapter::complete(Time now) {
  const Chunk chunk = crossing_;
  crossing_ = {};
  busy_.leave(now);
  if (shared_.inside()) shared_.leave(now);
  ++chunks_;
  bytes_ += chunk.payload->get_data_length();
  show(now);
  if (probes_ != nullptr) probes_->event(now, Phase::end, transaction_of(chunk.payload));
  if (!waiting_.empty()) region_.request_update(*this);
  host_.end_transfer(*this, now);
  chunk.payload->set_response_status(tlm::TLM_OK_RESPONSE);
  chunk.device->ready(*chunk.payload);
  if (chunk.payload->has_mm()) chunk.payload->release();
}

void HostAdapter::on_complete(AtTargetBase&, Payload& payload, Time now) {
  if (!payload.is_response_error()) across.hand_on(payload, now);
}

Statistics<HostAdapter> HostAdapter::statistics() {
  Statistics<HostAdapter> table;
  table.fraction("utilisation", &HostAdapter::busy_, "fraction of time that a chunk is on it");
  table.fraction("shared", &HostAdapter::shared_,
                 "fraction of time that a chunk is on it and on another adapter of the host");
  table.mean("queue_depth", &HostAdapter::depth_, "chunks that wait for it, mean over time");
  table.rate("throughput", &HostAdapter::bytes_, "bytes of chunks that are across");
  table.count("chunks", &HostAdapter::chunks_, "chunks that are across");
  return table;
}

void HostAdapter::list_probes(ProbeList& list) {
  own_probes_ = std::make_unique<ServerProbes>(list, name(), "chunks");
}

void HostAdapter::start_trace(Time now) {
  probes_ = own_probes_.get();
  probes_->start(now, transaction_of(crossing_.payload), waiting_.size());
}

void HostAdapter::show(Time now) {
  if (__builtin_expect(probes_ != nullptr, 0)) probes_->show(now, transaction_of(crossing_.payload), waiting_.size());
}

TypeInfo HostAdapter::type_info() {
  TypeInfo info;
  info.name = type;
  info.kind = "device";
  info.summary =
      "A SCSI host adapter of a PC: its disks' chunks to memory, one at a time, slower beside other adapters";
  info.source = "Calliope, section 3.1, Table 1";
  info.ports = {{"device[i]", "base protocol", "target", "a disk"},
                {"across", "hand-over", "initiator", "chunks that are in memory"},
                {"host", Host::joins, "initiator", "the host that it is in"}};
  info.statistics = statistics().infos();
  Config config;
  info.describe_parameters(config.parameters());
  return info;
}

}  // namespace isochron
