// SPDX-License-Identifier: Apache-2.0
#include <isochron/compose/asked.h>

#include <algorithm>
#include <cmath>

#include <isochron/core/time.h>

namespace isochron {

namespace {

std::uint64_t size_of(const Netlist& netlist, std::size_t source, const char* parameter, std::uint64_t given,
                      std::uint64_t standard) {
  if (given != 0) return given;
  const ParameterTable table = netlist.parts[source].config->parameters();
  const Parameter* const own = table.find(parameter);
  return own == nullptr ? standard : std::get<std::uint64_t>(own->get());
}

/// Of all sources of a trace, bytes that are asked for from `begin` to before `end`.
double traced_bytes(const FlatTraffic& traffic, Time begin, Time end) {
  double sum = 0;
  for (const auto& trace : traffic.traces)
    for (const TracedIo& io : *trace)
      if (io.at >= begin && io.at < end) sum += static_cast<double>(io.bytes);
  return sum;
}

/// Of the rate that a source draws, (bytes/s)^2.
double variance_of_rates(const FlatTraffic& traffic) {
  double squares = 0, weights = 0;
  for (std::size_t i = 0; i < traffic.rates.size(); ++i) {
    const double off =
        (traffic.rates[i].to_double() - traffic.rate.to_double()) / 8 / static_cast<double>(traffic.shares.front());
    squares += off * off * static_cast<double>(traffic.rate_weights[i]);
    weights += static_cast<double>(traffic.rate_weights[i]);
  }
  return weights > 0 ? squares / weights : 0;
}

/// Of the bytes that a source asks for where their mean is `asked`, B^2: their number is drawn, or their sizes are.
double variance_of_ios(const FlatTraffic& traffic, double io, double asked) {
  double mean = io, square = io * io;
  if (traffic.sizes != nullptr) {
    mean =
        static_cast<double>(traffic.sizes->mean_numerator()) / static_cast<double>(traffic.sizes->mean_denominator());
    square = traffic.sizes->mean_square();
  }
  const bool at_random = traffic.options.arrivals == SourceLoad::Arrivals::poisson;
  return asked / mean * (at_random ? square : square - mean * mean);
}

}  // namespace

std::uint64_t io_of(const Netlist& netlist, const FlatTraffic& traffic, std::size_t source) {
  if (traffic.sizes != nullptr) return traffic.sizes->largest();
  if (traffic.largest_traced > 0) return traffic.largest_traced;
  return size_of(netlist, source, "io", traffic.options.io, std::uint64_t{128} * 1024);
}

std::uint64_t message_of(const Netlist& netlist, const FlatTraffic& traffic, std::size_t source) {
  return std::min(size_of(netlist, source, "message", traffic.options.message, 1024), io_of(netlist, traffic, source));
}

double mean_rate(const FlatTraffic& traffic) {
  if (traffic.traces.empty())
    return traffic.rate.zero() ? 0 : traffic.rate.to_double() / 8 / static_cast<double>(traffic.shares.front());
  // Where all is asked for at once it has no rate.
  const double all = static_cast<double>(traffic.traced_bytes) / static_cast<double>(traffic.traces.size());
  return traffic.last_traced > 0 ? all / seconds(traffic.last_traced) : 0;
}

Asked asked_of(const Netlist& netlist, const FlatTraffic& traffic, std::size_t number) {
  const std::size_t source = traffic.sources[number];
  const std::uint64_t message = message_of(netlist, traffic, source);
  Asked asked;
  if (!traffic.traces.empty()) {
    const double length = traffic.last_traced > 0 ? seconds(traffic.last_traced) : 1;
    for (const TracedIo& io : *traffic.traces[number]) {
      asked.bytes += static_cast<double>(io.bytes) / length;
      const std::uint64_t messages = (io.bytes + message - 1) / message;
      asked.messages += static_cast<double>(messages) / length;
    }
    return asked;
  }
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
    for (const TracedIo& io : *traffic.traces[number]) sum += static_cast<double>(io.bytes);
    return sum;
  }
  const auto ios = static_cast<double>(traffic.options.ios);
  if (traffic.sizes == nullptr) return ios * static_cast<double>(io_of(netlist, traffic, traffic.sources[number]));
  return ios * static_cast<double>(traffic.sizes->mean_numerator()) /
         static_cast<double>(traffic.sizes->mean_denominator());
}

double window_effects(const Netlist& netlist, const FlatTraffic& traffic, const MeasurePlan& plan) {
  double largest = 0;
  for (const std::size_t source : traffic.sources)
    largest = std::max(largest, static_cast<double>(io_of(netlist, traffic, source)));
  const auto sources = static_cast<double>(traffic.sources.size());
  const double length = seconds(plan.duration), asked = mean_rate(traffic) * length;
  if (!traffic.traces.empty())
    return 3 * largest + std::abs(traced_bytes(traffic, plan.warm_up, plan.warm_up + plan.duration) / sources - asked);
  return 3 * largest +
         2 * std::sqrt((variance_of_rates(traffic) * length * length + variance_of_ios(traffic, largest, asked)) /
                       sources);
}

}  // namespace isochron
