// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

namespace isochron {

/// Something that differs between two results.
struct Difference {
  std::string name;
  std::string first;  ///< as text; "-" when absent
  std::string second;
  std::optional<double> relative;  ///< second / first - 1
};

/// Differences of a part of the result, under a heading.
struct DifferenceSection {
  std::string heading;
  std::vector<Difference> differences;
};

/// What differs between two results, parameters first, then metrics, then components, then curves and the fingerprint.
/// Sections without differences are left out.
std::vector<DifferenceSection> compare_results(const nlohmann::ordered_json& before,
                                               const nlohmann::ordered_json& after);

}  // namespace isochron
