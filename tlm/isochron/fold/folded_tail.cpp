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
  pci_ = bus->bus;
}

void FoldedTail::push(Payload& payload, Time now) {
  deliver(now);
  const std::uint32_t bytes = payload.get_data_length();
  const Passage on_link = link_.pass(now, link_clock_.take(bytes), bus_ ? bus_->room() : 0);
  const Passage on_bus = bus_ ? bus_->pass(on_link.ends, pci_->time_alone(bytes), 0) : Passage{};
  under_way_.push({&payload, bytes, on_link, on_bus});
  const bool is_awaited = port_.buffers().has_waiters();
  if (!is_awaited && held_.empty() && on_link.starts <= now) {
    port_.buffers().release(now);
    return;
  }
  held_.push(on_link.starts);
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
  return *sinks_[sinks_.size() == 1 ? 0 : pci_->window_of(payload)];
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

FoldedTail::UnderWay FoldedTail::under_way_until(Time now) const {
  UnderWay had;
  for (std::size_t i = 0; i < under_way_.size(); ++i) {
    const Entry& entry = under_way_[i];
    had.on_link.add_until(now, entry.on_link, entry.bytes);
    if (bus_) had.on_bus.add_until(now, entry.on_bus, entry.bytes);
  }
  return had;
}

Time FoldedTail::catch_up(Time now) {
  deliver(now);
  const UnderWay had = under_way_until(now);
  link_.show(had.on_link, now);
  if (bus_) bus_->show(had.on_bus, now);
  return last_;
}

void FoldedTail::start_window(Time now) {
  const UnderWay had = under_way_until(now);
  link_.start_window(had.on_link);
  if (bus_) bus_->start_window(had.on_bus);
}

}  // namespace isochron
