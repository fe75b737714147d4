// SPDX-License-Identifier: Apache-2.0
#include <isochron/storage/disk_delay.h>

#include <isochron/core/error.h>
#include <isochron/core/triangular_time.h>

namespace isochron {

ParameterTable DiskDelay::parameters() {
  constexpr const char* source = "Milkovits 2005, section 3.1";
  ParameterTable table;
  table.duration("min", min, {0, 100 * second}, "shortest delay from request to data", source);
  table.duration("mode", mode, {0, 100 * second}, "most frequent delay", source);
  table.duration("max", max, {0, 100 * second}, "longest delay", source);
  table.check([this]() -> std::vector<ParameterProblem> {
    if (is_a_law()) return {};
    return {{"mode",
             "min, mode and max are not in order",
             "make min <= mode <= max",
             {"min", "mode", "max"},
             {{"min", mode}, {"mode", min}, {"mode", max}, {"max", mode}, {"max", min}, {"min", max}}}};
  });
  return table;
}

Time DiskDelay::draw(SplitMix64& stream) const {
  if (!is_a_law()) throw ModelError("a disk delay is drawn between bounds that are not in order");
  return draw_triangular(min, mode, max, stream);
}

}  // namespace isochron
