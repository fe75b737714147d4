// SPDX-License-Identifier: Apache-2.0
#include <isochron/part/class_parameters.h>

#include <string>

namespace isochron {

namespace {

constexpr Range weight_range{1, 1'000'000};

}  // namespace

void ClassParameters::add_to(ParameterTable& table) {
  table.count("classes", classes, {1, most_classes},
              "classes of traffic that it tells apart, each with a queue and buffers of its own; higher ones are "
              "served as the last");
  table.choice("serve", serve, {"strict", "weighted"},
               "which class is next: the one with the lowest number, or each by its weight, in bytes");
  table.numbers("weights", weights, weight_range, "of the classes, from class 0 on; []: all alike");
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

void ClassParameters::add_weights_to(ParameterTable& table, std::vector<std::uint64_t>& weights,
                                     const Condition& weighted) {
  table.numbers("weights", weights, weight_range,
                "of classes 0, 1, ..., in bytes; higher ones are the last; []: all alike");
  table.counts_where(weighted, {"weights"});
  table.check([&weights, holds = weighted.holds]() -> std::vector<ParameterProblem> {
    if (!holds() || weights.size() <= most_classes) return {};
    return {{"weights",
             "there are more weights than the " + std::to_string(most_classes) + " classes",
             "write at most " + std::to_string(most_classes),
             {}}};
  });
}

}  // namespace isochron
