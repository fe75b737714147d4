// SPDX-License-Identifier: Apache-2.0
#include <isochron/net/atm_link_config.h>

#include <isochron/net/atm_timing.h>
#include <isochron/net/message_channel.h>

namespace isochron {

namespace {

constexpr std::uint64_t cell_bytes = 53;
constexpr std::uint64_t cell_payload = 48;
constexpr std::uint64_t ip_and_udp = 20 + 8;
constexpr std::uint64_t llc_and_snap = 8;
constexpr std::uint64_t aal5_trailer = 8;

}  // namespace

std::uint64_t AtmLinkConfig::headers() const {
  return protocol == Protocol::udp ? ip_and_udp + llc_and_snap + aal5_trailer : aal5_trailer;
}

std::uint64_t AtmLinkConfig::cells_of(std::uint64_t message_bytes) const {
  return (message_bytes + headers() + cell_payload - 1) / cell_payload;
}

std::uint64_t AtmLinkConfig::wire_bytes(std::uint64_t message_bytes) const {
  return cells ? cells_of(message_bytes) * cell_bytes : message_bytes;
}

double AtmLinkConfig::payload_rate(std::uint64_t message_bytes) const {
  return static_cast<double>(rate) * static_cast<double>(message_bytes) /
         static_cast<double>(wire_bytes(message_bytes));
}

Capacity AtmLinkConfig::capacity(std::uint64_t message_bytes) const {
  const double bytes = payload_rate(message_bytes) / 8;
  return {bytes, bytes};
}

ParameterTable AtmLinkConfig::link_parameters() {
  ParameterTable table;
  table.data_rate("rate", rate, {1'000'000, 1'000'000'000'000}, "of the cells in each direction",
                  "ITU-T I.432.2: what an STM-1 of 155.52 Mb/s has for cells");
  table.count_or("queue", queue, "unlimited", {1, 1'000'000},
                 "messages that wait for a direction at most; one that comes then is lost", "our own");
  table.flag("cells", cells,
             "messages go in cells of 53 B, of which 48 are theirs; false: the rate is all payload, as in Table 3",
             "ITU-T I.361; Disz et al., Table 3");
  return table;
}

ParameterTable AtmLinkConfig::parameters() {
  ParameterTable table = link_parameters();
  table.choice("protocol", protocol, {"udp", "aal5"},
               "a message has the headers of IP, UDP and LLC and the trailer of AAL5, or the trailer alone",
               "RFC 791, RFC 768, RFC 1483, ITU-T I.363.5");
  table.counts_where({"cells", "true", [this] { return cells; }}, {"protocol"});
  return table;
}

MessageChannelConfig AtmLinkConfig::channel() const {
  return {MessageChannelConfig::Routing::by_lane, true, queue};
}

std::unique_ptr<const MessageTiming> AtmLinkConfig::timing() const {
  return std::make_unique<AtmTiming>(*this);
}

TypeInfo AtmLinkConfig::type_info() {
  TypeInfo info;
  info.name = type;
  info.summary =
      "An ATM link (OC-3): lane 0 to the network, lane 1 from it; a message is a frame of AAL5 in cells of 53 B";
  info.source = "ITU-T I.361, I.363.5 and I.432.2; Disz et al., section 3.1";
  MessageChannel::describe(info);
  AtmLinkConfig standard;
  info.describe_parameters(standard.parameters());
  return info;
}

}  // namespace isochron
