// SPDX-License-Identifier: Apache-2.0
#include <isochron/dma/block_mover/descriptor.h>

namespace isochron::block_mover {

static_assert(Descriptor::bytes == BLMV_DESCRIPTOR_BYTES);

blmv_move move_of(const Move& move) {
  blmv_move m{};
  m.operation = static_cast<std::uint8_t>(move.operation);
  m.source_port = static_cast<std::uint8_t>(move.source_port);
  m.destination_port = static_cast<std::uint8_t>(move.destination_port);
  m.tag = move.tag;
  m.interrupt = move.interrupt;
  m.after_earlier = move.after_earlier;
  m.source = move.source;
  m.destination = move.destination;
  m.row_bytes = move.row_bytes;
  m.rows = move.rows;
  m.planes = move.planes;
  m.source_row_stride = move.source_row_stride;
  m.source_plane_stride = move.source_plane_stride;
  m.destination_row_stride = move.destination_row_stride;
  m.destination_plane_stride = move.destination_plane_stride;
  return m;
}

Move move_of(const blmv_move& move) {
  Move m;
  m.operation = static_cast<Operation>(move.operation);
  m.source_port = static_cast<Port>(move.source_port);
  m.destination_port = static_cast<Port>(move.destination_port);
  m.tag = move.tag;
  m.interrupt = move.interrupt;
  m.after_earlier = move.after_earlier;
  m.source = move.source;
  m.destination = move.destination;
  m.row_bytes = move.row_bytes;
  m.rows = move.rows;
  m.planes = move.planes;
  m.source_row_stride = move.source_row_stride;
  m.source_plane_stride = move.source_plane_stride;
  m.destination_row_stride = move.destination_row_stride;
  m.destination_plane_stride = move.destination_plane_stride;
  return m;
}

MoveResult result_of(const blmv_result& result) {
  return {result.tag, static_cast<MoveError>(result.error), result.bytes, result.short_packet, result.long_packet};
}

blmv_descriptor descriptor_of(const Descriptor& descriptor) {
  blmv_descriptor d{};
  d.move = move_of(descriptor.move);
  d.owned = descriptor.owned;
  d.end_of_list = descriptor.end_of_list;
  d.next = descriptor.next;
  d.cookie = descriptor.cookie;
  d.done = descriptor.done;
  d.result.tag = descriptor.move.tag;
  d.result.error = static_cast<std::uint8_t>(descriptor.error);
  d.result.bytes = descriptor.moved;
  d.result.short_packet = descriptor.is_short;
  d.result.long_packet = descriptor.is_long;
  return d;
}

Descriptor descriptor_of(const blmv_descriptor& descriptor) {
  Descriptor d;
  d.move = move_of(descriptor.move);
  d.owned = descriptor.owned;
  d.end_of_list = descriptor.end_of_list;
  d.next = descriptor.next;
  d.cookie = descriptor.cookie;
  d.done = descriptor.done;
  d.error = static_cast<MoveError>(descriptor.result.error);
  d.moved = descriptor.result.bytes;
  d.is_short = descriptor.result.short_packet;
  d.is_long = descriptor.result.long_packet;
  return d;
}

Descriptor::Words Descriptor::words() const {
  const auto descriptor = descriptor_of(*this);
  Words words{};
  blmv_encode(&descriptor, words.data());
  return words;
}

Descriptor Descriptor::from(const Words& words) {
  blmv_descriptor descriptor{};
  blmv_decode(words.data(), &descriptor);
  return descriptor_of(descriptor);
}

}  // namespace isochron::block_mover
