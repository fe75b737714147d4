// SPDX-License-Identifier: Apache-2.0
#include <isochron/machine/elaborate/loops.h>

#include <fmt/format.h>

#include <isochron/scenario/input_error.h>

namespace isochron {

namespace {

/// How often the variable goes round, as those before it stand.
std::uint64_t limit_of(const Loop& loop, std::size_t variable, const Names& names) {
  const auto& [name, limit] = loop.variables[variable];
  return limit.count(names, "the number of", name);
}

/// Counts from `variable` on, to all of the variables before `end`, and calls `body` there.
template <class Body>
void count_from(std::size_t variable, std::size_t end, const Loop& loop, Names& names, const Body& body) {
  if (variable == end) {
    body();
    return;
  }
  const std::string& name = loop.variables[variable].first;
  const std::uint64_t count = limit_of(loop, variable, names);
  for (std::uint64_t value = 0; value < count; ++value) {
    names.set(name, Number::whole(value));
    count_from(variable + 1, end, loop, names, body);
    names.forget(name);
  }
}

}  // namespace

std::uint64_t add_turns(const Loop& loop, Names& names, std::uint64_t& turns) {
  std::uint64_t innermost = 1;
  // Those of one level are known to be few enough before the next is counted.
  for (std::size_t level = 0; level < loop.variables.size(); ++level) {
    innermost = 0;
    count_from(0, level, loop, names, [&] {
      const std::uint64_t more = limit_of(loop, level, names);
      if (more > most_turns - turns)
        throw InputError(loop.variables[level].second.position(),
                         fmt::format("the loops of the machine have more than {} turns", most_turns),
                         fmt::format("Lower the number of `{}`", loop.variables[level].first));
      turns += more;
      innermost += more;
    });
  }
  return innermost;
}

void for_each(const Loop& loop, Names& names, const std::function<void()>& body) {
  count_from(0, loop.variables.size(), loop, names, [&] {
    if (!loop.when || loop.when->flag(names, "`when`")) body();
  });
}

std::uint64_t elements(const std::vector<std::uint64_t>& sizes, std::uint64_t most) {
  std::uint64_t product = 1;
  for (const std::uint64_t size : sizes)
    if (size == 0) return 0;
  for (const std::uint64_t size : sizes) {
    if (size > most / product) return most + 1;
    product *= size;
  }
  return product;
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
