// SPDX-License-Identifier: Apache-2.0
#include <isochron/observe/held_instant.h>

#include <isochron/core/error.h>

namespace isochron {

void HeldInstant::time(Time now) {
  before_ = latest_ != end_of_time && now < latest_;
  if (!before_) {
    if (now != latest_) let_go();
    latest_ = now;
    return;
  }
  if (now + 1 != latest_) throw ModelError("the waveform's time would go back");
  if (written_ == now) return;
  written_ = now;
  file_->time(now);
}

void HeldInstant::number(std::uint32_t handle, unsigned width, std::uint64_t value) {
  if (before_)
    file_->number(handle, width, value);
  else
    changes_.push_back({SignalKind::number, handle, width, value, 0});
}

void HeldInstant::text(std::uint32_t handle, std::string_view value) {
  if (before_) {
    file_->text(handle, value);
  } else {
    changes_.push_back({SignalKind::text, handle, static_cast<unsigned>(value.size()), 0, 0});
    letters_ += value;
  }
}

void HeldInstant::real(std::uint32_t handle, double value) {
  if (before_)
    file_->real(handle, value);
  else
    changes_.push_back({SignalKind::real, handle, 0, 0, value});
}

void HeldInstant::bits(std::uint32_t handle, std::string_view value) {
  if (before_) {
    file_->bits(handle, value);
  } else {
    changes_.push_back({SignalKind::bits, handle, static_cast<unsigned>(value.size()), 0, 0});
    letters_ += value;
  }
}

void HeldInstant::let_go() {
  if (latest_ == end_of_time) return;
  written_ = latest_;
  file_->time(latest_);
  const char* letters = letters_.data();
  for (const Change& change : changes_) switch (change.kind) {
      case SignalKind::number:
        file_->number(change.handle, change.width, change.number);
        break;
      case SignalKind::real:
        file_->real(change.handle, change.real);
        break;
      case SignalKind::text:
        file_->text(change.handle, {letters, change.width});
        letters += change.width;
        break;
      case SignalKind::bits:
        file_->bits(change.handle, {letters, change.width});
        letters += change.width;
        break;
    }
  changes_.clear();
  letters_.clear();
}

void HeldInstant::close() {
  let_go();
  file_->close();
}

}  // namespace isochron
