// SPDX-License-Identifier: Apache-2.0
#include <isochron/part/class_parameters.h>

#include <string>

namespace isochron {

void ClassParameters::add_to(ParameterTable& table) {
  table.count("classes", classes, {1, most_classes},
              "classes of traffic that it tells apart, each with a queue and buffers of its own; higher ones are "
              "served as the last");
  table.choice("serve", serve, {"strict", "weighted"},
               "which class is next: the one with the lowest number, or each by its weight, in bytes");
  table.numbers("weights", weights, {1, 1'000'000}, "of the classes, from class 0 on; []: all alike");
  const Condition several = table.at_least("classes", 2);
  table.counts_where(several, {"serve", "weights"});
  table.counts_where(table.is("serve", {"weighted"}), {"weights"});
  table.check([this]() -> std::vector<ParameterProblem> {
    if (classes < 2 || serve == ClassOrder::strict || weights.empty() || weights.size() == classes) return {};
    return {{"weights",
             "there are " + std::to_string(weights.size()) + " weights of " + std::to_string(classes) + " classes",
             "write one weight for each class",
             {"classes"},
             {{"classes", weights.size()}}}};
  });
}

}  // namespace isochron
