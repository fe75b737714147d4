// SPDX-License-Identifier: Apache-2.0
#include <isochron/device/block_mover/descriptor.h>

#include <algorithm>

namespace isochron::block_mover {
namespace {

constexpr std::uint32_t owned_bit = 1u << 0, interrupt_bit = 1u << 1, end_bit = 1u << 2, after_bit = 1u << 3;
constexpr std::uint32_t done_bit = 1u << 0, short_bit = 1u << 8, long_bit = 1u << 9;

// Word numbers.
constexpr unsigned control = 0, status = 1, moved_bytes = 2, cookie_word = 3, next_low = 4, next_high = 5, places = 6;

std::uint64_t joined(std::uint32_t low, std::uint32_t high) {
  return std::uint64_t{high} << 32 | low;
}
std::uint32_t low_of(std::uint64_t value) {
  return static_cast<std::uint32_t>(value);
}
std::uint32_t high_of(std::uint64_t value) {
  return static_cast<std::uint32_t>(value >> 32);
}

}  // namespace

std::uint32_t control_word(const Move& move) {
  return (move.interrupt ? interrupt_bit : 0) | (move.after_earlier ? after_bit : 0) |
         static_cast<std::uint32_t>(move.operation) << 4 | static_cast<std::uint32_t>(move.source_port) << 8 |
         static_cast<std::uint32_t>(move.destination_port) << 12 | std::uint32_t{move.tag} << 24;
}

std::array<std::uint32_t, 10> place_words(const Move& move) {
  return {low_of(move.source),
          high_of(move.source),
          low_of(move.destination),
          high_of(move.destination),
          move.row_bytes,
          std::uint32_t{move.planes} << 16 | move.rows,
          static_cast<std::uint32_t>(move.source_row_stride),
          static_cast<std::uint32_t>(move.source_plane_stride),
          static_cast<std::uint32_t>(move.destination_row_stride),
          static_cast<std::uint32_t>(move.destination_plane_stride)};
}

Descriptor::Words Descriptor::words() const {
  Words words{};
  words[control] = control_word(move) | (owned ? owned_bit : 0) | (end_of_list ? end_bit : 0);
  words[status] = (done ? done_bit : 0) | static_cast<std::uint32_t>(error) << 4 | (is_short ? short_bit : 0) |
                  (is_long ? long_bit : 0);
  words[moved_bytes] = moved;
  words[cookie_word] = cookie;
  words[next_low] = low_of(next);
  words[next_high] = high_of(next);
  const auto place = place_words(move);
  std::copy(place.begin(), place.end(), words.begin() + places);
  return words;
}

Descriptor Descriptor::from(const Words& words) {
  Descriptor d;
  const auto c = words[control];
  d.owned = c & owned_bit;
  d.end_of_list = c & end_bit;
  d.move.interrupt = c & interrupt_bit;
  d.move.after_earlier = c & after_bit;
  d.move.operation = static_cast<Operation>(c >> 4 & 3);
  d.move.source_port = static_cast<Port>(c >> 8 & 3);
  d.move.destination_port = static_cast<Port>(c >> 12 & 3);
  d.move.tag = static_cast<std::uint8_t>(c >> 24);
  d.done = words[status] & done_bit;
  d.error = static_cast<MoveError>(words[status] >> 4 & 7);
  d.is_short = words[status] & short_bit;
  d.is_long = words[status] & long_bit;
  d.moved = words[moved_bytes];
  d.cookie = words[cookie_word];
  d.next = joined(words[next_low], words[next_high]);
  d.move.source = joined(words[places], words[places + 1]);
  d.move.destination = joined(words[places + 2], words[places + 3]);
  d.move.row_bytes = words[places + 4];
  d.move.rows = static_cast<std::uint16_t>(words[places + 5]);
  d.move.planes = static_cast<std::uint16_t>(words[places + 5] >> 16);
  d.move.source_row_stride = static_cast<std::int32_t>(words[places + 6]);
  d.move.source_plane_stride = static_cast<std::int32_t>(words[places + 7]);
  d.move.destination_row_stride = static_cast<std::int32_t>(words[places + 8]);
  d.move.destination_plane_stride = static_cast<std::int32_t>(words[places + 9]);
  return d;
}

}  // namespace isochron::block_mover
