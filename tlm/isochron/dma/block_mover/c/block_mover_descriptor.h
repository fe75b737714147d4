// SPDX-License-Identifier: Apache-2.0
// Moves and descriptors of the block mover in C11: what the hardware reads from memory, without any access to it.
#ifndef ISOCHRON_BLOCK_MOVER_DESCRIPTOR_H
#define ISOCHRON_BLOCK_MOVER_DESCRIPTOR_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { BLMV_DESCRIPTOR_BYTES = 64, BLMV_DESCRIPTOR_WORDS = 16, BLMV_PLACE_WORDS = 10 };

enum blmv_operation { BLMV_COPY = 0, BLMV_FILL = 1, BLMV_XOR = 2 };

enum blmv_port { BLMV_PORT_A = 0, BLMV_PORT_B = 1, BLMV_STREAM = 2 };

/// What became of a move.
enum blmv_move_error {
  BLMV_MOVE_OK = 0,
  BLMV_MOVE_READ_SLVERR = 1,
  BLMV_MOVE_READ_DECERR = 2,
  BLMV_MOVE_WRITE_SLVERR = 3,
  BLMV_MOVE_WRITE_DECERR = 4,
  BLMV_MOVE_BAD_COMMAND = 5,
  BLMV_MOVE_ABORTED = 6,
  BLMV_MOVE_HOLE = 7  ///< TKEEP of the input stream has a hole
};

/// Planes of rows of bytes from one place to another. Strides in bytes, signed.
struct blmv_move {
  uint8_t operation;         ///< enum blmv_operation
  uint8_t source_port;       ///< enum blmv_port
  uint8_t destination_port;  ///< enum blmv_port
  uint8_t tag;               ///< comes back with the result
  bool interrupt;            ///< its end counts as "move done"
  bool after_earlier;        ///< begins when every earlier move has ended
  uint64_t source;           ///< of a fill: the pattern in the low word
  uint64_t destination;
  uint32_t row_bytes;  ///< 1 to 2^24
  uint16_t rows;       ///< 1 or more
  uint16_t planes;     ///< 1 or more; of an XOR: its sources, 1 to 8
  int32_t source_row_stride;
  int32_t source_plane_stride;
  int32_t destination_row_stride;
  int32_t destination_plane_stride;
};

struct blmv_result {
  uint8_t tag;
  uint8_t error;      ///< enum blmv_move_error
  bool short_packet;  ///< the input packet ended before the move's last byte
  bool long_packet;   ///< the input packet went on behind the move's last byte
  uint32_t bytes;     ///< whose write was answered OKAY, modulo 2^32
};

/// 64 bytes at a multiple of 64, words little endian.
struct blmv_descriptor {
  struct blmv_move move;
  bool owned;  ///< by the hardware
  bool end_of_list;
  uint64_t next;
  uint32_t cookie;  ///< software's own
  // Written back; the tag is the move's.
  bool done;
  struct blmv_result result;
};

/// The control word of a move, without ownership and end: of descriptors and of the direct command.
uint32_t blmv_control_word(const struct blmv_move* move);
/// The words from the source address on (offset 0x18), the same in descriptors and in the direct command's registers.
void blmv_place_words(const struct blmv_move* move, uint32_t words[BLMV_PLACE_WORDS]);

/// What a status word tells of a move: of descriptors and of the direct command. The bytes stand elsewhere.
void blmv_decode_status(uint32_t word, struct blmv_result* result);

void blmv_encode(const struct blmv_descriptor* descriptor, uint32_t words[BLMV_DESCRIPTOR_WORDS]);
void blmv_decode(const uint32_t words[BLMV_DESCRIPTOR_WORDS], struct blmv_descriptor* descriptor);

/// Bytes that a move writes when nothing goes wrong.
uint64_t blmv_bytes(const struct blmv_move* move);

#ifdef __cplusplus
}
#endif

#endif
