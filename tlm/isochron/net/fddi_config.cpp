// SPDX-License-Identifier: Apache-2.0
#include <isochron/net/fddi_config.h>

#include <algorithm>
#include <string>

#include <isochron/core/rate.h>

namespace isochron {

namespace {

constexpr std::uint64_t token_bytes = 11;  ///< preamble 8, starting delimiter, frame control, ending delimiter

}  // namespace

std::uint64_t FddiConfig::frames(std::uint64_t message_bytes) const {
  return message_bytes == 0 ? 1 : (message_bytes - 1) / segment() + 1;
}

std::uint64_t FddiConfig::wire_bytes(std::uint64_t message_bytes) const {
  return message_bytes + frames(message_bytes) * frame_bytes(0);
}

Time FddiConfig::time_of(std::uint64_t bytes) const {
  return Rate::bits_per_second(rate).time_of(bytes);
}

Time FddiConfig::token_time() const {
  return time_of(token_bytes);
}

bool FddiConfig::is_synchronous(unsigned station) const {
  return std::find(synchronous_stations.begin(), synchronous_stations.end(), station) != synchronous_stations.end();
}

Time FddiConfig::least_ttrt(unsigned stations) const {
  // Each station that sends issues a token: in the worst case all do. The standard counts one.
  return latency(stations) + stations * token_time() + time_of(frame_bytes(segment())) +
         synchronous_stations.size() * synchronous;
}

Capacity FddiConfig::capacity(std::uint64_t message_bytes, unsigned stations) const {
  const double target = static_cast<double>(ttrt);
  const double round = static_cast<double>(latency(stations));
  const double frame = static_cast<double>(time_of(frame_bytes(std::min(message_bytes, segment()))));
  const double share = static_cast<double>(message_bytes) / static_cast<double>(wire_bytes(message_bytes));
  const double bytes = static_cast<double>(rate) / 8 * share;
  // What a station held the token for counts against its next turn, so that two turns in a row, with the two or more
  // rotations in between, have less than two target times less the rotations, and a frame that has begun.
  const double alone = (target - round + frame) / (target + round + frame);
  return {bytes * alone, bytes * (target - round) / target};
}

ParameterTable FddiConfig::parameters() {
  const std::string mac = "ANSI X3.139 (ISO 9314-2)";
  const std::string latencies = "ANSI X3.139: as in D_Max, 1.617 ms for 1000 x 600 ns and 200 km of fibre";
  ParameterTable table;
  table.data_rate("rate", rate, {1'000'000, 1'000'000'000'000}, "of the ring", mac);
  table.duration("ttrt", ttrt, {4 * millisecond, 165 * millisecond}, "target token rotation time",
                 mac + "; the default: R. Jain, Performance Analysis of FDDI Token Ring Networks, SIGCOMM 1990");
  table.duration("station_delay", station_delay, {1 * nanosecond, 100 * microsecond}, "latency of a station",
                 latencies);
  table.duration("cable", cable, {0, 2 * millisecond}, "latency of the whole ring's fibre: 5.085 us/km", latencies);
  table.bytes("overhead", overhead, {28, 64},
              "of a frame beside its payload: preamble, delimiters, control, addresses, check sequence, status (28 B), "
              "LLC and SNAP (8 B)",
              mac + "; RFC 1390");
  table.bytes("mtu", mtu, {64, 4470}, "payload of a frame, IP and UDP headers included",
              "RFC 1390; at most what is left of a frame of 4500 B");
  table.bytes("headers", headers, {0, 120}, "IP and UDP headers in each frame", "RFC 791 and RFC 768");
  table.duration("synchronous", synchronous, {0, 165 * millisecond},
                 "time a rotation that each of synchronous_stations may send for", mac);
  table.indices("synchronous_stations", synchronous_stations, {0, 999},
                "stations that send whether the token is early or late, and never longer than synchronous; all others "
                "are asynchronous");
  table.counts_where({"synchronous_stations", "one or more", [this] { return !synchronous_stations.empty(); }},
                     {"synchronous"});
  table.check([this]() -> std::vector<ParameterProblem> {
    if (headers < mtu) return {};
    return {{"headers",
             std::to_string(headers) + " B leave no room for data in a frame's " + std::to_string(mtu) + " B",
             "make headers less than mtu",
             {"mtu", "headers"},
             {{"mtu", headers + 1}, {"headers", mtu - 1}}}};
  });
  table.check([this]() -> std::vector<ParameterProblem> {
    if (headers >= mtu || synchronous_stations.empty()) return {};
    const Time frame = time_of(frame_bytes(segment()));
    if (synchronous >= frame) return {};
    return {{"synchronous",
             "a full frame takes " + std::to_string(frame / nanosecond) + " ns, more than the stations may send for",
             "make synchronous as long as a full frame, or have no synchronous_stations",
             {"synchronous", "synchronous_stations", "mtu", "rate"},
             {{"synchronous", frame}}}};
  });
  table.check([this]() -> std::vector<ParameterProblem> {
    if (headers >= mtu) return {};
    std::uint64_t stations = 2;
    for (const std::uint64_t station : synchronous_stations) stations = std::max(stations, station + 1);
    const Time least = least_ttrt(static_cast<unsigned>(stations));
    if (least <= ttrt) return {};
    return {{"ttrt",
             "the ring's latency, a frame, tokens and all synchronous allocations take " +
                 std::to_string(least / nanosecond) + " ns, more than a rotation may",
             "make ttrt longer, or latencies and allocations shorter",
             {"ttrt", "synchronous", "synchronous_stations", "cable", "station_delay", "rate"},
             {{"ttrt", least}, {"synchronous", 0}, {"cable", 0}}}};
  });
  return table;
}

}  // namespace isochron
