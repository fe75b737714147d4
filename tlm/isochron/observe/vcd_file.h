// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include <isochron/observe/buffered_file.h>
#include <isochron/observe/wave_file.h>

namespace isochron {

/// A waveform as Value Change Dump (IEEE 1364-2005, clause 18), texts in the `string` form that GTKWave reads.
class VcdFile final : public WaveFile {
 public:
  explicit VcdFile(const std::string& path);

  void open_scope(const std::string& name) override;
  void close_scope() override;
  std::uint32_t add(const std::string& name, SignalKind kind, unsigned width) override;
  std::uint32_t add_bits(const std::string& name, BitRange range, std::optional<std::uint32_t> same_as) override;
  void time(Time now) override;
  void number(std::uint32_t handle, unsigned width, std::uint64_t value) override;
  void text(std::uint32_t handle, std::string_view value) override;
  void real(std::uint32_t handle, double value) override;
  void bits(std::uint32_t handle, std::string_view value) override;
  void close() override;

 private:
  void end_declarations();

  BufferedFile file_;
  std::vector<std::string> codes_;  ///< by handle
  bool declaring_ = true;
};

}  // namespace isochron
