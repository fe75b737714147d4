// SPDX-License-Identifier: Apache-2.0
#include <isochron/machine/workload/traffic/flat_traffic.h>
#include <isochron/machine/workload/traffic/offered_load.h>

#include <algorithm>
#include <cmath>

#include <isochron/core/time.h>

namespace isochron {

namespace {

/// Seconds over which a trace asks for all that is in it; 0: it asks for all at once.
double length_of_trace(const FlatTraffic& traffic) {
  return seconds(traffic.options.repeat != 0 ? traffic.options.repeat : traffic.last_traced);
}

}  // namespace

std::uint64_t io_of(const Netlist& netlist, const FlatTraffic& traffic, std::size_t source) {
  if (traffic.sizes != nullptr) return traffic.sizes->largest();
  if (traffic.largest_traced > 0) return traffic.largest_traced;
  if (traffic.options.io != 0) return traffic.options.io;
  return netlist.parts[source].io.value_or(std::uint64_t{128} * 1024);
}

double mean_io(const Netlist& netlist, const FlatTraffic& traffic, std::size_t number) {
  if (traffic.sizes == nullptr) return static_cast<double>(io_of(netlist, traffic, traffic.sources[number]));
  return static_cast<double>(traffic.sizes->mean_numerator()) / static_cast<double>(traffic.sizes->mean_denominator());
}

std::uint64_t message_of(const Netlist& netlist, const FlatTraffic& traffic, std::size_t source) {
  const std::uint64_t given = traffic.options.message;
  const std::uint64_t message = given != 0 ? given : netlist.parts[source].message.value_or(1024);
  return std::min(message, io_of(netlist, traffic, source));
}

RequestLoad request_load(const Netlist& netlist, const FlatTraffic& traffic, std::size_t source) {
  RequestLoad load = traffic.options.requests;
  load.kind = traffic.options.kind == TrafficOptions::Kind::read    ? RequestLoad::Kind::read
              : traffic.options.kind == TrafficOptions::Kind::write ? RequestLoad::Kind::write
                                                                    : RequestLoad::Kind::mix;
  load.message = message_of(netlist, traffic, source);
  const RequesterPart* const part = netlist.parts[source].config->as<RequesterPart>();
  load.timeout = can_lose(netlist) && part != nullptr && part->asks_again() ? traffic.options.timeout : 0;
  return load;
}

void visit_requests(const Netlist& netlist, const FlatTraffic& traffic, std::size_t number,
                    const std::function<void(const OneRequest& request, double part)>& visit) {
  const RequestLoad load = request_load(netlist, traffic, traffic.sources[number]);
  const double writes = load.kind == RequestLoad::Kind::mix ? static_cast<double>(load.writes) / 1e6
                                                            : (load.kind == RequestLoad::Kind::write ? 1 : 0);
  const auto of_size = [&](std::uint64_t bytes, double part) {
    for (const auto& [write, of] : {std::pair{false, 1 - writes}, std::pair{true, writes}})
      if (of > 0) visit({write, bytes}, part * of);
  };
  if (!traffic.traces.empty()) {
    const std::vector<TracedIo>& trace = *traffic.traces[number];
    for (const TracedIo& io : trace) of_size(io.bytes, 1 / static_cast<double>(trace.size()));
  } else if (traffic.sizes != nullptr) {
    traffic.sizes->visit(of_size);
  } else {
    of_size(io_of(netlist, traffic, traffic.sources[number]), 1);
  }
}

double mean_rate(const FlatTraffic& traffic) {
  if (traffic.traces.empty())
    return traffic.rate.zero() ? 0 : traffic.rate.to_double() / 8 / static_cast<double>(traffic.shares.front());
  // Where all is asked for at once it has no rate.
  const double all = static_cast<double>(traffic.traced_bytes) / static_cast<double>(traffic.traces.size());
  const double length = length_of_trace(traffic);
  return length > 0 ? all / length : 0;
}

bool has_rate(const FlatTraffic& traffic) {
  using Kind = SourceLoad::Arrivals;
  const Kind arrivals = traffic.options.arrivals;
  if (arrivals == Kind::trace) return length_of_trace(traffic) > 0;
  if (arrivals == Kind::following) return traffic.has_leading_rate;
  return arrivals != Kind::closed && arrivals != Kind::at_start;
}

bool is_silent(const FlatTraffic& traffic) {
  return has_rate(traffic) && traffic.traces.empty() && traffic.rate.zero();
}

double mean_drawn(const FlatTraffic& traffic) {
  using Kind = SourceLoad::Arrivals;
  const Kind arrivals = traffic.options.arrivals;
  const bool drawn =
      arrivals == Kind::poisson || arrivals == Kind::on_off || traffic.sizes != nullptr || !traffic.rates.empty();
  return drawn && traffic.options.ios == 0 ? mean_rate(traffic) * static_cast<double>(traffic.sources.size()) : 0;
}

OfferedLoad offered_load_of(const Netlist& netlist, const FlatTraffic& traffic, std::size_t number) {
  const std::size_t source = traffic.sources[number];
  const std::uint64_t message =
      traffic.options.asks() ? io_of(netlist, traffic, source) : message_of(netlist, traffic, source);
  OfferedLoad asked;
  if (!traffic.traces.empty()) {
    const double length = length_of_trace(traffic) > 0 ? length_of_trace(traffic) : 1;
    for (const TracedIo& io : *traffic.traces[number]) {
      asked.bytes += static_cast<double>(io.bytes) / length;
      const std::uint64_t messages = (io.bytes + message - 1) / message;
      asked.messages += static_cast<double>(messages) / length;
    }
    return asked;
  }
  if (is_silent(traffic)) return asked;
  asked.bytes = traffic.rate.zero() ? 1 : traffic.rate.to_double() / 8 / static_cast<double>(traffic.shares[number]);
  asked.messages = asked.bytes / static_cast<double>(message);
  if (traffic.sizes != nullptr)
    asked.messages = asked.bytes * static_cast<double>(traffic.sizes->mean_denominator()) /
                     static_cast<double>(traffic.sizes->mean_numerator()) * traffic.sizes->messages(message);
  return asked;
}

double part_that_goes_on(const FlatTraffic& traffic) {
  if (traffic.lost_units.every == 0) return 1;
  return 1 - (1 - 1.0 / traffic.parts_of_unit) / static_cast<double>(traffic.lost_units.every);
}

double bytes_in_all(const Netlist& netlist, const FlatTraffic& traffic, std::size_t number) {
  if (!traffic.traces.empty()) {
    double sum = 0;
    const std::vector<TracedIo>& trace = *traffic.traces[number];
    const std::uint64_t ios = traffic.options.repeat != 0 ? traffic.options.ios : trace.size();
    for (std::size_t i = 0; i < trace.size(); ++i) {
      const std::uint64_t times = ios / trace.size() + (i < ios % trace.size() ? 1 : 0);
      sum += static_cast<double>(trace[i].bytes) * static_cast<double>(times);
    }
    return sum;
  }
  if (is_silent(traffic)) return 0;
  if (traffic.options.follows())
    return static_cast<double>(traffic.led_ios) / static_cast<double>(traffic.sources.size()) *
           mean_io(netlist, traffic, number);
  return static_cast<double>(traffic.options.ios) * mean_io(netlist, traffic, number);
}

}  // namespace isochron
