/* SPDX-License-Identifier: Apache-2.0 */
/* What rtl/drivers/linux takes of the kernel, for a program of user space: names and meanings are the kernel's, what is
 * behind them is a bench with the Verilog. Every <linux/...> header that the driver includes is this one
 * (CMakeLists.txt).
 */
#ifndef ISOCHRON_LINUX_STAND_IN_H
#define ISOCHRON_LINUX_STAND_IN_H

/* GNU C, as the kernel is: no warning of that. */
#pragma GCC system_header

#include <assert.h>
#include <errno.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef uint8_t u8;
typedef uint16_t u16;
typedef uint32_t u32;
typedef uint64_t u64;
typedef int32_t s32;
typedef uint32_t __le32;
typedef uint64_t dma_addr_t;

#define __iomem
#define ARRAY_SIZE(array) (sizeof(array) / sizeof((array)[0]))
#define S32_MAX INT32_MAX
#define SZ_16M 0x1000000
#define BIT(n) (1UL << (n))
#define FIELD_PREP(mask, value) (((u32)(value) * ((mask) & -(u32)(mask))) & (mask))
#define FIELD_GET(mask, word) (((word) & (mask)) / ((mask) & -(u32)(mask)))
#define upper_32_bits(n) ((u32)((u64)(n) >> 32))
#define lower_32_bits(n) ((u32)(n))
#define DIV_ROUND_UP(n, d) (((n) + (d)-1) / (d))
#define DIV_ROUND_UP_ULL(n, d) DIV_ROUND_UP((u64)(n), (u64)(d))
#define min_t(type, x, y) ((type)(x) < (type)(y) ? (type)(x) : (type)(y))
#define container_of(pointer, type, member) ((type*)((char*)(pointer)-offsetof(type, member)))
#define struct_size(pointer, member, count) (sizeof(*(pointer)) + sizeof((pointer)->member[0]) * (count))

/* A little-endian machine that carries out its accesses in order. */
#define cpu_to_le32(value) ((__le32)(value))
#define le32_to_cpu(value) ((u32)(value))
#define dma_wmb() __atomic_thread_fence(__ATOMIC_RELEASE)
#define dma_rmb() __atomic_thread_fence(__ATOMIC_ACQUIRE)

/* Registers: an access lets the clock run until it is answered. */
u32 readl(const void* address);
void writel(u32 value, void* address);
void udelay(unsigned long microseconds);
#define readl_poll_timeout_atomic(address, value, condition, delay, timeout)               \
  ({                                                                                       \
    long left = (timeout);                                                                 \
    while ((value) = readl(address), !(condition) && (left -= (delay)) > 0) udelay(delay); \
    (condition) ? 0 : -ETIMEDOUT;                                                          \
  })

/* Memory. What is not given back is counted. */
typedef unsigned int gfp_t;
#define GFP_KERNEL 0u
#define GFP_NOWAIT 1u
void* kzalloc(size_t bytes, gfp_t flags);
void kfree(const void* memory);

/* Lists. */
struct list_head {
  struct list_head *next, *prev;
};
#define LIST_HEAD(name) struct list_head name = {&name, &name}
void INIT_LIST_HEAD(struct list_head* list);
void list_add_tail(struct list_head* item, struct list_head* list);
void list_del(struct list_head* item);
void list_move_tail(struct list_head* item, struct list_head* list);
void list_splice_tail_init(struct list_head* from, struct list_head* list);
bool list_empty(const struct list_head* list);
#define list_first_entry(list, type, member) container_of((list)->next, type, member)
#define list_entry_of(item, like, member) container_of(item, __typeof__(*(like)), member)
#define list_for_each_entry(item, list, member)                                       \
  for ((item) = list_entry_of((list)->next, item, member); &(item)->member != (list); \
       (item) = list_entry_of((item)->member.next, item, member))
#define list_for_each_entry_safe(item, after, list, member)                                                            \
  for ((item) = list_entry_of((list)->next, item, member), (after) = list_entry_of((item)->member.next, item, member); \
       &(item)->member != (list); (item) = (after), (after) = list_entry_of((after)->member.next, item, member))

/* Locks: one processor. A second taking of a lock is a mistake, and interrupts wait while one is held. */
typedef struct {
  bool held;
} spinlock_t;
void spin_lock_init(spinlock_t* lock);
void stand_in_lock(spinlock_t* lock);
void stand_in_unlock(spinlock_t* lock);
#define spin_lock_irqsave(lock, flags) ((void)((flags) = 0), stand_in_lock(lock))
#define spin_unlock_irqrestore(lock, flags) ((void)(flags), stand_in_unlock(lock))

/* Interrupts and what is put off to after them. */
typedef enum { IRQ_NONE, IRQ_HANDLED } irqreturn_t;
typedef irqreturn_t (*irq_handler_t)(int irq, void* data);
#define IRQF_SHARED 0x80
struct tasklet_struct {
  void (*callback)(struct tasklet_struct* tasklet);
  bool scheduled;
};
void tasklet_setup(struct tasklet_struct* tasklet, void (*callback)(struct tasklet_struct*));
void tasklet_schedule(struct tasklet_struct* tasklet);
void tasklet_kill(struct tasklet_struct* tasklet);
#define from_tasklet(variable, tasklet, member) container_of(tasklet, __typeof__(*(variable)), member)

/* Devices. What a probe asked for with devm_ is given back in the reverse order when the device goes. */
struct device_node {
  int number;
};
struct device {
  struct device_node* of_node;
};
struct platform_device {
  struct device dev;
};
struct of_device_id {
  char compatible[128];
};
struct device_driver {
  const char* name;
  const struct of_device_id* of_match_table;
};
struct platform_driver {
  int (*probe)(struct platform_device* pdev);
  struct device_driver driver;
};
#define IS_ERR(pointer) ((uintptr_t)(pointer) > (uintptr_t)-4096)
#define PTR_ERR(pointer) ((int)(intptr_t)(pointer))
#define MODULE_DEVICE_TABLE(type, table) const struct of_device_id* const stand_in_##type##_table = table
#define MODULE_DESCRIPTION(text) const char* const stand_in_description = text
#define MODULE_LICENSE(text) const char* const stand_in_licence = text
#define module_platform_driver(name) struct platform_driver* const stand_in_driver = &name
extern struct platform_driver* const stand_in_driver;
void* devm_kzalloc(struct device* dev, size_t bytes, gfp_t flags);
void* devm_platform_ioremap_resource(struct platform_device* pdev, unsigned int index);
int devm_add_action_or_reset(struct device* dev, void (*action)(void*), void* data);
int platform_get_irq(struct platform_device* pdev, unsigned int index);
int devm_request_irq(struct device* dev, int irq, irq_handler_t handler, unsigned long flags, const char* name,
                     void* data);
const char* dev_name(const struct device* dev);
void dev_err(const struct device* dev, const char* format, ...) __attribute__((format(printf, 2, 3)));
int dev_err_probe(const struct device* dev, int error, const char* format, ...) __attribute__((format(printf, 3, 4)));
int device_property_read_u32_array(const struct device* dev, const char* name, u32* values, size_t count);

/* DMA of a device. */
enum dev_dma_attr { DEV_DMA_NOT_SUPPORTED, DEV_DMA_NON_COHERENT, DEV_DMA_COHERENT };
enum dev_dma_attr device_get_dma_attr(struct device* dev);
#define DMA_BIT_MASK(bits) ((bits) == 64 ? ~0ULL : (1ULL << (bits)) - 1)
int dma_set_mask_and_coherent(struct device* dev, u64 mask);
int dma_set_max_seg_size(struct device* dev, unsigned int bytes);
void* dmam_alloc_coherent(struct device* dev, size_t bytes, dma_addr_t* bus, gfp_t flags);
struct scatterlist {
  dma_addr_t address;
  unsigned int length;
};
#define sg_dma_address(entry) ((entry)->address)
#define sg_dma_len(entry) ((entry)->length)
#define for_each_sg(list, entry, count, i) for ((i) = 0, (entry) = (list); (i) < (count); (i)++, (entry)++)

/* dmaengine. */
typedef s32 dma_cookie_t;
#define DMA_MIN_COOKIE 1
enum dma_status { DMA_COMPLETE, DMA_IN_PROGRESS, DMA_PAUSED, DMA_ERROR };
enum dma_transaction_type { DMA_MEMCPY, DMA_MEMSET, DMA_INTERLEAVE, DMA_SLAVE };
enum dma_transfer_direction { DMA_MEM_TO_MEM, DMA_MEM_TO_DEV, DMA_DEV_TO_MEM, DMA_DEV_TO_DEV, DMA_TRANS_NONE };
enum dma_ctrl_flags { DMA_PREP_INTERRUPT = 1, DMA_CTRL_ACK = 2, DMA_PREP_FENCE = 32 };
enum dma_residue_granularity { DMA_RESIDUE_GRANULARITY_DESCRIPTOR, DMA_RESIDUE_GRANULARITY_SEGMENT };
enum dmaengine_alignment { DMAENGINE_ALIGN_1_BYTE };
enum dmaengine_tx_result { DMA_TRANS_NOERROR, DMA_TRANS_READ_FAILED, DMA_TRANS_WRITE_FAILED, DMA_TRANS_ABORTED };
struct dmaengine_result {
  enum dmaengine_tx_result result;
  u32 residue;
};
typedef struct {
  unsigned long bits;
} dma_cap_mask_t;
#define dma_cap_set(capability, mask) ((mask).bits |= BIT(capability))
struct dma_tx_state {
  dma_cookie_t last;
  dma_cookie_t used;
  u32 residue;
};
struct data_chunk {
  size_t size;
  size_t icg;
  size_t dst_icg;
  size_t src_icg;
};
struct dma_interleaved_template {
  dma_addr_t src_start;
  dma_addr_t dst_start;
  enum dma_transfer_direction dir;
  bool src_inc;
  bool dst_inc;
  bool src_sgl;
  bool dst_sgl;
  size_t numf;
  size_t frame_size;
  struct data_chunk sgl[];
};
struct dma_device;
struct dma_chan {
  struct dma_device* device;
  dma_cookie_t cookie;
  dma_cookie_t completed_cookie;
  struct list_head device_node;
};
struct dma_async_tx_descriptor {
  dma_cookie_t cookie;
  unsigned long flags;
  struct dma_chan* chan;
  dma_cookie_t (*tx_submit)(struct dma_async_tx_descriptor* tx);
  void (*callback)(void* parameter);
  void (*callback_result)(void* parameter, const struct dmaengine_result* result);
  void* callback_param;
};
struct dma_device {
  struct list_head channels;
  dma_cap_mask_t cap_mask;
  u32 directions;
  enum dma_residue_granularity residue_granularity;
  enum dmaengine_alignment copy_align;
  enum dmaengine_alignment fill_align;
  struct device* dev;
  int (*device_alloc_chan_resources)(struct dma_chan* channel);
  void (*device_free_chan_resources)(struct dma_chan* channel);
  struct dma_async_tx_descriptor* (*device_prep_dma_memcpy)(struct dma_chan* channel, dma_addr_t destination,
                                                            dma_addr_t source, size_t bytes, unsigned long flags);
  struct dma_async_tx_descriptor* (*device_prep_dma_memset)(struct dma_chan* channel, dma_addr_t destination, int value,
                                                            size_t bytes, unsigned long flags);
  struct dma_async_tx_descriptor* (*device_prep_interleaved_dma)(struct dma_chan* channel,
                                                                 struct dma_interleaved_template* xt,
                                                                 unsigned long flags);
  struct dma_async_tx_descriptor* (*device_prep_slave_sg)(struct dma_chan* channel, struct scatterlist* list,
                                                          unsigned int entries, enum dma_transfer_direction direction,
                                                          unsigned long flags, void* context);
  void (*device_issue_pending)(struct dma_chan* channel);
  enum dma_status (*device_tx_status)(struct dma_chan* channel, dma_cookie_t cookie, struct dma_tx_state* state);
  int (*device_terminate_all)(struct dma_chan* channel);
  void (*device_synchronize)(struct dma_chan* channel);
};
void dma_async_tx_descriptor_init(struct dma_async_tx_descriptor* tx, struct dma_chan* channel);
void dma_descriptor_unmap(struct dma_async_tx_descriptor* tx);
void dma_run_dependencies(struct dma_async_tx_descriptor* tx);
enum dma_status dma_async_is_complete(dma_cookie_t cookie, dma_cookie_t last, dma_cookie_t used);
void dma_set_tx_state(struct dma_tx_state* state, dma_cookie_t last, dma_cookie_t used, u32 residue);
bool is_slave_direction(enum dma_transfer_direction direction);
size_t dmaengine_get_src_icg(struct dma_interleaved_template* xt, struct data_chunk* chunk);
size_t dmaengine_get_dst_icg(struct dma_interleaved_template* xt, struct data_chunk* chunk);
int dmaenginem_async_device_register(struct dma_device* device);
struct of_phandle_args;
struct of_dma;
typedef struct dma_chan* (*of_dma_xlate_t)(struct of_phandle_args* cells, struct of_dma* controller);
struct dma_chan* of_dma_xlate_by_chan_id(struct of_phandle_args* cells, struct of_dma* controller);
int of_dma_controller_register(struct device_node* node, of_dma_xlate_t translate, void* data);
void of_dma_controller_free(struct device_node* node);

#ifdef __cplusplus
}
#endif

#endif
