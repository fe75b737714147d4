// SPDX-License-Identifier: Apache-2.0
#include <isochron/device/disk.h>

#include <isochron/observe/statistic_sink.h>
#include <isochron/protocol/transaction.h>

namespace isochron {

ParameterTable Disk::Config::parameters() {
  constexpr const char* source = "Gennart et al., section 3.2";
  ParameterTable table;
  table.choice("latency", latency.law, {"triangular", "deterministic"}, "law of the time before a transfer begins",
               source);
  table.duration("mean_seek", latency.mean, {0, 100 * second}, "mean latency", source);
  table.data_rate("rate", rate, {8, 1'000'000'000'000}, "of the medium", "Gennart et al., Table 2");
  table.choice("freed", freed, {"after_medium", "after_scsi"}, "when the next request may begin",
               "open in Gennart et al., section 3.2");
  return table;
}

Capacity Disk::Config::capacity(std::uint64_t bytes) const {
  const auto request = static_cast<double>(bytes);
  const double of_requests = request / (seconds(latency.mean) + request / Capacity::of_rate(rate).alone);
  return {of_requests, of_requests};
}

Disk::Disk(const sc_core::sc_module_name& name, const Domain& domain, const Config& config, std::uint64_t seed)
    : sc_module(name),
      socket("socket", domain, *this),
      domain_(domain),
      config_(config),
      rate_(Rate::bits_per_second(config.rate)),
      latencies_(random_stream(seed, this->name(), "disk latency")) {
  domain_.region.join(static_cast<Region::Activity&>(*this), Region::Rank::timer);
  domain_.region.join(static_cast<Region::Update&>(*this));
}

void Disk::read(const Tag& tag, std::uint64_t address, std::uint64_t bytes, Time now) {
  requests_.push(now, tag.sequence, {tag, address, bytes});
  depth_.change(now, 1);
  show(now);
  if (!busy_.inside()) domain_.region.request_update(*this);
}

void Disk::update(Time now) {
  if (busy_.inside() || requests_.empty()) return;
  serving_ = requests_.pop();
  depth_.change(now, -1);
  busy_.enter(now);
  show(now);
  if (probes_ != nullptr) probes_->event(now, Phase::begin, served());
  domain_.region.schedule(*this, now + config_.latency.draw(latencies_) + rate_.time_of(serving_.bytes));
}

void Disk::complete(Time now) {
  Message& message = domain_.pool.allocate(serving_.address, static_cast<unsigned>(serving_.bytes));
  message.tag().copy_from(serving_.tag);
  message.tag().ready = now;
  if (probes_ != nullptr) probes_->event(now, Phase::end, served());
  if (config_.freed == Freed::after_medium) free(now);
  outbox_.send(message);
}

void Disk::free(Time now) {
  busy_.leave(now);
  show(now);
  if (!requests_.empty()) domain_.region.request_update(*this);
}

void Disk::on_accepted(AtInitiatorBase&, Payload&, Time) {
  outbox_.accepted();
}

void Disk::on_response(AtInitiatorBase&, Payload& payload, Time now) {
  socket.require_ok(payload);
  socket.complete(payload);
  payload.release();
  if (config_.freed == Freed::after_scsi) free(now);
}

void Disk::start_window(Time now) {
  busy_.start_window(now);
  depth_.start_window(now);
}

void Disk::report(StatisticSink& sink) {
  StatisticSink::Part figures = sink.part(name());
  figures.fraction("utilisation", busy_);
  figures.mean("queue_depth", depth_);
}

void Disk::report_waits(std::vector<Wait>& waits) const {
  socket.report_wait(waits);
}

void Disk::list_probes(ProbeList& list) {
  own_probes_ = std::make_unique<ServerProbes>(list, name(), "requests");
}

void Disk::start_trace(Time now) {
  probes_ = own_probes_.get();
  probes_->start(now, busy_.inside() ? served() : TransactionId{}, requests_.size());
}

TransactionId Disk::served() const {
  return transaction_of(serving_.tag, serving_.bytes);
}

void Disk::show(Time now) {
  if (probes_ != nullptr) probes_->show(now, busy_.inside() ? served() : TransactionId{}, requests_.size());
}

TypeInfo Disk::type_info() {
  TypeInfo info;
  info.name = type;
  info.kind = "device";
  info.summary = "Magnetic disk: a latency, then its medium's rate, then the SCSI bus";
  info.source = "Gennart et al., section 3.2";
  info.ports = {{"socket", "base protocol", "initiator", "towards the SCSI bus"}};
  info.statistics = {{"utilisation", "1", "fraction of time that it serves a request"},
                     {"queue_depth", "1", "requests that it has not begun, mean over time"}};
  Config config;
  info.describe_parameters(config.parameters());
  return info;
}

}  // namespace isochron
