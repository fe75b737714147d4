// SPDX-License-Identifier: Apache-2.0
#include <isochron/software/voyager/protocol_stack_config.h>

namespace isochron {

namespace {
constexpr std::uint64_t all_of_it = 1'000'000;  ///< millionths
}  // namespace

ParameterTable ProtocolStackConfig::Cost::parameters() {
  ParameterTable table;
  table.duration("packet", packet, {0, second}, "of the processor, a packet", "Voyager, Table 4: calibrated");
  table.duration("byte", byte, {0, millisecond}, "of the processor, a byte", "Voyager, Table 4: calibrated");
  return table;
}

ParameterTable ProtocolStackConfig::parameters() {
  ParameterTable table;
  table.nest("receive", receive.parameters());
  table.nest("send", send.parameters());
  table.duration_or("small", small, "off", {1, second}, "of the processor, more for a small packet; off: none",
                    "Voyager, Table 4, rows of 128 Kb/s: calibrated");
  table.bytes("small_below", small_below, {1, 1 << 20}, "a packet with fewer is small", "our own");
  table.fraction("kernel_share", kernel_share, {0, all_of_it},
                 "of a packet's work that is the kernel's, and preempts the application", "our own");
  table.bytes("socket", socket, {1, 1 << 30}, "that wait to be read, or of one stream to be sent, at most", "our own");
  table.count("interrupts", interrupts, {1, 65536}, "packets from the network that wait for the kernel, at most",
              "our own");
  table.choice("protocol", protocol, {"udp", "aal5"}, "udp: UDP on IP, with checksums; aal5: neither of these",
               "Voyager, section 5.4");
  table.flag("copies", copies, "packets are copied between the application and the kernel",
             "Voyager, section 5.4: zero-copy adapters do without");
  table.fraction("checksum_share", checksum_share, {0, all_of_it},
                 "of a byte's work that is the checksum; the rest is the copy", "our own");
  table.fraction("protocol_share", protocol_share, {0, all_of_it}, "of a packet's work that is UDP and IP", "our own");
  table.counts_where({"small", "a duration", [this] { return small > 0; }}, {"small_below"});
  table.counts_where(
      {"copies", "false with udp, true with aal5", [this] { return copies == (protocol == Protocol::aal5); }},
      {"checksum_share"});
  table.counts_where(table.is("protocol", {"aal5"}), {"protocol_share"});
  return table;
}

Time ProtocolStackConfig::work(const Cost& cost, std::uint64_t bytes) const {
  __extension__ typedef unsigned __int128 Wide;
  const std::uint64_t packet_share = protocol == Protocol::udp ? all_of_it : all_of_it - protocol_share;
  const std::uint64_t byte_share =
      (protocol == Protocol::udp ? checksum_share : 0) + (copies ? all_of_it - checksum_share : 0);
  const std::uint64_t packet = cost.packet + (bytes < small_below ? small : 0);
  const Wide millionths = static_cast<Wide>(packet) * packet_share + static_cast<Wide>(cost.byte) * bytes * byte_share;
  return static_cast<Time>((millionths + all_of_it / 2) / all_of_it);
}

Time ProtocolStackConfig::kernel_part(Time work) const {
  __extension__ typedef unsigned __int128 Wide;
  return static_cast<Time>((static_cast<Wide>(work) * kernel_share + all_of_it / 2) / all_of_it);
}

}  // namespace isochron
