// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>

namespace isochron::rtl {

/// The whole address space, byte by byte; a page exists from its first access on. Two memories of the same seed hold
/// the same bytes until they are written, so that an expected and an actual one can be compared as a whole.
class SparseMemory {
 public:
  explicit SparseMemory(std::uint64_t seed) : seed_(seed) {}
  SparseMemory(const SparseMemory& other);
  SparseMemory& operator=(const SparseMemory&) = delete;

  std::uint8_t read(std::uint64_t address) { return page(address)[address % page_bytes]; }
  void write(std::uint64_t address, std::uint8_t value) { page(address)[address % page_bytes] = value; }
  /// `count` bytes from `address`, within one page.
  const std::uint8_t* at(std::uint64_t address) { return &page(address)[address % page_bytes]; }

  /// The lowest address at which the two differ.
  static std::optional<std::uint64_t> first_difference(SparseMemory& a, SparseMemory& b);

  static constexpr std::uint64_t page_bytes = 4096;

 private:
  using Page = std::array<std::uint8_t, page_bytes>;
  Page& page(std::uint64_t address);

  std::uint64_t seed_;
  std::map<std::uint64_t, std::unique_ptr<Page>> pages_;
  std::uint64_t last_number_ = 0;
  Page* last_ = nullptr;
};

}  // namespace isochron::rtl
