// SPDX-License-Identifier: Apache-2.0
#include <isochron/machine/workload/traffic/composed_model.h>

#include <algorithm>
#include <numeric>

#include <isochron/endpoint/message_source.h>
#include <isochron/machine/elaborate/metric_figures.h>
#include <isochron/machine/elaborate/netlist_assembly.h>
#include <isochron/machine/route/way_choice.h>
#include <isochron/machine/workload/traffic/offered_load.h>

namespace isochron {

namespace {

unsigned number_of_sources(const Netlist& netlist) {
  std::size_t count = 0;
  for (const FlatTraffic& traffic : netlist.traffic) count += traffic.sources.size();
  return static_cast<unsigned>(count);
}

}  // namespace

ComposedModel::Flow::Flow(const FlatTraffic& traffic)
    : lost_units(traffic.lost_units), rebuilder(std::max(1u, traffic.parts_of_unit)) {
  const TrafficOptions& options = traffic.options;
  if (options.streams > 0)
    viewers = std::make_unique<BlockDeadlines>(options.streams, options.stream_rate, options.client_buffer);
}

void ComposedModel::Flow::start_window(Time now) {
  useful = rebuilt = 0;
  delays.clear();
  backlog.start_window(now);
  if (viewers != nullptr) viewers->clear();
}

bool ComposedModel::Flow::arrives(const Tag& tag, std::uint64_t bytes, unsigned lane, Time now) {
  delays.add(now - tag.issued);
  const std::uint64_t unit = lost_units.of(tag.block);
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

ComposedModel::ComposedModel(std::unique_ptr<Netlist> netlist, std::vector<MetricRule> rules,
                             std::size_t message_capacity, std::uint64_t seed, bool fast, bool until_done,
                             InstanceOverrides& overrides)
    : MachineSimulation(message_capacity, fast ? Phases::shortcut : Phases::explicit_four, overrides),
      own_netlist_(std::move(netlist)),
      netlist_(*own_netlist_),
      rules_(std::move(rules)),
      until_done_(until_done),
      ledger_(std::max(1u, number_of_sources(netlist_)), 1 << 12, true),
      around_{ledger_, *this, seed, fast} {
  for (unsigned t = 0; t < netlist_.traffic.size(); ++t) {
    flows_.emplace_back(netlist_.traffic[t]);
    for (const std::size_t source : netlist_.traffic[t].sources) {
      const FlatPart& part = netlist_.parts[source];
      if (until_done)
        for (const SourcePlan& plan : part.plan.sources)
          if (plan.number == flow_of_.size()) expected_ += plan.load.total(part.path);
      flow_of_.push_back(t);
      lanes_.push_back(last_index(part.path));
    }
  }
  for (std::uint32_t source = 0; source < flow_of_.size(); ++source)
    if (has_rate(netlist_.traffic[flow_of_[source]])) ledger_.tell(source, flows_[flow_of_[source]].backlog);
  around_.sources.resize(flow_of_.size(), nullptr);
  source_bytes_.resize(flow_of_.size(), 0);
  build_parts(netlist_, assembly_, around_);
  bind_parts(netlist_, assembly_);
}

ComposedModel::~ComposedModel() = default;

bool ComposedModel::arrives(const Tag& tag, std::uint64_t bytes, Time now) {
  ledger_.arrives(tag, bytes, now);
  const bool goes_on = flows_[flow_of_[tag.source]].arrives(tag, bytes, lanes_[tag.source], now);
  source_bytes_[tag.source] += bytes;
  last_arrival_ = now;
  // What parts do after it is none of the window. Once everybody has seen it arrive.
  if (until_done_ && ledger_.bytes_in() == expected_) region_.call_at(now, [this, now] { take_reports(now); });
  if (MessageSource* const source = around_.sources[tag.source]) source->delivered(tag, bytes, now);
  return goes_on;
}

std::string ComposedModel::left_to_do() const {
  if (until_done_ && ledger_.bytes_in() < expected_)
    return std::to_string(expected_ - ledger_.bytes_in()) + " bytes to be delivered";
  if (ledger_.bytes_out() == ledger_.bytes_in()) return "";
  return std::to_string(pool_.outstanding()) + " messages under way";
}

bool ComposedModel::stands_still() const {
  // The rest of the machine may go on: nobody would see what is missing in its figures.
  if (has_cycle(all_waits())) return true;
  // Sources with a rate go on asking for ever: it is the fabric that stands still.
  std::size_t timers = 0;
  for (const MessageSource* const source : around_.timers) timers += source->timers();
  if (region_.pending() != timers) return false;
  // With nothing under way the next of them goes on.
  if (timers > 0) return ledger_.bytes_out() != ledger_.bytes_in();
  return !until_done_ || MachineSimulation::stands_still();
}

void ComposedModel::start_own_window(Time now) {
  for (Flow& flow : flows_) flow.start_window(now);
  std::fill(source_bytes_.begin(), source_bytes_.end(), 0);
}

void ComposedModel::add_flow(const Flow& flow, const std::string& name, double window,
                             ReplicationRecord& record) const {
  record.histograms[name + ".delay"] = flow.delays.sample();
  const auto add = [&](const char* figure, const char* unit, double value) {
    single(record, {{name + figure, unit, ""}, value});
  };
  if (flow.lost_units.every > 0) add(".rebuilt", "B/s", window > 0 ? static_cast<double>(flow.rebuilt) / window : 0);
  if (flow.viewers == nullptr) return;
  const auto count = static_cast<double>(flow.viewers->count()),
             late = static_cast<double>(flow.viewers->with_underrun());
  add(".streams.count", "1", count);
  add(".streams.played", "1", count - late);
  add(".streams.underrun", "1", late);
  add(".streams.late_messages", "1", static_cast<double>(flow.viewers->late_messages()));
}

void ComposedModel::add_to(ReplicationRecord& record) const {
  const double window = static_cast<double>(window_end() - window_start()) * 1e-12;
  const auto per_second = [window](std::uint64_t bytes) {
    return window > 0 ? static_cast<double>(bytes) / window : 0;
  };
  std::uint64_t all = 0;
  std::size_t first = 0;
  for (std::size_t t = 0; t < flows_.size(); ++t) {
    const std::string& name = netlist_.traffic[t].name;
    const std::size_t count = netlist_.traffic[t].sources.size();
    std::vector<double> rates;
    for (std::size_t s = first; s < first + count; ++s) rates.push_back(per_second(source_bytes_[s]));
    first += count;
    record.metrics[name + ".bandwidth"] = {
        "B/s", std::accumulate(rates.begin(), rates.end(), 0.0) / static_cast<double>(count),
        *std::min_element(rates.begin(), rates.end()), *std::max_element(rates.begin(), rates.end())};
    add_flow(flows_[t], name, window, record);
    if (has_rate(netlist_.traffic[t])) {
      FlowSample& flow = record.flows[name] = flows_[t].backlog.sample("B");
      if (!until_done_) flow.expected = mean_drawn(netlist_.traffic[t]) * window;
    }
    all += flows_[t].useful;
  }
  const auto add = [&record](const std::string& name, const std::string& unit, double value) {
    single(record, {{name, unit, ""}, value});
  };
  add("delivered.bandwidth", "B/s", per_second(all));
  add("bytes.in", "B", static_cast<double>(ledger_.bytes_out()));
  add("bytes.out", "B", static_cast<double>(ledger_.bytes_in()));
  add_metric_figures(netlist_, record);
  record.fingerprint = ledger_.fingerprint();
  record.messages = ledger_.messages_in();
}

}  // namespace isochron
