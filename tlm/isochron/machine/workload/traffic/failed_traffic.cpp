// SPDX-License-Identifier: Apache-2.0
#include <isochron/machine/workload/traffic/failed_traffic.h>

#include <algorithm>
#include <utility>

#include <isochron/machine/workload/traffic/flow_loads.h>
#include <isochron/machine/workload/traffic/offered_load.h>

namespace isochron {

namespace {

/// Units that no failure lasts long enough for: numbers of a later one begin behind them.
constexpr std::uint64_t most_units = std::uint64_t{1} << 24;

bool has(const std::vector<std::size_t>& parts, std::size_t part) {
  return std::find(parts.begin(), parts.end(), part) != parts.end();
}

const SourcePlan* plan_of(const FlatPart& part, std::size_t source) {
  for (const SourcePlan& plan : part.plan.sources)
    if (plan.number == source) return &plan;
  return nullptr;
}

}  // namespace

FailedTraffic::FailedTraffic(const Netlist& netlist, Region& region, Lose lose, Expect expect)
    : netlist_(netlist), lose_(std::move(lose)), expect_(std::move(expect)) {
  failed_endpoints_.resize(netlist.endpoints.size(), none);
  avoided_.resize(netlist.endpoints.size(), false);
  const auto& all = netlist.workloads.of<FlatTraffic>();
  for (std::size_t t = 0; t < all.size(); ++t) {
    const std::size_t first = sources_.size();
    sources_.resize(first + all[t].asked_sources);
    for (std::size_t s = 0; s < all[t].sources.size(); ++s)
      sources_[first + all[t].places[s]] = {all[t].sources[s], t, none, {all[t].lost_units}};
  }
  rebuilds_.resize(netlist.faults.size());
  for (std::uint32_t fault = 0; fault < netlist.faults.size(); ++fault) {
    losses_.emplace_back(*this, fault);
    if (netlist.faults[fault].options.rebuild.rate > 0)
      rebuilds_[fault] = std::make_unique<Rebuild>(RebuildPlan(netlist, netlist.faults[fault]), rebuild_blocks_, region,
                                                   [this, fault](Time now) { restored(fault, now); });
  }
}

void FailedTraffic::happens(std::size_t fault, FailureStep step, FailureBook& book,
                            const std::vector<ChangingSource*>& sources, Time now) {
  book_ = &book;
  changing_ = &sources;
  const auto number = static_cast<std::uint32_t>(fault);
  switch (step) {
    case FailureStep::fails:
      return fail(number, sources, now);
    case FailureStep::is_known: {
      for (std::size_t s = 0; s < sources.size(); ++s)
        if (sources_[s].failed_by == number && sources[s] != nullptr && !waits(s)) sources[s]->silence(now);
      avoid(number, true, sources);
      const std::shared_ptr<Netlist>& remaining = netlist_.faults[fault].remaining;
      if (remaining == nullptr) return give_up();
      known_.push_back({number, remaining.get()});
      follow(*remaining, sources, now);
      return ask_again(number, now);
    }
    case FailureStep::is_back:
      return rebuilds_[fault] != nullptr ? return_empty(number, sources, now) : end(number, sources, now);
  }
}

void FailedTraffic::watch(std::size_t traffic, BlockDeadlines& viewers) {
  again_.resize(netlist_.workloads.of<FlatTraffic>().size());
  const FlatTraffic& flat = netlist_.workloads.of<FlatTraffic>()[traffic];
  const std::size_t source = flat.sources.front();
  again_[traffic] =
      std::make_unique<AskedAgain>(io_of(netlist_, flat, source), message_of(netlist_, flat, source), viewers);
}

bool FailedTraffic::keeps(const Tag& tag, Time now) {
  const Source& source = sources_[tag.source];
  if (AskedAgain::is(tag) || again_.empty() || again_[source.traffic] == nullptr) return false;
  const std::uint32_t by = source.failed_by != none ? source.failed_by : failed_endpoints_[tag.destination];
  if (by == none || netlist_.faults[by].remaining == nullptr || netlist_.faults[by].options.detect == 0) return false;
  const bool is_first = again_[source.traffic]->miss(tag, now);
  const auto is_by = [by](const Known& one) { return one.fault == by; };
  if (is_first && std::any_of(known_.begin(), known_.end(), is_by)) ask_again(by, now);
  return true;
}

void FailedTraffic::ask_again(std::uint32_t fault, Time now) {
  const Netlist& machine = *netlist_.faults[fault].remaining;
  const auto& all = machine.workloads.of<FlatTraffic>();
  for (std::size_t t = 0; t < again_.size(); ++t) {
    if (again_[t] == nullptr) continue;
    const EndpointList endpoints = Endpoints(machine, all[t]).dealt();
    again_[t]->ask([&](const AskedAgain::Missing& one, std::uint64_t block) { return ask(all[t], one, block, now); },
                   *endpoints, now);
  }
}

unsigned FailedTraffic::ask(const FlatTraffic& traffic, const AskedAgain::Missing& missing, std::uint64_t block,
                            Time now) {
  if (sources_[missing.source].failed_by == none) {
    (*changing_)[missing.source]->again(block, missing.issued, now);
    return 1;
  }
  // Controllers of one number hold the units of a stripe.
  const unsigned lane = last_index(netlist_.parts[sources_[missing.source].part].path);
  std::vector<std::size_t> able;
  for (std::size_t s = 0; s < sources_.size(); ++s)
    if ((*changing_)[s] != nullptr && sources_[s].traffic == sources_[missing.source].traffic &&
        sources_[s].failed_by == none && last_index(netlist_.parts[sources_[s].part].path) == lane)
      able.push_back(s);
  if (able.empty() || traffic.lost_units.every == 0) return 0;
  if (traffic.parts_of_unit <= 1) {
    (*changing_)[able[turn_++ % able.size()]]->again(block, missing.issued, now);
    return 1;
  }
  for (const std::size_t s : able) (*changing_)[s]->again(block, missing.issued, now);
  return static_cast<unsigned>(able.size());
}

void FailedTraffic::settle(Time now) {
  for (const auto& one : again_)
    if (one != nullptr) one->settle(now);
}

void FailedTraffic::give_up() {
  for (const auto& one : again_)
    if (one != nullptr) one->give_up();
}

bool FailedTraffic::needs_failed(const Rebuild& rebuild) const {
  return std::any_of(rebuild.plan().lanes.begin(), rebuild.plan().lanes.end(), [this](const RebuildPlan::Lane& lane) {
    return failed_endpoints_[lane.sink] != none ||
           std::any_of(lane.sources.begin(), lane.sources.end(),
                       [this](std::uint32_t source) { return sources_[source].failed_by != none; });
  });
}

void FailedTraffic::fail(std::uint32_t fault, const std::vector<ChangingSource*>& sources, Time now) {
  const std::vector<std::size_t>& failed = netlist_.faults[fault].failed;
  for (std::size_t e = 0; e < failed_endpoints_.size(); ++e)
    if (has(failed, netlist_.endpoints[e])) failed_endpoints_[e] = fault;
  for (std::size_t s = 0; s < sources.size(); ++s) {
    if (sources[s] == nullptr || !has(failed, sources_[s].part)) continue;
    sources_[s].failed_by = fault;
    sources[s]->fail(losses_[fault], now);
  }
  for (const std::unique_ptr<Rebuild>& one : rebuilds_)
    if (one != nullptr && needs_failed(*one)) one->give_up();
}

const TrafficOptions& FailedTraffic::options_of(std::size_t source) const {
  return netlist_.workloads.of<FlatTraffic>()[sources_[source].traffic].options;
}

bool FailedTraffic::waits(std::size_t source) const {
  return options_of(source).arrivals == SourceLoad::Arrivals::closed || options_of(source).follows();
}

void FailedTraffic::avoid(std::uint32_t fault, bool failed, const std::vector<ChangingSource*>& sources) {
  for (std::size_t e = 0; e < avoided_.size(); ++e)
    if (has(netlist_.faults[fault].failed, netlist_.endpoints[e])) avoided_[e] = failed;
  for (std::size_t s = 0; s < sources.size(); ++s)
    if (sources[s] != nullptr && options_of(s).asks()) sources[s]->avoid(avoided_);
}

std::vector<std::size_t> FailedTraffic::take_back(std::uint32_t fault, const std::vector<ChangingSource*>& sources,
                                                  Time now) {
  give_up();
  avoid(fault, false, sources);
  std::replace(failed_endpoints_.begin(), failed_endpoints_.end(), fault, none);
  std::vector<std::size_t> back;
  for (std::size_t s = 0; s < sources_.size(); ++s) {
    if (sources_[s].failed_by != fault) continue;
    sources_[s].failed_by = none;
    if (waits(s) && sources[s] != nullptr)
      sources[s]->go_on(now);
    else
      back.push_back(s);
  }
  return back;
}

bool FailedTraffic::forget(std::uint32_t fault) {
  const auto known =
      std::find_if(known_.begin(), known_.end(), [fault](const Known& one) { return one.fault == fault; });
  if (known == known_.end()) return false;
  const bool counted = std::next(known) == known_.end();
  known_.erase(known);
  return counted;
}

void FailedTraffic::return_empty(std::uint32_t fault, const std::vector<ChangingSource*>& sources, Time now) {
  take_back(fault, sources, now);
  forget(fault);
  const std::shared_ptr<Netlist>& rebuilding = netlist_.faults[fault].rebuilding;
  known_.push_back({fault, rebuilding != nullptr ? rebuilding.get() : &netlist_});
  follow(present(), sources, now);
  rebuilds_[fault]->start(sources, now);
}

void FailedTraffic::restored(std::uint32_t fault, Time now) {
  if (forget(fault)) follow(present(), *changing_, now);
  book_->redundant(fault, now);
}

std::uint64_t FailedTraffic::rebuild_arrives(const Tag& tag, std::uint64_t bytes, Time now) {
  for (const std::unique_ptr<Rebuild>& one : rebuilds_)
    if (one != nullptr && one->has(tag.block)) return one->arrives(tag, bytes, now);
  return 0;
}

void FailedTraffic::rebuild_lost(const Tag& tag, std::uint64_t bytes, Time now) {
  for (const std::unique_ptr<Rebuild>& one : rebuilds_)
    if (one != nullptr && one->has(tag.block)) return one->lost(tag, bytes, now);
}

void FailedTraffic::end(std::uint32_t fault, const std::vector<ChangingSource*>& sources, Time now) {
  const std::vector<std::size_t> back = take_back(fault, sources, now);
  if (forget(fault)) return follow(present(), sources, now);
  // What it is back in has not changed.
  const Netlist& machine = present();
  for (const std::size_t s : back) {
    const SourcePlan* const plan = plan_of(machine.parts[sources_[s].part], s);
    if (plan == nullptr) continue;
    SourceLoad load = plan->load;
    load.lost_units = {};
    const std::uint64_t next = sources[s]->change(load, destinations_of(*plan, sources_[s].traffic), now);
    sources_[s].lost_units.push_back({0, next, 0});
  }
}

std::unique_ptr<DestinationPolicy> FailedTraffic::destinations_of(const SourcePlan& plan, std::size_t traffic) const {
  if (rebuilds_by(traffic)) return std::make_unique<RebuildDestinations>(rebuilds_);
  std::unique_ptr<DestinationPolicy> own = plan.destinations();
  if (again_.empty() || again_[traffic] == nullptr) return own;
  return std::make_unique<WithAskedAgain>(std::move(own), *again_[traffic]);
}

void FailedTraffic::follow(const Netlist& machine, const std::vector<ChangingSource*>& sources, Time now) {
  ++changes_;
  const auto& all = machine.workloads.of<FlatTraffic>();
  for (std::size_t t = 0; t < all.size(); ++t)
    if (all[t].lost_units.every > 0) expect_(t, std::max(1u, all[t].parts_of_unit));
  for (std::size_t s = 0; s < sources.size(); ++s) {
    if (sources[s] == nullptr || sources_[s].failed_by != none) continue;
    const SourcePlan* const plan = plan_of(machine.parts[sources_[s].part], s);
    if (plan == nullptr) {
      sources[s]->silence(now);
      continue;
    }
    SourceLoad load = plan->load;
    load.lost_units.before = changes_ * most_units;
    LostUnits& units = sources_[s].lost_units.emplace_back(load.lost_units);
    units.first = sources[s]->change(load, destinations_of(*plan, sources_[s].traffic), now);
  }
}

void FailedTraffic::lost(std::uint32_t fault, const Tag& tag, std::uint64_t bytes, Time now) {
  book_->lost(fault, bytes);
  lose_(tag, bytes, now);
}

std::uint64_t FailedTraffic::unit_of(const Tag& tag) const {
  if (AskedAgain::is(tag)) return 0;
  const std::vector<LostUnits>& all = sources_[tag.source].lost_units;
  for (auto one = all.rbegin(); one != all.rend(); ++one)
    if (tag.block >= one->first) return one->of(tag.block);
  return 0;
}

void FailedTraffic::rebuilt(Time now) {
  if (!known_.empty()) book_->rebuilt(known_.back().fault, now);
}

}  // namespace isochron
