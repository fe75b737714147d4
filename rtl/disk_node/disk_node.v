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
  localparam JOBS_LOG2 = 3;
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
  wire [ADDR_W+18:0] request_ring, completion_ring;
  wire request_clear, completion_clear, completion_full;
  wire [14:0] request_head, completion_tail;
  wire [1:0] request_error, completion_error;
  wire direct_want, direct_chosen, table_done;
  wire [67:0] direct_word;
  wire [42:0] table_access;
  wire [31:0] table_word;

  // A request to those who carry it out
  wire split_load, split_ready, place_load, place_ready;
  wire [REQUEST_W-1:0] load_request;
  wire [DISKS+72:0] split;
  wire [ADDR_W+89:0] place;

  // Requests under way, what is done for them, and their ends
  wire [REQUESTS-1:0] failed, live, more, has_jobs;
  wire [TAGS-1:0] used, owned;
  wire [TAGS*REQUEST_W-1:0] owner;
  wire [REQUEST_W:0] split_at, placed_at, excess_failure;
  wire [REQUEST_W+4:0] channel_failure, mover_failure;
  wire [REQUEST_W+BLOCK_LOG2+1:0] moved_bytes_of;
  wire idle, ended, ended_direct, ended_failed, stray, underrun;
  wire [3:0] ended_code;
  wire [31:0] ended_bytes;

  // Block mover
  localparam [1:0] STREAM = 2'd2;
  localparam COMMAND_W = 2 + ADDR_W + BLOCK_LOG2 + 1 + WORD_LOG2 + 1 + 32;
  wire cmd_valid, cmd_ready, cmd_write, cmd_port, cmd_abort, mover_busy, mover_done_valid, mover_done_ready, mover_done_tag;
  wire [COMMAND_W-1:0] cmd;
  wire [ADDR_W-1:0] cmd_address;
  wire [BLOCK_LOG2:0] cmd_bytes;
  wire [WORD_LOG2:0] cmd_rows;
  wire [31:0] cmd_stride;
  wire [2:0] mover_done_error;
  wire [31:0] mover_done_bytes;
  wire [31:0] row_bytes = {{(31 - BLOCK_LOG2) {1'b0}}, cmd_bytes};
  wire gathered_valid, gathered_ready, gathered_last, written_valid, written_last, stall_read, stall_write, stall_address, flush;
  wire [DATA_W-1:0] gathered, written;
  wire [DATA_W/8-1:0] gathered_keep, written_keep;
  wire mover_short, mover_long, written_killed;

  assign {cmd_write, cmd_port, cmd_address, cmd_bytes, cmd_rows, cmd_stride} = cmd;

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

  wire unused = &{1'b0, m_axi_d_rlast, mover_done_tag, mover_done_bytes[31:BLOCK_LOG2+1], stall_read, stall_write, stall_address, written_last, written_keep,
      written_killed, mover_short, mover_long};

  disk_node_registers #(
      .ADDR_W(ADDR_W),
      .CAPABILITY_SIZES(CAPABILITY_SIZES),
      .CAPABILITY_DATA(CAPABILITY_DATA),
      .ID_W(ID_W)
  ) registers (
      .clk(clk),
      .rst(rst),
      .irq(irq),
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
      .request_ring(request_ring),
      .request_clear(request_clear),
      .request_head(request_head),
      .request_error(request_error),
      .completion_ring(completion_ring),
      .completion_clear(completion_clear),
      .completion_tail(completion_tail),
      .completion_full(completion_full),
      .completion_error(completion_error),
      .direct_want(direct_want),
      .direct_chosen(direct_chosen),
      .direct_word(direct_word),
      .table_access(table_access),
      .table_done(table_done),
      .table_word(table_word),
      .a_reads(a_reads),
      .a_writes(a_writes),
      .b_reads(b_reads),
      .b_writes(b_writes),
      .d_reads(d_reads),
      .d_writes(d_writes),
      .idle(idle),
      .ended(ended),
      .ended_direct(ended_direct),
      .ended_failed(ended_failed),
      .ended_code(ended_code),
      .ended_bytes(ended_bytes),
      .stray(stray),
      .underrun(underrun)
  );

  disk_node_strands #(
      .ADDR_W(ADDR_W),
      .LANES_LOG2(LANES_LOG2),
      .BLOCK_LOG2(BLOCK_LOG2),
      .DISKS(DISKS),
      .DISK_W(DISK_W),
      .TAGS(TAGS),
      .REQUESTS(REQUESTS),
      .REQUEST_W(REQUEST_W),
      .PORT_B(PORT_B)
  ) strands (
      .clk(clk),
      .rst(rst),
      .tick(tick),
      .now(now),
      .run(run),
      .streams_run(streams_run),
      .timeout(timeout),
      .last_slot(last_slot),
      .slot_ticks(slot_ticks),
      .request_ring(request_ring),
      .request_clear(request_clear),
      .request_head(request_head),
      .request_error(request_error),
      .completion_ring(completion_ring),
      .completion_clear(completion_clear),
      .completion_tail(completion_tail),
      .completion_full(completion_full),
      .completion_error(completion_error),
      .direct_want(direct_want),
      .direct_chosen(direct_chosen),
      .direct_word(direct_word),
      .table_access(table_access),
      .table_done(table_done),
      .table_word(table_word),
      .load_request(load_request),
      .split_load(split_load),
      .split_ready(split_ready),
      .split(split),
      .place_load(place_load),
      .place_ready(place_ready),
      .place(place),
      .failed(failed),
      .live(live),
      .more(more),
      .has_jobs(has_jobs),
      .used(used),
      .owned(owned),
      .owner(owner),
      .split_at(split_at),
      .placed_at(placed_at),
      .channel_failure(channel_failure),
      .excess_failure(excess_failure),
      .mover_failure(mover_failure),
      .moved_bytes_of(moved_bytes_of),
      .idle(idle),
      .ended(ended),
      .ended_direct(ended_direct),
      .ended_failed(ended_failed),
      .ended_code(ended_code),
      .ended_bytes(ended_bytes),
      .underrun(underrun),
      .m_axi_arvalid(m_axi_d_arvalid),
      .m_axi_arready(m_axi_d_arready),
      .m_axi_araddr(m_axi_d_araddr),
      .m_axi_rvalid(m_axi_d_rvalid),
      .m_axi_rdata(m_axi_d_rdata),
      .m_axi_rresp(m_axi_d_rresp),
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

  disk_node_transfer #(
      .ADDR_W(ADDR_W),
      .DATA_W(DATA_W),
      .LANES_LOG2(LANES_LOG2),
      .BLOCK_LOG2(BLOCK_LOG2),
      .DISKS(DISKS),
      .DISK_W(DISK_W),
      .TAGS(TAGS),
      .TAG_W(TAG_W),
      .REQUESTS(REQUESTS),
      .REQUEST_W(REQUEST_W),
      .PLACE_LOG2(PLACE_LOG2),
      .JOBS_LOG2(JOBS_LOG2),
      .COMMAND_W(COMMAND_W)
  ) transfer (
      .clk(clk),
      .rst(rst),
      .depth(depth),
      .max_blocks(max_blocks),
      .load_request(load_request),
      .split_load(split_load),
      .split_ready(split_ready),
      .split(split),
      .place_load(place_load),
      .place_ready(place_ready),
      .place(place),
      .failed(failed),
      .live(live),
      .more(more),
      .has_jobs(has_jobs),
      .used(used),
      .owned(owned),
      .owner(owner),
      .split_at(split_at),
      .placed_at(placed_at),
      .channel_failure(channel_failure),
      .excess_failure(excess_failure),
      .mover_failure(mover_failure),
      .moved_bytes_of(moved_bytes_of),
      .stray(stray),
      .cmd_valid(cmd_valid),
      .cmd_ready(cmd_ready),
      .cmd(cmd),
      .cmd_abort(cmd_abort),
      .mover_busy(mover_busy),
      .mover_done_valid(mover_done_valid),
      .mover_done_ready(mover_done_ready),
      .mover_done_error(mover_done_error),
      .mover_done_bytes(mover_done_bytes[BLOCK_LOG2:0]),
      .gathered_valid(gathered_valid),
      .gathered_ready(gathered_ready),
      .gathered(gathered),
      .gathered_keep(gathered_keep),
      .gathered_last(gathered_last),
      .written_valid(written_valid && written_keep[0]),  // the last beat of a killed packet has no bytes
      .written(written),
      .flush(flush),
      .channel_command_valid(channel_command_valid),
      .channel_command_ready(channel_command_ready),
      .channel_command_cancel(channel_command_cancel),
      .channel_command_write(channel_command_write),
      .channel_command_disk(channel_command_disk),
      .channel_command_block(channel_command_block),
      .channel_command_blocks(channel_command_blocks),
      .channel_command_tag(channel_command_tag),
      .channel_credit_valid(channel_credit_valid),
      .channel_credit_ready(channel_credit_ready),
      .channel_credit_tag(channel_credit_tag),
      .channel_grant_valid(channel_grant_valid),
      .channel_grant_tag(channel_grant_tag),
      .s_axis_tvalid(s_axis_tvalid),
      .s_axis_tdata(s_axis_tdata),
      .s_axis_tid(s_axis_tid),
      .m_axis_tvalid(m_axis_tvalid),
      .m_axis_tready(m_axis_tready),
      .m_axis_tdata(m_axis_tdata),
      .m_axis_tid(m_axis_tid),
      .m_axis_tlast(m_axis_tlast),
      .channel_status_valid(channel_status_valid),
      .channel_status_tag(channel_status_tag),
      .channel_status_code(channel_status_code)
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
