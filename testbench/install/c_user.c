// SPDX-License-Identifier: Apache-2.0
// A program in C with the installed driver of the block mover, whose registers are an array here.
#include <isochron/dma/block_mover/c/block_mover.h>
#include <stdio.h>

static bool read_word(void* context, uint32_t offset, uint32_t* value) {
  *value = ((const uint32_t*)context)[offset / 4];
  return true;
}

static bool write_word(void* context, uint32_t offset, uint32_t value) {
  ((uint32_t*)context)[offset / 4] = value;
  return true;
}

int main(void) {
  uint32_t page[1024] = {0x564D4C42, 1u << 16};
  const struct blmv_registers way = {page, read_word, write_word};
  struct blmv_device device;
  if (blmv_open(&device, &way)) return 1;
  page[0] = 0;
  if (blmv_open(&device, &way) != BLMV_NOT_OURS) return 1;
  puts("block mover in C: found");
  return 0;
}
