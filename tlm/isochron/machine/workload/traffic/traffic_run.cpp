// SPDX-License-Identifier: Apache-2.0
#include <isochron/machine/workload/traffic/flat_traffic.h>
#include <isochron/machine/workload/traffic/traffic_run.h>

#include <algorithm>
#include <numeric>

#include <isochron/endpoint/source_traffic.h>
#include <isochron/machine/route/way_choice.h>
#include <isochron/machine/workload/traffic/offered_load.h>

namespace isochron {

namespace {

unsigned number_of_sources(const Netlist& netlist) {
  std::size_t count = 0;
  for (const FlatTraffic& traffic : netlist.workloads.of<FlatTraffic>()) count += traffic.asked_sources;
  return static_cast<unsigned>(count);
}

}  // namespace

TrafficRun::Flow::Flow(const FlatTraffic& traffic)
    : recorded_as(traffic.recorded_as),
      lost_units(traffic.lost_units),
      rebuilder(std::max(1u, traffic.parts_of_unit)),
      deadline(traffic.options.deadline) {
  const TrafficOptions& options = traffic.options;
  if (options.streams > 0)
    viewers = std::make_unique<BlockDeadlines>(options.streams, options.stream_rate, options.client_buffer);
}

void TrafficRun::Flow::start_window(Time now) {
  useful = rebuilt = come = late = lost = 0;
  delays.clear();
  backlog.start_window(now);
  if (viewers != nullptr) viewers->clear();
}

bool TrafficRun::Flow::arrives(const Tag& tag, std::uint64_t bytes, std::uint64_t unit, unsigned lane, Time now) {
  delays.add(now - tag.issued);
  ++come;
  if (deadline > 0 && now - tag.issued > deadline) ++late;
  if (unit == 0) {
    useful += bytes;
    if (viewers != nullptr) viewers->arrives(tag, now);
    return true;
  }
  if (!rebuilder.arrives(unit, lane, tag.offset)) return false;
  useful += bytes;
  rebuilt += bytes;
  return true;
}

void TrafficRun::Flow::adds_to_rebuild(const Tag& tag, std::uint64_t bytes, Time now) {
  delays.add(now - tag.issued);
  ++come;
  useful += bytes;
  rebuilt += bytes;
}

TrafficRun::TrafficRun(const WorkloadContext& context)
    : context_(context),
      netlist_(context.netlist),
      traffic_(netlist_.workloads.of<FlatTraffic>()),
      ledger_(std::max(1u, number_of_sources(netlist_)), 1 << 12, true),
      has_end_(context.until_done),
      has_losses_(!netlist_.faults.empty()) {
  for (unsigned t = 0; t < traffic_.size(); ++t) {
    const FlatTraffic& traffic = traffic_[t];
    flows_.emplace_back(traffic);
    const std::size_t first = flow_of_.size();
    flow_of_.resize(first + traffic.asked_sources, t);
    lanes_.resize(flow_of_.size(), 0);
    for (std::size_t s = 0; s < traffic.sources.size(); ++s) {
      const FlatPart& part = netlist_.parts[traffic.sources[s]];
      lanes_[first + traffic.places[s]] = last_index(part.path);
      for (const SourcePlan& plan : part.plan.sources) {
        if (!has_end_ || plan.number != first + traffic.places[s]) continue;
        expected_ += plan.load.total(part.path);
        has_end_ = plan.load.has_end();
      }
    }
  }
  for (std::uint32_t source = 0; source < flow_of_.size(); ++source)
    if (has_rate(traffic_[flow_of_[source]])) ledger_.tell(source, flows_[flow_of_[source]].backlog);
  source_bytes_.resize(flow_of_.size(), 0);
  make_chains();
  if (std::any_of(netlist_.faults.begin(), netlist_.faults.end(),
                  [](const FlatFault& one) { return one.kind == "fail"; }))
    failed_ = std::make_unique<FailedTraffic>(
        netlist_, context.domain.region,
        [this](const Tag& tag, std::uint64_t bytes, Time now) { lost(tag, bytes, now); },
        [this](std::size_t traffic, unsigned parts) { flows_[traffic].rebuilder.expect(parts); });
  for (std::size_t t = 0; failed_ != nullptr && t < flows_.size(); ++t)
    if (flows_[t].viewers != nullptr) failed_->watch(t, *flows_[t].viewers);
}

void TrafficRun::make_chains() {
  if (std::none_of(traffic_.begin(), traffic_.end(), [](const FlatTraffic& one) { return one.leader.has_value(); }))
    return;
  std::uint32_t first = 0;
  for (unsigned t = 0; t < traffic_.size(); ++t) {
    const FlatTraffic& traffic = traffic_[t];
    Chain& chain = chains_.emplace_back();
    for (const unsigned place : traffic.places) chain.sources.push_back(first + place);
    first += traffic.asked_sources;
    chain.first = t;
    if (!traffic.leader) continue;
    chains_[*traffic.leader].follower = t;
    chain.first = chains_[*traffic.leader].first;
    if (Chain& begin = chains_[chain.first];
        traffic_[chain.first].options.arrivals == SourceLoad::Arrivals::closed && begin.held == nullptr)
      begin.held = std::make_unique<Ring<Chain::Held>>();
  }
}

void TrafficRun::pass_on(unsigned traffic, const Tag& tag, std::uint64_t bytes, Time now, bool lost) {
  Chain& chain = chains_[traffic];
  if (chain.held != nullptr) chain.held->push({tag, bytes});
  if (chain.follower != Chain::none) {
    Chain& next = chains_[chain.follower];
    const std::uint32_t source = next.sources[next.turn];
    next.turn = (next.turn + 1) % next.sources.size();
    if (__builtin_expect(lost, 0))
      build_->sources[source]->lose(tag.issued, followers_, now);
    else
      build_->sources[source]->ask(tag.issued, now);
    return;
  }
  // I/Os of a chain are alike: the one that was held first is over.
  Chain& begin = chains_[chain.first];
  if (begin.held == nullptr) return;
  const Chain::Held over = begin.held->pop();
  build_->sources[over.tag.source]->delivered(over.tag, over.bytes, now);
}

void TrafficRun::offer(BuildContext& context) {
  build_ = &context;
  context.sources.resize(flow_of_.size(), nullptr);
  context.changing.resize(flow_of_.size(), nullptr);
  if (!can_lose(netlist_)) return;
  context.lost_requests = this;
  for (const FlatTraffic& traffic : traffic_)
    if (traffic.options.asks()) context.longest_timeout = std::max(context.longest_timeout, traffic.options.timeout);
}

bool TrafficRun::arrives(const Tag& tag, std::uint64_t bytes, Time now) {
  if (failed_ != nullptr && failed_->takes(tag, bytes, traffic_[flow_of_[tag.source]].options.asks(), now))
    return false;
  Flow& flow = flows_[flow_of_[tag.source]];
  ledger_.arrives(tag, bytes, now, flow.recorded_as.empty() ? tag.destination : flow.recorded_as[tag.destination]);
  if (listener_) listener_(tag, now);
  if (stopped_) return true;
  if (failed_ != nullptr && failed_->is_rebuild(tag)) {
    flow.adds_to_rebuild(tag, failed_->rebuild_arrives(tag, bytes, now), now);
    source_bytes_[tag.source] += bytes;
    return false;
  }
  const std::uint64_t unit = unit_of(flow, tag);
  if (AskedAgain::is(tag) && !failed_->comes_again(tag)) return false;
  const bool goes_on = flow.arrives(tag, bytes, unit, lanes_[tag.source], now);
  if (failed_ != nullptr && unit != 0 && goes_on) failed_->rebuilt(now);
  source_bytes_[tag.source] += bytes;
  if (has_end_ && ledger_.bytes_in() + ledger_.bytes_lost() == expected_) context_.done(now);
  const unsigned traffic = flow_of_[tag.source];
  if (is_chained(traffic))
    pass_on(traffic, tag, bytes, now, false);
  else if (SourceTraffic* const source = build_->sources[tag.source])
    source->delivered(tag, bytes, now);
  return goes_on;
}

void TrafficRun::lost(const Tag& tag, std::uint64_t bytes, Time now) {
  ledger_.lost(tag, bytes, now);
  if (stopped_) return;
  Flow& flow = flows_[flow_of_[tag.source]];
  flow.lost += bytes;
  if (failed_ != nullptr && failed_->is_rebuild(tag)) return failed_->rebuild_lost(tag, bytes, now);
  // Of units that are rebuilt nobody knows the viewer.
  if (flow.viewers != nullptr && unit_of(flow, tag) == 0 && (failed_ == nullptr || !failed_->keeps(tag, now)))
    flow.viewers->misses(tag, bytes);
  if (has_end_ && ledger_.bytes_in() + ledger_.bytes_lost() == expected_) context_.done(now);
  if (is_chained(flow_of_[tag.source]))
    pass_on(flow_of_[tag.source], tag, bytes, now, true);
  else if (SourceTraffic* const source = build_->sources[tag.source])
    source->delivered(tag, bytes, now);
}

bool TrafficRun::message_lost(const Tag& tag, std::uint64_t bytes, std::uint32_t fault, Time now) {
  if (!traffic_[flow_of_[tag.source]].options.asks()) {
    lost(tag, bytes, now);
    return true;
  }
  build_->requests.of(tag.source).owner->message_lost(tag, fault);
  return false;
}

void TrafficRun::request_lost(const Tag& tag, std::uint64_t bytes, std::uint32_t fault, Time now) {
  if (fault != no_fault && book_ != nullptr) book_->lost(fault, bytes);
  lost(tag, bytes, now);
}

std::string TrafficRun::left_to_do() const {
  const std::uint64_t over = ledger_.bytes_in() + ledger_.bytes_lost();
  if (has_end_ && over < expected_) return std::to_string(expected_ - over) + " bytes to be delivered";
  if (!is_under_way() || (context_.until_done && !has_end_)) return "";
  return std::to_string(context_.domain.pool.outstanding()) + " messages under way";
}

std::size_t TrafficRun::timers() const {
  // With nothing under way the next of them goes on.
  if (!is_under_way()) return 0;
  return static_cast<std::size_t>(std::count_if(build_->timers.begin(), build_->timers.end(),
                                                [](const SourceTraffic* one) { return one->has_timer(); }));
}

TrafficRun::Totals TrafficRun::totals() const {
  return stopped_.value_or(Totals{ledger_.bytes_out(), ledger_.bytes_in(), ledger_.bytes_lost(), ledger_.messages_in(),
                                  ledger_.fingerprint()});
}

void TrafficRun::stop(Time now) {
  // What arrives in this instant counts, whoever was first.
  if (!has_end_) context_.domain.region.call_at(now, [this] { stopped_ = totals(); });
}

void TrafficRun::expect_late_arrivals() {
  for (Flow& flow : flows_) flow.backlog.expect_late_arrivals();
}

void TrafficRun::all_have_arrived() {
  for (Flow& flow : flows_) flow.backlog.settle();
}

void TrafficRun::start_window(Time now) {
  for (Flow& flow : flows_) flow.start_window(now);
  std::fill(source_bytes_.begin(), source_bytes_.end(), 0);
}

void TrafficRun::add_flow(const Flow& flow, const std::string& name, double window, ReplicationRecord& record) const {
  record.histograms[name + ".delay"] = flow.delays.sample();
  const auto add = [&](const char* figure, const char* unit, double value) {
    add_figure(record, name + figure, unit, value);
  };
  if (flow.lost_units.every > 0 || failed_ != nullptr)
    add(".rebuilt", "B/s", window > 0 ? static_cast<double>(flow.rebuilt) / window : 0);
  if (has_losses_) add(".lost", "B", static_cast<double>(flow.lost));
  if (flow.deadline > 0)
    add(".late", "1", flow.come > 0 ? static_cast<double>(flow.late) / static_cast<double>(flow.come) : 0);
  if (flow.viewers == nullptr) return;
  const auto count = static_cast<double>(flow.viewers->count()),
             late = static_cast<double>(flow.viewers->with_underrun());
  add(".streams.count", "1", count);
  add(".streams.played", "1", count - late);
  add(".streams.underrun", "1", late);
  add(".streams.late_messages", "1", static_cast<double>(flow.viewers->late_messages()));
  if (!has_losses_) return;
  const Glitches& glitches = flow.viewers->glitches();
  add(".streams.lost_messages", "1", static_cast<double>(flow.viewers->lost_messages()));
  add(".streams.glitches", "1", static_cast<double>(glitches.count()));
  add(".streams.glitched_at_once", "1", static_cast<double>(glitches.most_at_once()));
  add(".streams.longest_glitch", "s", seconds(glitches.longest()));
  add(".streams.first_glitch", "s", seconds(glitches.first()));
  add(".streams.last_glitch", "s", seconds(glitches.last()));
}

void TrafficRun::add_to(ReplicationRecord& record, double window) const {
  const auto per_second = [window](std::uint64_t bytes) {
    return window > 0 ? static_cast<double>(bytes) / window : 0;
  };
  if (failed_ != nullptr) failed_->settle(context_.domain.region.now());
  std::uint64_t all = 0;
  std::size_t first = 0;
  for (std::size_t t = 0; t < flows_.size(); ++t) {
    const std::string& name = traffic_[t].name;
    const std::size_t count = traffic_[t].sources.size();
    std::vector<double> rates;
    for (const unsigned place : traffic_[t].places) rates.push_back(per_second(source_bytes_[first + place]));
    first += traffic_[t].asked_sources;
    record.metrics[name + ".bandwidth"] = {
        "B/s", std::accumulate(rates.begin(), rates.end(), 0.0) / static_cast<double>(count),
        *std::min_element(rates.begin(), rates.end()), *std::max_element(rates.begin(), rates.end())};
    add_flow(flows_[t], name, window, record);
    if (has_rate(traffic_[t])) {
      FlowSample& flow = record.flows[name] = flows_[t].backlog.sample("B");
      if (!context_.until_done && failed_ == nullptr) flow.expected = mean_drawn(traffic_[t]) * window;
    }
    all += flows_[t].useful;
  }
  add_figure(record, "delivered.bandwidth", "B/s", per_second(all));
  const Totals all_time = totals();
  add_bytes(record, all_time.bytes_out, all_time.bytes_in);
  if (has_losses_) add_figure(record, "bytes.lost", "B", static_cast<double>(all_time.bytes_lost));
  record.fingerprint = all_time.fingerprint;
  record.messages += all_time.messages;
}

}  // namespace isochron
