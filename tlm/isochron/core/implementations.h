// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <utility>

namespace isochron {

/// The implementations of one kind of component, by the names that scenarios call them. What is RTL is not in the
/// library of models: a program that has it says so here before it reads a scenario.
template <class Maker>
class Implementations {
 public:
  void offer(const std::string& name, Maker maker) { makers_[name] = std::move(maker); }
  /// Says why this program has no `name`, and what to do about it.
  void lacks(const std::string& name, std::string cause, std::string remedy) {
    reasons_[name] = {std::move(cause), std::move(remedy)};
  }

  /// The maker of `name`, or nullptr.
  const Maker* find(const std::string& name) const {
    const auto found = makers_.find(name);
    return found == makers_.end() ? nullptr : &found->second;
  }
  /// Cause and remedy.
  std::pair<std::string, std::string> why_not(const std::string& name) const {
    const auto found = reasons_.find(name);
    if (found != reasons_.end()) return found->second;
    return {"this program has no `" + name + "`", "Use the isochron command, or offer an implementation"};
  }

 private:
  std::map<std::string, Maker> makers_;
  std::map<std::string, std::pair<std::string, std::string>> reasons_;
};

}  // namespace isochron
