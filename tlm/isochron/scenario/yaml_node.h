// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include <isochron/scenario/source_position.h>

namespace isochron {

/// A piece of YAML that knows where it was written. A plain tree: aliases and duplicate keys do not exist here.
struct YamlNode {
  enum class Kind { null, scalar, sequence, map };

  /// A key of a map.
  struct Key {
    std::string text;
    SourcePosition position;
  };

  Kind kind = Kind::null;
  SourcePosition position;
  std::string text;             ///< of a scalar
  std::vector<Key> keys;        ///< of a map, in the order of the file
  std::vector<YamlNode> items;  ///< of a sequence, or the values of a map beside `keys`

  bool is_null() const { return kind == Kind::null; }
  bool is_scalar() const { return kind == Kind::scalar; }
  bool is_sequence() const { return kind == Kind::sequence; }
  bool is_map() const { return kind == Kind::map; }

  /// The value of `key`, or nullptr.
  const YamlNode* find(const std::string& key) const {
    for (std::size_t i = 0; i < keys.size(); ++i)
      if (keys[i].text == key) return &items[i];
    return nullptr;
  }

  /// "nothing", "a single value", "a list" or "a map", for messages.
  std::string kind_name() const {
    switch (kind) {
      case Kind::null:
        return "nothing";
      case Kind::scalar:
        return "a single value";
      case Kind::sequence:
        return "a list";
      case Kind::map:
        return "a map";
    }
    return {};
  }
};

}  // namespace isochron
