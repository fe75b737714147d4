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

}  // namespace isochron
