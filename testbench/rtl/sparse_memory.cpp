// SPDX-License-Identifier: Apache-2.0
#include "sparse_memory.h"

#include <cstring>
#include <set>

#include "random.h"

namespace isochron::rtl {

SparseMemory::SparseMemory(const SparseMemory& other) : seed_(other.seed_) {
  for (const auto& [number, contents] : other.pages_) pages_.emplace(number, std::make_unique<Page>(*contents));
}

SparseMemory::Page& SparseMemory::page(std::uint64_t address) {
  const auto number = address / page_bytes;
  if (last_ && number == last_number_) return *last_;
  auto& place = pages_[number];
  if (!place) {
    place = std::make_unique<Page>();
    Random contents(seed_ ^ Random::mix(number + 1));
    for (std::size_t i = 0; i < page_bytes; i += 8) {
      const auto value = contents.next();
      std::memcpy(&(*place)[i], &value, sizeof value);
    }
  }
  last_number_ = number;
  last_ = place.get();
  return *last_;
}

std::optional<std::uint64_t> SparseMemory::first_difference(SparseMemory& a, SparseMemory& b) {
  std::set<std::uint64_t> numbers;
  for (const auto& entry : a.pages_) numbers.insert(entry.first);
  for (const auto& entry : b.pages_) numbers.insert(entry.first);
  for (const auto number : numbers) {
    const Page& left = a.page(number * page_bytes);
    const Page& right = b.page(number * page_bytes);
    for (std::size_t i = 0; i < page_bytes; ++i)
      if (left[i] != right[i]) return number * page_bytes + i;
  }
  return std::nullopt;
}

}  // namespace isochron::rtl
