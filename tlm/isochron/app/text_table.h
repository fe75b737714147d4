// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace isochron {

/// A table for the screen: columns as wide as their widest cell, two spaces between them.
class TextTable {
 public:
  /// A heading that begins with '>' makes its column right-aligned (and is shown without it).
  explicit TextTable(std::vector<std::string> headings);

  void add(std::vector<std::string> cells);
  bool empty() const { return rows_.size() == 1; }
  std::string text() const;

 private:
  std::vector<bool> right_;
  std::vector<std::vector<std::string>> rows_;  ///< the headings first
};

}  // namespace isochron
