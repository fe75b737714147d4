// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>

namespace isochron {

/// The block buffers of a stream that is recorded. Packets follow each other in the file without a gap: one that does
/// not fit in what is left of a block goes on in the next. A full block is written, and its buffer is free again once
/// it is. Source: Voyager, section 2.4 (a slow file system loses what comes in); the buffers are our own.
class Recording {
 public:
  /// `block`: bytes, at least 1; `buffers`: at least 1.
  Recording(std::uint64_t block, std::uint64_t buffers) : block_(block), free_(buffers * block) {}

  /// A packet of `bytes` comes. Returns whether there is room for it; else nothing of it is kept.
  bool gather(std::uint64_t bytes);
  /// The next full block that is to be written, which is on its way by this; none if none is full.
  std::optional<std::uint64_t> write();
  /// A block that was to be written is. Throws std::logic_error if none was.
  void written();

  std::uint64_t under_way() const { return asked_ - written_; }  ///< blocks on their way
  std::uint64_t bytes() const { return gathered_; }              ///< of all packets there was room for

 private:
  std::uint64_t block_;
  std::uint64_t free_;  ///< bytes of room in all buffers
  std::uint64_t gathered_ = 0;
  std::uint64_t asked_ = 0;  ///< blocks that are written or on their way
  std::uint64_t written_ = 0;
};

}  // namespace isochron
