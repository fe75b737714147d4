// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include <isochron/core/class_turns.h>
#include <isochron/observe/parameter_table.h>

namespace isochron {

/// The classes of traffic that a part tells apart, and how it chooses between them.
struct ClassParameters {
  std::uint64_t classes = 1;
  ClassOrder serve = ClassOrder::strict;
  std::vector<std::uint64_t> weights;  ///< one a class; empty: all alike

  void add_to(ParameterTable& table);
  unsigned count() const { return static_cast<unsigned>(classes); }
  ClassService service() const { return {count(), serve, weights}; }

  /// Of a bus, which tells all classes apart: adds "weights", which count where `weighted` holds.
  static void add_weights_to(ParameterTable& table, std::vector<std::uint64_t>& weights, const Condition& weighted);
};

}  // namespace isochron
