// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace isochron {

/// A command travels as a posted write into a drive: Tag::bytes are those that it reads or writes, and Tag::requested
/// those that it reads.
///
/// Bytes of a command and of what says that it is done (NVM Express Base Specification, "Submission Queue Entry" and
/// "Completion Queue Entry").
inline constexpr std::uint64_t nvme_command = 64;
inline constexpr std::uint64_t nvme_completion = 16;

/// Tag::block of what a drive sends, and of the answers to it: which drive it is, and which of its commands.
struct NvmeCommandId {
  std::uint32_t drive = 0;   ///< its endpoint
  std::uint32_t number = 0;  ///< of the command in the drive

  std::uint64_t encode() const { return std::uint64_t{drive} << 32 | number; }
  static NvmeCommandId of(std::uint64_t block) {
    return {static_cast<std::uint32_t>(block >> 32), static_cast<std::uint32_t>(block)};
  }
};

}  // namespace isochron
