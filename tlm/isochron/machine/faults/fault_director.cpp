// SPDX-License-Identifier: Apache-2.0
#include <isochron/machine/faults/fault_director.h>

#include <algorithm>
#include <cmath>

#include <boost/random/exponential_distribution.hpp>

#include <isochron/endpoint/lost_requests.h>
#include <isochron/machine/route/rerouting.h>

namespace isochron {

namespace {

/// The same for a path on every computer.
std::uint64_t seed_of(const std::string& path, std::uint64_t seed) {
  std::uint64_t hash = mix(seed);
  for (const char letter : path) hash = mix(hash ^ static_cast<unsigned char>(letter));
  return hash;
}

/// Whether it is known only after a time.
bool is_detected_later(const FlatFault& fault) {
  return fault.options.detect > 0;
}

}  // namespace

FaultDirector::FaultDirector(const sc_core::sc_module_name& name, const std::vector<FlatFault>& faults,
                             const std::vector<std::vector<Target>>& targets, Region& region, WorkLosses& losses,
                             Work work, Reroute reroute, std::uint64_t seed)
    : sc_module(name),
      faults_(faults),
      region_(region),
      losses_(losses),
      work_(std::move(work)),
      reroute_(std::move(reroute)),
      counts_(faults.size()),
      times_(faults.size()),
      redundancy_(faults.size()) {
  region_.join(*this, Region::Rank::timer);
  for (std::size_t f = 0; f < faults.size(); ++f) {
    // The work first: whoever hears of what is lost on links knows why.
    if (faults[f].kind == "fail") strikes_.push_back({&faults[f], f, no_part, 0, nullptr, SplitMix64(seed)});
    for (std::size_t t = 0; t < targets[f].size(); ++t) {
      const std::size_t part = part_of(targets[f][t]);
      parts_[part].strikes.push_back(strikes_.size());
      strikes_.push_back(
          {&faults[f], f, part, t, &faults[f].changes[t], SplitMix64(seed_of(targets[f][t].path, seed + f))});
    }
  }
  for (std::size_t part = 0; part < parts_.size(); ++part) expect(part, seed);
  for (std::size_t s = 0; s < strikes_.size(); ++s) {
    const FaultOptions& options = strikes_[s].fault->options;
    if (strikes_[s].fault->kind == "random")
      plan(exponential(strikes_[s].draws, options.mtbf / options.accelerate), s, Step::strikes);
    else
      plan(options.at, s, Step::strikes);
  }
  happen_until(0);  // before anything moves

  SC_HAS_PROCESS(FaultDirector);
  SC_METHOD(start);  // at time 0
}

void FaultDirector::start() {
  if (!events_.empty()) region_.schedule(*this, events_.begin()->at);
}

std::size_t FaultDirector::part_of(const Target& target) {
  const auto found =
      std::find_if(parts_.begin(), parts_.end(), [&target](const Part& one) { return one.target.part == target.part; });
  const auto number = static_cast<std::size_t>(found - parts_.begin());
  if (found == parts_.end()) parts_.push_back({target, {}, nullptr});
  return number;
}

void FaultDirector::expect(std::size_t part, std::uint64_t seed) {
  parts_[part].losses = std::make_unique<PartLosses>(*this, part);
  FaultContext context{*parts_[part].losses, seed_of(parts_[part].target.path, ~seed), {}};
  for (const std::size_t strike : parts_[part].strikes)
    if (const LinkRetry& retry = strikes_[strike].fault->options.retry; retry.scheme != LinkRetry::Scheme::none)
      context.retry = retry;  // all that have one have the same
  parts_[part].target.part->expect_faults(context);
}

void FaultDirector::plan(Time at, std::size_t strike, Step step) {
  events_.insert({at, planned_++, strike, step});
}

void FaultDirector::happen_until(Time now) {
  region_.catch_up(now);  // what arrives up to now arrives before
  while (!events_.empty() && events_.begin()->at <= now) {
    const Event event = *events_.begin();
    events_.erase(events_.begin());
    happen(event, now);
  }
  if (is_changed_) reroute();
  is_changed_ = false;
  if (now > 0) start();
}

void FaultDirector::happen(const Event& event, Time now) {
  Strike& strike = strikes_[event.strike];
  const FaultOptions& options = strike.fault->options;
  const bool random = strike.fault->kind == "random";
  const bool was_known = strike.known;
  switch (event.step) {
    case Step::strikes: {
      const bool fails = strike.fault->kind == "fail";
      if (!fails || strike.part == no_part) ++counts_[strike.number].strikes;
      strike.active = true;
      strike.known = false;
      strike.since = ++struck_;
      const Time mean = options.repair / options.accelerate;
      const Time lasts = fails                                           ? (options.back > 0 ? options.back - now : 0)
                         : !random                                       ? options.lasts
                         : options.law == FaultOptions::Law::exponential ? exponential(strike.draws, mean)
                                                                         : mean;
      strike.until = end_of_time;
      if (random || lasts > 0) {
        ++ending_;
        strike.until = now + std::max<Time>(1, lasts);
        plan(strike.until, event.strike, Step::ends);
      }
      if (fails && strike.part != no_part && !strike.fault->alone) {
        strike.known = true;  // who sends to a part that has failed is not held up
        break;
      }
      const bool stops = random || fails || strike.fault->kind == "down";
      if (!stops) break;
      // What never ends and nobody detects would stand in the way for ever.
      if (options.detect == 0 && !random && (strike.fault->alone || (lasts == 0 && !fails)))
        strike.known = true;
      else if (options.detect > 0 && (lasts == 0 || options.detect < lasts)) {
        ++ending_;  // what waits goes on then
        plan(now + options.detect, event.strike, Step::is_known);
      }
      break;
    }
    case Step::is_known:
      --ending_;
      strike.known = true;
      break;
    case Step::ends:
      strike.active = strike.known = false;
      --ending_;
      if (random && !stopped_)
        plan(now + exponential(strike.draws, options.mtbf / options.accelerate), event.strike, Step::strikes);
      break;
  }
  // Of what fails as a whole the work tells what is known.
  const bool decides = (strike.part == no_part) == (strike.fault->kind == "fail");
  if (decides) note(strike, event.step, now);
  if (strike.known != was_known && decides && Rerouting::is_known(*strike.fault)) is_changed_ = true;
  if (strike.part == no_part) {
    constexpr FailureStep steps[] = {FailureStep::fails, FailureStep::is_known, FailureStep::is_back};
    work_(strike.number, steps[static_cast<std::size_t>(event.step)], *this, now);
    // Of a part that fails alone whoever asks it knows at once, if not after a time.
    if (event.step == Step::strikes && strike.fault->alone && strike.known)
      work_(strike.number, FailureStep::is_known, *this, now);
    // What returns with all that it had has nothing to wait for.
    if (event.step == Step::ends && options.rebuild.rate == 0) redundant(strike.number, now);
  } else {
    tell(strike.part, now);
  }
  if (!traced_) return;
  show(now);
  constexpr Phase phases[] = {Phase::strikes, Phase::known, Phase::over};
  if (decides) phases_[strike.number].event(now, phases[static_cast<std::size_t>(event.step)], {});
}

void FaultDirector::note(const Strike& strike, Step step, Time now) {
  Times& times = times_[strike.number];
  if (step == Step::ends) times.end = now;
  if (step == Step::strikes && !times.has_begun) {
    times.has_begun = true;
    times.begin = now;
  }
  // What is known at once is not detected.
  if (step == Step::is_known && times.detected == 0) times.detected = now - times.begin;
}

void FaultDirector::reroute() const {
  std::vector<std::size_t> parts;
  for (const Strike& strike : strikes_) {
    if (!strike.known || !Rerouting::is_known(*strike.fault)) continue;
    if (strike.part == no_part) {
      parts.insert(parts.end(), strike.fault->failed.begin(), strike.fault->failed.end());
      parts.insert(parts.end(), strike.fault->parts.begin(), strike.fault->parts.end());
    } else if (strike.fault->kind != "fail") {
      parts.push_back(strike.fault->parts[strike.place]);
    }
  }
  reroute_(parts);
}

void FaultDirector::list_probes(ProbeList& list) {
  for (const FlatFault& fault : faults_) {
    const std::string place = "faults." + fault.name;
    list.add(probes_.emplace_back(), place, "active", 0xffff, "parts that the fault strikes now");
    list.add_phase(phases_.emplace_back(), place, "STRIKES: it strikes a part; KNOWN: it is detected; OVER: it ends");
  }
}

void FaultDirector::start_trace(Time now) {
  traced_ = true;
  for (PhaseProbe& phase : phases_) phase.clear(now);
  show(now);
}

void FaultDirector::show(Time now) {
  std::vector<std::uint64_t> active(faults_.size());
  for (const Strike& one : strikes_)
    if (one.active) ++active[one.number];
  for (std::size_t f = 0; f < faults_.size(); ++f) probes_[f].set(now, active[f]);
}

void FaultDirector::rebuilt(std::size_t fault, Time now) {
  if (counts_[fault].recovery == 0) counts_[fault].recovery = now - faults_[fault].options.at;
}

void FaultDirector::tell(std::size_t part, Time now) {
  std::vector<const Strike*> active;
  for (const std::size_t strike : parts_[part].strikes)
    if (strikes_[strike].active) active.push_back(&strikes_[strike]);
  std::sort(active.begin(), active.end(), [](const Strike* a, const Strike* b) { return a->since < b->since; });
  PartCondition condition;
  for (const Strike* const strike : active) {
    const FlatFault& fault = *strike->fault;
    const FaultOptions& options = fault.options;
    if (fault.kind == "down" || fault.kind == "random" || fault.kind == "fail") {
      condition.down = true;
      condition.until = std::max(condition.until, strike->until);
      condition.dead = condition.dead || strike->known;
    } else if (fault.kind == "slow") {
      condition.slow *= static_cast<double>(options.factor) * 1e-6;
    } else if (fault.kind == "bit_errors") {
      condition.bit_errors = static_cast<double>(options.bit_errors) * 1e-18;
    } else {
      for (const auto& [path, value] : *strike->changes) condition.changed[path] = value;
    }
  }
  parts_[part].target.part->set_condition(condition, now);
}

void FaultDirector::lost(std::size_t part, const Tag& tag, std::uint64_t bytes, Time now) {
  // That which struck last, of those that can lose something; one that is under way before one that is over.
  const Strike* by = nullptr;
  for (const std::size_t number : parts_[part].strikes) {
    const Strike& one = strikes_[number];
    if (one.since == 0 || one.fault->kind == "slow" || one.fault->kind == "set") continue;
    if (by == nullptr || std::pair(one.active, one.since) > std::pair(by->active, by->since)) by = &one;
  }
  const auto number = by == nullptr ? LostRequests::no_fault : static_cast<std::uint32_t>(by->number);
  if (losses_.message_lost(tag, bytes, number, now) && by != nullptr) counts_[by->number].lost += bytes;
}

std::vector<StatisticInfo> FaultDirector::figures(const std::vector<FlatFault>& faults) {
  std::vector<StatisticInfo> figures;
  for (const FlatFault& fault : faults) {
    figures.push_back({fault.name + ".strikes", "1", "times that the fault has struck a part"});
    figures.push_back({fault.name + ".lost", "B", "that it has destroyed"});
    figures.push_back({fault.name + ".begin", "s", "when it struck first, since the simulation began"});
    figures.push_back({fault.name + ".end", "s", "when it was over, the last time; 0: it is not"});
    if (is_detected_later(fault))
      figures.push_back({fault.name + ".detected", "s", "from when it struck first until it is known; 0: it is not"});
    if (fault.kind != "fail" || fault.alone) continue;
    figures.push_back(
        {fault.name + ".recovery", "s", "from the failure to the first unit that is rebuilt; 0: none is"});
    figures.push_back(
        {fault.name + ".redundancy", "s",
         "from the failure until all that it took away is back; no value: until the end of the run it is not"});
  }
  return figures;
}

void FaultDirector::start_window() {
  std::fill(counts_.begin(), counts_.end(), Count());
}

void FaultDirector::stop() {
  stopped_ = true;
  for (auto event = events_.begin(); event != events_.end();)
    event = event->step == Step::strikes ? events_.erase(event) : std::next(event);
  if (region_.is_scheduled(*this)) region_.cancel(*this);
  start();
}

void FaultDirector::add_to(ReplicationRecord& record) const {
  const auto add = [&record](const std::string& name, const char* unit, std::uint64_t count) {
    const auto value = static_cast<double>(count);
    record.metrics[name] = {unit, value, value, value};
  };
  const auto add_time = [&record](const std::string& name, Time time) {
    record.metrics[name] = {"s", seconds(time), seconds(time), seconds(time)};
  };
  for (std::size_t f = 0; f < faults_.size(); ++f) {
    add(faults_[f].name + ".strikes", "1", counts_[f].strikes);
    add(faults_[f].name + ".lost", "B", counts_[f].lost);
    add_time(faults_[f].name + ".begin", times_[f].begin);
    add_time(faults_[f].name + ".end", times_[f].end);
    if (is_detected_later(faults_[f])) add_time(faults_[f].name + ".detected", times_[f].detected);
    if (faults_[f].kind != "fail" || faults_[f].alone) continue;
    add_time(faults_[f].name + ".recovery", counts_[f].recovery);
    const double whole = redundancy_[f] > 0 ? seconds(redundancy_[f]) : std::nan("");
    record.metrics[faults_[f].name + ".redundancy"] = {"s", whole, whole, whole};
  }
}

Time FaultDirector::exponential(SplitMix64& draws, Time mean) {
  const double drawn = boost::random::exponential_distribution<double>(1.0)(draws) * static_cast<double>(mean);
  return static_cast<Time>(std::max(1.0, std::round(drawn)));
}

}  // namespace isochron
