// SPDX-License-Identifier: Apache-2.0
#include <isochron/fold/folded_tail.h>

namespace isochron {

FoldedTail::FoldedTail(Region& region, LinkSenderBase& port, Rate rate, std::optional<Bus> bus,
                       std::vector<FoldedSink*> sinks)
    : region_(region),
      port_(port),
      link_clock_(rate),
      link_(port, port.folded_statistics(), nullptr),
      sinks_(std::move(sinks)) {
  region_.join(static_cast<Region::Activity&>(*this), Region::Rank::link);
  region_.join(static_cast<Region::Fold&>(*this));
  port_.fold(static_cast<FoldedChain&>(*this));
  if (!bus) return;
  const PciBus::Folded folded = bus->bus->fold();
  bus_.emplace(*bus->port, folded.device, &folded.busy);
  windows_ = bus->bus;
}

void FoldedTail::push(Payload& payload, Time now) {
  deliver(now);
  Entry entry;
  entry.payload = &payload;
  entry.bytes = payload.get_data_length();
  const Time on_link = link_clock_.take(entry.bytes);
  entry.on_link = link_.pass(now, on_link, bus_ ? bus_->room() : 0);
  if (bus_) {
    if (entry.bytes != bytes_) {
      bytes_ = entry.bytes;
      bus_time_ = windows_->time_alone(bytes_);
    }
    entry.on_bus = bus_->pass(entry.on_link.ends, bus_time_, 0);
  }
  under_way_.push(entry);
  const bool is_awaited = port_.buffers().has_waiters();
  if (!is_awaited && held_.empty() && entry.on_link.starts <= now) {
    port_.buffers().release(now);
    return;
  }
  held_.push(entry.on_link.starts);
  if (is_awaited) await_buffer(now);
}

bool FoldedTail::take_buffer(Buffers::Waiter& waiter, Time now) {
  if (!port_.buffers().has_waiters())
    while (!held_.empty() && held_.front() <= now) port_.buffers().release(held_.pop());
  if (port_.buffers().take(waiter)) return true;
  await_buffer(now);
  return false;
}

void FoldedTail::await_buffer(Time now) {
  if (held_.empty()) return;
  if (held_.front() <= now)
    region_.request(port_);
  else if (!region_.is_scheduled(*this))
    region_.schedule(*this, held_.front());
}

void FoldedTail::complete(Time) {
  region_.request(port_);
}

void FoldedTail::free_buffers(Time now) {
  while (!held_.empty() && held_.front() <= now) {
    held_.pop();
    port_.buffers().release(now);
  }
  if (port_.buffers().has_waiters()) await_buffer(now);
}

FoldedSink& FoldedTail::sink_of(const Payload& payload) const {
  return *sinks_[sinks_.size() == 1 ? 0 : windows_->window_of(payload)];
}

void FoldedTail::deliver(Time now) {
  while (!under_way_.empty() && ends(under_way_.front()) <= now) {
    const Entry& entry = under_way_.front();
    link_.count(entry.on_link, entry.bytes);
    if (bus_) bus_->count(entry.on_bus, entry.bytes);
    last_ = ends(entry);
    Payload& payload = *entry.payload;
    sink_of(payload).take_folded(payload, last_);
    payload.release();
    under_way_.pop();
  }
}

Time FoldedTail::catch_up(Time now) {
  deliver(now);
  FoldedTotals on_link, on_bus;
  for (std::size_t i = 0; i < under_way_.size(); ++i) {
    const Entry& entry = under_way_[i];
    on_link.add_until(now, entry.on_link, entry.bytes);
    if (bus_) on_bus.add_until(now, entry.on_bus, entry.bytes);
  }
  link_.show(on_link, now);
  if (bus_) bus_->show(on_bus, now);
  return last_;
}

void FoldedTail::start_window(Time now) {
  FoldedTotals on_link, on_bus;
  for (std::size_t i = 0; i < under_way_.size(); ++i) {
    const Entry& entry = under_way_[i];
    on_link.add_until(now, entry.on_link, entry.bytes);
    if (bus_) on_bus.add_until(now, entry.on_bus, entry.bytes);
  }
  link_.start_window(on_link);
  if (bus_) bus_->start_window(on_bus);
}

}  // namespace isochron
