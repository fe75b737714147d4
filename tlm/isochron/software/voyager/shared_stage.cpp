// SPDX-License-Identifier: Apache-2.0
#include <isochron/software/voyager/shared_stage.h>

#include <cmath>

#include <boost/random/exponential_distribution.hpp>

#include <isochron/protocol/transaction.h>

namespace isochron {

SharedStage::SharedStage(const Domain& domain, ServicePace& pace, const VsdConfig& config, const SplitMix64& draws,
                         Inlet& served)
    : region_(domain.region),
      pace_(pace),
      byte_(config.shared),
      service_(config.service),
      draws_(draws),
      served_(served) {
  region_.join(static_cast<Region::Activity&>(*this), Region::Rank::timer);
  region_.join(static_cast<Region::Update&>(*this));
}

void SharedStage::serve(Payload& payload, Time now) {
  payload.acquire();
  const Tag& tag = tag_of(payload);
  waiting_.push(now, tag.sequence << 48 | std::uint64_t{tag.source} << 32 | tag.stream, &payload);
  depth_.change(now, 1);
  show(now);
  if (!busy_.inside()) region_.request_update(*this);
}

void SharedStage::update(Time now) {
  if (busy_.inside() || waiting_.empty()) return;
  serving_ = waiting_.pop();
  depth_.change(now, -1);
  busy_.enter(now);
  show(now);
  if (probes_ != nullptr) probes_->event(now, Phase::begin, transaction_of(*serving_));
  pace_.schedule(region_, *this, now, now + draw());
}

Time SharedStage::draw() {
  const std::uint64_t mean = byte_ * tag_of(*serving_).bytes;
  if (service_ == VsdConfig::Service::deterministic) return mean;
  // A draw for each request, whatever it takes: another `shared` finds the same stream.
  const double share = boost::random::exponential_distribution<double>(1.0)(draws_);
  return static_cast<Time>(std::llround(share * static_cast<double>(mean)));
}

void SharedStage::complete(Time now) {
  Payload& payload = *serving_;
  if (probes_ != nullptr) probes_->event(now, Phase::end, transaction_of(payload));
  serving_ = nullptr;
  busy_.leave(now);
  bytes_ += tag_of(payload).bytes;
  show(now);
  if (!waiting_.empty()) region_.request_update(*this);
  served_.accept(payload, now);
  payload.release();
}

void SharedStage::start_window(Time now) {
  busy_.start_window(now);
  depth_.start_window(now);
  bytes_ = 0;
}

void SharedStage::trace(ServerProbes* probes, Time now) {
  probes_ = probes;
  if (probes_ != nullptr) probes_->start(now, transaction_of(serving_), waiting_.size());
}

void SharedStage::show(Time now) {
  if (probes_ != nullptr) probes_->show(now, transaction_of(serving_), waiting_.size());
}

}  // namespace isochron
