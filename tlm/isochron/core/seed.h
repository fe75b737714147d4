// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>

#include <isochron/core/error.h>

namespace isochron {

/// The seed of a simulation's random numbers. It can still be changed after the machine has been built, as long as
/// nothing has used it. Copies share one value.
class Seed {
 public:
  /// A number is a seed: implicit.
  Seed(std::uint64_t value) : state_(std::make_shared<State>(State{value})) {}  // NOLINT(*-explicit-*)

  std::uint64_t value() const {
    state_->is_used = true;
    return state_->value;
  }
  /// Whether value() has been called.
  bool is_used() const { return state_->is_used; }
  /// Throws ModelError if it is used: the same simulation would have numbers of two seeds.
  void choose(std::uint64_t value) {
    if (state_->is_used) throw ModelError("a seed is chosen after random numbers have been drawn");
    state_->value = value;
  }

 private:
  struct State {
    std::uint64_t value = 1;
    bool is_used = false;
  };
  std::shared_ptr<State> state_;
};

}  // namespace isochron
