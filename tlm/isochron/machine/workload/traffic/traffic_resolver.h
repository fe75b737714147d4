// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <unordered_map>

#include <isochron/machine/elaborate/netlist.h>
#include <isochron/machine/workload/traffic/flat_traffic.h>

namespace isochron {

/// Finds the sources and sinks of a machine's traffic, and how they send.
class TrafficResolver {
 public:
  /// Both must outlive this.
  TrafficResolver(const MachineFile& file, Netlist& netlist) : file_(file), netlist_(netlist) {}

  /// All of the file. Throws InputError.
  void resolve(const Names& names);

 private:
  FlatTraffic resolve(const TrafficDeclaration& declared, const Names& names) const;
  void read_settings(const TrafficDeclaration& declared, const Names& names, FlatTraffic& traffic) const;
  /// Finds the traffic that traffic number `number` follows, and what it is asked for.
  void follow(std::size_t number);
  std::size_t leader_of(const TrafficDeclaration& declared, std::size_t number) const;
  void number_sinks(const Names& names, FlatTraffic& traffic) const;
  void weigh(const Names& names, FlatTraffic& traffic) const;
  std::vector<std::uint64_t> weights_with(const Names& names, const FlatTraffic& traffic) const;
  void read_shares(const Setting& setting, FlatTraffic& traffic) const;
  /// Takes out what is down.
  void leave_out(const TrafficDeclaration& declared, FlatTraffic& traffic) const;
  /// Deals the I/Os of its trace out to its sources.
  static void deal_trace(const TrafficDeclaration& declared, FlatTraffic& traffic);
  /// Whether the machine runs until its traffic is done: nothing else has an end.
  bool must_end() const;
  void check_requests(const TrafficDeclaration& declared, const FlatTraffic& traffic) const;
  void check_arrivals(const TrafficDeclaration& declared, const FlatTraffic& traffic) const;
  void check_units(const TrafficDeclaration& declared, const FlatTraffic& traffic, std::size_t source) const;
  void check_sources(const TrafficDeclaration& declared, const FlatTraffic& traffic);
  void warning_messages(const TrafficDeclaration& declared, const FlatTraffic& traffic);
  void check_intervals(const TrafficDeclaration& declared, const FlatTraffic& traffic) const;
  void check_sinks(const TrafficDeclaration& declared, const FlatTraffic& traffic) const;

  const MachineFile& file_;
  Netlist& netlist_;
  std::unordered_map<std::size_t, std::string> users_;  ///< of sources, by their traffic
};

}  // namespace isochron
