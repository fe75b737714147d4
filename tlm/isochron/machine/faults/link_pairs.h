// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <isochron/scenario/yaml_node.h>

namespace isochron {

/// Which links are the two directions of one line, as the section `pairs` of a machine file says: paths whose indices
/// may be names, which stand for any number and for the same one in both: {"node[a].link[b]": "node[b].link[a]"}.
class LinkPairs {
 public:
  LinkPairs() = default;
  /// Throws InputError.
  explicit LinkPairs(const YamlNode& node);

  /// The link of the other direction; nullopt: none is known.
  std::optional<std::string> back_of(const std::string& path) const;

 private:
  /// A path with names in place of indices: what is between them, and one more than there are names.
  struct Form {
    std::vector<std::string> texts;
    std::vector<std::string> names;
  };
  static Form read_form(const std::string& text, const SourcePosition& position);
  static std::optional<std::string> back_by(const Form& from, const Form& to, const std::string& path);

  std::vector<std::pair<Form, Form>> pairs_;
};

}  // namespace isochron
