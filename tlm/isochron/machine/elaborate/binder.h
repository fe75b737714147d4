// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include <isochron/machine/elaborate/netlist.h>
#include <isochron/machine/elaborate/part_names.h>
#include <isochron/machine/elaborate/wire.h>

namespace isochron {

/// Joins the ports of parts, and checks that they fit: direction, links in their places, protocol, one connection a
/// port, none left over. A connection of peers becomes two, one for each direction.
class Binder {
 public:
  /// Both must outlive this.
  Binder(Netlist& netlist, const PartNames& names) : netlist_(netlist), names_(names) {}

  /// Throws InputError.
  void join(const std::vector<Wire>& wires);

 private:
  /// An end of a wire, and what the file calls it.
  struct End : PartNames::End {
    End(const PartNames::End& end, const std::string& written, const SourcePosition& place)
        : PartNames::End(end), path(written), position(place) {}

    const std::string& path;
    const SourcePosition& position;
  };

  /// Returns the number of the connection, of peers that of the first of both.
  std::size_t join(const Wire& wire);
  std::size_t join_peers(const End& from, const End& to, const Wire& wire);
  /// An output and an input, which fit by their roles.
  std::size_t join(const End& from, const End& to, const Wire& wire);
  /// The peer's direction.
  End direction(const End& peer, PeerHalf half) const;
  End sends(const End& peer) const { return direction(peer, PeerHalf::tx); }
  End receives(const End& peer) const { return direction(peer, PeerHalf::rx); }
  /// Of a part that calls another one.
  void note_call(const End& from, const End& to, const Wire& wire);
  const PortGroup& group_of(const End& end) const { return netlist_.parts[end.part].groups[end.port.group]; }
  void take(const End& end, std::size_t number);
  void close_gaps(FlatPart& part, std::size_t group);
  void size_ports();
  void settle_fabrics();
  void require_all_joined() const;
  void introduce();

  Netlist& netlist_;
  const PartNames& names_;
};

}  // namespace isochron
