// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include <isochron/core/time.h>

namespace isochron {

/// What a signal of a waveform holds.
enum class SignalKind : std::uint8_t {
  number,  ///< an unsigned number of `width` bits
  text,    ///< letters without spaces
  real     ///< a fraction
};

/// A waveform that is being written; one time axis in picoseconds. First scopes and signals, then times that never fall
/// with the values that change then. Every member throws WriteError when the file cannot be written.
class WaveFile {
 public:
  virtual ~WaveFile() = default;

  virtual void open_scope(const std::string& name) = 0;
  virtual void close_scope() = 0;
  /// A signal of the open scope. `width`: of a number, 1 to 64 bits. Returns its handle.
  virtual std::uint32_t add(const std::string& name, SignalKind kind, unsigned width) = 0;

  /// Everything that follows happens at `now`.
  virtual void time(Time now) = 0;
  virtual void number(std::uint32_t handle, unsigned width, std::uint64_t value) = 0;
  virtual void text(std::uint32_t handle, std::string_view value) = 0;
  virtual void real(std::uint32_t handle, double value) = 0;

  /// Ends the file; nothing may follow.
  virtual void close() = 0;

  /// Whether this build can write FST: it takes the writer that comes with Verilator.
  static bool has_fst();
  /// A file in the format that `fst` says; FST only with has_fst().
  static std::unique_ptr<WaveFile> make(const std::string& path, bool fst);
};

}  // namespace isochron
