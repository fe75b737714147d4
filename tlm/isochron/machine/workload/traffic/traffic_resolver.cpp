// SPDX-License-Identifier: Apache-2.0
#include <isochron/machine/workload/jobs/flat_jobs.h>
#include <isochron/machine/workload/self/flat_work.h>
#include <isochron/machine/workload/traffic/flat_traffic.h>
#include <isochron/machine/workload/traffic/traffic_resolver.h>

#include <algorithm>
#include <string>
#include <unordered_map>
#include <unordered_set>

#include <fmt/format.h>

#include <isochron/machine/elaborate/part_pattern.h>
#include <isochron/machine/language/parameter_store.h>
#include <isochron/machine/route/way_choice.h>
#include <isochron/machine/workload/traffic/destinations.h>
#include <isochron/machine/workload/traffic/offered_load.h>
#include <isochron/machine/workload/traffic/option_rules.h>
#include <isochron/machine/workload/traffic/source_plans.h>
#include <isochron/machine/workload/traffic/via_resolver.h>
#include <isochron/machine/workload/traffic/weighted_reader.h>
#include <isochron/part/part_path.h>
#include <isochron/part/part_types.h>
#include <isochron/part/posted_writes.h>
#include <isochron/part/rebuild_source.h>
#include <isochron/part/request_parts.h>
#include <isochron/scenario/input_error.h>
#include <isochron/scenario/suggestion.h>
#include <isochron/scenario/units.h>
#include <isochron/scenario/value_error.h>

#include <isochron/machine/workload/workload_kind.h>

namespace isochron {

namespace {

bool is_requester(const PartConfig& part) {
  return part.as<RequesterPart>() != nullptr;
}

bool is_responder(const PartConfig& part) {
  return part.as<ResponderPart>() != nullptr;
}

bool is_source(const PartConfig& part) {
  return !part.sources().empty() && !is_requester(part);
}

bool takes_several(const PartConfig& part) {
  return part.takes_several_traffics();
}

bool is_sink(const PartConfig& part) {
  return part.is_sink();
}

bool may_write(const FlatTraffic& traffic) {
  return traffic.options.kind == TrafficOptions::Kind::write || traffic.options.kind == TrafficOptions::Kind::mix;
}

SourcePosition position_of_setting(const TrafficDeclaration& declared, const std::string& option) {
  const auto found = std::find_if(declared.settings.begin(), declared.settings.end(),
                                  [&option](const Setting& setting) { return setting.path == option; });
  return found == declared.settings.end() ? declared.position : found->raw.position;
}

Number rate_of(const Value& value, const SourcePosition& position, const Names& names) {
  const Number* const rate = std::get_if<Number>(&value);
  if (const std::string* const name = std::get_if<std::string>(&value))
    throw InputError(position, fmt::format("`rate`: unknown name `{}`", name->substr(0, 60)),
                     suggestion(*name, names.all()));
  if (rate != nullptr && rate->zero() && rate->dimension() == Dimension::plain)
    return Number(0, 1, Dimension::data_rate);  // without a unit too
  if (rate == nullptr || rate->dimension() != Dimension::data_rate)
    throw InputError(position, fmt::format("`rate` is {}", kind_of(value)), "Write a rate, such as 240 MB/s");
  if (rate->negative()) throw InputError(position, "`rate` is negative", "Write 0 or a rate, such as 240 MB/s");
  constexpr Number::Wide most = Number::Wide{1} << 40;
  if (rate->numerator() > most << 22 || rate->denominator() > most)
    throw InputError(position, "`rate` cannot be kept exactly", "Use rounder numbers");
  return *rate;
}

Number read_rate(const Setting& setting, const Names& names) {
  if (!setting.value)
    throw InputError(setting.problem.empty()
                         ? setting.raw.position.text() +
                               ": `rate` is no single value. Write a rate, or one of several: {of: [4 MB/s, 6 MB/s]}"
                         : setting.problem);
  return rate_of(setting.value->evaluate(names), setting.raw.position, names);
}

std::uint64_t size_of(const Value& value, const SourcePosition& position) {
  constexpr std::uint64_t largest = 1 << 24;
  const Number* const number = std::get_if<Number>(&value);
  if (number == nullptr)
    throw InputError(position, fmt::format("`io` is {}", kind_of(value)), "Write a size, such as 128 KiB");
  std::uint64_t size = 0;
  try {
    size = number->to_stored(Quantity::bytes);
  } catch (const ValueError& error) {
    throw InputError(position, fmt::format("`io`: {}", error.what()), error.remedy());
  }
  if (size < 1 || size > largest) throw InputError(position, "`io` cannot be that size", "Write 1 B to 16 MiB");
  return size;
}

Number mean_of(const std::vector<Number>& values, const std::vector<std::uint64_t>& weights) {
  Number sum = values.front() * Number::whole(weights.front());
  std::uint64_t all = weights.front();
  for (std::size_t i = 1; i < values.size(); ++i) {
    sum = sum + values[i] * Number::whole(weights[i]);
    all += weights[i];
  }
  return sum / Number::whole(all);
}

constexpr std::uint64_t largest_of_sink = 1'000'000;
constexpr std::size_t most_weights = 10'000'000;

}  // namespace

void TrafficResolver::resolve(const Names& names) {
  const auto parameters = std::make_shared<const Names>(names);
  for (const TrafficDeclaration& declared : file_.workloads.of<TrafficDeclaration>()) {
    if (declared.when && !declared.when->flag(names, "`when`")) continue;
    FlatTraffic traffic = resolve(declared, names);
    traffic.parameters = parameters;
    check_sources(declared, traffic);
    if (traffic.options.asks()) check_requests(declared, traffic);
    check_intervals(declared, traffic);
    check_sinks(declared, traffic);
    warning_messages(declared, traffic);
    netlist_.workloads.of<FlatTraffic>().push_back(std::move(traffic));
  }
  for (std::size_t t = 0; t < netlist_.workloads.of<FlatTraffic>().size(); ++t)
    if (netlist_.workloads.of<FlatTraffic>()[t].options.follows()) follow(t);
  for (FlatTraffic& traffic : netlist_.workloads.of<FlatTraffic>())
    if (traffic.declaration->recorded_as) number_sinks(names, traffic);
  for (FlatTraffic& traffic : netlist_.workloads.of<FlatTraffic>())
    if (traffic.options.has_weights()) weigh(names, traffic);
  for (FlatTraffic& traffic : netlist_.workloads.of<FlatTraffic>())
    for (const TrafficDeclaration& declared : file_.workloads.of<TrafficDeclaration>())
      if (declared.name == traffic.name && !declared.via.empty()) resolve_via(declared, names, netlist_, traffic);
}

std::size_t TrafficResolver::leader_of(const TrafficDeclaration& declared, std::size_t number) const {
  const std::vector<FlatTraffic>& all = netlist_.workloads.of<FlatTraffic>();
  const auto refuse = [&](const std::string& cause, const std::string& remedy) {
    throw InputError(*declared.after_position, fmt::format("the traffic `{}` follows {}", declared.name, cause),
                     remedy);
  };
  const std::vector<TrafficDeclaration>& declarations = file_.workloads.of<TrafficDeclaration>();
  std::vector<std::string> before;
  for (const TrafficDeclaration& one : declarations) {
    if (one.name == declared.name) break;
    before.push_back(one.name);
  }
  const auto is_declared = [&declarations](const std::string& name) {
    return std::any_of(declarations.begin(), declarations.end(),
                       [&name](const TrafficDeclaration& one) { return one.name == name; });
  };
  // What is not there passes on what it would follow.
  for (std::string name = declared.after;;) {
    if (std::find(before.begin(), before.end(), name) == before.end())
      refuse(fmt::format("`{}`, and no traffic before it has this name", name.substr(0, 60)),
             is_declared(name) || before.empty() ? "Write it behind the traffic that it follows"
                                                 : suggestion(name, before));
    const auto found = std::find_if(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(number),
                                    [&name](const FlatTraffic& one) { return one.name == name; });
    if (found != all.begin() + static_cast<std::ptrdiff_t>(number)) {
      if (!found->options.asks())
        refuse(fmt::format("`{}`, whose I/Os are no requests", name),
               "Follow traffic with `kind: read`, `kind: write` or `kind: mix`");
      const auto leader = static_cast<std::size_t>(found - all.begin());
      for (const FlatTraffic& other : all)
        if (other.leader == leader)
          refuse(fmt::format("`{}`, and so does `{}`", name, other.name), "Let one of them follow the other");
      return leader;
    }
    for (const TrafficDeclaration& one : declarations)
      if (one.name == name) {
        if (one.after.empty())
          refuse(fmt::format("`{}`, which is not there as the parameters are", name),
                 fmt::format("Let `{}` be there, or take `{}` out with it by `when`", name, declared.name));
        name = one.after;
        break;
      }
  }
}

void TrafficResolver::follow(std::size_t number) {
  std::vector<FlatTraffic>& all = netlist_.workloads.of<FlatTraffic>();
  FlatTraffic& traffic = all[number];
  traffic.leader = leader_of(*traffic.declaration, number);
  const FlatTraffic& leader = all[*traffic.leader];
  const bool traced = !leader.traces.empty();
  // An I/O for each of the leader's, whatever their sizes. Of a trace nothing is said of the rate.
  traffic.has_leading_rate = has_rate(leader) && !traced;
  if (traffic.has_leading_rate && !leader.rate.zero()) {
    const auto io = [this](const FlatTraffic& one) {
      if (one.sizes == nullptr) return Number::whole(io_of(netlist_, one, one.sources.front()));
      return Number::whole(one.sizes->mean_numerator()) / Number::whole(one.sizes->mean_denominator());
    };
    try {
      traffic.rate = leader.rate * Number::whole(leader.sources.size()) / Number::whole(leader.shares.front()) *
                     io(traffic) / io(leader) / Number::whole(traffic.sources.size());
    } catch (const ValueError& error) {
      throw InputError(traffic.position, fmt::format("the rate of `{}`: {}", traffic.name, error.what()),
                       "Use rounder numbers");
    }
  }
  if (leader.options.follows())
    traffic.led_ios = leader.led_ios;
  else if (traced && leader.options.repeat == 0)
    for (const auto& trace : leader.traces) traffic.led_ios += trace->size();
  else
    traffic.led_ios = leader.options.ios * leader.sources.size();
}

void TrafficResolver::number_sinks(const Names& names, FlatTraffic& traffic) const {
  const Expression& number = *traffic.declaration->recorded_as;
  Names of_sink = names;
  for (const std::size_t endpoint : netlist_.endpoints) {
    const std::string& path = netlist_.parts[endpoint].path;
    of_sink.set("sink.node", Number::whole(first_index(path)));
    of_sink.set("sink.index", Number::whole(last_index(path)));
    const std::uint64_t value = number.count(of_sink, "`recorded_as`");
    if (value >> 32 != 0)
      throw InputError(number.position(), "`recorded_as` does not fit in 32 bits", "Make it smaller");
    traffic.recorded_as.push_back(static_cast<std::uint32_t>(value));
  }
}

void TrafficResolver::weigh(const Names& names, FlatTraffic& traffic) const {
  if (!weights_by_source(traffic)) {
    traffic.weights = weights_with(names, traffic);
    return;
  }
  if (traffic.sources.size() * netlist_.endpoints.size() > most_weights)
    throw InputError(traffic.position,
                     fmt::format("the traffic `{}` has more than {} million weights of a source and a sink",
                                 traffic.name, most_weights / 1'000'000),
                     "Name fewer sources or sinks, or write weights that do not depend on the source");
  Names of_source = names;
  for (const std::size_t source : traffic.sources) {
    const std::string& path = netlist_.parts[source].path;
    of_source.set("source.node", Number::whole(first_index(path)));
    of_source.set("source.index", Number::whole(last_index(path)));
    const std::vector<std::uint64_t> weights = weights_with(of_source, traffic);
    traffic.weights.insert(traffic.weights.end(), weights.begin(), weights.end());
  }
}

/// By endpoint. What the first pattern matches has its weight, then what each of the others matches beside.
std::vector<std::uint64_t> TrafficResolver::weights_with(const Names& names, const FlatTraffic& traffic) const {
  const TrafficDeclaration& declared = *traffic.declaration;
  std::unordered_map<std::size_t, std::uint64_t> weights;
  std::uint64_t all = 0;
  Names of_ends = names;
  for (std::size_t p = 0; p < declared.to.size(); ++p)
    for (const std::size_t part : matching(netlist_.parts, declared.to[p])) {
      const std::string& path = netlist_.parts[part].path;
      of_ends.set("sink.node", Number::whole(first_index(path)));
      of_ends.set("sink.index", Number::whole(last_index(path)));
      const std::uint64_t weight = declared.weights[p].count(of_ends, "a weight in `to`");
      if (weight > largest_of_sink)
        throw InputError(declared.to[p].position, "the weight is too large",
                         fmt::format("Write 0 to {}", largest_of_sink));
      weights.emplace(part, weight);
    }
  for (const std::size_t sink : traffic.sinks) all += weights.at(sink);
  if (all == 0) throw InputError(declared.to.front().position, "all weights in `to` are 0", "Raise one");
  const std::unordered_set<std::size_t> sinks(traffic.sinks.begin(), traffic.sinks.end());
  std::vector<std::uint64_t> by_endpoint(netlist_.endpoints.size(), 0);
  for (std::size_t e = 0; e < netlist_.endpoints.size(); ++e)
    if (sinks.count(netlist_.endpoints[e]) > 0) by_endpoint[e] = weights.at(netlist_.endpoints[e]);
  return by_endpoint;
}

FlatTraffic TrafficResolver::resolve(const TrafficDeclaration& declared, const Names& names) const {
  FlatTraffic traffic;
  traffic.declaration = &declared;
  traffic.name = declared.name;
  traffic.position = declared.position;
  traffic.sources = matching(netlist_.parts, declared.from);
  traffic.sinks = matching(netlist_.parts, declared.to);
  traffic.shares.assign(traffic.sources.size(), 1);
  read_settings(declared, names, traffic);

  for (unsigned s = 0; s < traffic.sources.size(); ++s) traffic.places.push_back(s);
  traffic.asked_sources = static_cast<unsigned>(traffic.sources.size());
  if (traffic.options.arrivals == SourceLoad::Arrivals::trace) deal_trace(declared, traffic);
  check_arrivals(declared, traffic);
  leave_out(declared, traffic);
  if (traffic.options.rebuild_bytes > 0 && !traffic.rate.zero())
    throw InputError(
        position_of_setting(declared, "rate"),
        fmt::format("the traffic `{}` has `rebuild_bytes` and a rate, and sends what a fault has `rebuild` for",
                    declared.name),
        "Write `rate: 0`");
  traffic.lost_units.every = traffic.options.rebuild_every;
  traffic.parts_of_unit = traffic.options.rebuild_every == 0 ? 0 : static_cast<unsigned>(traffic.options.rebuild_parts);
  return traffic;
}

void TrafficResolver::leave_out(const TrafficDeclaration& declared, FlatTraffic& traffic) const {
  const auto is_down = [this](std::size_t part) { return netlist_.parts[part].is_down; };
  std::size_t kept = 0;
  for (std::size_t s = 0; s < traffic.sources.size(); ++s) {
    if (is_down(traffic.sources[s])) continue;
    traffic.sources[kept] = traffic.sources[s];
    traffic.shares[kept] = traffic.shares[s];
    traffic.places[kept++] = traffic.places[s];
  }
  traffic.sources.resize(kept);
  traffic.shares.resize(kept);
  traffic.places.resize(kept);
  traffic.sinks.erase(std::remove_if(traffic.sinks.begin(), traffic.sinks.end(), is_down), traffic.sinks.end());
  for (const auto& [left, patterns, what] :
       {std::tuple{kept, &declared.from, "sends"}, std::tuple{traffic.sinks.size(), &declared.to, "takes data"}})
    if (left == 0)
      throw InputError(patterns->front().position,
                       fmt::format("all of `{}` is down, and nothing else {}", patterns->front().text, what),
                       "Let one of them be up, or name others too");
}

bool TrafficResolver::must_end() const {
  const auto& kinds = workload_kinds();
  return file_.until_done && std::none_of(kinds.begin(), kinds.end(), [this](const WorkloadKind* kind) {
           return kind != &traffic_kind() && kind->is_in(netlist_) && kind->has_end(netlist_);
         });
}

void TrafficResolver::check_requests(const TrafficDeclaration& declared, const FlatTraffic& traffic) const {
  const RequestLoad& load = traffic.options.requests;
  if ((load.align & (load.align - 1)) != 0)
    throw InputError(declared.position,
                     fmt::format("`align: {}` of the traffic `{}` is no power of two",
                                 format_stored(load.align, Quantity::bytes), declared.name),
                     "Write 64 B, or another power of two up to 4 KiB");
  std::uint64_t largest = 0;
  for (const std::size_t source : traffic.sources) largest = std::max(largest, io_of(netlist_, traffic, source));
  if (largest > load.window)
    throw InputError(declared.position,
                     fmt::format("a request of {} of the traffic `{}` does not fit into its `window: {}`",
                                 format_stored(largest, Quantity::bytes), declared.name,
                                 format_stored(load.window, Quantity::bytes)),
                     "Raise `window`, or make `io` smaller");
}

void TrafficResolver::check_arrivals(const TrafficDeclaration& declared, const FlatTraffic& traffic) const {
  using Kind = SourceLoad::Arrivals;
  const Kind arrivals = traffic.options.arrivals;
  const auto refuse = [&](const std::string& what, const std::string& remedy) {
    throw InputError(declared.position, fmt::format("the traffic `{}` {}", declared.name, what), remedy);
  };
  if (arrivals == Kind::trace) {
    const TrafficOptions& options = traffic.options;
    const Time length = declared.trace->lines.back().at;
    if (options.repeat != 0 && options.repeat < length)
      refuse(fmt::format("begins its trace again after {}, before the I/O at {}",
                         format_stored(options.repeat, Quantity::duration), format_stored(length, Quantity::duration)),
             fmt::format("Set `repeat` to {} or more", format_stored(length, Quantity::duration)));
    if (options.repeat != 0 && options.ios == 0 && must_end())
      refuse("repeats its trace without end: the machine would never be done",
             "Add `ios: 100`, how many I/Os a source sends, or take `repeat` out");
    return;
  }
  if (arrivals == Kind::following) return;  // it ends as what it follows does
  const bool all_at_start = arrivals == Kind::at_start;
  if (traffic.options.ios == 0 && (must_end() || all_at_start))
    refuse(fmt::format("has no `ios`: {}",
                       all_at_start ? "all are asked for at the start" : "the machine would never be done"),
           "Add `ios: 100`, how many I/Os a source sends");
  if (all_at_start && traffic.sizes != nullptr)
    refuse("asks for all at the start, and its sizes are drawn", "Give `io` one size, or other `arrivals`");
}

void TrafficResolver::deal_trace(const TrafficDeclaration& declared, FlatTraffic& traffic) {
  const ArrivalTrace& trace = *declared.trace;
  const auto require = [&](const ArrivalTrace::Line& io, bool sink, std::size_t there_are) {
    const std::uint32_t number = sink ? io.sink : io.source;
    if (number < there_are) return;
    throw InputError({trace.file, static_cast<int>(io.line), sink ? io.sink_column : io.source_column},
                     fmt::format("the traffic `{}` has {} {}, there is no number {}", declared.name, there_are,
                                 sink ? "sinks" : "sources", number),
                     fmt::format("Write 0 to {}, or give the machine more", there_are - 1));
  };
  std::vector<std::vector<TracedIo>> dealt(traffic.sources.size());
  for (const ArrivalTrace::Line& io : trace.lines) {
    if (!trace.has_streams) require(io, false, dealt.size());
    if (trace.has_sinks) require(io, true, traffic.sinks.size());
    std::vector<TracedIo>& source = dealt[io.source % dealt.size()];
    const bool once = traffic.options.repeat == 0;
    if (once && traffic.options.ios != 0 && source.size() == traffic.options.ios) continue;
    source.push_back({io.at, io.bytes, io.sink});
    traffic.traced_bytes += io.bytes;
    traffic.largest_traced = std::max(traffic.largest_traced, io.bytes);
    traffic.last_traced = io.at;
  }
  for (std::vector<TracedIo>& ios : dealt)
    traffic.traces.push_back(std::make_shared<const std::vector<TracedIo>>(std::move(ios)));
  traffic.trace_has_sinks = trace.has_sinks;
}

void TrafficResolver::read_settings(const TrafficDeclaration& declared, const Names& names,
                                    FlatTraffic& traffic) const {
  const ParameterTable table = traffic.options.parameters();
  WeightedReader rates("rate", names, [&](const Value& value, const SourcePosition& position) {
    traffic.rates.push_back(rate_of(value, position, names));
  });
  std::vector<std::uint64_t> drawn_sizes;
  WeightedReader sizes("io", names, [&](const Value& value, const SourcePosition& position) {
    drawn_sizes.push_back(size_of(value, position));
  });
  for (const Setting& setting : declared.settings)
    if (setting.path == "rate")
      traffic.rate = read_rate(setting, names);
    else if (setting.path == "per")
      read_shares(setting, traffic);
    else if (!rates.take(setting) && !sizes.take(setting))
      apply_setting(setting, table, names, fmt::format("the traffic `{}`", declared.name));
  const bool says_destination = std::any_of(declared.settings.begin(), declared.settings.end(),
                                            [](const Setting& setting) { return setting.path == "destination"; });
  TrafficOptions::Destinations& destination = traffic.options.destination;
  if (!declared.weights.empty() && !says_destination) destination = TrafficOptions::Destinations::weighted;
  if (declared.weights.empty() == traffic.options.has_weights())
    throw InputError(declared.to.front().position,
                     fmt::format("the traffic `{}` has {}", declared.name,
                                 declared.weights.empty() ? destination == TrafficOptions::Destinations::weighted
                                                                ? "`destination: weighted` and no weights"
                                                                : "`destination: drawn_by_weight` and no weights"
                                                          : "weights of its sinks and another `destination`"),
                     "Write `to: {a: 3, b: 1}`, and leave `destination` out, or write `destination: drawn_by_weight`");
  const std::vector<OptionRule>& rules = traffic_option_rules();
  check_rules(
      rules,
      {fmt::format("the traffic `{}`", declared.name), declared.position, declared.settings,
       declared.trace == nullptr ? std::nullopt : std::optional(declared.trace_position), declared.after_position},
      table, names);
  traffic.rate_weights = rates.weights();
  try {
    if (!traffic.rates.empty()) traffic.rate = mean_of(traffic.rates, traffic.rate_weights);
  } catch (const ValueError& error) {
    throw InputError(declared.position, fmt::format("the mean of `rate`: {}", error.what()), "Use rounder numbers");
  }
  // What goes with other values of the machine's parameters.
  if (!has_effect(rules, "rate", table)) {
    traffic.rate = Number();
    traffic.rates.clear();
    traffic.shares.assign(traffic.sources.size(), 1);
  }
  if (!has_effect(rules, "ios", table)) traffic.options.ios = 0;
  if (!has_effect(rules, "io", table)) {
    traffic.options.io = 0;
    drawn_sizes.clear();
  }
  if (!drawn_sizes.empty()) traffic.sizes = std::make_shared<const IoSizes>(drawn_sizes, sizes.weights());
}

/// Sources below one part have the rate together.
void TrafficResolver::read_shares(const Setting& setting, FlatTraffic& traffic) const {
  const std::string pattern = setting.raw.text;
  if (pattern == "source") return;
  std::unordered_map<std::string, std::uint64_t> sizes;
  std::vector<std::string> scopes;
  for (const std::size_t source : traffic.sources) {
    const std::string& path = netlist_.parts[source].path;
    scopes.push_back(matching_scope(path, pattern));
    if (scopes.back().empty())
      throw InputError(setting.raw.position, fmt::format("`{}` is not within `{}`", path, pattern.substr(0, 60)),
                       "Write what the sources are in, such as node[*], or `source`");
    ++sizes[scopes.back()];
  }
  for (std::size_t i = 0; i < scopes.size(); ++i) traffic.shares[i] = sizes[scopes[i]];
}

void TrafficResolver::check_sources(const TrafficDeclaration& declared, const FlatTraffic& traffic) {
  SourceLoad load;
  load.arrivals = traffic.options.arrivals;
  load.sizes = traffic.sizes;
  load.lost_units = traffic.lost_units;
  load.traffic_class = static_cast<std::uint8_t>(traffic.options.traffic_class);
  for (const std::size_t source : traffic.sources) {
    const FlatPart& part = netlist_.parts[source];
    if (traffic.options.asks() && !is_requester(*part.config))
      throw InputError(position_of(part, declared.from),
                       fmt::format("`{}`, a `{}`, makes no requests", part.path, part.type),
                       fmt::format("Name requesters: {}", fmt::join(names_of_types(is_requester), ", ")));
    if (!traffic.options.asks() && !is_source(*part.config))
      throw InputError(position_of(part, declared.from),
                       fmt::format("`{}`, a `{}`, {}", part.path, part.type,
                                   is_requester(*part.config) ? "makes requests, and sends no data of its own"
                                                              : "generates nothing"),
                       is_requester(*part.config)
                           ? "Add `kind: read`, `kind: write` or `kind: mix`"
                           : fmt::format("Name sources: {}", fmt::join(names_of_types(is_source), ", ")));
    const PostedWrites* const posted = part.config->as<PostedWrites>();
    if (posted != nullptr && may_write(traffic) && traffic.options.requests.acknowledged)
      throw InputError(position_of_setting(declared, "acknowledged"),
                       fmt::format("`acknowledged` has no effect on `{}`, a `{}`: it {}", part.path, part.type,
                                   posted->why_not_acknowledged()),
                       "Take `acknowledged` out: a write is done when its data are where they are to be written");
    if (const std::string why = part.config->why_not(load); !why.empty())
      throw InputError(declared.position, fmt::format("`{}` cannot send this: {}", part.path, why),
                       "Change `arrivals`, `io` or `class`");
    const auto [user, is_new] = users_.emplace(source, declared.name);
    const bool rebuilds = traffic.options.rebuild_bytes > 0 && part.config->as<RebuildSource>() != nullptr;
    if (!is_new && rebuilds) check_units(declared, traffic, source);
    if (!is_new && !rebuilds && !part.config->takes_several_traffics())
      throw InputError(position_of(part, declared.from),
                       fmt::format("`{}` is a source of `{}` already, and a `{}` has one traffic", part.path,
                                   user->second, part.type),
                       fmt::format("Leave it out of one of them. Several traffics can have the same {}",
                                   fmt::join(names_of_types(takes_several), " or ")));
  }
}

/// Such a source has one size of I/Os and messages.
void TrafficResolver::check_units(const TrafficDeclaration& declared, const FlatTraffic& traffic,
                                  std::size_t source) const {
  for (const FlatTraffic& other : netlist_.workloads.of<FlatTraffic>()) {
    if (std::find(other.sources.begin(), other.sources.end(), source) == other.sources.end()) continue;
    if (io_of(netlist_, other, source) == io_of(netlist_, traffic, source) &&
        message_of(netlist_, other, source) == message_of(netlist_, traffic, source))
      continue;
    throw InputError(
        declared.position,
        fmt::format("the traffics `{}` and `{}` have I/Os or messages of different sizes, and `{}` has one", other.name,
                    traffic.name, netlist_.parts[source].path),
        "Give both the same `io` and `message`, or neither");
  }
}

/// A message is no larger than the I/O that it is of.
void TrafficResolver::warning_messages(const TrafficDeclaration& declared, const FlatTraffic& traffic) {
  std::uint64_t io = 0;
  for (const std::size_t source : traffic.sources) io = std::max(io, io_of(netlist_, traffic, source));
  if (io == 0 || traffic.options.message <= io) return;
  netlist_.warnings.push_back(
      {fmt::format("`message: {}` of the traffic `{}` ({}) is larger than its I/Os of {}, and an "
                   "I/O is one message",
                   format_stored(traffic.options.message, Quantity::bytes), declared.name, declared.position.text(),
                   format_stored(io, Quantity::bytes)),
       "Lower `message`, or raise `io`"});
}

/// Every rate that a source may draw must give a valid interval.
void TrafficResolver::check_intervals(const TrafficDeclaration& declared, const FlatTraffic& traffic) const {
  if (traffic.rate.zero()) return;
  const auto blame = std::find_if(declared.settings.begin(), declared.settings.end(),
                                  [](const Setting& setting) { return setting.path.substr(0, 4) == "rate"; });
  for (std::size_t s = 0; s < traffic.sources.size(); ++s)
    for (const Number& rate : traffic.rates.empty() ? std::vector<Number>{traffic.rate} : traffic.rates) {
      const SourceLoad load = source_load(netlist_, traffic, s, rate, 1);
      if (load.is_silent() || load.interval()) continue;
      throw InputError(
          blame == declared.settings.end() ? declared.position : blame->raw.position,
          fmt::format("an I/O of {} of `{}` at {} comes once in more than {:.0f} days, or in no ratio of small numbers",
                      format_si(static_cast<double>(load.io), "B"), netlist_.parts[traffic.sources[s]].path,
                      rate.text(), seconds(IoInterval::longest) / 86400),
          "Raise the rate, make I/Os smaller, or use rounder numbers");
    }
}

void TrafficResolver::check_sinks(const TrafficDeclaration& declared, const FlatTraffic& traffic) const {
  for (const std::size_t sink : traffic.sinks) {
    const FlatPart& part = netlist_.parts[sink];
    if (traffic.options.asks() && !is_responder(*part.config))
      throw InputError(position_of(part, declared.to),
                       fmt::format("`{}`, a `{}`, answers no requests", part.path, part.type),
                       fmt::format("Name responders: {}", fmt::join(names_of_types(is_responder), ", ")));
    if (!traffic.options.asks() && !is_sink(*part.config))
      throw InputError(position_of(part, declared.to), fmt::format("`{}`, a `{}`, takes no data", part.path, part.type),
                       fmt::format("Name sinks: {}", fmt::join(names_of_types(is_sink), ", ")));
  }
}

}  // namespace isochron
