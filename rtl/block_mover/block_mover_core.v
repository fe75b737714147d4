// SPDX-License-Identifier: Apache-2.0
// Block mover: carries planes x rows x bytes from one place to another, each byte once across each bus.
//
// Commands come in on one stream and statuses go out on another, in the same order; the next command is taken while the last
// one drains. Source and destination are AXI4 port A, AXI4 port B or an AXI-Stream, each with any byte alignment and
// signed strides. Rows that follow each other are joined into long bursts, on each side by itself.
//
// One data path: block_mover_rows takes a command apart, block_mover_read reads and queues words, block_mover_write turns them
// into beats, and block_mover_status keeps the books. The first address goes out two cycles after the command, and a
// word is written in the cycle after it is read.
//
// An XOR has its sources where other commands have planes. It is one row of any length, or several rows of at most a
// burst's bytes each; its rows are never joined, and a long row goes in pieces of that size, each a segment of its own.
//
// A command names the AxID, AxQOS, AxPROT and AxCACHE of its reads and of its writes. Answers are taken to come in the order of
// their addresses: a port's ID may change only when none of its commands is under way. A command that reads what an earlier one
// writes must wait for that one's status. Within a command no byte is written before those up to it
// are read, in the command's order.
`default_nettype none

module block_mover_core #(
    parameter ADDR_W       = 32,    // 32 to 64
    parameter DATA_W       = 64,    // 32, 64, 128, 256, 512
    parameter TAG_W        = 8,
    parameter ID_W         = 4,     // 1 to 8
    parameter COUNT_W      = 16,    // bits of rows and planes, 4 to 24
    parameter OUTSTANDING  = 16,    // bursts under way in each direction: 4, 8, 16, ...
    parameter COMMANDS     = 8,     // between acceptance and status: 2, 4, 8, ...
    parameter BUFFER_WORDS = 1024,  // a power of two, 256 or more, and four bursts or more
    parameter MAX_BURST    = 256,   // beats: 2, 4, ... 256
    parameter PORT_B       = 1,     // 0: none
    parameter STREAM       = 1,     // 0: none
    parameter XOR          = 1      // 0: none
) (
    input wire clk,
    input wire rst,

    // Commands
    input  wire               cmd_valid,
    output wire               cmd_ready,
    input  wire [        1:0] cmd_op,                // 0 copy, 1 fill, 2 xor
    input  wire [        1:0] cmd_src_port,          // 0 A, 1 B, 2 stream; fill: any
    input  wire [        1:0] cmd_dst_port,
    input  wire [ ADDR_W-1:0] cmd_src,               // fill: the pattern, with which each row begins
    input  wire [ ADDR_W-1:0] cmd_dst,
    input  wire [       31:0] cmd_row_bytes,         // 1 to 2^24
    input  wire [COUNT_W-1:0] cmd_rows,              // 1 or more
    input  wire [COUNT_W-1:0] cmd_planes,            // 1 or more; xor: sources, 1 to 8
    input  wire [       31:0] cmd_src_row_stride,    // strides are signed
    input  wire [       31:0] cmd_src_plane_stride,
    input  wire [       31:0] cmd_dst_row_stride,
    input  wire [       31:0] cmd_dst_plane_stride,
    input  wire [  ID_W+10:0] cmd_src_attributes,    // {id, qos[3:0], prot[2:0], cache[3:0]} of its reads,
    input  wire [  ID_W+10:0] cmd_dst_attributes,    // ... of its writes
    input  wire [  TAG_W-1:0] cmd_tag,
    input  wire               cmd_abort,             // ends all commands accepted until now, in this cycle too

    // Statuses
    output wire             done_valid,
    input  wire             done_ready,
    output wire [TAG_W-1:0] done_tag,
    output wire [      2:0] done_error,  // 0 none, 1 and 2 read SLVERR and DECERR, 3 and 4 write, 5 bad command, 6 aborted, 7 hole
    output wire             done_short,  // the packet that came in ended before the command; no error
    output wire             done_long,   // ... after it
    output wire [     31:0] done_bytes,  // whose writes were answered OKAY

    output wire busy,
    output reg  stall_read,     // in the cycle before, a beat waited for its data,
    output reg  stall_write,    // ... or a beat or write address for the slave,
    output reg  stall_address,  // ... or a read address

    // Port A
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
    input  wire                m_axi_a_rlast,    // not used: beats are counted
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

    // Port B
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

    // Streams: a packet is a command's, and a segment (a row, or joined rows) begins in lane 0 of a new beat
    input  wire                s_axis_tvalid,
    output wire                s_axis_tready,
    input  wire [  DATA_W-1:0] s_axis_tdata,
    input  wire [DATA_W/8-1:0] s_axis_tkeep,
    input  wire                s_axis_tlast,
    output wire                m_axis_tvalid,
    input  wire                m_axis_tready,
    output wire [  DATA_W-1:0] m_axis_tdata,
    output wire [DATA_W/8-1:0] m_axis_tkeep,
    output wire                m_axis_tlast,
    output wire                m_axis_tuser    // with TLAST: the command was killed, the packet is not whole
);

  localparam LANES_LOG2 = $clog2(DATA_W / 8);
  localparam OUTSTANDING_LOG2 = $clog2(OUTSTANDING);
  localparam SLOT_W = $clog2(COMMANDS);
  localparam WORDS_LOG2 = $clog2(BUFFER_WORDS);
  localparam BURST_LOG2 = $clog2(MAX_BURST) + LANES_LOG2;
  localparam CHUNK_LOG2 = BURST_LOG2 > 12 ? 12 : BURST_LOG2;
  localparam PRODUCT_W = 25 + COUNT_W;
  localparam BYTES_W = ADDR_W < PRODUCT_W ? ADDR_W + 1 : PRODUCT_W;

  generate
    if (ADDR_W < 32 || ADDR_W > 64 || (DATA_W != 32 && DATA_W != 64 && DATA_W != 128 && DATA_W != 256 && DATA_W != 512) ||
        COUNT_W < 4 || COUNT_W > 24 || TAG_W < 1 || ID_W < 1 || ID_W > 8 || OUTSTANDING < 4 ||
        OUTSTANDING != 1 << OUTSTANDING_LOG2 || COMMANDS < 2 || COMMANDS != 1 << SLOT_W || BUFFER_WORDS != 1 << WORDS_LOG2 || MAX_BURST < 2 ||
        MAX_BURST > 256 || MAX_BURST != 1 << $clog2(MAX_BURST) || WORDS_LOG2 < CHUNK_LOG2 - LANES_LOG2 + 2 || WORDS_LOG2 < 8)
    begin : g_check
      block_mover_core_has_a_parameter_out_of_range check ();
    end
  endgenerate

  // The command on the input
  wire cmd_bad, cmd_combine, cmd_joins;
  wire [1:0] cmd_from, cmd_to;
  wire [ADDR_W+65:0] cmd_source;
  wire [ADDR_W+66:0] cmd_destination;
  wire [2*COUNT_W+49:0] cmd_size;

  block_mover_command #(
      .ADDR_W(ADDR_W),
      .COUNT_W(COUNT_W),
      .CHUNK_LOG2(CHUNK_LOG2),
      .PORT_B(PORT_B),
      .STREAM(STREAM),
      .XOR(XOR)
  ) command (
      .cmd_op(cmd_op),
      .cmd_src_port(cmd_src_port),
      .cmd_dst_port(cmd_dst_port),
      .cmd_src(cmd_src),
      .cmd_dst(cmd_dst),
      .cmd_row_bytes(cmd_row_bytes),
      .cmd_rows(cmd_rows),
      .cmd_planes(cmd_planes),
      .cmd_src_row_stride(cmd_src_row_stride),
      .cmd_src_plane_stride(cmd_src_plane_stride),
      .cmd_dst_row_stride(cmd_dst_row_stride),
      .cmd_dst_plane_stride(cmd_dst_plane_stride),
      .bad(cmd_bad),
      .combine(cmd_combine),
      .from(cmd_from),
      .to(cmd_to),
      .source(cmd_source),
      .destination(cmd_destination),
      .size(cmd_size),
      .joins(cmd_joins)
  );

  wire full, aborting, read_ready;
  wire accept = cmd_valid && cmd_ready;

  assign cmd_ready = read_ready && !full && !aborting;

  wire [BYTES_W-1:0] joined_length;
  wire joined_wraps;

  block_mover_product #(
      .COUNT_W(COUNT_W),
      .BYTES_W(BYTES_W)
  ) product (
      .clk(clk),
      .start(accept),
      .row_bytes(cmd_row_bytes[24:0]),
      .rows(cmd_rows),
      .joins(cmd_joins),
      .joined_length(joined_length),
      .joined_wraps(joined_wraps)
  );

  // What the reading side hands to the writing side; see block_mover_match
  wire reads, read_stops;
  wire piece_valid, piece_taken;
  wire [ADDR_W-1:LANES_LOG2] piece_address;
  wire [5*LANES_LOG2+16:0] piece;
  wire info_valid, info_taken, info_done;
  wire [3*LANES_LOG2+15:0] info;
  wire word_valid, word_taken, word_error, word_decode, word_given_up;
  wire [DATA_W-1:0] word;
  wire [LANES_LOG2+2:0] mark;

  // What the ports have in common
  wire [ADDR_W-1:0] araddr, awaddr;
  wire [7:0] arlen, awlen;
  wire [ID_W+10:0] ar_attributes, aw_attributes;
  wire [DATA_W-1:0] wdata;
  wire [DATA_W/8-1:0] wstrb;
  wire wlast;

  block_mover_read #(
      .ADDR_W(ADDR_W),
      .LANES_LOG2(LANES_LOG2),
      .BYTES_W(BYTES_W),
      .ROWS_W(COUNT_W),
      .PLANES_W(COUNT_W),
      .CHUNK_LOG2(CHUNK_LOG2),
      .WORDS_LOG2(WORDS_LOG2),
      .OUTSTANDING_LOG2(OUTSTANDING_LOG2),
      .PORT_B(PORT_B),
      .STREAM(STREAM),
      .XOR(XOR),
      .ATTRIBUTES_W(ID_W + 11)
  ) read (
      .clk(clk),
      .rst(rst),
      .start(accept),
      .ready(read_ready),
      .start_xor(cmd_combine),
      .start_from(cmd_from),
      .start_to(cmd_to),
      .start_pattern(cmd_src[31:0]),
      .start_attributes(cmd_src_attributes),
      .start_bad(cmd_bad),
      .start_source(cmd_source),
      .start_destination(cmd_destination),
      .start_size(cmd_size),
      .joined_length(joined_length),
      .joined_wraps(joined_wraps),
      .stop(read_stops),
      .active(reads),
      .piece_valid(piece_valid),
      .piece_taken(piece_taken),
      .piece_address(piece_address),
      .piece(piece),
      .info_valid(info_valid),
      .info_taken(info_taken),
      .info_done(info_done),
      .info(info),
      .word_valid(word_valid),
      .word_taken(word_taken),
      .word(word),
      .word_error(word_error),
      .word_decode(word_decode),
      .word_given_up(word_given_up),
      .mark(mark),
      .a_arvalid(m_axi_a_arvalid),
      .b_arvalid(m_axi_b_arvalid),
      .a_arready(m_axi_a_arready),
      .b_arready(m_axi_b_arready),
      .araddr(araddr),
      .arlen(arlen),
      .ar_attributes(ar_attributes),
      .a_rvalid(m_axi_a_rvalid),
      .b_rvalid(m_axi_b_rvalid),
      .a_rdata(m_axi_a_rdata),
      .b_rdata(m_axi_b_rdata),
      .a_rresp(m_axi_a_rresp),
      .b_rresp(m_axi_b_rresp),
      .s_tvalid(s_axis_tvalid),
      .s_tready(s_axis_tready),
      .s_tdata(s_axis_tdata),
      .s_tkeep(s_axis_tkeep),
      .s_tlast(s_axis_tlast)
  );

  wire [SLOT_W:0] accepted, finishes;
  wire [LANES_LOG2+8:0] written;
  wire [5:0] ended;
  wire waits_for_data, waits_for_slave;

  block_mover_write #(
      .ADDR_W(ADDR_W),
      .LANES_LOG2(LANES_LOG2),
      .OUTSTANDING_LOG2(OUTSTANDING_LOG2),
      .SLOT_W(SLOT_W),
      .PORT_B(PORT_B),
      .STREAM(STREAM),
      .XOR(XOR),
      .CHUNK_LOG2(CHUNK_LOG2),
      .ATTRIBUTES_W(ID_W + 11)
  ) write (
      .clk(clk),
      .rst(rst),
      .abort_all(cmd_abort),
      .accepts(accept),
      .attributes(cmd_dst_attributes),
      .accepted(accepted),
      .aborting(aborting),
      .reads(reads),
      .read_stops(read_stops),
      .piece_valid(piece_valid),
      .piece_taken(piece_taken),
      .piece_address(piece_address),
      .piece(piece),
      .info_valid(info_valid),
      .info_taken(info_taken),
      .info_done(info_done),
      .info(info),
      .word_valid(word_valid),
      .word_taken(word_taken),
      .word(word),
      .word_error(word_error),
      .word_decode(word_decode),
      .word_given_up(word_given_up),
      .mark(mark),
      .written(written),
      .ended(ended),
      .finishes(finishes),
      .waits_for_data(waits_for_data),
      .waits_for_slave(waits_for_slave),
      .a_awvalid(m_axi_a_awvalid),
      .b_awvalid(m_axi_b_awvalid),
      .a_awready(m_axi_a_awready),
      .b_awready(m_axi_b_awready),
      .awaddr(awaddr),
      .awlen(awlen),
      .aw_attributes(aw_attributes),
      .a_wvalid(m_axi_a_wvalid),
      .b_wvalid(m_axi_b_wvalid),
      .s_tvalid(m_axis_tvalid),
      .a_wready(m_axi_a_wready),
      .b_wready(m_axi_b_wready),
      .s_tready(m_axis_tready),
      .wdata(wdata),
      .wstrb(wstrb),
      .wlast(wlast),
      .s_tlast(m_axis_tlast),
      .s_tuser(m_axis_tuser),
      .a_bvalid(m_axi_a_bvalid),
      .b_bvalid(m_axi_b_bvalid),
      .a_bresp(m_axi_a_bresp),
      .b_bresp(m_axi_b_bresp)
  );

  block_mover_status #(
      .SLOT_W(SLOT_W),
      .TAG_W(TAG_W),
      .COUNT_W(LANES_LOG2 + 8)
  ) status (
      .clk(clk),
      .rst(rst),
      .accept(accept),
      .accept_tag(cmd_tag),
      .accepted(accepted),
      .full(full),
      .written(written),
      .ended(ended),
      .finishes(finishes),
      .done_valid(done_valid),
      .done_ready(done_ready),
      .done_tag(done_tag),
      .done_error(done_error),
      .done_short(done_short),
      .done_long(done_long),
      .done_bytes(done_bytes),
      .busy(busy)
  );

  always @(posedge clk) begin
    stall_read    <= waits_for_data && !rst;
    stall_write   <= waits_for_slave && !rst;
    stall_address <= ((m_axi_a_arvalid && !m_axi_a_arready) || (m_axi_b_arvalid && !m_axi_b_arready)) && !rst;
  end

  // What both ports share, and what never changes
  localparam [2:0] SIZE = LANES_LOG2[2:0];
  localparam [1:0] INCR = 2'b01;

  assign {m_axi_a_araddr, m_axi_a_arlen, m_axi_a_arsize, m_axi_a_arburst} = {araddr, arlen, SIZE, INCR};
  assign {m_axi_b_araddr, m_axi_b_arlen, m_axi_b_arsize, m_axi_b_arburst} = {araddr, arlen, SIZE, INCR};
  assign {m_axi_a_arid, m_axi_a_arqos, m_axi_a_arprot, m_axi_a_arcache} = ar_attributes;
  assign {m_axi_b_arid, m_axi_b_arqos, m_axi_b_arprot, m_axi_b_arcache} = ar_attributes;
  assign {m_axi_a_awaddr, m_axi_a_awlen, m_axi_a_awsize, m_axi_a_awburst} = {awaddr, awlen, SIZE, INCR};
  assign {m_axi_b_awaddr, m_axi_b_awlen, m_axi_b_awsize, m_axi_b_awburst} = {awaddr, awlen, SIZE, INCR};
  assign {m_axi_a_awid, m_axi_a_awqos, m_axi_a_awprot, m_axi_a_awcache} = aw_attributes;
  assign {m_axi_b_awid, m_axi_b_awqos, m_axi_b_awprot, m_axi_b_awcache} = aw_attributes;
  assign {m_axi_a_wdata, m_axi_a_wstrb, m_axi_a_wlast} = {wdata, wstrb, wlast};
  assign {m_axi_b_wdata, m_axi_b_wstrb, m_axi_b_wlast} = {wdata, wstrb, wlast};
  assign {m_axi_a_rready, m_axi_a_bready, m_axi_b_rready, m_axi_b_bready} = 4'b1111;

  assign m_axis_tdata = wdata;
  assign m_axis_tkeep = wstrb;

  wire unused = &{1'b0, m_axi_a_rlast, m_axi_b_rlast};

endmodule

`default_nettype wire
