// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <isochron/observe/wave_file.h>

namespace isochron {

/// A waveform in GTKWave's compressed format, by the writer that comes with Verilator. The same file at the same path
/// has the same bytes: the date in its header is empty. Regular files only. One file a process at a time. Beside
/// `path`, a file `path`.hier exists until close().
class FstFile final : public WaveFile {
 public:
  explicit FstFile(const std::string& path);
  ~FstFile() override;
  FstFile(const FstFile&) = delete;
  FstFile& operator=(const FstFile&) = delete;

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
  void check() const;
  void handed_over(std::uint64_t bytes);

  std::string path_;
  void* writer_ = nullptr;
  std::uint64_t times_ = 0;
  std::uint64_t bytes_ = 0;  ///< handed to the writer since its last block
};

}  // namespace isochron
