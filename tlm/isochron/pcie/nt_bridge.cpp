// SPDX-License-Identifier: Apache-2.0
#include <isochron/pcie/nt_bridge.h>

#include <algorithm>
#include <string>
#include <vector>

#include <isochron/endpoint/request_slot.h>
#include <isochron/observe/probe_list.h>
#include <isochron/observe/timed_wait.h>
#include <isochron/pcie/queue_statistics.h>

namespace isochron {

struct NtBridge::Probes {
  NumberProbe outstanding;
  NumberProbe queued;
};

NtBridge::NtBridge(const sc_core::sc_module_name& name, const Domain& domain, const Config& config, Time timeout)
    : sc_module(name),
      domain_(domain),
      config_(config),
      sides_{{{"a", {config.buffers, OrderingRules::pcie}, static_cast<PciePort::Listener&>(*this)},
              {"b", {config.buffers, OrderingRules::pcie}, static_cast<PciePort::Listener&>(*this)}}},
      crossings_(*this, domain.region),
      timeout_(timeout),
      timeouts_(*this, domain.region) {
  for (Side& side : sides_) side.entries = config.outstanding;
}

NtBridge::~NtBridge() = default;

void NtBridge::start_of_simulation() {
  for (Side& side : sides_) side.port.connect();
}

void NtBridge::tlp_arrived(PciePort& port, Payload& packet, Time now) {
  const Crossing crossing{&packet, side_of(port)};
  if (config_.latency == 0)
    cross(crossing, now);
  else
    crossings_.push(now + config_.latency, crossing);
}

void NtBridge::cross(const Crossing& crossing, Time now) {
  Payload& packet = *crossing.packet;
  Side& from = sides_[crossing.side];
  PciePort& to = sides_[1 - crossing.side].port;
  const Tlp tlp = Tlp::of(packet);
  ++packets_;
  bytes_ += tlp.data;
  if (tlp.type == TlpType::non_posted) {
    if (from.entries > 0) {
      ask(crossing.side, packet, now);
    } else {
      from.waiting.push(&packet);
      queued_.change(now, 1);
      note_wait(now);
      show(now);
    }
    return;
  }
  // The request went the other way.
  const unsigned asked_by = 1 - crossing.side;
  const bool answered =
      tlp.type == TlpType::completion && tag_of(packet).last && (timeout_ == 0 || closes(asked_by, tag_of(packet)));
  to.send(packet, now);
  if (answered) give_entry(asked_by, now);
}

bool NtBridge::closes(unsigned side, const Tag& answer) {
  std::vector<Open>& all = sides_[side].open;
  const auto found = std::find_if(all.begin(), all.end(),
                                  [&answer](const Open& one) { return RequestSlot::is_same(one.tag, answer); });
  if (found == all.end()) return false;  // it has been given up
  all.erase(found);
  return true;
}

void NtBridge::give_up(const Timeout& timeout, Time now) {
  std::vector<Open>& all = sides_[timeout.side].open;
  const auto found =
      std::find_if(all.begin(), all.end(), [&timeout](const Open& one) { return one.number == timeout.number; });
  if (found == all.end()) return;  // it has been answered
  all.erase(found);
  give_entry(timeout.side, now);
}

void NtBridge::give_entry(unsigned asked_by, Time now) {
  Side& asked = sides_[asked_by];
  ++asked.entries;
  outstanding_.change(now, -1);
  show(now);
  if (asked.waiting.empty()) return;
  Payload& next = *asked.waiting.pop();
  queued_.change(now, -1);
  ask(asked_by, next, now);
  note_wait(now);
}

void NtBridge::ask(unsigned side, Payload& request, Time now) {
  --sides_[side].entries;
  outstanding_.change(now, 1);
  show(now);
  if (timeout_ > 0) {
    sides_[side].open.push_back({tag_of(request), ++asked_});
    timeouts_.push(now + timeout_, {side, asked_});
  }
  sides_[1 - side].port.send(request, now);
}

void NtBridge::tlp_leaves(PciePort& port, const Payload& packet, Time, Time end) {
  sides_[1 - side_of(port)].port.release(Tlp::of(packet), end);
}

void NtBridge::note_wait(Time now) {
  const bool waits = queued_.level() > 0;
  if (waits && !wait_entry_.inside()) wait_entry_.enter(now);
  if (!waits && wait_entry_.inside()) wait_entry_.leave(now);
}

Statistics<NtBridge> NtBridge::statistics() {
  Statistics<NtBridge> table;
  table.count("packets", &NtBridge::packets_, "packets that crossed, both ways");
  table.rate("bandwidth", &NtBridge::bytes_, "bytes of data that crossed, both ways");
  table.mean("outstanding", &NtBridge::outstanding_, "read requests that have not been answered, mean over time");
  table.mean("queue_depth", &NtBridge::queued_, "read requests that wait for an entry, mean over time");
  table.fraction("wait_entry", &NtBridge::wait_entry_, "fraction of time with a read request that waits for an entry");
  return table;
}

void NtBridge::report_waits(std::vector<Wait>& waits) const {
  if (wait_entry_.inside())
    waits.push_back(
        TimedWait::make(name(), "an entry", "requests without an answer", wait_entry_, domain_.region.now()));
  else if (outstanding_.level() > 0)
    waits.push_back({name(), "the answers", "requests that it passed on"});
}

std::string NtBridge::holder(const PciePort& port, TlpType of) const {
  const unsigned side = side_of(port);
  if (of == TlpType::non_posted && !sides_[side].waiting.empty()) return name();
  const PciePort& other = sides_[1 - side].port;
  return other.waiting() > 0 ? other.path() : port.path();
}

void NtBridge::list_probes(ProbeList& list) {
  own_probes_ = std::make_unique<Probes>();
  list.add(own_probes_->outstanding, name(), "outstanding", 2 * config_.outstanding,
           "read requests that have crossed and have not been answered, both ways");
  list.add(own_probes_->queued, name(), "queue_depth", 0xffff, "read requests that wait for an entry, both ways");
}

void NtBridge::start_trace(Time now) {
  probes_ = own_probes_.get();
  show_traced(now);
}

void NtBridge::show_traced(Time now) {
  probes_->outstanding.set(now, static_cast<std::uint64_t>(outstanding_.level()));
  probes_->queued.set(now, static_cast<std::uint64_t>(queued_.level()));
}

void NtBridge::start_window(Time now) {
  WithStatistics::start_window(now);
  for (Side& side : sides_) side.port.start_window(now);
}

void NtBridge::report(StatisticSink& sink) {
  WithStatistics::report(sink);
  for (Side& side : sides_) side.port.report(sink);
}

TypeInfo NtBridge::type_info() {
  TypeInfo info;
  info.name = type;
  info.kind = "fabric";
  info.summary =
      "A non-transparent bridge between two trees of PCI Express: a latency, buffers, and a table of requests";
  info.source = "our own";
  info.ports = {{"a", "pcie", "peer", "one tree"}, {"b", "pcie", "peer", "the other one"}};
  info.statistics = statistics().infos();
  describe_queues(info, "a");
  describe_queues(info, "b");
  Config config;
  info.describe_parameters(config.parameters());
  return info;
}

}  // namespace isochron
