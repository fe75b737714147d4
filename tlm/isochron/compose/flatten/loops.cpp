// SPDX-License-Identifier: Apache-2.0
#include <isochron/compose/flatten/loops.h>

#include <fmt/format.h>

namespace isochron {

namespace {

void count_from(std::size_t variable, const Loop& loop, Names& names, const std::function<void()>& body) {
  if (variable == loop.variables.size()) {
    if (!loop.when || loop.when->flag(names, "`when`")) body();
    return;
  }
  const auto& [name, limit] = loop.variables[variable];
  const std::uint64_t count = limit.count(names, fmt::format("the number of `{}`", name));
  for (std::uint64_t value = 0; value < count; ++value) {
    names.set(name, Number::whole(value));
    count_from(variable + 1, loop, names, body);
    names.forget(name);
  }
}

}  // namespace

void for_each(const Loop& loop, Names& names, const std::function<void()>& body) {
  count_from(0, loop, names, body);
}

void for_each_index(const std::vector<std::uint64_t>& sizes,
                    const std::function<void(const std::vector<std::uint64_t>&)>& body) {
  std::vector<std::uint64_t> index(sizes.size(), 0);
  for (const std::uint64_t size : sizes)
    if (size == 0) return;
  for (;;) {
    body(index);
    std::size_t digit = sizes.size();
    while (digit > 0 && ++index[digit - 1] == sizes[digit - 1]) index[--digit] = 0;
    if (digit == 0) return;
  }
}

}  // namespace isochron
