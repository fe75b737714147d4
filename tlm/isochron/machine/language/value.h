// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <unordered_map>
#include <utility>
#include <variant>
#include <vector>

#include <isochron/machine/language/number.h>

namespace isochron {

/// Whole numbers in an order.
struct NumberList {
  std::vector<std::uint64_t> numbers;

  friend bool operator==(const NumberList& a, const NumberList& b) { return a.numbers == b.numbers; }
};

/// What an expression of a machine file comes to: a number, true or false, a name (of a choice), dimensions, or a list.
using Value = std::variant<Number, bool, std::string, std::vector<std::uint64_t>, NumberList>;

/// What names stand for where an expression is worked out: parameters of the type around it, and the variables of its
/// `for`.
class Names {
 public:
  Names() = default;
  explicit Names(const std::map<std::string, Value>& values) : values_(values.begin(), values.end()) {}
  /// All of `outer`, which must outlive them, and those that are set here.
  static Names within(const Names& outer) {
    Names names;
    names.outer_ = &outer;
    return names;
  }

  /// What a name with a dot stands for that has no value here; nullptr: nothing.
  using Resolver = std::function<const Value*(const std::string& name)>;

  const Value* find(const std::string& name) const {
    const auto found = values_.find(name);
    if (found != values_.end()) return &found->second;
    if (outer_ != nullptr) return outer_->find(name);
    return resolver_ && name.find('.') != std::string::npos ? resolver_(name) : nullptr;
  }
  void resolve_by(Resolver resolver) { resolver_ = std::move(resolver); }
  void set(const std::string& name, Value value) { values_[name] = std::move(value); }
  /// The value of a name, which is added where it is new. Valid as long as the name is there.
  Value& slot(const std::string& name) { return values_[name]; }
  void forget(const std::string& name) { values_.erase(name); }
  std::vector<std::string> all() const {
    std::vector<std::string> names = outer_ != nullptr ? outer_->all() : std::vector<std::string>();
    for (const auto& [name, value] : values_)
      if (outer_ == nullptr || outer_->find(name) == nullptr) names.push_back(name);
    std::sort(names.begin(), names.end());
    return names;
  }
  friend bool operator==(const Names& a, const Names& b) { return a.values_ == b.values_ && a.outer_ == b.outer_; }

 private:
  const Names* outer_ = nullptr;
  std::unordered_map<std::string, Value> values_;
  Resolver resolver_;
};

/// "a plain number", "true or false", "a name", for messages.
std::string kind_of(const Value& value);

}  // namespace isochron
