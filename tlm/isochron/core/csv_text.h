// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <string_view>
#include <vector>

namespace isochron {

/// Lines of a CSV text, one after the other: fields between commas, without blanks around them. A byte-order mark in
/// front and carriage returns at the ends of lines are no part of it; there are no quotes.
class CsvText {
 public:
  struct Field {
    std::string_view text;
    std::size_t column = 0;  ///< of its first byte in the line, from 1
  };

  /// The text that `text` refers to must outlive this.
  explicit CsvText(std::string_view text) : text_(text), begin_(text.rfind("\xef\xbb\xbf", 0) == 0 ? 3 : 0) {}

  /// Goes to the next line that is not empty; false: there is none.
  bool next() {
    while (begin_ < text_.size()) {
      const std::size_t end = std::min(text_.find('\n', begin_), text_.size());
      line_ = text_.substr(begin_, end - begin_);
      begin_ = end + 1;
      ++number_;
      if (!line_.empty() && line_.back() == '\r') line_.remove_suffix(1);
      if (line_.empty()) continue;
      split();
      return true;
    }
    return false;
  }

  /// From 1, counting empty ones.
  std::size_t number() const { return number_; }
  std::string_view line() const { return line_; }
  const std::vector<Field>& fields() const { return fields_; }

  /// The place of the field `name` in the line, which has names of columns; fields().size(): there is none.
  std::size_t place_of(std::string_view name) const {
    return static_cast<std::size_t>(
        std::find_if(fields_.begin(), fields_.end(), [name](const Field& field) { return field.text == name; }) -
        fields_.begin());
  }

 private:
  void split() {
    fields_.clear();
    for (std::size_t from = 0; from <= line_.size();) {
      const std::size_t end = std::min(line_.find(',', from), line_.size());
      std::size_t first = from, last = end;
      while (first < last && is_blank(line_[first])) ++first;
      while (last > first && is_blank(line_[last - 1])) --last;
      fields_.push_back({line_.substr(first, last - first), first + 1});
      from = end + 1;
    }
  }
  static bool is_blank(char letter) { return letter == ' ' || letter == '\t'; }

  std::string_view text_;
  std::size_t begin_;  ///< of the next line
  std::string_view line_;
  std::size_t number_ = 0;
  std::vector<Field> fields_;
};

}  // namespace isochron
