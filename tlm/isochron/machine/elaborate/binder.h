// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include <isochron/machine/elaborate/netlist.h>
#include <isochron/machine/elaborate/part_names.h>
#include <isochron/machine/elaborate/wire.h>

namespace isochron {

/// Joins the ports of parts, and checks that they fit: direction, links in their places, protocol, one connection a
/// port, none left over.
class Binder {
 public:
  /// Both must outlive this.
  Binder(Netlist& netlist, const PartNames& names) : netlist_(netlist), names_(names) {}

  /// Throws InputError.
  void join(const std::vector<Wire>& wires);

 private:
  using End = PartNames::End;

  void join(const Wire& wire);
  /// Of a part that calls another one.
  void note_call(const End& from, const End& to, const Wire& wire);
  const PortGroup& group_of(const End& end) const { return netlist_.parts[end.part].groups[end.port.group]; }
  void take(const End& end, std::size_t number, const std::string& path, const SourcePosition& position);
  void close_gaps(FlatPart& part, std::size_t group);
  void size_ports();
  void settle_fabrics();
  void require_all_joined() const;
  void introduce();

  Netlist& netlist_;
  const PartNames& names_;
};

}  // namespace isochron
