// SPDX-License-Identifier: Apache-2.0
#include <isochron/net/ethernet_config.h>

#include <algorithm>

namespace isochron {

namespace {

constexpr std::uint64_t frame_preamble = 8;     ///< with the start of frame delimiter
constexpr std::uint64_t frame_header = 14;      ///< two addresses and the type
constexpr std::uint64_t shortest_payload = 46;  ///< less is padded
constexpr std::uint64_t check_sequence = 4;
constexpr std::uint64_t frame_gap = 12;  ///< at least, between two frames

}  // namespace

std::uint64_t EthernetConfig::frames(std::uint64_t message_bytes) const {
  return message_bytes == 0 ? 1 : (message_bytes - 1) / segment() + 1;
}

std::uint64_t EthernetConfig::frame_bytes(std::uint64_t data) const {
  return frame_preamble + frame_header + std::max(headers + data, shortest_payload) + check_sequence + frame_gap;
}

std::uint64_t EthernetConfig::wire_bytes(std::uint64_t message_bytes) const {
  const std::uint64_t full = frames(message_bytes) - 1;
  return full * frame_bytes(segment()) + frame_bytes(message_bytes - full * segment());
}

double EthernetConfig::least_wire_bytes(double mean_bytes) const {
  const auto of_frame = static_cast<double>(frame_bytes(segment()) - segment());
  const double full = mean_bytes / static_cast<double>(segment());
  return std::max({static_cast<double>(frame_bytes(0)), mean_bytes + of_frame, mean_bytes + full * of_frame});
}

Capacity EthernetConfig::capacity(std::uint64_t message_bytes) const {
  const double share = static_cast<double>(message_bytes) / static_cast<double>(wire_bytes(message_bytes));
  const double bytes = static_cast<double>(rate) / 8 * share;
  return {bytes, bytes};
}

ParameterTable EthernetConfig::parameters() {
  const std::string standard = "IEEE 802.3";
  ParameterTable table;
  table.choice("kind", kind, {"hub", "switch"},
               "hub: one half-duplex medium for all stations; switch: a full-duplex link for each");
  table.data_rate("rate", rate, {1'000'000, 1'000'000'000'000}, "of the medium, or of each link", standard);
  table.bytes("mtu", mtu, {46, 9000}, "payload of a frame, IP and TCP headers included", standard);
  table.bytes("headers", headers, {0, 120}, "IP and TCP headers in each frame", "RFC 791 and RFC 793");
  table.check([this]() -> std::vector<ParameterProblem> {
    if (headers < mtu) return {};
    return {{"headers",
             std::to_string(headers) + " B leave no room for data in a frame's " + std::to_string(mtu) + " B",
             "make headers less than mtu",
             {"mtu"},
             {{"mtu", headers + 1}, {"headers", mtu - 1}}}};
  });
  return table;
}

}  // namespace isochron
