// SPDX-License-Identifier: Apache-2.0
// The block mover of a processor that has its registers and the memory of its descriptors mapped: ready-made accesses
// for block_mover.h. An error response shows as the processor's bus fault, not as BLMV_BUS_ERROR.
#ifndef ISOCHRON_BLOCK_MOVER_MMIO_H
#define ISOCHRON_BLOCK_MOVER_MMIO_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include <isochron/dma/block_mover/c/block_mover.h>

/// Where memory begins for the processor and for the block mover. It must not be cached, or be coherent.
struct blmv_mapped_memory {
  uintptr_t mapped;
  uint64_t address;
};

static inline bool blmv_mmio_read(void* registers, uint32_t offset, uint32_t* value) {
  *value = *(volatile uint32_t*)((uintptr_t)registers + offset);
  atomic_thread_fence(memory_order_seq_cst);
  return true;
}

static inline bool blmv_mmio_write(void* registers, uint32_t offset, uint32_t value) {
  atomic_thread_fence(memory_order_seq_cst);
  *(volatile uint32_t*)((uintptr_t)registers + offset) = value;
  return true;
}

static inline volatile uint32_t* blmv_mapped_word(void* context, uint64_t address) {
  const struct blmv_mapped_memory* memory = (const struct blmv_mapped_memory*)context;
  return (volatile uint32_t*)(memory->mapped + (uintptr_t)(address - memory->address));
}

static inline bool blmv_mapped_read(void* context, uint64_t address, uint32_t* value) {
  *value = *blmv_mapped_word(context, address);
  return true;
}

static inline bool blmv_mapped_write(void* context, uint64_t address, uint32_t value) {
  *blmv_mapped_word(context, address) = value;
  return true;
}

static inline void blmv_mapped_order(void* context) {
  (void)context;
  atomic_thread_fence(memory_order_seq_cst);
}

/// Registers mapped at an address of the processor.
static inline struct blmv_registers blmv_mmio(uintptr_t registers) {
  return (struct blmv_registers){(void*)registers, blmv_mmio_read, blmv_mmio_write};
}

/// Memory of descriptors; `memory` is used as long as the result is.
static inline struct blmv_memory blmv_mapped(struct blmv_mapped_memory* memory) {
  return (struct blmv_memory){memory, blmv_mapped_read, blmv_mapped_write, blmv_mapped_order};
}

#endif
