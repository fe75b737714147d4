// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <cstring>
#include <string>
#include <type_traits>
#include <vector>

#include "systems/figures.h"

namespace isochron::testbench {

/// Outcomes on their way out of a child process.
class OutcomeWriter {
 public:
  void put(const void* data, std::size_t size) { bytes.append(static_cast<const char*>(data), size); }
  void number(std::uint64_t value) { put(&value, sizeof value); }
  template <class T>
  void list(const std::vector<T>& items) {
    static_assert(std::is_trivially_copyable_v<T> && std::has_unique_object_representations_v<T>);
    number(items.size());
    put(items.data(), items.size() * sizeof(T));
  }
  void figures(const Figures& figures) {
    number(figures.size());
    for (const auto& [name, value] : figures) {
      number(name.size());
      put(name.data(), name.size());
      put(&value, sizeof value);
    }
  }

  std::string bytes;
};

/// Reads what an OutcomeWriter wrote, in the same order.
class OutcomeReader {
 public:
  explicit OutcomeReader(const std::string& bytes) : bytes_(bytes) {}

  void get(void* data, std::size_t size) {
    if (size == 0) return;  // `data` may be null
    std::memcpy(data, bytes_.data() + at_, size);
    at_ += size;
  }
  std::uint64_t number() {
    std::uint64_t value = 0;
    get(&value, sizeof value);
    return value;
  }
  template <class T>
  std::vector<T> list() {
    std::vector<T> items(number());
    get(items.data(), items.size() * sizeof(T));
    return items;
  }
  Figures figures() {
    Figures figures;
    for (std::uint64_t left = number(); left > 0; --left) {
      std::string name(number(), ' ');
      get(name.data(), name.size());
      get(&figures[name], sizeof(double));
    }
    return figures;
  }

 private:
  const std::string& bytes_;
  std::size_t at_ = 0;
};

}  // namespace isochron::testbench
