// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

#include <isochron/core/split_mix.h>

namespace isochron {

/// The contents that a stream's data have wherever they are real: any byte follows from the stream and the offset
/// alone, so that whoever receives one can tell whether it is the right one.
class StreamData {
 public:
  explicit constexpr StreamData(std::uint64_t stream) : key_(mix(stream + 0x9e3779b97f4a7c15u)) {}

  constexpr std::uint8_t byte_at(std::uint64_t offset) const {
    return static_cast<std::uint8_t>(mix(key_ ^ mix(offset / 8)) >> 8 * (offset % 8));
  }
  /// The bytes from `offset` on.
  void write(std::uint64_t offset, std::uint8_t* data, std::size_t bytes) const;
  /// The index of the first byte that differs from what stands at `offset`; `bytes` if none does.
  std::size_t first_difference(std::uint64_t offset, const std::uint8_t* data, std::size_t bytes) const;

 private:
  std::uint64_t key_;
};

}  // namespace isochron
