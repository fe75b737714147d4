/* SPDX-License-Identifier: Apache-2.0 */
/* A use of the mapped accesses that is compiled as C. */
#ifndef ISOCHRON_C_DRIVER_MAPPED_H
#define ISOCHRON_C_DRIVER_MAPPED_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
  unsigned data_bits;
  bool pending_error;
  uint64_t loaded_source;
} MappedUse;

/// Opens a block mover at `registers`, stores a descriptor 64 bytes into memory that lies at `words` and that the block
/// mover has at `address`, loads it again and starts the list.
int use_mapped(void* registers, uint32_t* words, uint64_t address, MappedUse* use);

#ifdef __cplusplus
}
#endif

#endif
