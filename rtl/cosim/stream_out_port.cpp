// SPDX-License-Identifier: Apache-2.0
#include "stream_out_port.h"

#include <cstring>

namespace isochron::cosim {

namespace {
/// Answers that a sink may owe.
constexpr unsigned outstanding = 16;
}  // namespace

StreamOutPort::StreamOutPort(const char* name, const Domain& domain, ClockOnDemand& clock, const StreamOutPins& pins,
                             unsigned most_bytes)
    : writes_(name, domain, clock, outstanding),
      pins_(pins),
      most_bytes_(most_bytes),
      data_(most_bytes + pins.tdata.bytes()) {
  clock.attach(*this);
}

void StreamOutPort::drive(Time now) {
  send(now);
  if (writes_.answered(now)) writes_.finish();
  pins_.tready = !complete_;
}

void StreamOutPort::sample(Time now) {
  if (!pins_.tvalid || !pins_.tready) return;
  pins_.tdata.get(data_.data() + bytes_);
  // Lanes that count are the first ones.
  for (std::uint64_t keep = pins_.tkeep.value(); (keep & 1) != 0; keep >>= 1) ++bytes_;
  last_ = pins_.tlast != 0;
  complete_ = last_ || bytes_ >= most_bytes_;
  send(now);
}

void StreamOutPort::send(Time now) {
  if (!complete_ || !writes_.has_room(now)) return;
  Message& message = writes_.pool().allocate(last_ ? 1 : 0, bytes_);
  std::memcpy(message.get_data_ptr(), data_.data(), bytes_);
  writes_.issue(message);
  bytes_ = 0;
  complete_ = false;
}

}  // namespace isochron::cosim
