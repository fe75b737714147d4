// SPDX-License-Identifier: Apache-2.0
#include "axi_write_port.h"

#include <algorithm>
#include <cstring>

#include <isochron/core/error.h>

namespace isochron::cosim {

AxiWritePort::AxiWritePort(const char* name, const Domain& domain, ClockOnDemand& clock, const AxiWritePins& pins,
                           unsigned outstanding)
    : bursts_(name, domain, clock, outstanding),
      pins_(pins),
      outstanding_(outstanding),
      data_(BurstInitiator::most_bytes),
      enabled_(BurstInitiator::most_bytes) {
  clock.attach(*this);
}

void AxiWritePort::drive(Time now) {
  if (complete_ && bursts_.has_room(now)) end_burst();
  pins_.awready = addresses_.size() < outstanding_;
  pins_.wready = !complete_;
  pins_.bvalid = bursts_.answered(now);
  if (pins_.bvalid) pins_.bresp = bursts_.response();
}

void AxiWritePort::sample(Time now) {
  if (pins_.bvalid && pins_.bready) bursts_.finish();
  if (pins_.awvalid && pins_.awready) {
    const unsigned width = pins_.wdata.bytes();
    if (pins_.awburst != 1 || 1u << pins_.awsize != width)
      throw ModelError(std::string(bursts_.socket.name()) + ": only INCR bursts of the bus's full width are carried");
    addresses_.push({pins_.awaddr.value() & ~std::uint64_t{width - 1}, (pins_.awlen + 1u) * width});
  }
  if (pins_.wvalid && pins_.wready) {
    take_beat();
    complete_ = pins_.wlast != 0;
  }
  // Data may come before their address.
  if (complete_ && !addresses_.empty() && bursts_.has_room(now)) end_burst();
}

void AxiWritePort::take_beat() {
  const unsigned width = pins_.wdata.bytes();
  if (bytes_ + width > data_.size())
    throw ModelError(std::string(bursts_.socket.name()) + ": a write burst of more than 4 KB");
  pins_.wdata.get(data_.data() + bytes_);
  const std::uint64_t strobes = pins_.wstrb.value();
  const std::uint64_t all = ~std::uint64_t{0} >> (64 - width);
  if (strobes == all)
    std::memset(enabled_.data() + bytes_, TLM_BYTE_ENABLED, width);
  else
    for (unsigned lane = 0; lane < width; ++lane)
      enabled_[bytes_ + lane] = (strobes >> lane & 1) != 0 ? TLM_BYTE_ENABLED : TLM_BYTE_DISABLED;
  bytes_ += width;
}

void AxiWritePort::end_burst() {
  if (addresses_.empty()) return;
  const Address burst = addresses_.pop();
  if (burst.bytes != bytes_)
    throw ModelError(std::string(bursts_.socket.name()) + ": WLAST after " + std::to_string(bytes_) + " bytes of " +
                     std::to_string(burst.bytes));
  const auto end = enabled_.begin() + bytes_;
  const auto first = std::find(enabled_.begin(), end, TLM_BYTE_ENABLED);
  complete_ = false;
  bytes_ = 0;
  if (first == end) {
    bursts_.issue_nothing();
    return;
  }
  auto last = end;
  while (*(last - 1) != TLM_BYTE_ENABLED) --last;
  const auto offset = static_cast<unsigned>(first - enabled_.begin());
  const auto bytes = static_cast<unsigned>(last - first);
  // The enables follow the data in the message's buffer.
  Message& message = bursts_.pool().allocate(burst.address + offset, bytes);
  std::memcpy(message.get_data_ptr(), data_.data() + offset, bytes);
  if (std::find(first, last, TLM_BYTE_DISABLED) != last) {
    unsigned char* const enables = message.get_data_ptr() + bytes;
    std::copy(first, last, enables);
    message.set_byte_enable_ptr(enables);
    message.set_byte_enable_length(bytes);
  }
  bursts_.issue(message);
}

}  // namespace isochron::cosim
