// SPDX-License-Identifier: Apache-2.0
#include "stream_out_port.h"

#include <algorithm>
#include <cstring>

#include <isochron/dma/block_mover/block_mover_module.h>

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
  killed_ = last_ && pins_.tuser != 0;
  complete_ = last_ || bytes_ >= most_bytes_;
  send(now);
}

void StreamOutPort::send(Time now) {
  if (!complete_ || !writes_.has_room(now)) return;
  const std::uint64_t address = (last_ ? BlockMoverModule::stream_ends : 0) |
                                (killed_ ? BlockMoverModule::stream_is_killed : 0) |
                                (bytes_ == 0 ? BlockMoverModule::stream_is_empty : 0);
  Message& message = writes_.pool().allocate(address, std::max(bytes_, 1u));
  std::memcpy(message.get_data_ptr(), data_.data(), std::max(bytes_, 1u));
  writes_.issue(message);
  bytes_ = 0;
  complete_ = false;
}

}  // namespace isochron::cosim
