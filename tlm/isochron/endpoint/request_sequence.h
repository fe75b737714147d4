// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include <isochron/core/split_mix.h>
#include <isochron/endpoint/request_load.h>
#include <isochron/protocol/tag.h>

namespace isochron {

/// Decides which requests of a requester write, and at which addresses they work.
class RequestSequence {
 public:
  static constexpr std::uint64_t page = 4096;  ///< bytes

  /// `component` and `seed` are the key of the addresses that are drawn.
  RequestSequence(const RequestLoad& load, std::uint64_t seed, const std::string& component);

  /// Sets kind and address of the next request, whose bytes the tag has.
  void describe(Tag& tag);

  /// Multiples of `bytes`, rounded up to `align`, at which a request may begin within `window`; at least 1.
  static std::uint64_t places(std::uint64_t bytes, std::uint64_t align, std::uint64_t window);
  /// The address of place `number`.
  static std::uint64_t address_of(std::uint64_t number, std::uint64_t bytes, std::uint64_t align);

 private:
  RequestLoad load_;
  SplitMix64 draws_;
  std::uint64_t requests_ = 0;
  std::uint64_t turn_ = 0;  ///< millionths of a write that are due
};

}  // namespace isochron
