// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

namespace isochron {

/// The block buffers of a stream that is played: which blocks of its file are asked for, which are there, and whether
/// the next packet can be sent. Packets follow each other in the file without a gap, so one may lie in two blocks. A
/// buffer is free again once all packets of its block are past, sent or not. Source: Voyager, section 2.4 (deadlines of
/// playing out); the buffers are our own.
class Playback {
 public:
  /// `block`: bytes, at least one packet's; `packet`: bytes, at least 1; `buffers`: at least 2, since a packet may lie
  /// in two blocks.
  Playback(std::uint64_t block, std::uint64_t packet, std::uint64_t buffers);

  /// The block to be asked for next, which is asked for by this; none if no buffer is free. It is the one that follows
  /// the last. If all of that is past by the time it is expected, the first of which nothing is past then is asked for
  /// instead, and those before it are left out: else a stream that has fallen behind would ask in vain for ever.
  /// `expected`: bytes of the file that are past when it is expected, if more are than now.
  std::optional<std::uint64_t> ask(std::uint64_t expected);
  /// `block`, which was asked for, has come. Returns whether it is in time: none of its packets was due before. Throws
  /// std::logic_error if it was not asked for, or is there already.
  bool come(std::uint64_t block);
  /// `block`, which was asked for, cannot be read: its packets will not be there.
  void miss(std::uint64_t block);
  /// The next packet is due: it is past from now on. Returns whether all of its bytes are there.
  bool take();

  std::uint64_t under_way() const;                      ///< blocks that are asked for and have not come
  std::uint64_t left_out() const { return left_out_; }  ///< blocks that were never asked for

 private:
  struct Buffer {
    std::uint64_t block = 0;
    bool there = false;
    bool missing = false;  ///< it will never be there
    bool used = false;     ///< else it is free
  };

  Buffer* holder(std::uint64_t block);

  std::uint64_t block_;
  std::uint64_t packet_;
  std::vector<Buffer> buffers_;
  std::uint64_t position_ = 0;  ///< bytes of the file that are past
  std::uint64_t next_ = 0;      ///< block that follows the last one asked for
  std::uint64_t left_out_ = 0;
};

}  // namespace isochron
