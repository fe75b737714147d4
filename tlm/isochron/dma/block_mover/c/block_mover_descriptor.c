// SPDX-License-Identifier: Apache-2.0
#include <isochron/dma/block_mover/block_mover_registers.h>
#include <isochron/dma/block_mover/c/block_mover_descriptor.h>

// A descriptor's control and status words are laid out as the direct command's registers: one description for both.
#define SET(name, value) (((uint32_t)(value) << BLOCK_MOVER__##name##_bp) & BLOCK_MOVER__##name##_bm)
#define GET(word, name) (((word)&BLOCK_MOVER__##name##_bm) >> BLOCK_MOVER__##name##_bp)

enum { CONTROL, STATUS, BYTES, COOKIE, NEXT_LOW, NEXT_HIGH, PLACES };
// Of descriptors alone; bit 0 is "start" in the direct command's register.
static const uint32_t owned_bit = 1u << 0;
static const uint32_t end_bit = 1u << 2;

static uint32_t low_of(uint64_t value) {
  return (uint32_t)value;
}

static uint32_t high_of(uint64_t value) {
  return (uint32_t)(value >> 32);
}

static uint64_t joined(const uint32_t* words) {
  return (uint64_t)words[1] << 32 | words[0];
}

uint32_t blmv_control_word(const struct blmv_move* move) {
  return SET(DIRECT_CONTROL__INTERRUPT, move->interrupt) | SET(DIRECT_CONTROL__AFTER_EARLIER, move->after_earlier) |
         SET(DIRECT_CONTROL__OPERATION, move->operation) | SET(DIRECT_CONTROL__SOURCE_PORT, move->source_port) |
         SET(DIRECT_CONTROL__DESTINATION_PORT, move->destination_port) | SET(DIRECT_CONTROL__TAG, move->tag);
}

void blmv_place_words(const struct blmv_move* move, uint32_t words[BLMV_PLACE_WORDS]) {
  words[0] = low_of(move->source);
  words[1] = high_of(move->source);
  words[2] = low_of(move->destination);
  words[3] = high_of(move->destination);
  words[4] = move->row_bytes;
  words[5] = SET(DIRECT_COUNTS__ROWS, move->rows) | SET(DIRECT_COUNTS__PLANES, move->planes);
  words[6] = (uint32_t)move->source_row_stride;
  words[7] = (uint32_t)move->source_plane_stride;
  words[8] = (uint32_t)move->destination_row_stride;
  words[9] = (uint32_t)move->destination_plane_stride;
}

void blmv_decode_status(uint32_t word, struct blmv_result* result) {
  result->error = (uint8_t)GET(word, DIRECT_STATUS__ERROR);
  result->short_packet = GET(word, DIRECT_STATUS__SHORT_PACKET) != 0;
  result->long_packet = GET(word, DIRECT_STATUS__LONG_PACKET) != 0;
}

void blmv_encode(const struct blmv_descriptor* descriptor, uint32_t words[BLMV_DESCRIPTOR_WORDS]) {
  const struct blmv_result* result = &descriptor->result;
  words[CONTROL] = blmv_control_word(&descriptor->move) | (descriptor->owned ? owned_bit : 0) |
                   (descriptor->end_of_list ? end_bit : 0);
  words[STATUS] = SET(DIRECT_STATUS__DONE, descriptor->done) | SET(DIRECT_STATUS__ERROR, result->error) |
                  SET(DIRECT_STATUS__SHORT_PACKET, result->short_packet) |
                  SET(DIRECT_STATUS__LONG_PACKET, result->long_packet);
  words[BYTES] = result->bytes;
  words[COOKIE] = descriptor->cookie;
  words[NEXT_LOW] = low_of(descriptor->next);
  words[NEXT_HIGH] = high_of(descriptor->next);
  blmv_place_words(&descriptor->move, words + PLACES);
}

void blmv_decode(const uint32_t words[BLMV_DESCRIPTOR_WORDS], struct blmv_descriptor* descriptor) {
  const uint32_t control = words[CONTROL];
  const uint32_t* places = words + PLACES;
  struct blmv_move* move = &descriptor->move;
  descriptor->owned = (control & owned_bit) != 0;
  descriptor->end_of_list = (control & end_bit) != 0;
  descriptor->next = joined(words + NEXT_LOW);
  descriptor->cookie = words[COOKIE];
  descriptor->done = GET(words[STATUS], DIRECT_STATUS__DONE) != 0;
  descriptor->result.tag = (uint8_t)GET(control, DIRECT_CONTROL__TAG);
  blmv_decode_status(words[STATUS], &descriptor->result);
  descriptor->result.bytes = words[BYTES];
  move->operation = (uint8_t)GET(control, DIRECT_CONTROL__OPERATION);
  move->source_port = (uint8_t)GET(control, DIRECT_CONTROL__SOURCE_PORT);
  move->destination_port = (uint8_t)GET(control, DIRECT_CONTROL__DESTINATION_PORT);
  move->tag = descriptor->result.tag;
  move->interrupt = GET(control, DIRECT_CONTROL__INTERRUPT) != 0;
  move->after_earlier = GET(control, DIRECT_CONTROL__AFTER_EARLIER) != 0;
  move->source = joined(places);
  move->destination = joined(places + 2);
  move->row_bytes = places[4];
  move->rows = (uint16_t)GET(places[5], DIRECT_COUNTS__ROWS);
  move->planes = (uint16_t)GET(places[5], DIRECT_COUNTS__PLANES);
  move->source_row_stride = (int32_t)places[6];
  move->source_plane_stride = (int32_t)places[7];
  move->destination_row_stride = (int32_t)places[8];
  move->destination_plane_stride = (int32_t)places[9];
}

uint64_t blmv_bytes(const struct blmv_move* move) {
  return (uint64_t)move->row_bytes * move->rows * (move->operation == BLMV_XOR ? 1 : move->planes);
}
