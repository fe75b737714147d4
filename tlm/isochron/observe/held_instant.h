// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include <isochron/observe/wave_file.h>

namespace isochron {

/// Holds back what happens at the latest time, so that the picosecond before may still be added to: what the inputs of
/// clocked logic are at an edge is what they were just before it, and is known only when the kernel has come to the
/// edge, when others may have changed already.
class HeldInstant final : public WaveFile {
 public:
  explicit HeldInstant(std::unique_ptr<WaveFile> file) : file_(std::move(file)) {}

  void open_scope(const std::string& name) override { file_->open_scope(name); }
  void close_scope() override { file_->close_scope(); }
  std::uint32_t add(const std::string& name, SignalKind kind, unsigned width) override {
    return file_->add(name, kind, width);
  }
  std::uint32_t add_bits(const std::string& name, BitRange range, std::optional<std::uint32_t> same_as) override {
    return file_->add_bits(name, range, same_as);
  }

  /// As WaveFile has it, or the picosecond before the latest.
  void time(Time now) override;
  void number(std::uint32_t handle, unsigned width, std::uint64_t value) override;
  void text(std::uint32_t handle, std::string_view value) override;
  void real(std::uint32_t handle, double value) override;
  void bits(std::uint32_t handle, std::string_view value) override;
  void close() override;

 private:
  struct Change {
    SignalKind kind;
    std::uint32_t handle;
    unsigned width;  ///< of a number; letters of a text and of bits
    std::uint64_t number;
    double real;
  };

  void let_go();

  std::unique_ptr<WaveFile> file_;
  Time written_ = end_of_time;  ///< as the file has it; end_of_time: not begun
  Time latest_ = end_of_time;   ///< of what is held; end_of_time: not begun
  bool before_ = false;         ///< the picosecond before it is being added to
  std::vector<Change> changes_;
  std::string letters_;  ///< of the texts and bits in `changes_`, one after the other
};

}  // namespace isochron
