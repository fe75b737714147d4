// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "random.h"

namespace isochron::rtl {

/// Byte `lane` of beat `beat` of the stream into a core.
inline std::uint8_t stream_byte(std::uint64_t seed, std::uint64_t beat, unsigned lane) {
  return static_cast<std::uint8_t>(Random::mix(seed ^ Random::mix(beat * 64 + lane + 1)));
}

}  // namespace isochron::rtl
