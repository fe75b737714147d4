// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <optional>

namespace isochron::disk_node {

/// A strand: successive blocks of one disk, read into memory or written from it.
struct Request {
  std::uint16_t id = 0;  ///< comes back with the completion
  bool write = false;
  unsigned disk = 0;
  /// Not 0: a degraded read. The same blocks of each disk of this mask are combined by XOR.
  std::uint32_t survivors = 0;
  std::uint64_t block = 0;  ///< first one, below 2^48
  std::uint32_t bytes = 0;  ///< 1 or more; of a write whole blocks
  bool port_b = false;      ///< on the system bus instead of in local memory
  std::uint64_t address = 0;
  std::uint32_t row_bytes = 0;  ///< whole words, below 2^24; 0: not cut to rows
  std::int32_t stride = 0;      ///< from row to row, bytes
  /// Tick after which the request fails; without one the register TIMEOUT counts.
  std::optional<std::uint32_t> deadline;
};

/// How a request ended.
enum class Code : std::uint8_t {
  done = 0,
  bad_request = 1,
  media_error = 2,
  disk_timeout = 3,  ///< as the channel says
  channel_error = 4,
  deadline = 5,
  too_little = 6,  ///< the channel called the command done before all data
  too_much = 7,    ///< it sent, or asked for, more than it was promised
  read_slverr = 9,
  read_decerr = 10,
  write_slverr = 11,
  write_decerr = 12,
  bad_place = 13,  ///< beyond the address space
  aborted = 14
};

struct Completion {
  std::uint16_t id = 0;
  bool from_slot_table = false;  ///< then `id` is the stream
  Code code = Code::done;
  std::uint32_t bytes = 0;  ///< that were moved
  std::uint32_t began = 0;  ///< tick of acceptance
  std::uint32_t ended = 0;
};

constexpr unsigned request_bytes = 64;  ///< from one to the next in their ring
constexpr unsigned completion_bytes = 16;

/// The words of a request that the hardware reads.
std::array<std::uint32_t, 10> words_of(const Request& request);

/// The request of these words, for whoever stands in the hardware's place.
Request request_of(const std::array<std::uint32_t, 10>& words);

/// The completion of four words.
Completion completion_of(const std::array<std::uint32_t, 4>& words);
/// Which of two laps round the ring the first word's entry is of.
bool phase_of(const std::array<std::uint32_t, 4>& words);

}  // namespace isochron::disk_node
