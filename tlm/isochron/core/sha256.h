// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace isochron {

/// SHA-256 (FIPS 180-4, section 6.2) of bytes, as 64 hexadecimal digits.
class Sha256 {
 public:
  static std::string of(std::string_view bytes) {
    Sha256 hash;
    std::size_t from = 0;
    for (; bytes.size() - from >= block_size; from += block_size) hash.add(bytes.substr(from, block_size));
    // The rest, one bit 1, zeros, and the length in bits.
    std::string last(bytes.substr(from));
    last += '\x80';
    last.resize(last.size() <= block_size - length_size ? block_size - length_size : 2 * block_size - length_size);
    const std::uint64_t bits = std::uint64_t{bytes.size()} * 8;
    for (int shift = 56; shift >= 0; shift -= 8) last += static_cast<char>(bits >> shift & 0xff);
    for (std::size_t at = 0; at < last.size(); at += block_size)
      hash.add(std::string_view(last).substr(at, block_size));
    return hash.text();
  }

 private:
  static constexpr std::size_t block_size = 64;
  static constexpr std::size_t length_size = 8;
  /// Of the cube roots of the first 64 primes, the first 32 bits of the fractions.
  static constexpr std::array<std::uint32_t, 64> constants{
      0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
      0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
      0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
      0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
      0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
      0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
      0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
      0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

  static constexpr std::uint32_t rotated(std::uint32_t word, int bits) { return word >> bits | word << (32 - bits); }

  void add(std::string_view block) {
    std::array<std::uint32_t, 64> words{};
    for (std::size_t i = 0; i < block_size; ++i)
      words[i / 4] = words[i / 4] << 8 | static_cast<unsigned char>(block[i]);
    for (std::size_t i = 16; i < words.size(); ++i) {
      const std::uint32_t two = words[i - 2];
      const std::uint32_t fifteen = words[i - 15];
      words[i] = (rotated(two, 17) ^ rotated(two, 19) ^ two >> 10) + words[i - 7] +
                 (rotated(fifteen, 7) ^ rotated(fifteen, 18) ^ fifteen >> 3) + words[i - 16];
    }
    auto [a, b, c, d, e, f, g, h] = state_;
    for (std::size_t i = 0; i < words.size(); ++i) {
      const std::uint32_t t1 =
          h + (rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25)) + ((e & f) ^ (~e & g)) + constants[i] + words[i];
      const std::uint32_t t2 = (rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
      h = g;
      g = f;
      f = e;
      e = d + t1;
      d = c;
      c = b;
      b = a;
      a = t1 + t2;
    }
    const std::array<std::uint32_t, 8> added{a, b, c, d, e, f, g, h};
    for (std::size_t i = 0; i < added.size(); ++i) state_[i] += added[i];
  }

  std::string text() const {
    std::string digits;
    for (const std::uint32_t word : state_)
      for (int shift = 28; shift >= 0; shift -= 4) digits += "0123456789abcdef"[word >> shift & 0xf];
    return digits;
  }

  /// Of the square roots of the first eight primes, the first 32 bits of the fractions.
  std::array<std::uint32_t, 8> state_{0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                      0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
};

}  // namespace isochron
