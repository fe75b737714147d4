// SPDX-License-Identifier: Apache-2.0
// Descriptors in memory, and the ring of them.
#include <stddef.h>

#include <isochron/dma/block_mover/c/block_mover.h>

static void order(const struct blmv_memory* memory) {
  if (memory->order) memory->order(memory->context);
}

int blmv_store(const struct blmv_memory* memory, uint64_t address, const struct blmv_descriptor* descriptor) {
  uint32_t words[BLMV_DESCRIPTOR_WORDS];
  blmv_encode(descriptor, words);
  for (uint64_t i = 1; i < BLMV_DESCRIPTOR_WORDS; ++i)
    if (!memory->write(memory->context, address + 4 * i, words[i])) return BLMV_BUS_ERROR;
  order(memory);
  if (!memory->write(memory->context, address, words[0])) return BLMV_BUS_ERROR;
  order(memory);
  return 0;
}

int blmv_load(const struct blmv_memory* memory, uint64_t address, struct blmv_descriptor* descriptor) {
  uint32_t words[BLMV_DESCRIPTOR_WORDS];
  order(memory);
  for (uint64_t i = 0; i < BLMV_DESCRIPTOR_WORDS; ++i)
    if (!memory->read(memory->context, address + 4 * i, &words[i])) return BLMV_BUS_ERROR;
  blmv_decode(words, descriptor);
  return 0;
}

int blmv_is_done(const struct blmv_memory* memory, uint64_t address, bool* done) {
  // Ownership and status come back in one beat.
  uint32_t words[BLMV_DESCRIPTOR_WORDS] = {0};
  struct blmv_descriptor descriptor;
  order(memory);
  if (!memory->read(memory->context, address, &words[0])) return BLMV_BUS_ERROR;
  if (!memory->read(memory->context, address + 4, &words[1])) return BLMV_BUS_ERROR;
  blmv_decode(words, &descriptor);
  *done = !descriptor.owned && descriptor.done;
  return 0;
}

static uint64_t place_address(const struct blmv_ring* ring, uint32_t place) {
  return ring->base + (uint64_t)BLMV_DESCRIPTOR_BYTES * place;
}

int blmv_ring_open(struct blmv_ring* ring, struct blmv_device* device, const struct blmv_memory* memory, uint64_t base,
                   uint32_t places) {
  if (places < 3 || base % BLMV_DESCRIPTOR_BYTES) return BLMV_BAD_ARGUMENT;
  *ring = (struct blmv_ring){.device = device, .memory = *memory, .base = base, .places = places};
  return 0;
}

int blmv_ring_push(struct blmv_ring* ring, const struct blmv_move* move) {
  if (ring->filled + 1 == ring->places) return BLMV_FULL;
  const uint32_t place = (ring->first + ring->filled) % ring->places;
  const uint64_t address = place_address(ring, place);
  const struct blmv_descriptor descriptor = {
      .move = *move, .owned = true, .next = place_address(ring, (place + 1) % ring->places)};
  int wrong = blmv_store(&ring->memory, address, &descriptor);
  if (wrong) return wrong;
  if (ring->started) {
    wrong = blmv_move_tail(ring->device, address);
  } else {
    wrong = blmv_descriptors_done(ring->device, &ring->taken);
    if (!wrong) wrong = blmv_start_chain(ring->device, address, address);
  }
  if (wrong) return wrong;
  ring->started = true;
  ++ring->filled;
  return 0;
}

int blmv_ring_take(struct blmv_ring* ring, struct blmv_result* result) {
  struct blmv_descriptor descriptor;
  uint32_t done = 0;
  if (!ring->filled) return BLMV_NOT_YET;
  int wrong = blmv_descriptors_done(ring->device, &done);
  if (wrong) return wrong;
  if (done == ring->taken) return BLMV_NOT_YET;
  wrong = blmv_load(&ring->memory, place_address(ring, ring->first), &descriptor);
  if (wrong) return wrong;
  ++ring->taken;
  ring->first = (ring->first + 1) % ring->places;
  --ring->filled;
  *result = descriptor.result;
  // An answered write-back is counted, also if the answer was an error.
  return descriptor.done ? 0 : BLMV_UNKNOWN;
}
