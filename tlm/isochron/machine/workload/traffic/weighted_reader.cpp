// SPDX-License-Identifier: Apache-2.0
#include <isochron/machine/workload/traffic/weighted_reader.h>

#include <algorithm>

#include <fmt/format.h>

#include <isochron/scenario/input_error.h>

namespace isochron {

namespace {

constexpr std::uint64_t largest_weight = 1'000'000;
constexpr std::size_t most_items = 10'000;

}  // namespace

bool WeightedReader::take(const Setting& setting) {
  const bool is_list = setting.path == option_ + ".of";
  if (!is_list && setting.path != option_ + ".weights") return false;
  const YamlNode& list = setting.raw;
  if (!list.is_sequence() || list.items.empty() || list.items.size() > most_items)
    throw InputError(list.position, fmt::format("`{}` is no list of 1 to {}", setting.path, most_items),
                     fmt::format("Write {}: {{of: [...], weights: [...]}}", option_));
  for (const YamlNode& item : list.items) {
    const Expression expression = Expression::parse(item.text, item.position);
    if (is_list) {
      item_(expression.evaluate(names_), item.position);
      continue;
    }
    weights_.push_back(expression.count(names_, "a weight"));
    if (weights_.back() > largest_weight)
      throw InputError(item.position, "the weight is too large", fmt::format("Write 0 to {}", largest_weight));
  }
  (is_list ? position_ : weights_position_) = list.position;
  if (is_list) items_ = list.items.size();
  return true;
}

std::vector<std::uint64_t> WeightedReader::weights() const {
  if (weights_.empty()) return std::vector<std::uint64_t>(items_, 1);
  if (weights_.size() != items_)
    throw InputError(weights_position_, fmt::format("there are {} weights for {} values", weights_.size(), items_),
                     fmt::format("Give one to each of `{}.of`", option_));
  if (std::all_of(weights_.begin(), weights_.end(), [](std::uint64_t weight) { return weight == 0; }))
    throw InputError(weights_position_, "all weights are 0", "Raise one");
  return weights_;
}

}  // namespace isochron
