// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <set>
#include <string>
#include <unordered_map>

#include <isochron/machine/elaborate/netlist.h>

namespace isochron {

/// Meaning of the paths of a machine file: its parts, and the names that types give to ports inside them.
class PartNames {
 public:
  struct End {
    std::size_t part = 0;
    PortRef port;
  };

  /// `parts` is filled meanwhile, and must outlive this.
  explicit PartNames(const std::vector<FlatPart>& parts) : parts_(parts) {}

  /// The part that is about to be added; false: there is one of this name.
  bool add_part(const std::string& path) {
    return composites_.count(path) == 0 && places_.emplace(path, parts_.size()).second;
  }
  /// A part that is made of others; false: there is one of this name.
  bool add_composite(const std::string& path, const TypeDeclaration& type) {
    return places_.count(path) == 0 && composites_.emplace(path, &type).second;
  }
  /// "node[0].to_fabric" is `inside`, as is declared at `position`.
  void add_alias(const std::string& name, const std::string& inside, const SourcePosition& position) {
    aliases_[name] = {inside, position};
  }
  /// A part that its `when` leaves out.
  void add_absent(const std::string& path) { absent_.insert(path); }

  /// The port that `written` names. Throws InputError at `position`, with what there is.
  End find(const std::string& written, const SourcePosition& position) const;

 private:
  /// A path and the place that is to blame for it.
  struct Place {
    std::string path;
    SourcePosition position;
  };

  /// The part that a name within a type stands for in the end, and the declaration that says so.
  Place settled(Place written) const;
  [[noreturn]] void no_part(const Place& named, const std::string& owner, const std::string& port) const;
  [[noreturn]] void no_port(const FlatPart& part, std::size_t group, std::uint64_t index, std::uint64_t limit,
                            const SourcePosition& position) const;

  const std::vector<FlatPart>& parts_;
  std::unordered_map<std::string, std::size_t> places_;
  std::unordered_map<std::string, Place> aliases_;
  std::unordered_map<std::string, const TypeDeclaration*> composites_;
  std::set<std::string> absent_;
};

}  // namespace isochron
