// SPDX-License-Identifier: Apache-2.0
#include <stddef.h>

#include <isochron/dma/block_mover/block_mover_registers.h>
#include <isochron/dma/block_mover/c/block_mover.h>

// The generated header has offsets as a structure and fields as masks (_bm) and positions (_bp).
#define OFFSET(name) ((uint32_t)offsetof(block_mover_t, name))
#define SET(name, value) (((uint32_t)(value) << BLOCK_MOVER__##name##_bp) & BLOCK_MOVER__##name##_bm)
#define GET(word, name) (((word)&BLOCK_MOVER__##name##_bm) >> BLOCK_MOVER__##name##_bp)

static int read_register(struct blmv_device* device, uint32_t offset, uint32_t* value) {
  return device->registers.read(device->registers.context, offset, value) ? 0 : BLMV_BUS_ERROR;
}

static int write_register(struct blmv_device* device, uint32_t offset, uint32_t value) {
  return device->registers.write(device->registers.context, offset, value) ? 0 : BLMV_BUS_ERROR;
}

static int write_pointer(struct blmv_device* device, uint32_t low, uint64_t value) {
  // A tail takes effect with its low word.
  const int wrong = write_register(device, low + 4, (uint32_t)(value >> 32));
  return wrong ? wrong : write_register(device, low, (uint32_t)value);
}

// The high word is read again until it is the same before and after the low one.
static int read_pair(struct blmv_device* device, uint32_t low, uint64_t* value) {
  uint32_t before = 0;
  uint32_t word = 0;
  uint32_t after = 0;
  int wrong = read_register(device, low + 4, &after);
  do {
    before = after;
    if (!wrong) wrong = read_register(device, low, &word);
    if (!wrong) wrong = read_register(device, low + 4, &after);
  } while (!wrong && before != after);
  *value = (uint64_t)after << 32 | word;
  return wrong;
}

static int write_settings(struct blmv_device* device, uint32_t mask, bool on) {
  device->settings = (device->settings & ~mask) | (on ? mask : 0);
  return write_register(device, OFFSET(SETTINGS), device->settings);
}

int blmv_open(struct blmv_device* device, const struct blmv_registers* registers) {
  struct blmv_capabilities* c = &device->capabilities;
  uint32_t id = 0;
  uint32_t version = 0;
  uint32_t ports = 0;
  uint32_t depth = 0;
  uint32_t bursts = 0;
  device->registers = *registers;
  int wrong = read_register(device, OFFSET(ID), &id);
  if (!wrong) wrong = read_register(device, OFFSET(VERSION), &version);
  if (wrong) return wrong;
  if (id != BLOCK_MOVER__ID__VALUE_reset || GET(version, VERSION__MAJOR) != BLOCK_MOVER__VERSION__MAJOR_reset)
    return BLMV_NOT_OURS;
  wrong = read_register(device, OFFSET(CAPABILITY_PORTS), &ports);
  if (!wrong) wrong = read_register(device, OFFSET(CAPABILITY_DEPTH), &depth);
  if (!wrong) wrong = read_register(device, OFFSET(CAPABILITY_BURSTS), &bursts);
  if (!wrong) wrong = read_register(device, OFFSET(CAPABILITY_BUFFER), &c->buffer_words);
  if (!wrong) wrong = read_register(device, OFFSET(SETTINGS), &device->settings);
  c->port_b = GET(ports, CAPABILITY_PORTS__PORT_B) != 0;
  c->stream = GET(ports, CAPABILITY_PORTS__STREAM) != 0;
  c->xor_operation = GET(ports, CAPABILITY_PORTS__XOR_OP) != 0;
  c->id_bits = (uint8_t)GET(ports, CAPABILITY_PORTS__ID_BITS);
  c->address_bits = (uint8_t)GET(ports, CAPABILITY_PORTS__ADDRESS_BITS);
  c->data_bits = (uint16_t)GET(ports, CAPABILITY_PORTS__DATA_BITS);
  c->commands = (uint8_t)GET(depth, CAPABILITY_DEPTH__COMMANDS);
  c->prefetch = (uint8_t)GET(depth, CAPABILITY_DEPTH__PREFETCH);
  c->descriptors = (uint8_t)GET(depth, CAPABILITY_DEPTH__DESCRIPTORS);
  c->outstanding = (uint16_t)GET(bursts, CAPABILITY_BURSTS__OUTSTANDING);
  c->max_burst = (uint16_t)GET(bursts, CAPABILITY_BURSTS__MAX_BURST);
  return wrong;
}

static uint32_t attributes_offset(enum blmv_bus port) {
  return port == BLMV_BUS_A ? OFFSET(ATTRIBUTES_A) : port == BLMV_BUS_B ? OFFSET(ATTRIBUTES_B) : OFFSET(ATTRIBUTES_D);
}

int blmv_set_attributes(struct blmv_device* device, enum blmv_bus port, const struct blmv_attributes* attributes) {
  const struct blmv_attributes* a = attributes;
  if (a->read_cache > 15 || a->write_cache > 15 || a->read_protection > 7 || a->write_protection > 7 ||
      a->quality > 15 || a->id >> device->capabilities.id_bits)
    return BLMV_BAD_ARGUMENT;
  // The description's ID has the default width, a block mover's its own.
  return write_register(device, attributes_offset(port),
                        SET(ATTRIBUTES__ARCACHE, a->read_cache) | SET(ATTRIBUTES__AWCACHE, a->write_cache) |
                            SET(ATTRIBUTES__ARPROT, a->read_protection) | SET(ATTRIBUTES__AWPROT, a->write_protection) |
                            SET(ATTRIBUTES__QOS, a->quality) | (uint32_t)a->id << BLOCK_MOVER__ATTRIBUTES__ID_bp);
}

int blmv_read_attributes(struct blmv_device* device, enum blmv_bus port, struct blmv_attributes* attributes) {
  uint32_t value = 0;
  const int wrong = read_register(device, attributes_offset(port), &value);
  attributes->read_cache = (uint8_t)GET(value, ATTRIBUTES__ARCACHE);
  attributes->write_cache = (uint8_t)GET(value, ATTRIBUTES__AWCACHE);
  attributes->read_protection = (uint8_t)GET(value, ATTRIBUTES__ARPROT);
  attributes->write_protection = (uint8_t)GET(value, ATTRIBUTES__AWPROT);
  attributes->quality = (uint8_t)GET(value, ATTRIBUTES__QOS);
  attributes->id = (uint8_t)(value >> BLOCK_MOVER__ATTRIBUTES__ID_bp);
  return wrong;
}

int blmv_start(struct blmv_device* device, const struct blmv_move* move) {
  uint32_t words[BLMV_PLACE_WORDS];
  int wrong = 0;
  blmv_place_words(move, words);
  for (uint32_t i = 0; i < BLMV_PLACE_WORDS && !wrong; ++i)
    wrong = write_register(device, OFFSET(DIRECT_SOURCE_LOW) + 4 * i, words[i]);
  if (wrong) return wrong;
  return write_register(device, OFFSET(DIRECT_CONTROL), blmv_control_word(move) | SET(DIRECT_CONTROL__START, 1));
}

int blmv_read_result(struct blmv_device* device, struct blmv_result* result) {
  uint32_t status = 0;
  const int wrong = read_register(device, OFFSET(DIRECT_STATUS), &status);
  if (wrong) return wrong;
  if (!GET(status, DIRECT_STATUS__DONE)) return BLMV_NOT_YET;
  result->tag = (uint8_t)GET(status, DIRECT_STATUS__TAG);
  blmv_decode_status(status, result);
  return read_register(device, OFFSET(DIRECT_BYTES), &result->bytes);
}

static int begin(struct blmv_device* device, uint64_t head, bool tail) {
  int wrong = write_settings(device, BLOCK_MOVER__SETTINGS__TAIL_ENABLE_bm, tail);
  if (!wrong) wrong = write_pointer(device, OFFSET(CHAIN_HEAD_LOW), head);
  return wrong ? wrong : write_register(device, OFFSET(CONTROL), SET(CONTROL__RUN, 1));
}

int blmv_start_list(struct blmv_device* device, uint64_t head) {
  return begin(device, head, false);
}

int blmv_start_chain(struct blmv_device* device, uint64_t head, uint64_t tail) {
  const int wrong = blmv_move_tail(device, tail);
  return wrong ? wrong : begin(device, head, true);
}

int blmv_move_tail(struct blmv_device* device, uint64_t tail) {
  return write_pointer(device, OFFSET(CHAIN_TAIL_LOW), tail);
}

int blmv_pause_chain(struct blmv_device* device) {
  return write_register(device, OFFSET(CONTROL), 0);
}

int blmv_read_next(struct blmv_device* device, uint64_t* address) {
  return read_pair(device, OFFSET(CHAIN_NEXT_LOW), address);
}

int blmv_read_chain_stop(struct blmv_device* device, enum blmv_chain_error* error, uint64_t* address) {
  uint32_t value = 0;
  const int wrong = read_register(device, OFFSET(CHAIN_ERROR), &value);
  *error = (enum blmv_chain_error)GET(value, CHAIN_ERROR__CODE);
  return wrong ? wrong : read_pair(device, OFFSET(CHAIN_ERROR_ADDRESS_LOW), address);
}

int blmv_stop_on_error(struct blmv_device* device, bool stop) {
  return write_settings(device, BLOCK_MOVER__SETTINGS__STOP_ON_ERROR_bm, stop);
}

int blmv_abort(struct blmv_device* device) {
  return write_register(device, OFFSET(CONTROL), SET(CONTROL__ABORT, 1));
}

int blmv_soft_reset(struct blmv_device* device) {
  const int wrong = write_register(device, OFFSET(CONTROL), SET(CONTROL__SOFT_RESET, 1));
  if (!wrong) device->settings = 0;
  return wrong;
}

int blmv_read_status(struct blmv_device* device, struct blmv_status* status) {
  uint32_t value = 0;
  const int wrong = read_register(device, OFFSET(STATUS), &value);
  status->running = GET(value, STATUS__RUNNING) != 0;
  status->idle = GET(value, STATUS__IDLE) != 0;
  status->stopped = GET(value, STATUS__STOPPED) != 0;
  status->core_busy = GET(value, STATUS__CORE_BUSY) != 0;
  status->at_tail = GET(value, STATUS__AT_TAIL) != 0;
  status->aborting = GET(value, STATUS__ABORTING) != 0;
  return wrong;
}

static uint32_t word_of(const struct blmv_interrupts* causes) {
  return SET(INTERRUPT_STATUS__MOVE_DONE, causes->move_done) | SET(INTERRUPT_STATUS__CHAIN_END, causes->chain_end) |
         SET(INTERRUPT_STATUS__ERROR, causes->error) | SET(INTERRUPT_STATUS__COALESCED, causes->coalesced);
}

int blmv_enable(struct blmv_device* device, const struct blmv_interrupts* causes) {
  return write_register(device, OFFSET(INTERRUPT_ENABLE), word_of(causes));
}

int blmv_read_pending(struct blmv_device* device, struct blmv_interrupts* causes) {
  uint32_t value = 0;
  const int wrong = read_register(device, OFFSET(INTERRUPT_STATUS), &value);
  causes->move_done = GET(value, INTERRUPT_STATUS__MOVE_DONE) != 0;
  causes->chain_end = GET(value, INTERRUPT_STATUS__CHAIN_END) != 0;
  causes->error = GET(value, INTERRUPT_STATUS__ERROR) != 0;
  causes->coalesced = GET(value, INTERRUPT_STATUS__COALESCED) != 0;
  return wrong;
}

int blmv_acknowledge(struct blmv_device* device, const struct blmv_interrupts* causes) {
  return write_register(device, OFFSET(INTERRUPT_STATUS), word_of(causes));
}

int blmv_coalesce(struct blmv_device* device, uint16_t count, uint32_t timeout_cycles) {
  const int wrong = write_register(device, OFFSET(COALESCE_COUNT), count);
  return wrong ? wrong : write_register(device, OFFSET(COALESCE_TIMEOUT), timeout_cycles);
}

int blmv_read_counters(struct blmv_device* device, struct blmv_counters* counters) {
  int wrong = read_pair(device, OFFSET(COUNT_BYTES_LOW), &counters->bytes);
  if (!wrong) wrong = read_register(device, OFFSET(COUNT_MOVES), &counters->moves);
  if (!wrong) wrong = read_register(device, OFFSET(COUNT_ERRORS), &counters->errors);
  if (!wrong) wrong = blmv_descriptors_done(device, &counters->descriptors);
  if (!wrong) wrong = read_register(device, OFFSET(COUNT_BUSY), &counters->busy_cycles);
  if (!wrong) wrong = read_register(device, OFFSET(COUNT_STALL_READ), &counters->stall_read_cycles);
  if (!wrong) wrong = read_register(device, OFFSET(COUNT_STALL_WRITE), &counters->stall_write_cycles);
  if (!wrong) wrong = read_register(device, OFFSET(COUNT_STALL_ADDRESS), &counters->stall_address_cycles);
  return wrong;
}

int blmv_descriptors_done(struct blmv_device* device, uint32_t* count) {
  return read_register(device, OFFSET(COUNT_DESCRIPTORS), count);
}

int blmv_clear_counters(struct blmv_device* device) {
  return write_register(device, OFFSET(SETTINGS), device->settings | SET(SETTINGS__CLEAR_COUNTERS, 1));
}
