// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <isochron/machine/elaborate/netlist.h>
#include <isochron/machine/route/transits.h>
#include <isochron/machine/workload/traffic/flow_loads.h>
#include <isochron/part/message_buffers.h>

namespace isochron {

/// Message buffers of an output port, or of a sink.
struct BufferPlace {
  std::size_t part = 0;
  std::optional<PortRef> port;  ///< nullopt: a sink's
};

/// Messages that take them.
struct Taken {
  double bytes = 0;     ///< a second
  double messages = 0;  ///< a second
  double seconds = 0;   ///< a second, of all buffers together, at least
};

/// For how long the message buffers of a machine are taken. A port of B buffers, each taken for t seconds by a message
/// when nothing else is in its way, lets at most B / t messages a second through.
class BufferUse {
 public:
  /// Both must outlive this.
  BufferUse(const Netlist& netlist, const Transits& transits) : netlist_(netlist), transits_(transits) {}

  /// Those of the machine.
  std::vector<BufferPlace> places() const;
  /// "x.out[0]", or the sink.
  std::string path(const BufferPlace& place) const;
  Taken taken(const BufferPlace& place, const FlowLoads& loads) const;
  /// How many times as much the fullest of the parts before and behind can carry; infinite: any amount.
  double around(const BufferPlace& place, const FlowLoads& loads) const;
  /// For people: how many buffers, for how long they are taken, and how many would be enough.
  std::string text(const BufferPlace& place, const FlowLoads& loads) const;

 private:
  /// From the grant until the message has come, and until it has been taken.
  Taken at_sink(std::size_t number, const FlowLoads& loads) const;
  /// From the grant until the message has come, and until it is across what is behind the port.
  Taken at_port(const BufferPlace& place, const FlowLoads& loads) const;
  /// How many times as much as it is asked for the part can carry.
  double more(std::size_t part, const FlowLoads& loads) const;

  /// By output of a part: how many times as much the fullest of the parts before it can carry.
  const std::map<PortRef, double>& before(std::size_t part, const FlowLoads& loads) const;

  const Netlist& netlist_;
  const Transits& transits_;
  // What `before` answered last: the outputs of a part are asked for one after another.
  mutable std::map<PortRef, double> before_;
  mutable std::optional<std::pair<std::size_t, std::vector<double>>> before_of_;
};

}  // namespace isochron
