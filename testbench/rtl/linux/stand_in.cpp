// SPDX-License-Identifier: Apache-2.0
// The kernel's functions that the driver calls, on the machine of a KernelBench.
#include "stand_in.h"

#include <algorithm>
#include <cstdarg>
#include <cstdio>
#include <string>

#include "kernel_bench.h"

using isochron::rtl::KernelBench;

namespace {

// Where the registers are mapped: an address to count from, not memory to be read.
char registers[4096];  // NOLINT(cppcoreguidelines-avoid-non-const-global-variables)
// A microsecond of the processor, in cycles of the block mover.
constexpr unsigned cycles_a_microsecond = 4;

std::uint32_t offset_of(const void* address) {
  return static_cast<std::uint32_t>(static_cast<const char*>(address) - registers);
}

KernelBench& machine() {
  return KernelBench::current();
}

std::string text_of(const char* format, std::va_list arguments) {
  char text[200];
  std::vsnprintf(text, sizeof text, format, arguments);
  return text;
}

void unlink(list_head* item) {
  item->prev->next = item->next;
  item->next->prev = item->prev;
}

}  // namespace

std::uint32_t readl(const void* address) {
  return machine().read_register(offset_of(address));
}

void writel(std::uint32_t value, void* address) {
  machine().write_register(offset_of(address), value);
}

void udelay(unsigned long microseconds) {
  machine().bench().run(static_cast<unsigned>(microseconds) * cycles_a_microsecond);
}

void* kzalloc(std::size_t bytes, gfp_t) {
  if (machine().out_of_memory) return nullptr;
  ++machine().allocated;
  return std::calloc(1, bytes);
}

void kfree(const void* memory) {
  if (!memory) return;
  --machine().allocated;
  std::free(const_cast<void*>(memory));
}

void INIT_LIST_HEAD(list_head* list) {
  list->next = list->prev = list;
}

void list_add_tail(list_head* item, list_head* list) {
  item->prev = list->prev;
  item->next = list;
  list->prev->next = item;
  list->prev = item;
}

void list_del(list_head* item) {
  unlink(item);
  item->next = item->prev = nullptr;
}

void list_move_tail(list_head* item, list_head* list) {
  unlink(item);
  list_add_tail(item, list);
}

void list_splice_tail_init(list_head* from, list_head* list) {
  while (!list_empty(from)) list_move_tail(from->next, list);
}

bool list_empty(const list_head* list) {
  return list->next == list;
}

void spin_lock_init(spinlock_t* lock) {
  lock->held = false;
}

void stand_in_lock(spinlock_t* lock) {
  machine().lock(lock);
}

void stand_in_unlock(spinlock_t* lock) {
  machine().unlock(lock);
}

void tasklet_setup(tasklet_struct* tasklet, void (*callback)(tasklet_struct*)) {
  *tasklet = {callback, false};
}

void tasklet_schedule(tasklet_struct* tasklet) {
  machine().schedule(tasklet);
}

void tasklet_kill(tasklet_struct* tasklet) {
  machine().kill(tasklet);
}

void* devm_kzalloc(device*, std::size_t bytes, gfp_t) {
  return machine().managed(bytes);
}

void* devm_platform_ioremap_resource(platform_device*, unsigned) {
  return registers;
}

int devm_add_action_or_reset(device*, void (*action)(void*), void* data) {
  machine().on_release([action, data] { action(data); });
  return 0;
}

int platform_get_irq(platform_device*, unsigned) {
  return machine().without_interrupt ? -ENXIO : 1;
}

int devm_request_irq(device*, int, irq_handler_t handler, unsigned long, const char*, void* data) {
  return machine().request_interrupt(handler, data);
}

const char* dev_name(const device*) {
  return "block-mover";
}

void dev_err(const device*, const char* format, ...) {
  std::va_list arguments;
  va_start(arguments, format);
  machine().errors.push_back(text_of(format, arguments));
  va_end(arguments);
}

int dev_err_probe(const device*, int error, const char* format, ...) {
  std::va_list arguments;
  va_start(arguments, format);
  machine().errors.push_back(text_of(format, arguments));
  va_end(arguments);
  return error;
}

int device_property_read_u32_array(const device*, const char* name, std::uint32_t* values, std::size_t count) {
  const auto found = machine().properties.find(name);
  if (found == machine().properties.end()) return -EINVAL;
  if (found->second.size() != count) return -EOVERFLOW;
  std::copy(found->second.begin(), found->second.end(), values);
  return 0;
}

dev_dma_attr device_get_dma_attr(device*) {
  return machine().coherent ? DEV_DMA_COHERENT : DEV_DMA_NON_COHERENT;
}

int dma_set_mask_and_coherent(device*, std::uint64_t mask) {
  machine().dma_mask = mask;
  return 0;
}

int dma_set_max_seg_size(device*, unsigned bytes) {
  machine().max_segment = bytes;
  return 0;
}

void* dmam_alloc_coherent(device*, std::size_t bytes, dma_addr_t* bus, gfp_t) {
  if (machine().out_of_memory) return nullptr;
  auto* memory = machine().share(bytes);
  *bus = machine().ring;
  return memory;
}

void dma_async_tx_descriptor_init(dma_async_tx_descriptor* tx, dma_chan* channel) {
  tx->chan = channel;
}

// Nothing is mapped for a transfer here, and none depends on another channel's.
void dma_descriptor_unmap(dma_async_tx_descriptor*) {}
void dma_run_dependencies(dma_async_tx_descriptor*) {}

dma_status dma_async_is_complete(dma_cookie_t cookie, dma_cookie_t last, dma_cookie_t used) {
  // Cookies go round: those from behind the last completed one to the last used one are under way.
  const bool under_way = last <= used ? last < cookie && cookie <= used : last < cookie || cookie <= used;
  return under_way ? DMA_IN_PROGRESS : DMA_COMPLETE;
}

void dma_set_tx_state(dma_tx_state* state, dma_cookie_t last, dma_cookie_t used, std::uint32_t residue) {
  if (state) *state = {last, used, residue};
}

bool is_slave_direction(dma_transfer_direction direction) {
  return direction == DMA_MEM_TO_DEV || direction == DMA_DEV_TO_MEM;
}

std::size_t dmaengine_get_src_icg(dma_interleaved_template* xt, data_chunk* chunk) {
  if (!xt->src_inc) return 0;
  return chunk->src_icg ? chunk->src_icg : xt->src_sgl ? chunk->icg : 0;
}

std::size_t dmaengine_get_dst_icg(dma_interleaved_template* xt, data_chunk* chunk) {
  if (!xt->dst_inc) return 0;
  return chunk->dst_icg ? chunk->dst_icg : xt->dst_sgl ? chunk->icg : 0;
}

int dmaenginem_async_device_register(dma_device* device) {
  machine().register_dma(device);
  return 0;
}

dma_chan* of_dma_xlate_by_chan_id(of_phandle_args*, of_dma*) {
  return machine().channel();
}

int of_dma_controller_register(device_node*, of_dma_xlate_t, void*) {
  machine().in_device_tree = true;
  return 0;
}

void of_dma_controller_free(device_node*) {
  machine().in_device_tree = false;
}
