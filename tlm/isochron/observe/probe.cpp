// SPDX-License-Identifier: Apache-2.0
#include <isochron/observe/probe.h>

#include <isochron/observe/trace.h>

namespace isochron {

void NumberProbe::write(Time now) {
  shown_ = true;
  trace_->change(now, [this](WaveFile& file) { file.number(handle_, width_, value_); });
}

void TextProbe::write(Time now) {
  shown_ = true;
  trace_->change(now, [this](WaveFile& file) { file.text(handle_, text_); });
}

void TransactionProbe::write(Time now) {
  shown_ = true;
  trace_->change(now, [this](WaveFile& file) { file.text(handle_, TransactionText(id_).view()); });
}

void UtilisationProbe::start(Time now) {
  sampled_ = since_ = now;
  busy_time_ = 0;
  value_ = 0;
  trace_->change(now, [this](WaveFile& file) { file.real(handle_, value_); });
}

void UtilisationProbe::change(Time now, bool busy) {
  trace_->catch_up(now);  // with what was before
  shown_ = true;
  if (busy_) busy_time_ += now - since_;
  since_ = now;
  busy_ = busy;
}

void UtilisationProbe::sample(Time now) {
  if (busy_) busy_time_ += now - since_;
  const double value = static_cast<double>(busy_time_) / static_cast<double>(now - sampled_);
  since_ = sampled_ = now;
  busy_time_ = 0;
  if (value == value_) return;
  value_ = value;
  trace_->change(now, [this](WaveFile& file) { file.real(handle_, value_); });
}

void BitsProbe::set(Time now, std::string_view value) {
  trace_->change(now, [&](WaveFile& file) { file.bits(handle_, value); });
}

void BitsProbe::set_later(Time time, bool value) {
  trace_->change_later(time, handle_, value);
}

void PhaseProbe::event(Time now, Phase phase, const TransactionId& id) {
  phase_.set(now, phase_name(phase));
  transaction_.set(now, id);
  if (log_ != nullptr) log_->log(now, name_, phase, id);
}

void PhaseProbe::clear(Time now) {
  phase_.set(now, phase_name(Phase::none));
  transaction_.set(now, {});
}

}  // namespace isochron
