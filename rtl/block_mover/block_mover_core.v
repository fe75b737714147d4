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

  localparam [1:0] COPY = 0, FILL = 1, COMBINE = 2;
  localparam [1:0] AT_B = 1, AT_STREAM = 2, AT_PATTERN = 3;

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
  wire fill = cmd_op == FILL;
  wire combine = XOR != 0 && cmd_op == COMBINE;
  // What is bad there goes nowhere: of the ports only those that exist are told apart.
  localparam [1:0] PORTS = {STREAM != 0, PORT_B != 0};
  wire [1:0] from = fill ? AT_PATTERN : cmd_src_port & PORTS;
  wire [1:0] destination_port = cmd_dst_port & PORTS;
  wire too_long = |cmd_row_bytes[31:25] || (cmd_row_bytes[24] && |cmd_row_bytes[23:0]);
  wire bad_source = !fill && ((PORT_B == 0 && cmd_src_port == AT_B) || (STREAM == 0 && cmd_src_port == AT_STREAM) ||
      cmd_src_port == 2'd3);
  wire bad_destination = (PORT_B == 0 && cmd_dst_port == AT_B) || (STREAM == 0 && cmd_dst_port == AT_STREAM) ||
      cmd_dst_port == 2'd3;
  wire bad_op = cmd_op == 2'd3 || (XOR == 0 && cmd_op == COMBINE) || (combine && bad_combination);
  wire bad = cmd_row_bytes == 0 || too_long || cmd_rows == 0 || cmd_planes == 0 || bad_source || bad_destination || bad_op;

  wire several_rows = cmd_rows != 1;
  wire join_source = several_rows && cmd_op == COPY && cmd_src_row_stride == cmd_row_bytes;
  wire join_destination = several_rows && cmd_dst_row_stride == cmd_row_bytes;

  wire [24:0] row_length = cmd_row_bytes[24:0] - 1'b1;  // less one, as all lengths are

  // XOR reads a piece of each source before the next piece; pieces are rows, or chunks of the only row.
  wire bad_combination;
  wire [COUNT_W-1:0] inner;
  wire [COUNT_W-1:0] outer;
  wire [31:0] source_inner_stride;
  wire [31:0] source_outer_stride;
  wire [31:0] destination_outer_stride;
  wire [24:0] segment_length;
  wire [24:0] tail_length;

  generate
    if (XOR != 0) begin : g_pieces
      wire [24:0] chunks = {{CHUNK_LOG2{1'b0}}, row_length[24:CHUNK_LOG2]} + 1'b1;
      wire in_pieces = combine && !several_rows && |row_length[24:CHUNK_LOG2];

      assign bad_combination = cmd_planes > 8 || cmd_src_port == AT_STREAM ||
          (several_rows && |row_length[24:CHUNK_LOG2]) || |(chunks >> COUNT_W);
      assign inner = combine ? cmd_planes : cmd_rows;
      assign outer = !combine ? cmd_planes : several_rows ? cmd_rows : chunks[COUNT_W-1:0];
      assign source_inner_stride = combine ? cmd_src_plane_stride : cmd_src_row_stride;
      assign source_outer_stride = !combine ? cmd_src_plane_stride : several_rows ? cmd_src_row_stride : 32'd1 << CHUNK_LOG2;
      assign destination_outer_stride = !combine ? cmd_dst_plane_stride : several_rows ? cmd_dst_row_stride : 32'd1 << CHUNK_LOG2;
      assign segment_length = in_pieces ? {{(25 - CHUNK_LOG2) {1'b0}}, {CHUNK_LOG2{1'b1}}} : row_length;
      assign tail_length = in_pieces ? {{(25 - CHUNK_LOG2) {1'b0}}, row_length[CHUNK_LOG2-1:0]} : row_length;
    end else begin : g_rows
      assign bad_combination = 1'b0;
      assign inner = cmd_rows;
      assign outer = cmd_planes;
      assign source_inner_stride = cmd_src_row_stride;
      assign source_outer_stride = cmd_src_plane_stride;
      assign destination_outer_stride = cmd_dst_plane_stride;
      assign segment_length = row_length;
      assign tail_length = row_length;
    end
  endgenerate

  wire accept = cmd_valid && cmd_ready;
  wire full;
  wire aborting;
  wire read_ready;
  assign cmd_ready = read_ready && !full && !aborting;

  // The length of joined rows, known in the cycle after the command. The products are of the negative length: the complement of their
  // sum is the length less one. Their sum is made behind the registers, for a multiplier takes most of a cycle.
  wire [25:0] negative = {1'b1, ~row_length};
  reg [COUNT_W+17:0] low_product;
  reg [COUNT_W+7:0] high_product;
  reg joins;
  wire joined_wraps;
  wire [PRODUCT_W-1:0] joined_length =
      ~({{(PRODUCT_W - COUNT_W - 18) {1'b0}}, low_product} + {high_product[PRODUCT_W-19:0], 18'd0});

  always @(posedge clk)
    if (accept) begin
      low_product  <= negative[17:0] * cmd_rows;
      high_product <= {{COUNT_W{1'b1}}, negative[25:18]} * cmd_rows;
      joins        <= join_source || join_destination;
    end

  generate
    if (PRODUCT_W > BYTES_W) begin : g_limit
      assign joined_wraps = joins && |joined_length[PRODUCT_W-1:BYTES_W];
    end else begin : g_no_limit
      assign joined_wraps = 1'b0;
      wire unused = &{1'b0, joins};
    end
  endgenerate

  wire reads;
  wire read_stops;
  wire piece_valid;
  wire piece_taken;
  wire [1:0] piece_to;
  wire [ADDR_W-1:LANES_LOG2] piece_address;
  wire [7:0] piece_len;
  wire piece_single;
  wire [LANES_LOG2:0] piece_first_bytes;
  wire piece_double;
  wire [LANES_LOG2:0] piece_second_bytes;
  wire [LANES_LOG2-1:0] piece_first;
  wire [LANES_LOG2-1:0] piece_last;
  wire [LANES_LOG2:0] piece_following;
  wire piece_final;
  wire piece_cut;
  wire info_valid;
  wire info_taken;
  wire info_done;
  wire [7:0] info_len;
  wire info_single;
  wire [LANES_LOG2-1:0] info_first;
  wire [LANES_LOG2:0] info_first_bytes;
  wire [LANES_LOG2-1:0] info_last;
  wire info_ends;
  wire info_final;
  wire info_cut;
  wire info_xor;
  wire info_first_source;
  wire info_last_source;
  wire word_valid;
  wire word_taken;
  wire [DATA_W-1:0] word;
  wire word_error;
  wire word_decode;
  wire word_given_up;
  wire mark_hole;
  wire mark_long;
  wire [LANES_LOG2:0] mark_bytes;
  wire [ADDR_W-1:0] araddr;
  wire [7:0] arlen;
  wire [ID_W+10:0] ar_attributes;

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
      .start_xor(combine),
      .start_from(from),
      .start_pattern(cmd_src[31:0]),
      .start_attributes(cmd_src_attributes),
      .start_bad(bad),
      .start_source(cmd_src),
      .start_destination(cmd_dst),
      .start_source_virtual(fill || cmd_src_port == AT_STREAM),
      .start_destination_virtual(cmd_dst_port == AT_STREAM),
      .start_to(destination_port),
      .start_inner(inner),
      .start_outer(outer),
      .start_source_inner_stride(source_inner_stride),
      .start_source_outer_stride(source_outer_stride),
      .start_destination_inner_stride(cmd_dst_row_stride),
      .start_destination_outer_stride(destination_outer_stride),
      .start_source_joined(join_source),
      .start_destination_joined(combine || join_destination),
      .start_destination_long(!combine && join_destination),
      .start_length(segment_length),
      .start_tail(tail_length),
      .joined_length(joined_length[BYTES_W-1:0]),
      .joined_wraps(joined_wraps),
      .stop(read_stops),
      .active(reads),
      .piece_valid(piece_valid),
      .piece_taken(piece_taken),
      .piece_to(piece_to),
      .piece_address(piece_address),
      .piece_len(piece_len),
      .piece_single(piece_single),
      .piece_first_bytes(piece_first_bytes),
      .piece_double(piece_double),
      .piece_second_bytes(piece_second_bytes),
      .piece_first(piece_first),
      .piece_last(piece_last),
      .piece_following(piece_following),
      .piece_final(piece_final),
      .piece_cut(piece_cut),
      .info_valid(info_valid),
      .info_taken(info_taken),
      .info_done(info_done),
      .info_len(info_len),
      .info_single(info_single),
      .info_first(info_first),
      .info_first_bytes(info_first_bytes),
      .info_last(info_last),
      .info_ends(info_ends),
      .info_final(info_final),
      .info_cut(info_cut),
      .info_xor(info_xor),
      .info_first_source(info_first_source),
      .info_last_source(info_last_source),
      .word_valid(word_valid),
      .word_taken(word_taken),
      .word(word),
      .word_error(word_error),
      .word_decode(word_decode),
      .word_given_up(word_given_up),
      .mark_hole(mark_hole),
      .mark_long(mark_long),
      .mark_bytes(mark_bytes),
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

  wire [SLOT_W:0] accepted;
  wire [SLOT_W:0] finishes;
  wire counts;
  wire [LANES_LOG2+7:0] count_less_one;
  wire finished;
  wire [2:0] finished_error;
  wire finished_short;
  wire finished_long;
  wire waits_for_data;
  wire waits_for_slave;
  wire [ADDR_W-1:0] awaddr;
  wire [7:0] awlen;
  wire opens;
  wire [SLOT_W-1:0] opened;
  wire [DATA_W-1:0] wdata;
  wire [DATA_W/8-1:0] wstrb;
  wire wlast;

  block_mover_write #(
      .ADDR_W(ADDR_W),
      .LANES_LOG2(LANES_LOG2),
      .OUTSTANDING_LOG2(OUTSTANDING_LOG2),
      .SLOT_W(SLOT_W),
      .PORT_B(PORT_B),
      .STREAM(STREAM),
      .XOR(XOR),
      .CHUNK_LOG2(CHUNK_LOG2)
  ) write (
      .clk(clk),
      .rst(rst),
      .abort_all(cmd_abort),
      .accepts(accept),
      .accepted(accepted),
      .aborting(aborting),
      .reads(reads),
      .read_stops(read_stops),
      .piece_valid(piece_valid),
      .piece_taken(piece_taken),
      .piece_to(piece_to),
      .piece_address(piece_address),
      .piece_len(piece_len),
      .piece_single(piece_single),
      .piece_first_bytes(piece_first_bytes),
      .piece_double(piece_double),
      .piece_second_bytes(piece_second_bytes),
      .piece_first(piece_first),
      .piece_last(piece_last),
      .piece_following(piece_following),
      .piece_final(piece_final),
      .piece_cut(piece_cut),
      .info_valid(info_valid),
      .info_taken(info_taken),
      .info_done(info_done),
      .info_len(info_len),
      .info_single(info_single),
      .info_first(info_first),
      .info_first_bytes(info_first_bytes),
      .info_last(info_last),
      .info_ends(info_ends),
      .info_final(info_final),
      .info_cut(info_cut),
      .info_xor(info_xor),
      .info_first_source(info_first_source),
      .info_last_source(info_last_source),
      .word_valid(word_valid),
      .word_taken(word_taken),
      .word(word),
      .word_error(word_error),
      .word_decode(word_decode),
      .word_given_up(word_given_up),
      .mark_hole(mark_hole),
      .mark_long(mark_long),
      .mark_bytes(mark_bytes),
      .counts(counts),
      .count_less_one(count_less_one),
      .finished(finished),
      .finished_error(finished_error),
      .finished_short(finished_short),
      .finished_long(finished_long),
      .finishes(finishes),
      .waits_for_data(waits_for_data),
      .waits_for_slave(waits_for_slave),
      .a_awvalid(m_axi_a_awvalid),
      .b_awvalid(m_axi_b_awvalid),
      .a_awready(m_axi_a_awready),
      .b_awready(m_axi_b_awready),
      .awaddr(awaddr),
      .awlen(awlen),
      .opens(opens),
      .opened(opened),
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

  // What the writes of each command carry, until the first address of it goes out. Later ones carry the same.
  reg [ID_W+10:0] dst_attributes[0:COMMANDS-1];
  reg [ID_W+10:0] aw_attributes;

  always @(posedge clk) if (accept) dst_attributes[accepted[SLOT_W-1:0]] <= cmd_dst_attributes;
  always @(posedge clk) if (opens) aw_attributes <= dst_attributes[opened];

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
      .counts(counts),
      .count_less_one(count_less_one),
      .finished(finished),
      .finished_error(finished_error),
      .finished_short(finished_short),
      .finished_long(finished_long),
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

  assign m_axi_a_araddr = araddr;
  assign m_axi_a_arlen = arlen;
  assign m_axi_a_arsize = SIZE;
  assign m_axi_a_arburst = INCR;
  assign {m_axi_a_arid, m_axi_a_arqos, m_axi_a_arprot, m_axi_a_arcache} = ar_attributes;
  assign m_axi_a_rready = 1'b1;
  assign m_axi_a_awaddr = awaddr;
  assign m_axi_a_awlen = awlen;
  assign m_axi_a_awsize = SIZE;
  assign m_axi_a_awburst = INCR;
  assign {m_axi_a_awid, m_axi_a_awqos, m_axi_a_awprot, m_axi_a_awcache} = aw_attributes;
  assign m_axi_a_wdata = wdata;
  assign m_axi_a_wstrb = wstrb;
  assign m_axi_a_wlast = wlast;
  assign m_axi_a_bready = 1'b1;

  assign m_axi_b_araddr = araddr;
  assign m_axi_b_arlen = arlen;
  assign m_axi_b_arsize = SIZE;
  assign m_axi_b_arburst = INCR;
  assign {m_axi_b_arid, m_axi_b_arqos, m_axi_b_arprot, m_axi_b_arcache} = ar_attributes;
  assign m_axi_b_rready = 1'b1;
  assign m_axi_b_awaddr = awaddr;
  assign m_axi_b_awlen = awlen;
  assign m_axi_b_awsize = SIZE;
  assign m_axi_b_awburst = INCR;
  assign {m_axi_b_awid, m_axi_b_awqos, m_axi_b_awprot, m_axi_b_awcache} = aw_attributes;
  assign m_axi_b_wdata = wdata;
  assign m_axi_b_wstrb = wstrb;
  assign m_axi_b_wlast = wlast;
  assign m_axi_b_bready = 1'b1;

  assign m_axis_tdata = wdata;
  assign m_axis_tkeep = wstrb;

  wire unused = &{1'b0, m_axi_a_rlast, m_axi_b_rlast, high_product};

endmodule

`default_nettype wire
