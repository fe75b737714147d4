// SPDX-License-Identifier: Apache-2.0
// Driver of the block mover in C11: no allocation, no library, nothing that waits.
//
// The user says how registers and the memory of descriptors are reached: mapped (block_mover_mmio.h), or through
// functions of their own. A function returns 0, or what is wrong as a negative enum blmv_problem; of an access that was
// answered with an error nothing is known but that.
#ifndef ISOCHRON_BLOCK_MOVER_H
#define ISOCHRON_BLOCK_MOVER_H

#include <stdbool.h>
#include <stdint.h>

#include <isochron/dma/block_mover/c/block_mover_descriptor.h>

#ifdef __cplusplus
extern "C" {
#endif

enum blmv_problem {
  BLMV_BUS_ERROR = -1,  ///< an access was answered with an error
  BLMV_NOT_OURS = -2,   ///< not the registers of a block mover that this driver knows
  BLMV_NOT_YET = -3,    ///< nothing is done yet
  BLMV_FULL = -4,       ///< the ring is full
  BLMV_BAD_ARGUMENT = -5,
  BLMV_UNKNOWN = -6  ///< the write-back of a descriptor failed: what became of its move is not known
};

/// The way to the registers. Both return false when the access was answered with an error.
struct blmv_registers {
  void* context;
  bool (*read)(void* context, uint32_t offset, uint32_t* value);
  bool (*write)(void* context, uint32_t offset, uint32_t value);
};

/// The way to the memory of the descriptors, at the addresses that the block mover uses. Words are little endian in
/// memory. Both return false when the access failed.
struct blmv_memory {
  void* context;
  bool (*read)(void* context, uint64_t address, uint32_t* value);
  bool (*write)(void* context, uint64_t address, uint32_t value);
  /// What was written before the call is seen by the block mover before what is written after it; likewise what is
  /// read. NULL where accesses are carried out in order.
  void (*order)(void* context);
};

/// What the parameters of a block mover are.
struct blmv_capabilities {
  bool port_b;
  bool stream;
  bool xor_operation;
  uint8_t id_bits;
  uint8_t address_bits;
  uint16_t data_bits;
  uint8_t commands;
  uint8_t prefetch;
  uint8_t descriptors;
  uint16_t outstanding;
  uint16_t max_burst;  ///< beats
  uint32_t buffer_words;
};

struct blmv_device {
  struct blmv_registers registers;
  struct blmv_capabilities capabilities;
  uint32_t settings;  ///< what SETTINGS holds
};

struct blmv_status {
  bool running;
  bool idle;
  bool stopped;
  bool core_busy;
  bool at_tail;
  bool aborting;
};

/// Causes of interrupts; both what is enabled and what is pending.
struct blmv_interrupts {
  bool move_done;
  bool chain_end;
  bool error;
  bool coalesced;
};

struct blmv_counters {
  uint64_t bytes;
  uint32_t moves;
  uint32_t errors;
  uint32_t descriptors;
  uint32_t busy_cycles;
  uint32_t stall_read_cycles;
  uint32_t stall_write_cycles;
  uint32_t stall_address_cycles;
};

/// The AXI4 ports: A, B, and the one that reads and writes descriptors.
enum blmv_bus { BLMV_BUS_A = 0, BLMV_BUS_B = 1, BLMV_BUS_D = 2 };

/// What the transactions of a port carry, in the bits of its signals.
struct blmv_attributes {
  uint8_t read_cache;        ///< ARCACHE, 0 to 15
  uint8_t write_cache;       ///< AWCACHE, 0 to 15
  uint8_t read_protection;   ///< ARPROT, 0 to 7
  uint8_t write_protection;  ///< AWPROT, 0 to 7
  uint8_t quality;           ///< ARQOS and AWQOS, 0 to 15
  uint8_t id;                ///< ARID and AWID, in the capabilities' id_bits
};

/// Why a chain was stopped.
enum blmv_chain_error {
  BLMV_CHAIN_OK = 0,
  BLMV_CHAIN_MISALIGNED = 1,
  BLMV_CHAIN_OUT_OF_RANGE = 2,
  BLMV_CHAIN_NOT_OWNED = 3,
  BLMV_CHAIN_RESERVED = 4,
  BLMV_CHAIN_ITSELF = 5,
  BLMV_CHAIN_FETCH_SLVERR = 6,
  BLMV_CHAIN_FETCH_DECERR = 7,
  BLMV_CHAIN_WRITE_SLVERR = 8,
  BLMV_CHAIN_WRITE_DECERR = 9,
  BLMV_CHAIN_MOVE_FAILED = 10,
  BLMV_CHAIN_ABORTED = 11
};

/// Looks at identification and capabilities.
int blmv_open(struct blmv_device* device, const struct blmv_registers* registers);

/// What the transactions of a port carry from now on. BLMV_BAD_ARGUMENT when a value needs more bits than there are,
/// BLMV_BUS_ERROR unless all is idle: a port has one ID at a time.
int blmv_set_attributes(struct blmv_device* device, enum blmv_bus port, const struct blmv_attributes* attributes);
int blmv_read_attributes(struct blmv_device* device, enum blmv_bus port, struct blmv_attributes* attributes);

/// The direct command. BLMV_BUS_ERROR while one is under way.
int blmv_start(struct blmv_device* device, const struct blmv_move* move);
/// Its result; BLMV_NOT_YET until it has ended.
int blmv_read_result(struct blmv_device* device, struct blmv_result* result);

/// A chain that begins at a descriptor and goes to the one with the end bit.
int blmv_start_list(struct blmv_device* device, uint64_t head);
/// A chain that waits after the descriptor at `tail` until the tail moves.
int blmv_start_chain(struct blmv_device* device, uint64_t head, uint64_t tail);
int blmv_move_tail(struct blmv_device* device, uint64_t tail);
/// After the descriptors that the core has; blmv_read_next says where to go on.
int blmv_pause_chain(struct blmv_device* device);
int blmv_read_next(struct blmv_device* device, uint64_t* address);
int blmv_read_chain_stop(struct blmv_device* device, enum blmv_chain_error* error, uint64_t* address);
int blmv_stop_on_error(struct blmv_device* device, bool stop);

/// Both end everything, until blmv_read_status says that it is no longer aborting. A soft reset resets every register
/// too.
int blmv_abort(struct blmv_device* device);
int blmv_soft_reset(struct blmv_device* device);
int blmv_read_status(struct blmv_device* device, struct blmv_status* status);

int blmv_enable(struct blmv_device* device, const struct blmv_interrupts* causes);
int blmv_read_pending(struct blmv_device* device, struct blmv_interrupts* causes);
int blmv_acknowledge(struct blmv_device* device, const struct blmv_interrupts* causes);
/// An interrupt after so many moves or clock cycles, whichever comes first; 0: not by that.
int blmv_coalesce(struct blmv_device* device, uint16_t count, uint32_t timeout_cycles);

int blmv_read_counters(struct blmv_device* device, struct blmv_counters* counters);
/// Descriptors written back and answered, modulo 2^32.
int blmv_descriptors_done(struct blmv_device* device, uint32_t* count);
int blmv_clear_counters(struct blmv_device* device);

/// A descriptor in memory. The control word, which gives it away, is written last.
int blmv_store(const struct blmv_memory* memory, uint64_t address, const struct blmv_descriptor* descriptor);
int blmv_load(const struct blmv_memory* memory, uint64_t address, struct blmv_descriptor* descriptor);
/// Has ownership come back? The byte count is final only when the write-back has been answered, which interrupts and
/// the counter of descriptors tell: a slave may show the first beat of the burst before the second.
int blmv_is_done(const struct blmv_memory* memory, uint64_t address, bool* done);

/// A ring of descriptors that follows the tail: moves go in while others are carried out. One place stays empty, so
/// that a tail that has gone once round differs from one that has not moved. What is done is asked of the counter of
/// descriptors: no other chain may run and nobody may clear the counters while the ring is in use.
struct blmv_ring {
  struct blmv_device* device;
  struct blmv_memory memory;
  uint64_t base;
  uint32_t places;
  uint32_t first;   ///< oldest that is not taken
  uint32_t filled;  ///< pushed and not taken
  bool started;
  uint32_t taken;  ///< the counter's value that the moves taken so far make
};

/// `places` descriptors from `base`, which is a multiple of 64; 3 or more, else BLMV_BAD_ARGUMENT.
int blmv_ring_open(struct blmv_ring* ring, struct blmv_device* device, const struct blmv_memory* memory, uint64_t base,
                   uint32_t places);
/// Adds a move and moves the tail, or starts the chain with the first. BLMV_FULL when there is no room.
int blmv_ring_push(struct blmv_ring* ring, const struct blmv_move* move);
/// The oldest move's result in the order of push; BLMV_NOT_YET until it is done. BLMV_UNKNOWN takes the move out too.
int blmv_ring_take(struct blmv_ring* ring, struct blmv_result* result);

#ifdef __cplusplus
}
#endif

#endif
