// SPDX-License-Identifier: Apache-2.0
// Disk-node interface: turns requests for strands into disk commands, and puts the data where they belong.
//
// Requests come from a ring in memory, from registers, or from the slot table; their ends go to a ring of completions. Formats and the
// channel's rules are in docs/hardware/disk_node.md, registers in disk_node.rdl. Data cross each bus once: from the channel into the buffers
// here, and from there through the block mover into memory, or the other way.
`default_nettype none

module disk_node #(
    parameter ADDR_W       = 32,    // 32 to 64
    parameter DATA_W       = 64,    // of ports A and B and of the channel: 32, 64, 128, 256, 512
    parameter ID_W         = 4,     // of AxID: 1 to 8
    parameter DISKS        = 8,     // 1 to 32, and not more than TAGS
    parameter TAGS         = 8,     // disk commands under way: 2, 4, ... 32
    parameter REQUESTS     = 8,     // under way: 2, 4, ... 32
    parameter BLOCK_LOG2   = 9,     // bytes of a disk's block: 9 to 12
    parameter SLOT_BLOCKS  = 4,     // blocks of a command that the channel may be ahead: 2, 4
    parameter PORT_B       = 1,     // 0: none
    parameter OUTSTANDING  = 16,    // of the block mover, as the next two
    parameter BUFFER_WORDS = 512,
    parameter MAX_BURST    = 64
) (
    input  wire clk,
    input  wire rst,
    output wire irq,

    // AXI4-Lite slave: registers
    input  wire        s_axil_awvalid,
    output wire        s_axil_awready,
    input  wire [11:0] s_axil_awaddr,
    input  wire        s_axil_wvalid,
    output wire        s_axil_wready,
    input  wire [31:0] s_axil_wdata,
    input  wire [ 3:0] s_axil_wstrb,
    output wire        s_axil_bvalid,
    input  wire        s_axil_bready,
    output wire [ 1:0] s_axil_bresp,
    input  wire        s_axil_arvalid,
    output wire        s_axil_arready,
    input  wire [11:0] s_axil_araddr,
    output wire        s_axil_rvalid,
    input  wire        s_axil_rready,
    output wire [31:0] s_axil_rdata,
    output wire [ 1:0] s_axil_rresp,

    // AXI4 master, port A
    output wire                m_axi_a_arvalid,
    input  wire                m_axi_a_arready,
    output wire [  ADDR_W-1:0] m_axi_a_araddr,
    output wire [         7:0] m_axi_a_arlen,
    output wire [         2:0] m_axi_a_arsize,
    output wire [         1:0] m_axi_a_arburst,
    output wire [    ID_W-1:0] m_axi_a_arid,
    output wire [         3:0] m_axi_a_arcache,
    output wire [         2:0] m_axi_a_arprot,
    output wire [         3:0] m_axi_a_arqos,
    input  wire                m_axi_a_rvalid,
    output wire                m_axi_a_rready,
    input  wire [  DATA_W-1:0] m_axi_a_rdata,
    input  wire [         1:0] m_axi_a_rresp,
    input  wire                m_axi_a_rlast,
    output wire                m_axi_a_awvalid,
    input  wire                m_axi_a_awready,
    output wire [  ADDR_W-1:0] m_axi_a_awaddr,
    output wire [         7:0] m_axi_a_awlen,
    output wire [         2:0] m_axi_a_awsize,
    output wire [         1:0] m_axi_a_awburst,
    output wire [    ID_W-1:0] m_axi_a_awid,
    output wire [         3:0] m_axi_a_awcache,
    output wire [         2:0] m_axi_a_awprot,
    output wire [         3:0] m_axi_a_awqos,
    output wire                m_axi_a_wvalid,
    input  wire                m_axi_a_wready,
    output wire [  DATA_W-1:0] m_axi_a_wdata,
    output wire [DATA_W/8-1:0] m_axi_a_wstrb,
    output wire                m_axi_a_wlast,
    input  wire                m_axi_a_bvalid,
    output wire                m_axi_a_bready,
    input  wire [         1:0] m_axi_a_bresp,

    // AXI4 master, port B
    output wire                m_axi_b_arvalid,
    input  wire                m_axi_b_arready,
    output wire [  ADDR_W-1:0] m_axi_b_araddr,
    output wire [         7:0] m_axi_b_arlen,
    output wire [         2:0] m_axi_b_arsize,
    output wire [         1:0] m_axi_b_arburst,
    output wire [    ID_W-1:0] m_axi_b_arid,
    output wire [         3:0] m_axi_b_arcache,
    output wire [         2:0] m_axi_b_arprot,
    output wire [         3:0] m_axi_b_arqos,
    input  wire                m_axi_b_rvalid,
    output wire                m_axi_b_rready,
    input  wire [  DATA_W-1:0] m_axi_b_rdata,
    input  wire [         1:0] m_axi_b_rresp,
    input  wire                m_axi_b_rlast,
    output wire                m_axi_b_awvalid,
    input  wire                m_axi_b_awready,
    output wire [  ADDR_W-1:0] m_axi_b_awaddr,
    output wire [         7:0] m_axi_b_awlen,
    output wire [         2:0] m_axi_b_awsize,
    output wire [         1:0] m_axi_b_awburst,
    output wire [    ID_W-1:0] m_axi_b_awid,
    output wire [         3:0] m_axi_b_awcache,
    output wire [         2:0] m_axi_b_awprot,
    output wire [         3:0] m_axi_b_awqos,
    output wire                m_axi_b_wvalid,
    input  wire                m_axi_b_wready,
    output wire [  DATA_W-1:0] m_axi_b_wdata,
    output wire [DATA_W/8-1:0] m_axi_b_wstrb,
    output wire                m_axi_b_wlast,
    input  wire                m_axi_b_bvalid,
    output wire                m_axi_b_bready,
    input  wire [         1:0] m_axi_b_bresp,

    // AXI4 master, rings
    output wire                m_axi_d_arvalid,
    input  wire                m_axi_d_arready,
    output wire [  ADDR_W-1:0] m_axi_d_araddr,
    output wire [         7:0] m_axi_d_arlen,
    output wire [         2:0] m_axi_d_arsize,
    output wire [         1:0] m_axi_d_arburst,
    output wire [    ID_W-1:0] m_axi_d_arid,
    output wire [         3:0] m_axi_d_arcache,
    output wire [         2:0] m_axi_d_arprot,
    output wire [         3:0] m_axi_d_arqos,
    input  wire                m_axi_d_rvalid,
    output wire                m_axi_d_rready,
    input  wire [        63:0] m_axi_d_rdata,
    input  wire [         1:0] m_axi_d_rresp,
    input  wire                m_axi_d_rlast,
    output wire                m_axi_d_awvalid,
    input  wire                m_axi_d_awready,
    output wire [  ADDR_W-1:0] m_axi_d_awaddr,
    output wire [         7:0] m_axi_d_awlen,
    output wire [         2:0] m_axi_d_awsize,
    output wire [         1:0] m_axi_d_awburst,
    output wire [    ID_W-1:0] m_axi_d_awid,
    output wire [         3:0] m_axi_d_awcache,
    output wire [         2:0] m_axi_d_awprot,
    output wire [         3:0] m_axi_d_awqos,
    output wire                m_axi_d_wvalid,
    input  wire                m_axi_d_wready,
    output wire [        63:0] m_axi_d_wdata,
    output wire [         7:0] m_axi_d_wstrb,
    output wire                m_axi_d_wlast,
    input  wire                m_axi_d_bvalid,
    output wire                m_axi_d_bready,
    input  wire [         1:0] m_axi_d_bresp,

    // Disk channel: commands
    output wire                                         channel_command_valid,
    input  wire                                         channel_command_ready,
    output wire                                         channel_command_cancel,   // the command of this tag is not wanted any more
    output wire                                         channel_command_write,
    output wire [(DISKS > 1 ? $clog2(DISKS) : 1) - 1:0] channel_command_disk,
    output wire [                                 47:0] channel_command_block,
    output wire [                                 15:0] channel_command_blocks,
    output wire [                     $clog2(TAGS)-1:0] channel_command_tag,

    // ... credits: of a read, one block more may be sent; of a write, one block more is wanted
    output wire                    channel_credit_valid,
    input  wire                    channel_credit_ready,
    output wire [$clog2(TAGS)-1:0] channel_credit_tag,
    input  wire                    channel_grant_valid,
    input  wire [$clog2(TAGS)-1:0] channel_grant_tag,

    // ... data
    input  wire                    s_axis_tvalid,
    output wire                    s_axis_tready,
    input  wire [      DATA_W-1:0] s_axis_tdata,
    input  wire [$clog2(TAGS)-1:0] s_axis_tid,
    output wire                    m_axis_tvalid,
    input  wire                    m_axis_tready,
    output wire [      DATA_W-1:0] m_axis_tdata,
    output wire [$clog2(TAGS)-1:0] m_axis_tid,
    output wire                    m_axis_tlast,    // of a block

    // ... statuses: 0 well, 1 media error, 2 timeout, 3 another error
    input  wire                    channel_status_valid,
    output wire                    channel_status_ready,
    input  wire [$clog2(TAGS)-1:0] channel_status_tag,
    input  wire [             1:0] channel_status_code
);

  localparam LANES_LOG2 = $clog2(DATA_W / 8);
  localparam WORD_LOG2 = BLOCK_LOG2 - LANES_LOG2;
  localparam PLACE_LOG2 = $clog2(SLOT_BLOCKS);
  localparam TAG_W = $clog2(TAGS);
  localparam REQUEST_W = $clog2(REQUESTS);
  localparam DISK_W = DISKS > 1 ? $clog2(DISKS) : 1;
  localparam TURN_W = 4;
  localparam JOBS_LOG2 = 3;
  localparam WRITE_LOG2 = 2;   // blocks of the write buffer
  localparam STREAMS = 64;
  localparam [31:0] CAPABILITY_SIZES = {STREAMS[7:0], REQUESTS[7:0], TAGS[7:0], DISKS[7:0]};
  localparam [31:0] CAPABILITY_DATA = {PORT_B != 0, ID_W[2:0], SLOT_BLOCKS[3:0], BLOCK_LOG2[7:0], DATA_W[9:0], ADDR_W[5:0]};

  generate
    if (ADDR_W < 32 || ADDR_W > 64 || (DATA_W != 32 && DATA_W != 64 && DATA_W != 128 && DATA_W != 256 && DATA_W != 512) ||
        TAGS < 2 || TAGS > 32 || TAGS != 1 << TAG_W || DISKS < 1 || DISKS > TAGS || REQUESTS < 2 || REQUESTS > 32 ||
        REQUESTS != 1 << REQUEST_W || BLOCK_LOG2 < 9 || BLOCK_LOG2 > 12 || (SLOT_BLOCKS != 2 && SLOT_BLOCKS != 4))
    begin : g_check
      disk_node_has_a_parameter_out_of_range check ();
    end
  endgenerate

  // Registers
  wire tick;
  wire [31:0] now;
  wire run, streams_run;
  wire [7:0] depth;
  wire [15:0] max_blocks;
  wire [31:0] timeout;
  wire [5:0] last_slot;
  wire [31:0] slot_ticks;
  wire [63:0] request_base, completion_base;
  wire [3:0] request_size, completion_size;
  wire [14:0] request_tail, request_head, completion_head, completion_tail;
  wire request_clear, request_fails, request_fails_decode;
  wire completion_clear, completion_full, completion_fails, completion_fails_decode;
  wire [3:0] interrupt_enable, interrupt_clear, interrupt_status;
  wire [15:0] coalesce_count, coalesce_pending;
  wire [31:0] coalesce_timeout;
  wire table_access, table_write, table_done, underrun;
  wire [8:0] table_address;
  wire [31:0] table_data, table_word;

  // Sources of requests
  wire ring_want, direct_want, stream_want, gives_up, loaded;
  wire [2:0] chosen;
  wire ring_word_valid, direct_word_valid, stream_word_valid;
  wire [2:0] ring_word_index, direct_word_index, stream_word_index;
  wire [63:0] ring_word, direct_word, stream_word;
  wire word_valid = chosen[2] ? stream_word_valid : chosen[1] ? direct_word_valid : ring_word_valid;
  wire [2:0] word_index = chosen[2] ? stream_word_index : chosen[1] ? direct_word_index : ring_word_index;
  wire [63:0] word = chosen[2] ? stream_word : chosen[1] ? direct_word : ring_word;

  // A request to those who carry it out
  wire free_place, load, load_timed, load_bad;
  wire [REQUEST_W-1:0] load_request;
  wire [17:0] load_id;
  wire [31:0] load_deadline;
  wire split_load, split_ready, split_write, place_load, place_ready, place_port;
  wire [DISKS-1:0] split_disks;
  wire [47:0] split_block;
  wire [23:0] split_blocks;
  wire [ADDR_W-1:0] place_address;
  wire [31:0] place_bytes, place_stride;
  wire [23:0] place_row_bytes;

  // Requests under way
  wire [REQUESTS-1:0] valid, failed, live, more, has_jobs;
  wire [REQUESTS*TURN_W-1:0] issued, placed;
  wire splitting, placing, moved, channel_fails, excess_fails, mover_fails;
  wire [REQUEST_W-1:0] splitting_request, placing_request, moved_request, channel_request, excess_request, mover_request;
  wire [3:0] channel_code, mover_code;
  wire [31:0] moved_bytes;

  // Their ends
  wire ended_valid, ended_ready, event_done, event_direct, event_stream, event_failed;
  wire [17:0] ended_id;
  wire [3:0] ended_code;
  wire [31:0] ended_bytes, ended_began, ended_tick;
  reg [5:0] done_number;
  reg [3:0] done_code;
  reg [31:0] done_bytes;

  // Tags
  wire start, start_write, cancel, cancel_taken, stray, put;
  wire [TAG_W-1:0] start_tag, cancel_tag;
  wire [REQUEST_W-1:0] start_request;
  wire [TURN_W-1:0] start_turn;
  wire [DISK_W-1:0] start_disk;
  wire [15:0] start_blocks;
  wire [TAGS-1:0] used, owned, tag_ready, tag_last, take, over, over_tags, sent;
  wire [TAGS*REQUEST_W-1:0] owner;
  wire [TAGS*TURN_W-1:0] tag_turn;
  wire [TAGS*DISK_W-1:0] tag_disk;
  wire [TAG_W+PLACE_LOG2+WORD_LOG2-1:0] put_address;
  wire [DATA_W-1:0] put_data;

  // Jobs
  wire job_valid, job_ready, job_write, job_port, job_ends, write_room, write_reserve, commits, gives_up_write, flush;
  wire [REQUEST_W-1:0] job_request;
  wire [TAGS-1:0] job_tags, feed_tags;
  wire [PLACE_LOG2-1:0] job_place, feed_place;
  wire [WORD_LOG2-1:0] job_offset, feed_offset;
  wire [ADDR_W-1:0] job_address, cmd_address;
  wire [BLOCK_LOG2:0] job_bytes, cmd_bytes;
  wire [WORD_LOG2:0] job_rows, job_words, cmd_rows, feed_words;
  wire [31:0] job_stride, cmd_stride;
  wire feed_valid, feed_ready;

  // Block mover
  localparam [1:0] STREAM = 2'd2;
  wire cmd_valid, cmd_ready, cmd_write, cmd_port, cmd_abort, mover_busy, mover_done_valid, mover_done_ready, mover_done_tag;
  wire [2:0] mover_done_error;
  wire [31:0] mover_done_bytes;
  wire [31:0] row_bytes = {{(31 - BLOCK_LOG2) {1'b0}}, cmd_bytes};
  wire gathered_valid, gathered_ready, gathered_last, written_valid, written_last, stall_read, stall_write, stall_address;
  wire [DATA_W-1:0] gathered, written;
  wire [DATA_W/8-1:0] gathered_keep, written_keep;
  wire mover_short, mover_long, written_killed;
  wire [LANES_LOG2-1:0] feed_lanes;

  // What the channel sends always has room: it was promised before.
  assign s_axis_tready = 1'b1;
  assign channel_status_ready = 1'b1;

  // Rings: words of 64 bits; reads are of a request, writes of a completion
  assign m_axi_d_arlen = 8'd4;
  assign m_axi_d_arsize = 3'd3;
  assign m_axi_d_arburst = 2'b01;
  assign m_axi_d_rready = 1'b1;
  assign m_axi_d_awlen = 8'd1;
  assign m_axi_d_awsize = 3'd3;
  assign m_axi_d_awburst = 2'b01;
  assign m_axi_d_wstrb = 8'hFF;
  assign m_axi_d_bready = 1'b1;

  // Attributes of the ports' transactions
  wire [ID_W+10:0] a_reads, a_writes, b_reads, b_writes, d_reads, d_writes;
  assign {m_axi_d_arid, m_axi_d_arqos, m_axi_d_arprot, m_axi_d_arcache} = d_reads;
  assign {m_axi_d_awid, m_axi_d_awqos, m_axi_d_awprot, m_axi_d_awcache} = d_writes;

  reg idle;

  always @(posedge clk) begin
    idle <= !rst && valid == 0 && used == 0 && chosen == 0 && !ended_valid && !ring_want && !direct_want && !stream_want;
    if (ended_ready) begin
      done_number <= ended_id[5:0];
      done_code   <= ended_code;
      done_bytes  <= ended_bytes;
    end
  end

  wire unused = &{1'b0, m_axi_d_rlast, mover_done_tag, stall_read, stall_write, stall_address, written_last, written_keep,
      written_killed, mover_short, mover_long};

  disk_node_registers #(
      .ADDR_W(ADDR_W),
      .CAPABILITY_SIZES(CAPABILITY_SIZES),
      .CAPABILITY_DATA(CAPABILITY_DATA),
      .ID_W(ID_W)
  ) registers (
      .clk(clk),
      .rst(rst),
      .s_axil_awvalid(s_axil_awvalid),
      .s_axil_awready(s_axil_awready),
      .s_axil_awaddr(s_axil_awaddr),
      .s_axil_wvalid(s_axil_wvalid),
      .s_axil_wready(s_axil_wready),
      .s_axil_wdata(s_axil_wdata),
      .s_axil_wstrb(s_axil_wstrb),
      .s_axil_bvalid(s_axil_bvalid),
      .s_axil_bready(s_axil_bready),
      .s_axil_bresp(s_axil_bresp),
      .s_axil_arvalid(s_axil_arvalid),
      .s_axil_arready(s_axil_arready),
      .s_axil_araddr(s_axil_araddr),
      .s_axil_rvalid(s_axil_rvalid),
      .s_axil_rready(s_axil_rready),
      .s_axil_rdata(s_axil_rdata),
      .s_axil_rresp(s_axil_rresp),
      .tick(tick),
      .now(now),
      .run(run),
      .streams_run(streams_run),
      .depth(depth),
      .max_blocks(max_blocks),
      .timeout(timeout),
      .last_slot(last_slot),
      .slot_ticks(slot_ticks),
      .request_base(request_base),
      .request_size(request_size),
      .request_tail(request_tail),
      .request_clear(request_clear),
      .request_head(request_head),
      .request_fails(request_fails),
      .request_fails_decode(request_fails_decode),
      .completion_base(completion_base),
      .completion_size(completion_size),
      .completion_head(completion_head),
      .completion_clear(completion_clear),
      .completion_tail(completion_tail),
      .completion_full(completion_full),
      .completion_fails(completion_fails),
      .completion_fails_decode(completion_fails_decode),
      .interrupt_enable(interrupt_enable),
      .interrupt_clear(interrupt_clear),
      .coalesce_count(coalesce_count),
      .coalesce_timeout(coalesce_timeout),
      .interrupt_status(interrupt_status),
      .coalesce_pending(coalesce_pending),
      .direct_want(direct_want),
      .direct_chosen(chosen[1]),
      .direct_word_valid(direct_word_valid),
      .direct_word_index(direct_word_index),
      .direct_word(direct_word),
      .direct_done(event_direct),
      .done_code(done_code),
      .done_bytes(done_bytes),
      .table_access(table_access),
      .table_write(table_write),
      .table_address(table_address),
      .table_data(table_data),
      .table_done(table_done),
      .table_word(table_word),
      .a_reads(a_reads),
      .a_writes(a_writes),
      .b_reads(b_reads),
      .b_writes(b_writes),
      .d_reads(d_reads),
      .d_writes(d_writes),
      .idle(idle),
      .ended(event_done),
      .ended_failed(event_failed),
      .stray(stray),
      .underrun(underrun)
  );

  block_mover_interrupt interrupt (
      .clk(clk),
      .rst(rst),
      .enable(interrupt_enable),
      .coalesce_count(coalesce_count),
      .coalesce_timeout(coalesce_timeout),
      .clear(interrupt_clear),
      .chain_move_done(event_done),
      .direct_move_done(1'b0),
      .chain_end(request_fails || completion_fails),
      .error(event_failed),
      .status(interrupt_status),
      .pending(coalesce_pending),
      .irq(irq)
  );

  disk_node_ring #(
      .ADDR_W(ADDR_W)
  ) ring (
      .clk(clk),
      .rst(rst),
      .run(run),
      .clear(request_clear),
      .base(request_base),
      .size_log2(request_size),
      .tail(request_tail),
      .head(request_head),
      .fails(request_fails),
      .fails_decode(request_fails_decode),
      .want(ring_want),
      .chosen(chosen[0]),
      .word_valid(ring_word_valid),
      .word_index(ring_word_index),
      .word(ring_word),
      .gives_up(gives_up),
      .loaded(loaded),
      .m_axi_arvalid(m_axi_d_arvalid),
      .m_axi_arready(m_axi_d_arready),
      .m_axi_araddr(m_axi_d_araddr),
      .m_axi_rvalid(m_axi_d_rvalid),
      .m_axi_rdata(m_axi_d_rdata),
      .m_axi_rresp(m_axi_d_rresp)
  );

  disk_node_streams #(
      .BLOCK_LOG2(BLOCK_LOG2)
  ) streams (
      .clk(clk),
      .rst(rst),
      .tick(tick),
      .run(streams_run),
      .last_slot(last_slot),
      .slot_ticks(slot_ticks),
      .access(table_access),
      .access_write(table_write),
      .access_address(table_address),
      .access_data(table_data),
      .access_done(table_done),
      .access_word(table_word),
      .want(stream_want),
      .chosen(chosen[2]),
      .word_valid(stream_word_valid),
      .word_index(stream_word_index),
      .word(stream_word),
      .done(event_stream),
      .done_stream(done_number),
      .done_failed(event_failed),
      .underrun(underrun)
  );

  disk_node_loader #(
      .ADDR_W(ADDR_W),
      .LANES_LOG2(LANES_LOG2),
      .BLOCK_LOG2(BLOCK_LOG2),
      .DISKS(DISKS),
      .DISK_W(DISK_W),
      .PORT_B(PORT_B)
  ) loader (
      .clk(clk),
      .rst(rst),
      .now(now),
      .timeout(timeout),
      .want({stream_want, direct_want, ring_want}),
      .chosen(chosen),
      .word_valid(word_valid),
      .word_index(word_index),
      .word(word),
      .gives_up(gives_up),
      .loaded(loaded),
      .free(free_place),
      .request_load(load),
      .request_id(load_id),
      .request_timed(load_timed),
      .request_deadline(load_deadline),
      .request_bad(load_bad),
      .split_load(split_load),
      .split_ready(split_ready),
      .split_write(split_write),
      .split_disks(split_disks),
      .split_block(split_block),
      .split_blocks(split_blocks),
      .place_load(place_load),
      .place_ready(place_ready),
      .place_port(place_port),
      .place_address(place_address),
      .place_bytes(place_bytes),
      .place_row_bytes(place_row_bytes),
      .place_stride(place_stride)
  );

  disk_node_requests #(
      .TAGS(TAGS),
      .REQUESTS(REQUESTS),
      .REQUEST_W(REQUEST_W)
  ) requests (
      .clk(clk),
      .rst(rst),
      .now(now),
      .free(free_place),
      .free_request(load_request),
      .load(load),
      .load_id(load_id),
      .load_timed(load_timed),
      .load_deadline(load_deadline),
      .load_bad(load_bad),
      .valid(valid),
      .failed(failed),
      .live(live),
      .more(more),
      .has_jobs(has_jobs),
      .owned(owned),
      .owner(owner),
      .splitting(splitting),
      .splitting_request(splitting_request),
      .placing(placing),
      .placing_request(placing_request),
      .channel_fails(channel_fails),
      .channel_request(channel_request),
      .channel_code(channel_code),
      .excess_fails(excess_fails),
      .excess_request(excess_request),
      .mover_fails(mover_fails),
      .mover_request(mover_request),
      .mover_code(mover_code),
      .moved(moved),
      .moved_request(moved_request),
      .moved_bytes(moved_bytes),
      .done_valid(ended_valid),
      .done_ready(ended_ready),
      .done_id(ended_id),
      .done_code(ended_code),
      .done_bytes(ended_bytes),
      .done_began(ended_began),
      .done_ended(ended_tick)
  );

  disk_node_completion #(
      .ADDR_W(ADDR_W)
  ) completion (
      .clk(clk),
      .rst(rst),
      .clear(completion_clear),
      .base(completion_base),
      .size_log2(completion_size),
      .head(completion_head),
      .tail(completion_tail),
      .full(completion_full),
      .fails(completion_fails),
      .fails_decode(completion_fails_decode),
      .valid(ended_valid),
      .ready(ended_ready),
      .id(ended_id),
      .code(ended_code),
      .bytes(ended_bytes),
      .began(ended_began),
      .ended(ended_tick),
      .event_done(event_done),
      .event_direct(event_direct),
      .event_stream(event_stream),
      .event_failed(event_failed),
      .m_axi_awvalid(m_axi_d_awvalid),
      .m_axi_awready(m_axi_d_awready),
      .m_axi_awaddr(m_axi_d_awaddr),
      .m_axi_wvalid(m_axi_d_wvalid),
      .m_axi_wready(m_axi_d_wready),
      .m_axi_wdata(m_axi_d_wdata),
      .m_axi_wlast(m_axi_d_wlast),
      .m_axi_bvalid(m_axi_d_bvalid),
      .m_axi_bresp(m_axi_d_bresp)
  );

  disk_node_splitter #(
      .DISKS(DISKS),
      .DISK_W(DISK_W),
      .TAGS(TAGS),
      .TAG_W(TAG_W),
      .REQUESTS(REQUESTS),
      .REQUEST_W(REQUEST_W),
      .TURN_W(TURN_W)
  ) splitter (
      .clk(clk),
      .rst(rst),
      .depth(depth),
      .max_blocks(max_blocks),
      .load(split_load),
      .load_ready(split_ready),
      .load_request(load_request),
      .load_write(split_write),
      .load_disks(split_disks),
      .load_block(split_block),
      .load_blocks(split_blocks),
      .live(live),
      .placed(placed),
      .issued(issued),
      .busy(splitting),
      .busy_request(splitting_request),
      .used(used),
      .disk(tag_disk),
      .start(start),
      .start_tag(start_tag),
      .start_request(start_request),
      .start_turn(start_turn),
      .start_disk(start_disk),
      .start_blocks(start_blocks),
      .start_write(start_write),
      .cancel(cancel),
      .cancel_tag(cancel_tag),
      .cancel_taken(cancel_taken),
      .command_valid(channel_command_valid),
      .command_ready(channel_command_ready),
      .command_cancel(channel_command_cancel),
      .command_write(channel_command_write),
      .command_disk(channel_command_disk),
      .command_block(channel_command_block),
      .command_blocks(channel_command_blocks),
      .command_tag(channel_command_tag)
  );

  disk_node_tags #(
      .DATA_W(DATA_W),
      .TAGS(TAGS),
      .TAG_W(TAG_W),
      .REQUESTS(REQUESTS),
      .REQUEST_W(REQUEST_W),
      .DISK_W(DISK_W),
      .TURN_W(TURN_W),
      .WORD_LOG2(WORD_LOG2),
      .PLACE_LOG2(PLACE_LOG2)
  ) tags (
      .clk(clk),
      .rst(rst),
      .start(start),
      .start_tag(start_tag),
      .start_request(start_request),
      .start_turn(start_turn),
      .start_disk(start_disk),
      .start_blocks(start_blocks),
      .start_write(start_write),
      .used(used),
      .owned(owned),
      .request(owner),
      .turn(tag_turn),
      .disk(tag_disk),
      .ready(tag_ready),
      .last(tag_last),
      .take(take),
      .free(over),
      .sent(sent),
      .failed(failed),
      .placing(placing),
      .placing_request(placing_request),
      .channel_fails(channel_fails),
      .channel_request(channel_request),
      .channel_code(channel_code),
      .excess_fails(excess_fails),
      .excess_request(excess_request),
      .stray(stray),
      .cancel(cancel),
      .cancel_tag(cancel_tag),
      .cancel_taken(cancel_taken),
      .data_valid(s_axis_tvalid),
      .data_tag(s_axis_tid),
      .data(s_axis_tdata),
      .grant_valid(channel_grant_valid),
      .grant_tag(channel_grant_tag),
      .status_valid(channel_status_valid),
      .status_tag(channel_status_tag),
      .status_code(channel_status_code),
      .credit_valid(channel_credit_valid),
      .credit_ready(channel_credit_ready),
      .credit_tag(channel_credit_tag),
      .put(put),
      .put_address(put_address),
      .put_data(put_data)
  );

  disk_node_placer #(
      .ADDR_W(ADDR_W),
      .LANES_LOG2(LANES_LOG2),
      .BLOCK_LOG2(BLOCK_LOG2),
      .TAGS(TAGS),
      .REQUESTS(REQUESTS),
      .REQUEST_W(REQUEST_W),
      .TURN_W(TURN_W),
      .PLACE_LOG2(PLACE_LOG2)
  ) placer (
      .clk(clk),
      .rst(rst),
      .load(place_load),
      .load_ready(place_ready),
      .load_request(load_request),
      .load_write(split_write),
      .load_port(place_port),
      .load_address(place_address),
      .load_bytes(place_bytes),
      .load_row_bytes(place_row_bytes),
      .load_stride(place_stride),
      .live(live),
      .issued(issued),
      .placed(placed),
      .more(more),
      .busy(placing),
      .busy_request(placing_request),
      .owned(owned),
      .request(owner),
      .turn(tag_turn),
      .ready(tag_ready),
      .last(tag_last),
      .take(take),
      .write_room(write_room),
      .write_reserve(write_reserve),
      .job_valid(job_valid),
      .job_ready(job_ready),
      .job_request(job_request),
      .job_write(job_write),
      .job_port(job_port),
      .job_tags(job_tags),
      .job_place(job_place),
      .job_offset(job_offset),
      .job_address(job_address),
      .job_bytes(job_bytes),
      .job_rows(job_rows),
      .job_words(job_words),
      .job_stride(job_stride),
      .job_ends(job_ends)
  );

  disk_node_jobs #(
      .ADDR_W(ADDR_W),
      .LANES_LOG2(LANES_LOG2),
      .BLOCK_LOG2(BLOCK_LOG2),
      .TAGS(TAGS),
      .REQUESTS(REQUESTS),
      .REQUEST_W(REQUEST_W),
      .PLACE_LOG2(PLACE_LOG2),
      .JOBS_LOG2(JOBS_LOG2)
  ) jobs (
      .clk(clk),
      .rst(rst),
      .job_valid(job_valid),
      .job_ready(job_ready),
      .job_request(job_request),
      .job_write(job_write),
      .job_port(job_port),
      .job_tags(job_tags),
      .job_place(job_place),
      .job_offset(job_offset),
      .job_address(job_address),
      .job_bytes(job_bytes),
      .job_rows(job_rows),
      .job_words(job_words),
      .job_stride(job_stride),
      .job_ends(job_ends),
      .has_jobs(has_jobs),
      .cmd_valid(cmd_valid),
      .cmd_ready(cmd_ready),
      .cmd_write(cmd_write),
      .cmd_port(cmd_port),
      .cmd_address(cmd_address),
      .cmd_bytes(cmd_bytes),
      .cmd_rows(cmd_rows),
      .cmd_stride(cmd_stride),
      .cmd_abort(cmd_abort),
      .mover_busy(mover_busy),
      .done_valid(mover_done_valid),
      .done_ready(mover_done_ready),
      .done_error(mover_done_error),
      .done_bytes(mover_done_bytes),
      .feed_valid(feed_valid),
      .feed_ready(feed_ready),
      .feed_tags(feed_tags),
      .feed_place(feed_place),
      .feed_offset(feed_offset),
      .feed_words(feed_words),
      .feed_lanes(feed_lanes),
      .flush(flush),
      .failed(failed),
      .commits(commits),
      .gives_up_write(gives_up_write),
      .over(over),
      .over_tags(over_tags),
      .moved(moved),
      .moved_request(moved_request),
      .moved_bytes(moved_bytes),
      .fails(mover_fails),
      .fails_request(mover_request),
      .fails_code(mover_code)
  );

  disk_node_gather #(
      .DATA_W(DATA_W),
      .TAGS(TAGS),
      .TAG_W(TAG_W),
      .LANES_LOG2(LANES_LOG2),
      .WORD_LOG2(WORD_LOG2),
      .PLACE_LOG2(PLACE_LOG2)
  ) gather (
      .clk(clk),
      .rst(rst),
      .flush(flush),
      .job_valid(feed_valid),
      .job_ready(feed_ready),
      .job_tags(feed_tags),
      .job_place(feed_place),
      .job_offset(feed_offset),
      .job_words(feed_words),
      .job_lanes(feed_lanes),
      .put(put),
      .put_address(put_address),
      .put_data(put_data),
      .m_tvalid(gathered_valid),
      .m_tready(gathered_ready),
      .m_tdata(gathered),
      .m_tkeep(gathered_keep),
      .m_tlast(gathered_last)
  );

  disk_node_send #(
      .DATA_W(DATA_W),
      .TAGS(TAGS),
      .TAG_W(TAG_W),
      .WORD_LOG2(WORD_LOG2),
      .PLACE_LOG2(WRITE_LOG2)
  ) send (
      .clk(clk),
      .rst(rst),
      .reserve(write_reserve),
      .room(write_room),
      .gives_up(gives_up_write),
      .s_tvalid(written_valid && written_keep[0]),  // the last beat of a killed packet has no bytes
      .s_tdata(written),
      .flush(flush),
      .commits(commits),
      .commits_tag(over_tags),
      .m_tvalid(m_axis_tvalid),
      .m_tready(m_axis_tready),
      .m_tdata(m_axis_tdata),
      .m_ttag(m_axis_tid),
      .m_tlast(m_axis_tlast),
      .sent(sent)
  );

  block_mover_core #(
      .ADDR_W(ADDR_W),
      .DATA_W(DATA_W),
      .TAG_W(1),
      .ID_W(ID_W),
      .COUNT_W(WORD_LOG2 + 1),
      .OUTSTANDING(OUTSTANDING),
      .COMMANDS(1 << JOBS_LOG2),
      .BUFFER_WORDS(BUFFER_WORDS),
      .MAX_BURST(MAX_BURST),
      .PORT_B(PORT_B),
      .STREAM(1),
      .XOR(0)
  ) mover (
      .clk(clk),
      .rst(rst || flush),  // it is idle then: the rest of a killed packet never comes
      .cmd_valid(cmd_valid),
      .cmd_ready(cmd_ready),
      .cmd_op(2'd0),
      .cmd_src_port(cmd_write ? {1'b0, cmd_port} : STREAM),
      .cmd_dst_port(cmd_write ? STREAM : {1'b0, cmd_port}),
      .cmd_src(cmd_address),
      .cmd_dst(cmd_address),
      .cmd_row_bytes(row_bytes),
      .cmd_rows(cmd_rows),
      .cmd_planes({{WORD_LOG2{1'b0}}, 1'b1}),
      .cmd_src_row_stride(cmd_write ? cmd_stride : row_bytes),
      .cmd_src_plane_stride(32'd0),
      .cmd_dst_row_stride(cmd_write ? row_bytes : cmd_stride),
      .cmd_dst_plane_stride(32'd0),
      .cmd_src_attributes(cmd_port ? b_reads : a_reads),
      .cmd_dst_attributes(cmd_port ? b_writes : a_writes),
      .cmd_tag(1'b0),
      .cmd_abort(cmd_abort),
      .done_valid(mover_done_valid),
      .done_ready(mover_done_ready),
      .done_tag(mover_done_tag),
      .done_error(mover_done_error),
      .done_short(mover_short),
      .done_long(mover_long),
      .done_bytes(mover_done_bytes),
      .busy(mover_busy),
      .stall_read(stall_read),
      .stall_write(stall_write),
      .stall_address(stall_address),
      .m_axi_a_arvalid(m_axi_a_arvalid),
      .m_axi_a_arready(m_axi_a_arready),
      .m_axi_a_araddr(m_axi_a_araddr),
      .m_axi_a_arlen(m_axi_a_arlen),
      .m_axi_a_arsize(m_axi_a_arsize),
      .m_axi_a_arburst(m_axi_a_arburst),
      .m_axi_a_arid(m_axi_a_arid),
      .m_axi_a_arcache(m_axi_a_arcache),
      .m_axi_a_arprot(m_axi_a_arprot),
      .m_axi_a_arqos(m_axi_a_arqos),
      .m_axi_a_rvalid(m_axi_a_rvalid),
      .m_axi_a_rready(m_axi_a_rready),
      .m_axi_a_rdata(m_axi_a_rdata),
      .m_axi_a_rresp(m_axi_a_rresp),
      .m_axi_a_rlast(m_axi_a_rlast),
      .m_axi_a_awvalid(m_axi_a_awvalid),
      .m_axi_a_awready(m_axi_a_awready),
      .m_axi_a_awaddr(m_axi_a_awaddr),
      .m_axi_a_awlen(m_axi_a_awlen),
      .m_axi_a_awsize(m_axi_a_awsize),
      .m_axi_a_awburst(m_axi_a_awburst),
      .m_axi_a_awid(m_axi_a_awid),
      .m_axi_a_awcache(m_axi_a_awcache),
      .m_axi_a_awprot(m_axi_a_awprot),
      .m_axi_a_awqos(m_axi_a_awqos),
      .m_axi_a_wvalid(m_axi_a_wvalid),
      .m_axi_a_wready(m_axi_a_wready),
      .m_axi_a_wdata(m_axi_a_wdata),
      .m_axi_a_wstrb(m_axi_a_wstrb),
      .m_axi_a_wlast(m_axi_a_wlast),
      .m_axi_a_bvalid(m_axi_a_bvalid),
      .m_axi_a_bready(m_axi_a_bready),
      .m_axi_a_bresp(m_axi_a_bresp),
      .m_axi_b_arvalid(m_axi_b_arvalid),
      .m_axi_b_arready(m_axi_b_arready),
      .m_axi_b_araddr(m_axi_b_araddr),
      .m_axi_b_arlen(m_axi_b_arlen),
      .m_axi_b_arsize(m_axi_b_arsize),
      .m_axi_b_arburst(m_axi_b_arburst),
      .m_axi_b_arid(m_axi_b_arid),
      .m_axi_b_arcache(m_axi_b_arcache),
      .m_axi_b_arprot(m_axi_b_arprot),
      .m_axi_b_arqos(m_axi_b_arqos),
      .m_axi_b_rvalid(m_axi_b_rvalid),
      .m_axi_b_rready(m_axi_b_rready),
      .m_axi_b_rdata(m_axi_b_rdata),
      .m_axi_b_rresp(m_axi_b_rresp),
      .m_axi_b_rlast(m_axi_b_rlast),
      .m_axi_b_awvalid(m_axi_b_awvalid),
      .m_axi_b_awready(m_axi_b_awready),
      .m_axi_b_awaddr(m_axi_b_awaddr),
      .m_axi_b_awlen(m_axi_b_awlen),
      .m_axi_b_awsize(m_axi_b_awsize),
      .m_axi_b_awburst(m_axi_b_awburst),
      .m_axi_b_awid(m_axi_b_awid),
      .m_axi_b_awcache(m_axi_b_awcache),
      .m_axi_b_awprot(m_axi_b_awprot),
      .m_axi_b_awqos(m_axi_b_awqos),
      .m_axi_b_wvalid(m_axi_b_wvalid),
      .m_axi_b_wready(m_axi_b_wready),
      .m_axi_b_wdata(m_axi_b_wdata),
      .m_axi_b_wstrb(m_axi_b_wstrb),
      .m_axi_b_wlast(m_axi_b_wlast),
      .m_axi_b_bvalid(m_axi_b_bvalid),
      .m_axi_b_bready(m_axi_b_bready),
      .m_axi_b_bresp(m_axi_b_bresp),
      .s_axis_tvalid(gathered_valid),
      .s_axis_tready(gathered_ready),
      .s_axis_tdata(gathered),
      .s_axis_tkeep(gathered_keep),
      .s_axis_tlast(gathered_last),
      .m_axis_tvalid(written_valid),
      .m_axis_tready(1'b1),
      .m_axis_tdata(written),
      .m_axis_tkeep(written_keep),
      .m_axis_tlast(written_last),
      .m_axis_tuser(written_killed)
  );

endmodule

`default_nettype wire
