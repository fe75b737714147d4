// SPDX-License-Identifier: Apache-2.0
#include <isochron/host/dram_channel.h>

#include <algorithm>

namespace isochron {

DramChannel::DramChannel(std::string name, const Rates& rates)
    : name_(std::move(name)),
      clocks_{TransferClock(Rate::bits_per_second(rates.read)), TransferClock(Rate::bits_per_second(rates.write))},
      mixed_(Rate::bits_per_second(rates.mixed)) {}

Time DramChannel::take(TransferClock& clock, std::uint64_t bytes) {
  // So many bytes are exact at any rate.
  constexpr std::uint64_t most = std::uint64_t{1} << 20;
  Time time = 0;
  for (; bytes > most; bytes -= most) time += clock.take(most);
  return time + clock.take(bytes);
}

Time DramChannel::move(std::uint64_t bytes, Access access, Time now) {
  const bool follows_other = last_ && *last_ != access;
  const Time time = take(follows_other ? mixed_ : clocks_[static_cast<std::size_t>(access)], bytes);
  last_ = access;
  free_ = std::max(free_, now) + time;
  busy_ += time;
  (access == Access::read ? read_ : written_) += bytes;
  end_transfers(now);
  ends_.push(free_);
  return free_;
}

void DramChannel::end_transfers(Time now) {
  while (!ends_.empty() && ends_.front() <= now) ends_.pop();
}

void DramChannel::start_window(Time now) {
  WithStatistics::start_window(now);
  busy_ = after(now);
}

Statistics<DramChannel> DramChannel::statistics() {
  Statistics<DramChannel> table;
  table.fraction("utilisation", &DramChannel::busy, "fraction of time in which the channel moves bytes");
  table.bytes("bytes_read", &DramChannel::read_, "read from the channel");
  table.bytes("bytes_written", &DramChannel::written_, "written to the channel");
  return table;
}

void DramChannel::list_probes(ProbeList& list) {
  list.add(transfers_, name_, "transfers", 0xffff, "transfers that move or wait");
  list.add(utilisation_, name_, "fraction of the time that it moves bytes");
}

Time DramChannel::show(Time now) {
  end_transfers(now);
  transfers_.set(now, ends_.size());
  utilisation_.set(now, !ends_.empty());
  return ends_.empty() ? end_of_time : ends_.front();
}

}  // namespace isochron
