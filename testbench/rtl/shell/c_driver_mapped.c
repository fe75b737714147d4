// SPDX-License-Identifier: Apache-2.0
#include "c_driver_mapped.h"

#include <isochron/dma/block_mover/c/block_mover_mmio.h>

int use_mapped(void* registers, uint32_t* words, uint64_t address, MappedUse* use) {
  const struct blmv_registers way = blmv_mmio((uintptr_t)registers);
  struct blmv_mapped_memory place = {(uintptr_t)words, address};
  const struct blmv_memory memory = blmv_mapped(&place);
  struct blmv_descriptor descriptor = {
      .owned = true, .end_of_list = true, .move = {.source = 0x123456789abc, .row_bytes = 1, .rows = 1, .planes = 1}};
  struct blmv_device device;
  struct blmv_interrupts pending;
  int wrong = blmv_open(&device, &way);
  if (!wrong) wrong = blmv_read_pending(&device, &pending);
  if (!wrong) wrong = blmv_store(&memory, address + BLMV_DESCRIPTOR_BYTES, &descriptor);
  descriptor.move.source = 0;
  if (!wrong) wrong = blmv_load(&memory, address + BLMV_DESCRIPTOR_BYTES, &descriptor);
  if (!wrong) wrong = blmv_start_list(&device, address + BLMV_DESCRIPTOR_BYTES);
  if (wrong) return wrong;
  use->data_bits = device.capabilities.data_bits;
  use->pending_error = pending.error;
  use->loaded_source = descriptor.move.source;
  return 0;
}
