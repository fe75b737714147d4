// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include <isochron/scenario/source_position.h>

namespace isochron {

/// A path whose indices may be names, each of which stands for any number: "node[a].link[3][b]".
class PathForm {
 public:
  using Indices = std::map<std::string, std::string>;

  /// Throws InputError.
  PathForm(const std::string& text, const SourcePosition& position);

  const std::vector<std::string>& names() const { return names_; }
  /// What its names stand for in `path`; nullopt: the path has another form.
  std::optional<Indices> match(const std::string& path) const;
  /// The path with these indices, of which it has all names.
  std::string path(const Indices& indices) const;

 private:
  std::vector<std::string> texts_;  ///< in front of each name, and behind the last
  std::vector<std::string> names_;
};

}  // namespace isochron
