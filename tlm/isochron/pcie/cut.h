// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace isochron {

/// A transfer as packets: a read as requests, a write as packets with its data. No packet crosses an aligned multiple
/// of `most` bytes, nor a boundary of 4 KiB (PCI Express Base Specification, "Memory, I/O, and Configuration Request
/// Rules").
class RequestCut {
 public:
  static constexpr std::uint64_t page = 4096;

  /// `most`: maximum read request size or maximum payload size, bytes: a power of two, 128 to 4096.
  explicit constexpr RequestCut(std::uint64_t most) : most_(most) {}

  /// Bytes of the packet that begins at `address`, of `left` >= 1 bytes that are to go.
  constexpr std::uint64_t next(std::uint64_t address, std::uint64_t left) const {
    const std::uint64_t to_boundary = most_ - address % most_;
    const std::uint64_t to_page = page - address % page;
    const std::uint64_t room = to_boundary < to_page ? to_boundary : to_page;
    return left < room ? left : room;
  }
  /// How many packets a transfer of `bytes` at `address` is.
  constexpr std::uint64_t packets(std::uint64_t address, std::uint64_t bytes) const {
    std::uint64_t number = 0;
    for (std::uint64_t done = 0; done < bytes; ++number) done += next(address + done, bytes - done);
    return number;
  }

 private:
  std::uint64_t most_;
};

/// How a completer packs the data of a read request into completions.
enum class CompletionMerge {
  lines,  ///< a completion for each line between read completion boundaries
  three,  ///< two lines, and a third completion for what is left
  all     ///< as few as aligned multiples of the maximum payload size allow
};

/// The names of CompletionMerge, in its order.
inline const std::vector<std::string> completion_merge_names = {"lines", "three", "all"};

/// A read request as completions with data. All but the last end at a read completion boundary, and none is longer than
/// the maximum payload size (PCI Express Base Specification, "Data Return for Read Requests").
///
/// With `three`, the data of a request that is longer than the maximum payload size, or of one `beside_longer` (whose
/// transfer has such a request, so that its data wait behind longer completions), go as with `all`; and so do all data
/// where the maximum payload holds fewer than four lines.
class CompletionCut {
 public:
  /// `boundary`: read completion boundary, 64 or 128 B; `most`: maximum payload size, 128 to 4096 B.
  constexpr CompletionCut(std::uint64_t boundary, std::uint64_t most, CompletionMerge merge)
      : boundary_(boundary), most_(most), merge_(merge) {}

  /// Bytes of the next completion of a request for `bytes` at `address`, of which `done` < `bytes` have been returned
  /// in `before` completions.
  constexpr std::uint64_t next(std::uint64_t address, std::uint64_t bytes, std::uint64_t done, std::uint64_t before,
                               bool beside_longer = false) const {
    const std::uint64_t left = bytes - done;
    const std::uint64_t room = room_at(address + done, bytes, before, beside_longer);
    return left < room ? left : room;
  }
  /// How many completions a request for `bytes` at `address` gets.
  constexpr std::uint64_t completions(std::uint64_t address, std::uint64_t bytes, bool beside_longer = false) const {
    std::uint64_t number = 0;
    for (std::uint64_t done = 0; done < bytes; ++number) done += next(address, bytes, done, number, beside_longer);
    return number;
  }

 private:
  constexpr std::uint64_t room_at(std::uint64_t at, std::uint64_t bytes, std::uint64_t before,
                                  bool beside_longer) const {
    const std::uint64_t aligned = most_ - at % most_;
    const std::uint64_t line = boundary_ - at % boundary_;
    switch (merge_) {
      case CompletionMerge::lines:
        return line;
      case CompletionMerge::three:
        if (bytes > most_ || beside_longer || most_ < 4 * boundary_) return aligned;
        return before < 2 ? line : most_;
      case CompletionMerge::all:
        break;
    }
    return aligned;
  }

  std::uint64_t boundary_;
  std::uint64_t most_;
  CompletionMerge merge_;
};

}  // namespace isochron
