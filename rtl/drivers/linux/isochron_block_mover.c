// SPDX-License-Identifier: GPL-2.0 OR Apache-2.0
/*
 * dmaengine driver of the block mover.
 *
 * The block mover carries out its moves in their order, so it is one channel. A transfer is one move or several; moves
 * wait in a ring of descriptors that the hardware follows up to its tail. What is done is asked of the counter of
 * descriptors, which follows the answers to the write-backs: the byte counts in memory are final then.
 */
#include <linux/bitfield.h>
#include <linux/delay.h>
#include <linux/device.h>
#include <linux/dma-mapping.h>
#include <linux/dmaengine.h>
#include <linux/interrupt.h>
#include <linux/io.h>
#include <linux/iopoll.h>
#include <linux/list.h>
#include <linux/mod_devicetable.h>
#include <linux/module.h>
#include <linux/of.h>
#include <linux/of_dma.h>
#include <linux/overflow.h>
#include <linux/platform_device.h>
#include <linux/property.h>
#include <linux/slab.h>
#include <linux/spinlock.h>

#include "block_mover_registers.h"

/* The generated header has offsets as a structure and fields as masks. */
#define REG(name) offsetof(block_mover_t, name)
#define MASK(name) BLOCK_MOVER__##name##_bm
#define SET(name, value) FIELD_PREP(MASK(name), value)
#define GET(name, word) FIELD_GET(MASK(name), word)

/* A descriptor's control and status words are laid out as the direct command's registers; these two bits are its own. */
#define CONTROL_OWNED BIT(0)
#define CONTROL_END BIT(2)

/* Words of a descriptor. */
enum {
	WORD_CONTROL,
	WORD_STATUS,
	WORD_BYTES,
	WORD_COOKIE,
	WORD_NEXT_LOW,
	WORD_NEXT_HIGH,
	WORD_SOURCE_LOW,
	WORD_SOURCE_HIGH,
	WORD_DESTINATION_LOW,
	WORD_DESTINATION_HIGH,
	WORD_ROW_BYTES,
	WORD_COUNTS,
	WORD_SOURCE_ROW_STRIDE,
	WORD_SOURCE_PLANE_STRIDE,
	WORD_DESTINATION_ROW_STRIDE,
	WORD_DESTINATION_PLANE_STRIDE,
	WORDS
};

enum { OPERATION_COPY, OPERATION_FILL };
enum { PORT_A, PORT_B, PORT_STREAM };
enum { ERROR_NONE, ERROR_READ_SLVERR, ERROR_READ_DECERR, ERROR_WRITE_SLVERR, ERROR_WRITE_DECERR };

/* Of CHAIN_ERROR: codes up to this one say that a descriptor could not be fetched or is none. */
#define LAST_FETCH_ERROR 7

/* AxCACHE of memory that caches may hold, for reading and writing. */
#define CACHE_WRITE_BACK 15

#define RING_PLACES 64
#define MAX_ROW_BYTES SZ_16M
#define MAX_ROWS 0xffff
/* An abort waits for every answer that a slave still owes. */
#define ABORT_TIMEOUT_US 10000
#define FAILURES_KEPT 16

struct blmv_move {
	u32 control;
	u64 source;
	u64 destination;
	u32 row_bytes;
	u16 rows;
	s32 source_stride;
	s32 destination_stride;
};

struct blmv_transfer {
	struct dma_async_tx_descriptor tx;
	struct list_head node;
	enum dmaengine_tx_result result;
	size_t bytes;
	size_t moved; /* as the hardware says */
	size_t asked; /* of the moves that are done */
	unsigned int moves;
	unsigned int pushed; /* into the ring */
	unsigned int done;
	struct blmv_move move[];
};

struct blmv_mover {
	struct dma_device dma;
	struct dma_chan channel;
	struct device *dev;
	void __iomem *registers;
	u32 source_port;
	u32 destination_port;

	struct tasklet_struct tasklet;
	spinlock_t lock; /* everything below */
	__le32 (*ring)[WORDS];
	dma_addr_t ring_bus;
	unsigned int first; /* the oldest move that is not taken out */
	unsigned int filled;
	bool started;
	bool stuck; /* an abort has not ended */
	u32 taken;  /* the counter's value that the moves taken out make */
	unsigned int since_interrupt;
	struct list_head prepared;
	struct list_head submitted;
	struct list_head issued;
	struct list_head completed;
	dma_cookie_t failed[FAILURES_KEPT];
	unsigned int failures;
};

static struct blmv_mover *mover_of(struct dma_chan *channel)
{
	return container_of(channel, struct blmv_mover, channel);
}

static struct blmv_transfer *transfer_of(struct dma_async_tx_descriptor *tx)
{
	return container_of(tx, struct blmv_transfer, tx);
}

static u32 blmv_read(struct blmv_mover *mover, size_t offset)
{
	return readl(mover->registers + offset);
}

static void blmv_write(struct blmv_mover *mover, size_t offset, u32 value)
{
	writel(value, mover->registers + offset);
}

/* The high word first: a tail takes effect with its low word. */
static void blmv_write_pointer(struct blmv_mover *mover, size_t low, u64 value)
{
	blmv_write(mover, low + 4, upper_32_bits(value));
	blmv_write(mover, low, lower_32_bits(value));
}

static size_t move_bytes(const struct blmv_move *move)
{
	return (size_t)move->row_bytes * move->rows;
}

static dma_addr_t place_address(struct blmv_mover *mover, unsigned int place)
{
	return mover->ring_bus + place * sizeof(*mover->ring);
}

/* ---------------------------------------------------------------------------------------------------------- the ring */

static void blmv_store(struct blmv_mover *mover, unsigned int place, const struct blmv_move *move, u32 interrupt)
{
	__le32 *words = mover->ring[place];
	u64 next = place_address(mover, (place + 1) % RING_PLACES);

	words[WORD_STATUS] = 0;
	words[WORD_BYTES] = 0;
	words[WORD_COOKIE] = 0;
	words[WORD_NEXT_LOW] = cpu_to_le32(lower_32_bits(next));
	words[WORD_NEXT_HIGH] = cpu_to_le32(upper_32_bits(next));
	words[WORD_SOURCE_LOW] = cpu_to_le32(lower_32_bits(move->source));
	words[WORD_SOURCE_HIGH] = cpu_to_le32(upper_32_bits(move->source));
	words[WORD_DESTINATION_LOW] = cpu_to_le32(lower_32_bits(move->destination));
	words[WORD_DESTINATION_HIGH] = cpu_to_le32(upper_32_bits(move->destination));
	words[WORD_ROW_BYTES] = cpu_to_le32(move->row_bytes);
	words[WORD_COUNTS] = cpu_to_le32(SET(DIRECT_COUNTS__ROWS, move->rows) | SET(DIRECT_COUNTS__PLANES, 1));
	words[WORD_SOURCE_ROW_STRIDE] = cpu_to_le32(move->source_stride);
	words[WORD_SOURCE_PLANE_STRIDE] = 0;
	words[WORD_DESTINATION_ROW_STRIDE] = cpu_to_le32(move->destination_stride);
	words[WORD_DESTINATION_PLANE_STRIDE] = 0;
	/* The control word gives the descriptor away. */
	dma_wmb();
	words[WORD_CONTROL] = cpu_to_le32(move->control | interrupt | CONTROL_OWNED);
}

static void blmv_start(struct blmv_mover *mover, u64 head, u64 tail)
{
	mover->taken = blmv_read(mover, REG(COUNT_DESCRIPTORS));
	blmv_write(mover, REG(SETTINGS), SET(SETTINGS__TAIL_ENABLE, 1));
	blmv_write_pointer(mover, REG(CHAIN_TAIL_LOW), tail);
	blmv_write_pointer(mover, REG(CHAIN_HEAD_LOW), head);
	blmv_write(mover, REG(CONTROL), SET(CONTROL__RUN, 1));
	mover->started = true;
}

/* Moves of issued transfers go into the ring while there is room. One place stays empty: a tail that has gone once
 * round would not differ from one that has not moved.
 */
static void blmv_push(struct blmv_mover *mover)
{
	unsigned int head = (mover->first + mover->filled) % RING_PLACES;
	unsigned int last = head;
	struct blmv_transfer *transfer;
	bool any = false;

	if (mover->stuck)
		return;
	list_for_each_entry(transfer, &mover->issued, node) {
		while (transfer->pushed < transfer->moves && mover->filled < RING_PLACES - 1) {
			const struct blmv_move *move = &transfer->move[transfer->pushed++];
			/* Someone waits for the last; a long transfer needs room for the rest of it. */
			bool interrupt =
				transfer->pushed == transfer->moves || ++mover->since_interrupt >= RING_PLACES / 4;

			if (interrupt)
				mover->since_interrupt = 0;
			last = (mover->first + mover->filled++) % RING_PLACES;
			blmv_store(mover, last, move, SET(DIRECT_CONTROL__INTERRUPT, interrupt));
			any = true;
		}
	}
	if (!any)
		return;
	if (mover->started)
		blmv_write_pointer(mover, REG(CHAIN_TAIL_LOW), place_address(mover, last));
	else
		blmv_start(mover, place_address(mover, head), place_address(mover, last));
}

static enum dmaengine_tx_result result_of(u32 error)
{
	switch (error) {
	case ERROR_NONE:
		return DMA_TRANS_NOERROR;
	case ERROR_READ_SLVERR:
	case ERROR_READ_DECERR:
		return DMA_TRANS_READ_FAILED;
	case ERROR_WRITE_SLVERR:
	case ERROR_WRITE_DECERR:
		return DMA_TRANS_WRITE_FAILED;
	default:
		return DMA_TRANS_ABORTED;
	}
}

/* Transfers are completed in their order. */
static void blmv_complete(struct blmv_mover *mover, struct blmv_transfer *transfer)
{
	mover->channel.completed_cookie = transfer->tx.cookie;
	if (transfer->result != DMA_TRANS_NOERROR)
		mover->failed[mover->failures++ % FAILURES_KEPT] = transfer->tx.cookie;
	list_move_tail(&transfer->node, &mover->completed);
}

/* Takes the moves out of the ring that are written back. */
static void blmv_collect(struct blmv_mover *mover)
{
	u32 count;

	if (!mover->filled)
		return;
	count = blmv_read(mover, REG(COUNT_DESCRIPTORS)) - mover->taken;
	dma_rmb();
	while (count-- && mover->filled) {
		struct blmv_transfer *transfer = list_first_entry(&mover->issued, struct blmv_transfer, node);
		const __le32 *words = mover->ring[mover->first];
		u32 status = le32_to_cpu(words[WORD_STATUS]);
		enum dmaengine_tx_result result = result_of(GET(DIRECT_STATUS__ERROR, status));

		/* The answer to the write-back was an error: what became of the move is not known. */
		if (!GET(DIRECT_STATUS__DONE, status))
			result = DMA_TRANS_ABORTED;
		if (transfer->result == DMA_TRANS_NOERROR)
			transfer->result = result;
		transfer->moved += le32_to_cpu(words[WORD_BYTES]);
		transfer->asked += move_bytes(&transfer->move[transfer->done]);
		mover->first = (mover->first + 1) % RING_PLACES;
		mover->filled--;
		mover->taken++;
		if (++transfer->done == transfer->moves)
			blmv_complete(mover, transfer);
	}
}

/* Ends everything that the hardware has. It cannot while a slave owes an answer; then the memory of its moves is not free
 * yet, and it takes no others until a later attempt ends them.
 */
static int blmv_stop(struct blmv_mover *mover, u32 how)
{
	u32 control;
	int wrong;

	blmv_write(mover, REG(CONTROL), how);
	wrong = readl_poll_timeout_atomic(mover->registers + REG(CONTROL), control,
					  !(control & (MASK(CONTROL__ABORT) | MASK(CONTROL__SOFT_RESET))), 1,
					  ABORT_TIMEOUT_US);
	mover->stuck = wrong;
	if (wrong)
		dev_err(mover->dev, "a bus does not answer: moves under way cannot be ended\n");
	mover->started = false;
	mover->first = 0;
	mover->filled = 0;
	return wrong;
}

/* A chain stops when a descriptor cannot be fetched or written back. What was before it has been collected. If it was not
 * fetched, those behind it have not begun and are tried again; else they may have, and are lost with it.
 */
static void blmv_recover(struct blmv_mover *mover)
{
	u32 error = GET(CHAIN_ERROR__CODE, blmv_read(mover, REG(CHAIN_ERROR)));
	struct blmv_transfer *transfer, *next;
	bool lost = true;

	dev_err(mover->dev, "chain stopped by error %u\n", error);
	/* The hardware may still write to the memory of what it cannot end. */
	if (blmv_stop(mover, SET(CONTROL__ABORT, 1)))
		return;
	list_for_each_entry_safe(transfer, next, &mover->issued, node) {
		if (!transfer->pushed)
			break;
		if (lost) {
			transfer->result = DMA_TRANS_ABORTED;
			blmv_complete(mover, transfer);
		}
		transfer->pushed = 0;
		lost = error > LAST_FETCH_ERROR;
	}
}

/* ------------------------------------------------------------------------------------------------------- completion */

static void blmv_free_all(struct list_head *transfers)
{
	struct blmv_transfer *transfer, *next;

	list_for_each_entry_safe(transfer, next, transfers, node) {
		list_del(&transfer->node);
		dma_descriptor_unmap(&transfer->tx);
		kfree(transfer);
	}
}

static void blmv_tell(struct blmv_transfer *transfer)
{
	struct dma_async_tx_descriptor *tx = &transfer->tx;
	const struct dmaengine_result result = {
		.result = transfer->result,
		.residue = transfer->bytes - transfer->moved,
	};

	if (tx->callback_result)
		tx->callback_result(tx->callback_param, &result);
	else if (tx->callback)
		tx->callback(tx->callback_param);
	dma_run_dependencies(tx);
}

static void blmv_tasklet(struct tasklet_struct *tasklet)
{
	struct blmv_mover *mover = from_tasklet(mover, tasklet, tasklet);
	struct blmv_transfer *transfer;
	unsigned long flags;
	LIST_HEAD(completed);

	spin_lock_irqsave(&mover->lock, flags);
	blmv_collect(mover);
	if (mover->started && GET(STATUS__STOPPED, blmv_read(mover, REG(STATUS)))) {
		/* What was written back before the chain stopped counts. */
		blmv_collect(mover);
		blmv_recover(mover);
	}
	blmv_push(mover);
	list_splice_tail_init(&mover->completed, &completed);
	spin_unlock_irqrestore(&mover->lock, flags);

	list_for_each_entry(transfer, &completed, node)
		blmv_tell(transfer);
	blmv_free_all(&completed);
}

static irqreturn_t blmv_interrupt(int irq, void *data)
{
	struct blmv_mover *mover = data;
	u32 causes = blmv_read(mover, REG(INTERRUPT_STATUS));

	causes &= blmv_read(mover, REG(INTERRUPT_ENABLE));
	if (!causes)
		return IRQ_NONE;
	blmv_write(mover, REG(INTERRUPT_STATUS), causes);
	tasklet_schedule(&mover->tasklet);
	return IRQ_HANDLED;
}

/* -------------------------------------------------------------------------------------------------------- transfers */

static dma_cookie_t blmv_submit(struct dma_async_tx_descriptor *tx)
{
	struct blmv_mover *mover = mover_of(tx->chan);
	struct blmv_transfer *transfer = transfer_of(tx);
	unsigned long flags;
	dma_cookie_t cookie;

	spin_lock_irqsave(&mover->lock, flags);
	cookie = tx->chan->cookie + 1;
	if (cookie < DMA_MIN_COOKIE)
		cookie = DMA_MIN_COOKIE;
	tx->chan->cookie = cookie;
	tx->cookie = cookie;
	list_move_tail(&transfer->node, &mover->submitted);
	spin_unlock_irqrestore(&mover->lock, flags);
	return cookie;
}

static struct blmv_transfer *blmv_allocate(struct blmv_mover *mover, unsigned int moves)
{
	struct blmv_transfer *transfer = NULL;

	if (moves && !mover->stuck)
		transfer = kzalloc(struct_size(transfer, move, moves), GFP_NOWAIT);
	return transfer;
}

static struct dma_async_tx_descriptor *blmv_prepared(struct blmv_mover *mover, struct blmv_transfer *transfer,
						     unsigned long flags)
{
	unsigned long irq_flags;
	unsigned int i;

	for (i = 0; i < transfer->moves; i++)
		transfer->bytes += move_bytes(&transfer->move[i]);
	dma_async_tx_descriptor_init(&transfer->tx, &mover->channel);
	transfer->tx.tx_submit = blmv_submit;
	transfer->tx.flags = flags;
	/* Moves overlap in the core: one that depends on what was before it waits. */
	if (flags & DMA_PREP_FENCE)
		transfer->move[0].control |= SET(DIRECT_CONTROL__AFTER_EARLIER, 1);
	spin_lock_irqsave(&mover->lock, irq_flags);
	list_add_tail(&transfer->node, &mover->prepared);
	spin_unlock_irqrestore(&mover->lock, irq_flags);
	return &transfer->tx;
}

static u32 control_word(u32 operation, u32 source_port, u32 destination_port)
{
	return SET(DIRECT_CONTROL__OPERATION, operation) | SET(DIRECT_CONTROL__SOURCE_PORT, source_port) |
	       SET(DIRECT_CONTROL__DESTINATION_PORT, destination_port);
}

/* Bytes that lie together: rows of the longest kind, and what is left. */
static struct dma_async_tx_descriptor *blmv_prep_linear(struct dma_chan *channel, u32 operation, u64 destination,
							u64 source, size_t bytes, unsigned long flags)
{
	struct blmv_mover *mover = mover_of(channel);
	bool fill = operation == OPERATION_FILL;
	struct blmv_transfer *transfer;
	size_t left = bytes;

	transfer = blmv_allocate(mover, DIV_ROUND_UP_ULL(bytes, MAX_ROW_BYTES));
	if (!transfer)
		return NULL;
	while (left) {
		struct blmv_move *move = &transfer->move[transfer->moves++];
		u32 now = min_t(size_t, left, MAX_ROW_BYTES);

		move->control = control_word(operation, mover->source_port, mover->destination_port);
		move->source = source;
		move->destination = destination;
		move->row_bytes = now;
		move->rows = 1;
		if (!fill)
			source += now;
		destination += now;
		left -= now;
	}
	return blmv_prepared(mover, transfer, flags);
}

static struct dma_async_tx_descriptor *blmv_prep_memcpy(struct dma_chan *channel, dma_addr_t destination,
							dma_addr_t source, size_t bytes, unsigned long flags)
{
	return blmv_prep_linear(channel, OPERATION_COPY, destination, source, bytes, flags);
}

static struct dma_async_tx_descriptor *blmv_prep_memset(struct dma_chan *channel, dma_addr_t destination, int value,
							size_t bytes, unsigned long flags)
{
	return blmv_prep_linear(channel, OPERATION_FILL, destination, (u8)value * 0x01010101u, bytes, flags);
}

/* Frames of chunks. A chunk of all frames is a move: rows of the chunk's size, a frame apart. */
static struct dma_async_tx_descriptor *blmv_prep_interleaved(struct dma_chan *channel,
							     struct dma_interleaved_template *xt, unsigned long flags)
{
	struct blmv_mover *mover = mover_of(channel);
	u32 source_port = xt->dir == DMA_DEV_TO_MEM ? PORT_STREAM : mover->source_port;
	u32 destination_port = xt->dir == DMA_MEM_TO_DEV ? PORT_STREAM : mover->destination_port;
	bool stream = source_port == PORT_STREAM || destination_port == PORT_STREAM;
	size_t source_pitch = 0, destination_pitch = 0, source_offset = 0, destination_offset = 0;
	size_t groups = DIV_ROUND_UP(xt->numf, MAX_ROWS), i, frame;
	struct blmv_transfer *transfer;

	if (xt->dir == DMA_DEV_TO_DEV || xt->dir > DMA_DEV_TO_DEV)
		return NULL;
	/* A stream has its bytes in the order of the frames, and a move is a packet of it. */
	if (stream && (xt->frame_size != 1 || groups != 1))
		return NULL;
	if ((source_port != PORT_STREAM && !xt->src_inc) || (destination_port != PORT_STREAM && !xt->dst_inc))
		return NULL;
	for (i = 0; i < xt->frame_size; i++) {
		if (!xt->sgl[i].size || xt->sgl[i].size > MAX_ROW_BYTES)
			return NULL;
		source_pitch += xt->sgl[i].size + dmaengine_get_src_icg(xt, &xt->sgl[i]);
		destination_pitch += xt->sgl[i].size + dmaengine_get_dst_icg(xt, &xt->sgl[i]);
	}
	if (source_pitch > S32_MAX || destination_pitch > S32_MAX)
		return NULL;

	transfer = blmv_allocate(mover, groups * xt->frame_size);
	if (!transfer)
		return NULL;
	for (i = 0; i < xt->frame_size; i++) {
		const struct data_chunk *chunk = &xt->sgl[i];

		for (frame = 0; frame < xt->numf; frame += MAX_ROWS) {
			struct blmv_move *move = &transfer->move[transfer->moves++];

			move->control = control_word(OPERATION_COPY, source_port, destination_port);
			move->source = xt->src_start + source_offset + (u64)frame * source_pitch;
			move->destination = xt->dst_start + destination_offset + (u64)frame * destination_pitch;
			move->row_bytes = chunk->size;
			move->rows = min_t(size_t, xt->numf - frame, MAX_ROWS);
			move->source_stride = source_pitch;
			move->destination_stride = destination_pitch;
		}
		source_offset += chunk->size + dmaengine_get_src_icg(xt, (struct data_chunk *)chunk);
		destination_offset += chunk->size + dmaengine_get_dst_icg(xt, (struct data_chunk *)chunk);
	}
	return blmv_prepared(mover, transfer, flags);
}

/* Memory to a stream or a stream to memory: each entry of the list is a packet. */
static struct dma_async_tx_descriptor *blmv_prep_slave_sg(struct dma_chan *channel, struct scatterlist *list,
							  unsigned int entries, enum dma_transfer_direction direction,
							  unsigned long flags, void *context)
{
	struct blmv_mover *mover = mover_of(channel);
	struct blmv_transfer *transfer;
	struct scatterlist *entry;
	unsigned int i;

	if (!is_slave_direction(direction))
		return NULL;
	transfer = blmv_allocate(mover, entries);
	if (!transfer)
		return NULL;
	for_each_sg(list, entry, entries, i) {
		struct blmv_move *move = &transfer->move[transfer->moves++];

		if (!sg_dma_len(entry) || sg_dma_len(entry) > MAX_ROW_BYTES) {
			kfree(transfer);
			return NULL;
		}
		if (direction == DMA_MEM_TO_DEV) {
			move->control = control_word(OPERATION_COPY, mover->source_port, PORT_STREAM);
			move->source = sg_dma_address(entry);
		} else {
			move->control = control_word(OPERATION_COPY, PORT_STREAM, mover->destination_port);
			move->destination = sg_dma_address(entry);
		}
		move->row_bytes = sg_dma_len(entry);
		move->rows = 1;
	}
	return blmv_prepared(mover, transfer, flags);
}

/* ---------------------------------------------------------------------------------------------------------- channel */

static void blmv_issue_pending(struct dma_chan *channel)
{
	struct blmv_mover *mover = mover_of(channel);
	unsigned long flags;

	spin_lock_irqsave(&mover->lock, flags);
	list_splice_tail_init(&mover->submitted, &mover->issued);
	blmv_push(mover);
	spin_unlock_irqrestore(&mover->lock, flags);
}

static bool blmv_find_residue(struct list_head *transfers, dma_cookie_t cookie, u32 *residue)
{
	struct blmv_transfer *transfer;

	list_for_each_entry(transfer, transfers, node)
		if (transfer->tx.cookie == cookie) {
			*residue = transfer->bytes - transfer->asked;
			return true;
		}
	return false;
}

static enum dma_status blmv_tx_status(struct dma_chan *channel, dma_cookie_t cookie, struct dma_tx_state *state)
{
	struct blmv_mover *mover = mover_of(channel);
	enum dma_status status;
	unsigned long flags;
	u32 residue = 0;
	unsigned int i;

	spin_lock_irqsave(&mover->lock, flags);
	blmv_collect(mover);
	if (!list_empty(&mover->completed))
		tasklet_schedule(&mover->tasklet);
	status = dma_async_is_complete(cookie, channel->completed_cookie, channel->cookie);
	if (status == DMA_COMPLETE) {
		for (i = 0; i < FAILURES_KEPT && i < mover->failures; i++)
			if (mover->failed[i] == cookie)
				status = DMA_ERROR;
	} else if (!blmv_find_residue(&mover->issued, cookie, &residue)) {
		blmv_find_residue(&mover->submitted, cookie, &residue);
	}
	dma_set_tx_state(state, channel->completed_cookie, channel->cookie, residue);
	spin_unlock_irqrestore(&mover->lock, flags);
	return status;
}

static int blmv_terminate_all(struct dma_chan *channel)
{
	struct blmv_mover *mover = mover_of(channel);
	unsigned long flags;
	LIST_HEAD(ended);
	int wrong = 0;

	spin_lock_irqsave(&mover->lock, flags);
	if (mover->started || mover->stuck)
		wrong = blmv_stop(mover, SET(CONTROL__ABORT, 1));
	if (!wrong) {
		list_splice_tail_init(&mover->prepared, &ended);
		list_splice_tail_init(&mover->submitted, &ended);
		list_splice_tail_init(&mover->issued, &ended);
		list_splice_tail_init(&mover->completed, &ended);
		channel->completed_cookie = channel->cookie;
	}
	spin_unlock_irqrestore(&mover->lock, flags);
	blmv_free_all(&ended);
	return wrong;
}

static void blmv_synchronize(struct dma_chan *channel)
{
	tasklet_kill(&mover_of(channel)->tasklet);
}

static int blmv_alloc_channel(struct dma_chan *channel)
{
	channel->cookie = DMA_MIN_COOKIE;
	channel->completed_cookie = DMA_MIN_COOKIE;
	return 0;
}

static void blmv_free_channel(struct dma_chan *channel)
{
	blmv_terminate_all(channel);
	blmv_synchronize(channel);
}

/* --------------------------------------------------------------------------------------------------------- platform */

static void blmv_forget_controller(void *data)
{
	of_dma_controller_free(data);
}

static void blmv_quiet(void *data)
{
	struct blmv_mover *mover = data;

	blmv_stop(mover, SET(CONTROL__SOFT_RESET, 1));
	tasklet_kill(&mover->tasklet);
}

static int blmv_identify(struct blmv_mover *mover)
{
	u32 id = blmv_read(mover, REG(ID));
	u32 major = GET(VERSION__MAJOR, blmv_read(mover, REG(VERSION)));
	u32 ports = blmv_read(mover, REG(CAPABILITY_PORTS));
	u32 memory_ports[2] = { PORT_A, PORT_A };
	u32 last = GET(CAPABILITY_PORTS__PORT_B, ports) ? PORT_B : PORT_A;

	if (id != BLOCK_MOVER__ID__VALUE_reset || major != BLOCK_MOVER__VERSION__MAJOR_reset)
		return dev_err_probe(mover->dev, -ENODEV, "no block mover: %08x, version %u\n", id, major);
	device_property_read_u32_array(mover->dev, "isochron,memory-ports", memory_ports, 2);
	if (memory_ports[0] > last || memory_ports[1] > last)
		return dev_err_probe(mover->dev, -EINVAL, "isochron,memory-ports: no such port\n");
	mover->source_port = memory_ports[0];
	mover->destination_port = memory_ports[1];
	dma_cap_set(DMA_MEMCPY, mover->dma.cap_mask);
	dma_cap_set(DMA_MEMSET, mover->dma.cap_mask);
	dma_cap_set(DMA_INTERLEAVE, mover->dma.cap_mask);
	mover->dma.directions = BIT(DMA_MEM_TO_MEM);
	if (GET(CAPABILITY_PORTS__STREAM, ports)) {
		dma_cap_set(DMA_SLAVE, mover->dma.cap_mask);
		mover->dma.directions |= BIT(DMA_MEM_TO_DEV) | BIT(DMA_DEV_TO_MEM);
	}
	return dma_set_mask_and_coherent(mover->dev, DMA_BIT_MASK(GET(CAPABILITY_PORTS__ADDRESS_BITS, ports)));
}

/* Caches are looked into for a device that is coherent; else the reset values say memory that is not cached. */
static void blmv_set_attributes(struct blmv_mover *mover)
{
	static const size_t ports[] = { REG(ATTRIBUTES_A), REG(ATTRIBUTES_B), REG(ATTRIBUTES_D) };
	u32 caches = SET(ATTRIBUTES__ARCACHE, CACHE_WRITE_BACK) | SET(ATTRIBUTES__AWCACHE, CACHE_WRITE_BACK);
	size_t i;

	if (device_get_dma_attr(mover->dev) != DEV_DMA_COHERENT)
		return;
	for (i = 0; i < ARRAY_SIZE(ports); i++) {
		u32 others = blmv_read(mover, ports[i]) & ~(MASK(ATTRIBUTES__ARCACHE) | MASK(ATTRIBUTES__AWCACHE));

		blmv_write(mover, ports[i], others | caches);
	}
}

static void blmv_describe(struct blmv_mover *mover)
{
	struct dma_device *dma = &mover->dma;

	dma->dev = mover->dev;
	dma->device_alloc_chan_resources = blmv_alloc_channel;
	dma->device_free_chan_resources = blmv_free_channel;
	dma->device_prep_dma_memcpy = blmv_prep_memcpy;
	dma->device_prep_dma_memset = blmv_prep_memset;
	dma->device_prep_interleaved_dma = blmv_prep_interleaved;
	dma->device_prep_slave_sg = blmv_prep_slave_sg;
	dma->device_issue_pending = blmv_issue_pending;
	dma->device_tx_status = blmv_tx_status;
	dma->device_terminate_all = blmv_terminate_all;
	dma->device_synchronize = blmv_synchronize;
	dma->residue_granularity = DMA_RESIDUE_GRANULARITY_SEGMENT;
	/* Any byte address and length will do: the block mover aligns. */
	dma->copy_align = DMAENGINE_ALIGN_1_BYTE;
	dma->fill_align = DMAENGINE_ALIGN_1_BYTE;
	INIT_LIST_HEAD(&dma->channels);
	mover->channel.device = dma;
	list_add_tail(&mover->channel.device_node, &dma->channels);
}

static int blmv_probe(struct platform_device *pdev)
{
	struct device *dev = &pdev->dev;
	struct blmv_mover *mover;
	int irq, wrong;

	mover = devm_kzalloc(dev, sizeof(*mover), GFP_KERNEL);
	if (!mover)
		return -ENOMEM;
	mover->dev = dev;
	spin_lock_init(&mover->lock);
	INIT_LIST_HEAD(&mover->prepared);
	INIT_LIST_HEAD(&mover->submitted);
	INIT_LIST_HEAD(&mover->issued);
	INIT_LIST_HEAD(&mover->completed);
	tasklet_setup(&mover->tasklet, blmv_tasklet);
	mover->registers = devm_platform_ioremap_resource(pdev, 0);
	if (IS_ERR(mover->registers))
		return PTR_ERR(mover->registers);
	wrong = blmv_identify(mover);
	if (wrong)
		return wrong;
	mover->ring = dmam_alloc_coherent(dev, RING_PLACES * sizeof(*mover->ring), &mover->ring_bus, GFP_KERNEL);
	if (!mover->ring)
		return -ENOMEM;

	/* Whoever had it before may have left a chain running. */
	wrong = blmv_stop(mover, SET(CONTROL__SOFT_RESET, 1));
	if (wrong)
		return wrong;
	wrong = devm_add_action_or_reset(dev, blmv_quiet, mover);
	if (wrong)
		return wrong;
	blmv_set_attributes(mover);
	irq = platform_get_irq(pdev, 0);
	if (irq < 0)
		return irq;
	wrong = devm_request_irq(dev, irq, blmv_interrupt, IRQF_SHARED, dev_name(dev), mover);
	if (wrong)
		return wrong;
	blmv_write(mover, REG(INTERRUPT_ENABLE), MASK(INTERRUPT_ENABLE__MOVE_DONE) | MASK(INTERRUPT_ENABLE__CHAIN_END));

	blmv_describe(mover);
	dma_set_max_seg_size(dev, MAX_ROW_BYTES);
	wrong = dmaenginem_async_device_register(&mover->dma);
	if (wrong)
		return wrong;
	if (!dev->of_node)
		return 0;
	wrong = of_dma_controller_register(dev->of_node, of_dma_xlate_by_chan_id, &mover->dma);
	if (wrong)
		return wrong;
	return devm_add_action_or_reset(dev, blmv_forget_controller, dev->of_node);
}

static const struct of_device_id blmv_matches[] = { { .compatible = "isochron,block-mover" }, {} };
MODULE_DEVICE_TABLE(of, blmv_matches);

static struct platform_driver blmv_driver = {
	.driver = {
		.name = "isochron-block-mover",
		.of_match_table = blmv_matches,
	},
	.probe = blmv_probe,
};
module_platform_driver(blmv_driver);

MODULE_DESCRIPTION("dmaengine driver of the Isochron block mover");
MODULE_LICENSE("GPL");
