// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <utility>

namespace isochron {

/// A part whose routes can change during a run. It is found by its place in the SystemC hierarchy, as a Faulty is.
class Rerouted {
 public:
  using Change = std::function<void(std::uint32_t endpoint, unsigned way, unsigned output)>;

  /// How its routes change: by whoever made them, once.
  void change_routes_by(Change change) { change_ = std::move(change); }
  /// From now on what goes to `endpoint` by `way` leaves by `output`; nothing may be on its way there.
  void change_route(std::uint32_t endpoint, unsigned way, unsigned output) {
    if (change_) change_(endpoint, way, output);
  }

 protected:
  ~Rerouted() = default;

 private:
  Change change_;  ///< empty: all leaves by one output
};

}  // namespace isochron
