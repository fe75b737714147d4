// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <isochron/machine/analyse/transfer_paths.h>
#include <isochron/machine/elaborate/netlist.h>
#include <isochron/machine/run/machine_description.h>
#include <isochron/machine/workload/workload.h>

namespace isochron {

/// For how long parts are taken by what is done with them and by transfers over them, by arithmetic.
class PartLoads {
 public:
  /// `taken`: of each part's time, by other workloads. `netlist` must outlive this.
  PartLoads(const Netlist& netlist, const PartShares& taken)
      : netlist_(netlist), taken_(taken), parts_(netlist.parts.size()), kept_(netlist.parts.size()) {}

  /// `part` is taken for so many seconds.
  void hold(std::size_t part, double seconds) { parts_[part].seconds += seconds; }
  /// `part` is kept `times` times for `seconds`. That is counted apart: whoever does not keep it may be in it
  /// meanwhile.
  void keep(std::size_t part, double seconds, double times) { kept_[part].seconds += seconds * times; }
  /// What is within `part`, such as its "port", is taken for `seconds`.
  void hold_within(std::size_t part, const std::string& name, double seconds) {
    within_[{part, name}].seconds += seconds;
  }
  /// `times` transfers of `bytes`, `piece` at a time or, where that is 0, whole. Returns the seconds of one that meets
  /// nobody.
  double transfer(const TransferPath& path, bool write, std::uint64_t bytes, double times, std::uint64_t piece = 0);
  /// Of a transfer that meets nobody.
  double seconds_of(const TransferPath& path, bool write, std::uint64_t bytes) const;
  /// Transfers that go on all the time, so many a second. Returns the largest fraction of its time that a interconnect
  /// on the path is taken by such transfers, and which part it is.
  std::pair<double, std::size_t> disturb(const TransferPath& path, bool write, std::uint64_t bytes, double per_second);

  /// Of each kind of part, the instance that is taken longest, in what is left beside what goes on all the time.
  /// `bytes`: of what is done in all, in whose bytes/s they are; load and capacity are of an instance, of which all
  /// take an equal part. `demand`: bytes/s that are asked for; without it as many as the tightest allows.
  std::vector<ResourceBound> bounds(double bytes, const std::optional<double>& demand) const;
  /// That the part is taken, or kept if that is longer.
  double seconds(std::size_t part) const { return std::max(parts_[part].seconds, kept_[part].seconds); }
  /// Of each part's time, that it is taken where all of this is done in `seconds`.
  PartShares shares_in(double seconds) const;
  /// Of each part's time, that it is taken by what goes on all the time.
  PartShares disturbed() const;
  /// That the busiest port of a crossbar is taken.
  double longest_lane() const;
  /// Events of the region that these transfers cost.
  double events() const { return events_; }

 private:
  /// What keeps a part, or one port of a crossbar.
  struct Load {
    double seconds = 0;
    double share = 0;  ///< of all its time, that it is taken by what goes on all the time
  };
  /// Calls `visit` with what is taken there, and the part.
  void at(const InterconnectHop& hop, const std::function<void(Load&)>& visit);

  const Netlist& netlist_;
  PartShares taken_;
  std::vector<Load> parts_;
  std::vector<Load> kept_;
  std::map<std::pair<std::size_t, PortRef>, Load> lanes_;
  std::map<std::pair<std::size_t, std::string>, Load> within_;
  double events_ = 0;
};

}  // namespace isochron
