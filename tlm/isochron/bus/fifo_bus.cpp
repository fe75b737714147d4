// SPDX-License-Identifier: Apache-2.0
#include <isochron/bus/fifo_bus.h>

#include <isochron/core/error.h>
#include <isochron/observe/probe_list.h>
#include <isochron/protocol/transaction.h>

namespace isochron {

/// Where a master is joined to the bus.
class FifoBus::Device final : public AtTargetOf<FifoBus> {
 public:
  using AtTargetOf<FifoBus>::AtTargetOf;
};

/// Where a target is joined to the bus.
class FifoBus::Window final : public AtInitiatorOf<FifoBus> {
 public:
  using AtInitiatorOf<FifoBus>::AtInitiatorOf;
};

struct FifoBus::Probes {
  TextProbe owner;
  TransactionProbe transaction;
  NumberProbe depth;
  UtilisationProbe utilisation;
  std::vector<std::string> masters;  ///< by device; filled when it is first needed
};

FifoBus::FifoBus(const sc_core::sc_module_name& name, const Domain& domain,
                 std::unique_ptr<const TransferTiming> timing, std::uint64_t packet, unsigned devices, unsigned windows,
                 Arbitration arbitration, const std::vector<std::uint64_t>& weights)
    : sc_module(name),
      FaultyStation(domain.region),
      region_(domain.region),
      packet_(packet),
      arbiter_(make_arbiter(arbitration, devices, weights)),
      timing_(std::move(timing)),
      ports_(
          devices, windows,
          [&](const std::string& port, unsigned i) { return std::make_unique<Device>(port.c_str(), domain, *this, i); },
          [&](const std::string& port, unsigned i) {
            return std::make_unique<Window>(port.c_str(), domain, *this, i);
          }) {
  region_.join(static_cast<Region::Activity&>(*this), Region::Rank::bus);
  region_.join(static_cast<Region::Update&>(*this));
}

FifoBus::~FifoBus() = default;

AtTargetBase& FifoBus::device(unsigned index) {
  return ports_.device(index);
}
AtInitiatorBase& FifoBus::window(unsigned index) {
  return ports_.window(index);
}

FifoBus::Transfer& FifoBus::take_transfer() {
  if (free_.empty()) {
    transfers_made_.push_back(std::make_unique<Transfer>());
    free_.reserve(transfers_made_.capacity());
    free_.push_back(transfers_made_.back().get());
  }
  Transfer& transfer = *free_.back();
  free_.pop_back();
  transfer = {};
  return transfer;
}

void FifoBus::on_request(AtTargetBase& socket, Payload& payload, Time now) {
  Device& master = static_cast<Device&>(socket);
  Window* const window = ports_.route(payload);
  if (window == nullptr) {
    master.ready(payload);
    return;
  }
  Transfer& transfer = take_transfer();
  transfer.payload = &payload;
  transfer.device = master.index();
  transfer.sequence = tag_of(payload).sequence;
  transfer.traffic_class = tag_of(payload).traffic_class;
  transfer.master = &master;
  transfer.window = window;
  transfer.left = payload.get_data_length();
  if (payload.has_mm()) payload.acquire();
  queue(transfer, now);
  master.accept(payload);
}

void FifoBus::queue(Transfer& transfer, Time now) {
  transfer.bytes = next_packet(transfer);
  arbiter_->add(now, transfer);
  depth_.change(now, 1);
  show(now);
  if (holder_ == nullptr) region_.request_update(*this);
}

void FifoBus::update(Time now) {
  if (holder_ != nullptr || arbiter_->waiting() == 0) return;
  holder_ = static_cast<Transfer*>(&arbiter_->grant());
  depth_.change(now, -1);
  busy_.enter(now);
  show(now);
  if (is_last_packet(*holder_))
    holder_->window->send(*holder_->payload);
  else
    move_on(now);
}

bool FifoBus::is_last_packet(const Transfer& transfer) const {
  return packet_ == 0 || transfer.left <= packet_;
}

FifoBus::Transfer& FifoBus::answered(const Payload& payload) {
  if (holder_ == nullptr || holder_->payload != &payload)
    throw ModelError(std::string(name()) + ": a response to nothing");
  return *holder_;
}

void FifoBus::on_accepted(AtInitiatorBase&, Payload& payload, Time now) {
  if (payload.is_write()) move_on(now);
}

void FifoBus::on_response(AtInitiatorBase&, Payload& payload, Time now) {
  Transfer& transfer = answered(payload);
  transfer.answered = true;
  if (transfer.across)
    finish(transfer);
  else if (!payload.is_write())
    move_on(now);
}

void FifoBus::move_on(Time now) {
  Transfer& transfer = *holder_;
  const std::uint64_t bytes = next_packet(transfer);
  transfer.left -= bytes;
  moving_ = true;
  pace_.schedule(region_, *this, now,
                 timing_->begin(now) + timing_->duration(transfer.device, transfer.payload->is_write(), bytes));
}

void FifoBus::complete(Time now) {
  Transfer& transfer = *holder_;
  moving_ = false;
  if (transfer.left > 0) {
    holder_ = nullptr;
    busy_.leave(now);
    queue(transfer, now);  // shows it too
    return;
  }
  transfer.across = true;
  if (transfer.answered) finish(transfer);
}

void FifoBus::finish(Transfer& transfer) {
  Payload& payload = *transfer.payload;
  Device& master = *transfer.master;
  Window& window = *transfer.window;
  holder_ = nullptr;
  busy_.leave(region_.now());
  show(region_.now());
  ++transfers_;
  bytes_ += payload.get_data_length();
  free_.push_back(&transfer);
  if (arbiter_->waiting() > 0) region_.request_update(*this);
  // The master first: a target that has been given the payload may send it on, and with it the response status.
  master.ready(payload);
  window.complete(payload);
  if (payload.has_mm()) payload.release();
}

unsigned FifoBus::on_debug(AtTargetBase&, Payload& payload) {
  return ports_.debug(payload);
}

Statistics<FifoBus> FifoBus::statistics() {
  Statistics<FifoBus> table;
  table.fraction("utilisation", &FifoBus::busy_, "fraction of time that a transfer holds the bus");
  table.mean("queue_depth", &FifoBus::depth_, "requests that wait for the bus, mean over time");
  table.start_anew(&FifoBus::transfers_);
  table.start_anew(&FifoBus::bytes_);
  return table;
}

void FifoBus::report_waits(std::vector<Wait>& waits) const {
  if (holder_ != nullptr && !moving_) waits.push_back({name(), "its target", holder_->window->get_base_port().name()});
}

void FifoBus::list_probes(ProbeList& list) {
  own_probes_ = std::make_unique<Probes>();
  list.add(own_probes_->owner, name(), "owner", "master whose transfer holds the bus");
  list.add(own_probes_->transaction, name(), "transaction", "transfer that holds the bus");
  list.add(own_probes_->depth, name(), "queue_depth", 0xffff, "requests that wait for the bus");
  list.add(own_probes_->utilisation, name(), "fraction of the time that a transfer holds the bus");
  own_probes_->masters.resize(devices());
}

void FifoBus::start_trace(Time now) {
  probes_ = own_probes_.get();
  show_traced(now);
}

void FifoBus::show_traced(Time now) {
  probes_->depth.set(now, arbiter_->waiting());
  probes_->utilisation.set(now, holder_ != nullptr);
  if (holder_ == nullptr) {
    probes_->owner.set(now, "-");
    probes_->transaction.set(now, {});
    return;
  }
  std::string& master = probes_->masters[holder_->device];
  if (master.empty()) master = holder_->master->master();
  probes_->owner.set(now, master);
  probes_->transaction.set(now, transaction_of(*holder_->payload));
}

TypeInfo FifoBus::type_info() {
  TypeInfo info;
  info.name = type;
  info.kind = "bus";
  info.summary =
      "A bus that one transfer holds at a time, first come, first served, by priority or by class: MBUS, SCSI, a "
      "node's memory bus";
  info.source = "Gennart et al., sections 3.2 and 3.5, Table 2";
  info.ports = {{"device[i]", "base protocol", "target", "a master"},
                {"window[j]", "base protocol", "initiator", "towards a target"}};
  info.statistics = statistics().infos();
  info.faults = station_faults();
  return info;
}

}  // namespace isochron
