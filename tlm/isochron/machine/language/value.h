// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <variant>
#include <vector>

#include <isochron/machine/language/number.h>

namespace isochron {

/// What an expression of a machine file comes to: a number, true or false, a name (of a choice), or dimensions.
using Value = std::variant<Number, bool, std::string, std::vector<std::uint64_t>>;

/// What names stand for where an expression is worked out: parameters of the type around it, and the variables of its
/// `for`.
class Names {
 public:
  Names() = default;
  explicit Names(std::map<std::string, Value> values) : values_(std::move(values)) {}

  const Value* find(const std::string& name) const {
    const auto found = values_.find(name);
    return found == values_.end() ? nullptr : &found->second;
  }
  void set(const std::string& name, Value value) { values_[name] = std::move(value); }
  void forget(const std::string& name) { values_.erase(name); }
  std::vector<std::string> all() const {
    std::vector<std::string> names;
    for (const auto& [name, value] : values_) names.push_back(name);
    return names;
  }
  friend bool operator==(const Names& a, const Names& b) { return a.values_ == b.values_; }

 private:
  std::map<std::string, Value> values_;
};

/// "a plain number", "true or false", "a name", for messages.
std::string kind_of(const Value& value);

}  // namespace isochron
