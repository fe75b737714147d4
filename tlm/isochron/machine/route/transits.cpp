// SPDX-License-Identifier: Apache-2.0
#include <isochron/machine/route/transits.h>
#include <isochron/machine/workload/traffic/flat_traffic.h>

#include <cmath>
#include <optional>

#include <isochron/machine/workload/traffic/offered_load.h>

namespace isochron {

namespace {

constexpr std::uint64_t large = large_message;

/// Bytes of each message of all traffic; nullopt: there are several sizes.
std::optional<std::uint64_t> common_size(const Netlist& netlist) {
  std::optional<std::uint64_t> size;
  for (const FlatTraffic& traffic : netlist.workloads.of<FlatTraffic>()) {
    const std::optional<std::uint64_t> message = size_of_messages(netlist, traffic);
    if (!message || (size && *size != *message)) return std::nullopt;
    size = message;
  }
  return size;
}

/// The part before one that hands on what comes without a buffer or a transfer of its own, as a delay does; nullopt:
/// it is none.
std::optional<std::size_t> before_delay(const Netlist& netlist, std::size_t number) {
  const FlatPart& part = netlist.parts[number];
  if (part.config->is_sink() || part.config->buffers()) return std::nullopt;
  std::optional<std::size_t> found;
  for (std::size_t g = 0; g < part.groups.size(); ++g) {
    const PortGroup& group = part.groups[g];
    if (group.role == Port::Role::initiator || group.role == Port::Role::sender) continue;
    if (found || group.role != Port::Role::receiver || group.array || group.line || !part.joined[g][0])
      return std::nullopt;
    found = netlist.connections[*part.joined[g][0]].from;
  }
  return found;
}

}  // namespace

std::optional<std::uint64_t> size_of_messages(const Netlist& netlist, const FlatTraffic& traffic, std::size_t number) {
  if (traffic.options.asks()) return std::nullopt;  // requests, and answers
  const std::size_t source = traffic.sources[number];
  const std::uint64_t message = message_of(netlist, traffic, source);
  if (traffic.sizes == nullptr && traffic.traces.empty())
    return io_of(netlist, traffic, source) % message == 0 ? std::optional(message) : std::nullopt;
  // The last message of an I/O is as large as the others if all together are as large as they could be.
  const OfferedLoad asked = offered_load_of(netlist, traffic, number);
  const double most = asked.messages * static_cast<double>(message);
  return std::fabs(most - asked.bytes) > 1e-9 * most ? std::nullopt : std::optional(message);
}

std::optional<std::uint64_t> size_of_messages(const Netlist& netlist, const FlatTraffic& traffic) {
  std::optional<std::uint64_t> size;
  for (std::size_t s = 0; s < traffic.sources.size(); ++s) {
    const std::optional<std::uint64_t> message = size_of_messages(netlist, traffic, s);
    if (!message || (size && *size != *message)) return std::nullopt;
    size = message;
  }
  return size;
}

Transits::Transits(const Netlist& netlist) {
  const std::optional<std::uint64_t> size = common_size(netlist);
  across_.reserve(netlist.parts.size());
  for (const FlatPart& part : netlist.parts) {
    const auto least = [&part](std::uint64_t bytes) { return part.config->least_transit(bytes, part.plan); };
    if (size) {
      across_.push_back({0, least(*size)});
      continue;
    }
    // Of messages that fill their last slice: others take longer.
    const double byte = (least(2 * large) - least(large)) / static_cast<double>(large);
    across_.push_back({byte, least(large) - byte * static_cast<double>(large)});
  }
  for (std::size_t p = 0; p < netlist.parts.size(); ++p) {
    Seconds sum;
    const auto add = [&](std::size_t part) {
      const PartConfig& config = *netlist.parts[part].config;
      sum.byte += across_[part].byte;
      sum.message += across_[part].message + config.propagation(0) + config.credit_latency();
    };
    add(p);
    std::optional<std::size_t> before = before_delay(netlist, p);
    // Delays may be joined to a cycle, and more of them than this count for nothing.
    for (int delays = 0; before && delays < 64; ++delays) {
      add(*before);
      before = before_delay(netlist, *before);
    }
    into_.push_back(sum);
  }
}

}  // namespace isochron
