// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include <isochron/machine/language/machine_file.h>
#include <isochron/machine/language/value.h>

namespace isochron {

/// Reads what an option of traffic has in place of one value: {of: [4 Mb/s, 15 Mb/s], weights: [3, 1]}.
class WeightedReader {
 public:
  /// `item` checks a value and keeps it.
  using Item = std::function<void(const Value& value, const SourcePosition& position)>;

  WeightedReader(std::string option, const Names& names, Item item)
      : option_(std::move(option)), names_(names), item_(std::move(item)) {}

  /// Whether the setting was one of the two, and was read. Throws InputError.
  bool take(const Setting& setting);
  /// After the last setting: weights, 1 each where the file has none; none where it has no list. Throws InputError.
  std::vector<std::uint64_t> weights() const;

 private:
  std::string option_;
  const Names& names_;
  Item item_;
  std::size_t items_ = 0;
  SourcePosition position_;
  std::vector<std::uint64_t> weights_;
  SourcePosition weights_position_;
};

}  // namespace isochron
