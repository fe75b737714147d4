// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include <isochron/core/time.h>

namespace isochron {

/// What a signal of a waveform holds.
enum class SignalKind : std::uint8_t {
  number,  ///< an unsigned number of `width` bits
  text,    ///< letters without spaces
  real,    ///< a fraction
  bits     ///< a vector as Verilog declares it, of any width
};

/// Numbers of a vector's most and least significant bit, as its declaration has them: [63:3].
struct BitRange {
  int most = 0;
  int least = 0;

  unsigned width() const { return static_cast<unsigned>(most > least ? most - least : least - most) + 1; }
  /// "[63:3]"; nothing for a single bit.
  std::string text() const {
    return most == least ? "" : "[" + std::to_string(most) + ":" + std::to_string(least) + "]";
  }
};

/// A waveform that is being written; one time axis in picoseconds. First scopes and signals, then times that never fall
/// with the values that change then. Every member throws WriteError when the file cannot be written.
class WaveFile {
 public:
  virtual ~WaveFile() = default;

  virtual void open_scope(const std::string& name) = 0;
  virtual void close_scope() = 0;
  /// A signal of the open scope, no bits. `width`: of a number, 1 to 64. Returns its handle.
  virtual std::uint32_t add(const std::string& name, SignalKind kind, unsigned width) = 0;
  /// Bits. With `same_as`, the handle of others of equal width: another name for them. Returns the handle.
  virtual std::uint32_t add_bits(const std::string& name, BitRange range, std::optional<std::uint32_t> same_as) = 0;

  /// Everything that follows happens at `now`.
  virtual void time(Time now) = 0;
  virtual void number(std::uint32_t handle, unsigned width, std::uint64_t value) = 0;
  virtual void text(std::uint32_t handle, std::string_view value) = 0;
  virtual void real(std::uint32_t handle, double value) = 0;
  /// `value`: a letter 0 or 1 for each bit, the most significant first.
  virtual void bits(std::uint32_t handle, std::string_view value) = 0;

  /// Ends the file; nothing may follow.
  virtual void close() = 0;

  /// Whether this build can write FST: it takes the writer that comes with Verilator.
  static bool has_fst();
  /// A file in the format that `fst` says; FST only with has_fst().
  static std::unique_ptr<WaveFile> make(const std::string& path, bool fst);
};

}  // namespace isochron
