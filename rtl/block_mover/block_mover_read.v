// SPDX-License-Identifier: Apache-2.0
// Reading side: sends the read addresses of the commands and brings what comes to the byte buffer.
//
// Room in the buffer is there before a read address is made, so RREADY never drops. A command ends here when its last
// address is made; its data come later, in order, behind those of the command before. A change of port waits until no
// burst is under way on the old one. FILL and the stream have "bursts" that nobody asks for, but that are counted alike.
`default_nettype none

module block_mover_read #(
    parameter ADDR_W           = 32,
    parameter LANES_LOG2       = 3,
    parameter BYTES_W          = 32,
    parameter COUNT_W          = 16,
    parameter CHUNK_LOG2       = 11,
    parameter WORDS_LOG2       = 11,
    parameter OUTSTANDING_LOG2 = 4,
    parameter SLOT_W           = 3,
    parameter PORT_B           = 1,
    parameter STREAM           = 1,
    parameter XOR              = 0,
    parameter POSITION_W       = WORDS_LOG2 + LANES_LOG2 + 1
) (
    input wire clk,
    input wire rst,

    // A command; see block_mover_rows
    input  wire               start,
    output wire               ready,
    input  wire [ SLOT_W-1:0] start_slot,
    input  wire               start_xor,
    input  wire [        1:0] start_from,                      // port A, port B, stream, pattern
    input  wire [       31:0] start_pattern,
    input  wire               start_bad,
    input  wire [ ADDR_W-1:0] start_source,
    input  wire [ ADDR_W-1:0] start_destination,
    input  wire               start_source_virtual,
    input  wire               start_destination_virtual,
    input  wire [COUNT_W-1:0] start_inner,
    input  wire [COUNT_W-1:0] start_outer,
    input  wire [       31:0] start_source_inner_stride,
    input  wire [       31:0] start_source_outer_stride,
    input  wire [       31:0] start_destination_inner_stride,
    input  wire [       31:0] start_destination_outer_stride,
    input  wire [BYTES_W-1:0] start_less_one,
    input  wire [BYTES_W-1:0] start_tail_less_one,
    input  wire               start_source_joined,
    input  wire               start_destination_joined,
    input  wire               start_destination_single,
    input  wire [BYTES_W-1:0] joined_less_one,
    input  wire               joined_wraps,

    input  wire [(1<<SLOT_W)-1:0] killed,  // by slot: commands that are given up
    output reg  [     SLOT_W-1:0] slot,    // the command that was taken last
    output wire                   active,  // it is being taken apart
    output wire                   drains,  // an XOR still expects data
    output wire                   wrapped,

    // Segments of the destination, oldest first
    output wire              segment_valid,
    input  wire              segment_taken,
    output wire [ADDR_W-1:0] segment_address,
    output wire              segment_final,
    output wire [SLOT_W-1:0] segment_slot,

    // A command that is taken apart: its data end before this position
    output wire                  ends,
    output wire [POSITION_W-1:0] end_position,

    // To the buffer, in the lanes of the stream
    output wire                       put,
    output wire                       put_xor,
    output wire                       put_hidden,    // XOR: more sources follow
    output wire                       put_first,     // XOR: first source
    output wire [(8<<LANES_LOG2)-1:0] put_data,
    output wire [(1<<LANES_LOG2)-1:0] put_lanes,     // those that belong to the move
    output wire [     POSITION_W-2:0] put_position,  // of the word's lane 0, were it there
    output wire [     POSITION_W-1:0] put_end,       // of the byte after its last
    input  wire [     POSITION_W-1:0] taken,

    // A word came with an error response
    output wire              error,
    output wire              error_decode,
    output wire [SLOT_W-1:0] error_slot,

    // AXI4 read channels of ports A and B, stream in
    output wire                       a_arvalid,
    output wire                       b_arvalid,
    input  wire                       a_arready,
    input  wire                       b_arready,
    output wire [         ADDR_W-1:0] araddr,
    output wire [                7:0] arlen,
    input  wire                       a_rvalid,
    input  wire                       b_rvalid,
    input  wire [(8<<LANES_LOG2)-1:0] a_rdata,
    input  wire [(8<<LANES_LOG2)-1:0] b_rdata,
    input  wire [                1:0] a_rresp,
    input  wire [                1:0] b_rresp,
    input  wire                       s_tvalid,
    output wire                       s_tready,
    input  wire [(8<<LANES_LOG2)-1:0] s_tdata
);

  localparam LANES = 1 << LANES_LOG2;
  localparam [1:0] FROM_A = 0, FROM_B = 1, FROM_STREAM = 2, FROM_PATTERN = 3;

  reg [1:0] from;
  reg is_xor;
  reg [31:0] pattern;
  wire stop = active && killed[slot];

  always @(posedge clk)
    if (start) begin
      slot    <= start_slot;
      from    <= start_from;
      is_xor  <= XOR != 0 && start_xor;
      pattern <= start_pattern;
    end

  // Addresses
  wire burst_valid;
  wire burst_new;
  wire [LANES_LOG2-1:0] burst_first;
  wire [LANES_LOG2-1:0] burst_last;
  wire [CHUNK_LOG2-1:0] burst_less_one;
  wire burst_opens;
  wire burst_inner_first;
  wire burst_inner_last;
  wire segment;
  wire segments_full;
  wire segments_none;
  wire [ADDR_W-1:0] new_address;
  wire new_final;

  reg [OUTSTANDING_LOG2:0] under_way;  // bursts, but a burst_new
  wire none_under_way = under_way == 0 && !burst_new;
  wire slot_for_burst = !under_way[OUTSTANDING_LOG2] && !(&under_way[OUTSTANDING_LOG2-1:0] && burst_new);

  // Half the buffer may be in use or asked for when a burst is made: up to three bursts are not counted yet.
  reg [POSITION_W-1:0] asked;  // position of the next byte to ask for
  wire [POSITION_W-1:0] in_use = asked - taken;
  reg room;

  always @(posedge clk)
    if (rst) room <= 1'b1;
    else room <= in_use < 1 << POSITION_W - 2;

  // XOR takes a way of its own to the buffer, as if it were a port.
  wire [2:0] kind = active ? {is_xor, from} : {XOR != 0 && start_xor, start_from};
  reg [2:0] under_way_kind;
  wire same_port = none_under_way || kind == under_way_kind;

  always @(posedge clk) if (burst_new) under_way_kind <= {is_xor, from};

  block_mover_rows #(
      .ADDR_W(ADDR_W),
      .BYTES_W(BYTES_W),
      .COUNT_W(COUNT_W),
      .LANES_LOG2(LANES_LOG2),
      .CHUNK_LOG2(CHUNK_LOG2)
  ) rows (
      .clk(clk),
      .rst(rst),
      .start(start),
      .start_bad(start_bad),
      .start_source(start_source),
      .start_destination(start_destination),
      .start_source_virtual(start_source_virtual),
      .start_destination_virtual(start_destination_virtual),
      .start_inner(start_inner),
      .start_outer(start_outer),
      .start_source_inner_stride(start_source_inner_stride),
      .start_source_outer_stride(start_source_outer_stride),
      .start_destination_inner_stride(start_destination_inner_stride),
      .start_destination_outer_stride(start_destination_outer_stride),
      .start_less_one(start_less_one),
      .start_tail_less_one(start_tail_less_one),
      .start_source_joined(start_source_joined),
      .start_destination_joined(start_destination_joined),
      .start_destination_single(start_destination_single),
      .joined_less_one(joined_less_one),
      .joined_wraps(joined_wraps),
      .stop(stop),
      .active(active),
      .wrapped(wrapped),
      .may_step(slot_for_burst && room && same_port),
      .burst_valid(burst_valid),
      .burst_taken(from == FROM_A ? a_arready : from == FROM_B ? b_arready : 1'b1),
      .burst_new(burst_new),
      .burst_address(araddr),
      .burst_len(arlen),
      .burst_first(burst_first),
      .burst_last(burst_last),
      .burst_less_one(burst_less_one),
      .burst_opens(burst_opens),
      .burst_inner_first(burst_inner_first),
      .burst_inner_last(burst_inner_last),
      .segment(segment),
      .segment_room(!segments_full),
      .segment_address(new_address),
      .segment_final(new_final)
  );

  assign a_arvalid = burst_valid && from == FROM_A;
  assign b_arvalid = PORT_B != 0 && burst_valid && from == FROM_B;

  fifo #(
      .WIDTH(ADDR_W + 1 + SLOT_W),
      .LOG2_DEPTH(4)
  ) segments (
      .clk(clk),
      .rst(rst),
      .push(segment),
      .push_data({new_address, new_final, slot}),
      .full(segments_full),
      .pop(segment_taken),
      .pop_data({segment_address, segment_final, segment_slot}),
      .empty(segments_none)
  );

  assign segment_valid = !segments_none;

  // A command's registers stay until its last address is taken; a pattern's until it is all in the buffer, and those of an
  // XOR until its last data have come, so that nothing of the next command is among them.
  assign drains = is_xor && !none_under_way;
  assign ready = !active && !burst_valid && !drains && (from != FROM_PATTERN || none_under_way);

  reg was_active;
  always @(posedge clk) was_active <= active && !rst;
  assign ends = was_active && !active;

  // Positions of what is asked for
  wire hidden = is_xor && !burst_inner_last;
  wire [POSITION_W-1:0] burst_position;
  wire [POSITION_W-1:0] burst_end = burst_position + {{(POSITION_W - CHUNK_LOG2) {1'b0}}, burst_less_one} + 1'b1;

  assign end_position = burst_new && !hidden ? burst_end : asked;

  always @(posedge clk)
    if (rst) asked <= 0;
    else asked <= end_position;

  // What the data of each burst under way will be, oldest first
  wire info_none;
  wire info_full;
  wire [SLOT_W-1:0] info_slot;
  wire info_opens;
  wire info_first_source;
  wire info_hidden;
  wire [LANES_LOG2-1:0] info_first;
  wire [LANES_LOG2-1:0] info_last;
  wire [7:0] info_len;
  wire last_word;

  fifo #(
      .WIDTH(SLOT_W + 3 + 2 * LANES_LOG2 + 8),
      .LOG2_DEPTH(OUTSTANDING_LOG2)
  ) info (
      .clk(clk),
      .rst(rst),
      .push(burst_new),
      .push_data({slot, burst_opens, burst_inner_first, hidden, burst_first, burst_last, arlen}),
      .full(info_full),
      .pop(put && last_word),
      .pop_data({info_slot, info_opens, info_first_source, info_hidden, info_first, info_last, info_len}),
      .empty(info_none)
  );

  always @(posedge clk)
    if (rst) under_way <= 0;
    else if (burst_new && !(put && last_word)) under_way <= under_way + 1'b1;
    else if (!burst_new && put && last_word) under_way <= under_way - 1'b1;

  // Data. What a killed command still expects from the stream may never come.
  wire from_pattern = under_way_kind[1:0] == FROM_PATTERN;
  wire from_stream = STREAM != 0 && under_way_kind[1:0] == FROM_STREAM;
  wire from_b = PORT_B != 0 && under_way_kind[1:0] == FROM_B;
  wire given_up = killed[info_slot];

  assign s_tready = !info_none && from_stream && !given_up;
  assign put = !info_none && (from_pattern || (from_stream ? s_tvalid || given_up : from_b ? b_rvalid : a_rvalid));
  assign put_xor = XOR != 0 && under_way_kind[2];
  assign put_hidden = info_hidden;
  assign put_first = info_first_source;

  wire [1:0] response = from_b ? b_rresp : a_rresp;
  assign error = put && !from_pattern && !from_stream && response[1];
  assign error_decode = response[0];
  assign error_slot = info_slot;

  // Words of the burst at the head of the queue. Its first byte stands where the one before it ended.
  reg [7:0] words;
  reg begun;
  reg [POSITION_W-1:0] here;
  wire [7:0] word = begun ? words : 8'd0;
  wire [POSITION_W-1:0] start_here;
  wire [POSITION_W-1:0] lane_0 = begun ? here : start_here - {{(POSITION_W - LANES_LOG2) {1'b0}}, info_first};

  assign last_word = word == info_len;
  assign put_position = lane_0[POSITION_W-2:0];
  assign put_end = lane_0 + (last_word ? {{(POSITION_W - LANES_LOG2) {1'b0}}, info_last} + 1'b1
                                       : {{(POSITION_W - LANES_LOG2 - 1) {1'b0}}, 1'b1, {LANES_LOG2{1'b0}}});

  always @(posedge clk)
    if (rst) begin
      begun <= 1'b0;
      here  <= 0;
    end else if (put) begin
      begun <= !last_word;
      here  <= put_end;
    end

  always @(posedge clk) if (put) words <= word + 1'b1;

  generate
    if (XOR != 0) begin : g_xor
      // The sources of a piece stand in the same place; only the last one moves on.
      reg [POSITION_W-1:0] piece_asked;
      reg [POSITION_W-1:0] piece;
      always @(posedge clk) if (burst_new) piece_asked <= burst_end;
      assign burst_position = burst_opens || !is_xor ? asked : piece_asked;

      always @(posedge clk)
        if (rst) piece <= 0;
        else if (put && last_word && !info_hidden) piece <= put_end;
      assign start_here = info_opens ? piece : here;
    end else begin : g_no_xor
      assign burst_position = asked;
      assign start_here = here;
      wire unused = &{1'b0, burst_opens, info_opens};
    end
  endgenerate

  wire [8*LANES-1:0] data = from_pattern ? {(LANES / 4) {pattern}} : from_stream ? s_tdata : from_b ? b_rdata : a_rdata;
  wire [LANES-1:0] lanes = (begun ? {LANES{1'b1}} : {LANES{1'b1}} << info_first) &
      ~(last_word ? {{(LANES - 1) {1'b1}}, 1'b0} << info_last : {LANES{1'b0}});

  block_mover_rotate #(
      .LANES_LOG2(LANES_LOG2),
      .WIDTH(8)
  ) turn_data (
      .in (data),
      .by (lane_0[LANES_LOG2-1:0]),
      .out(put_data)
  );

  block_mover_rotate #(
      .LANES_LOG2(LANES_LOG2),
      .WIDTH(1)
  ) turn_lanes (
      .in (lanes),
      .by (lane_0[LANES_LOG2-1:0]),
      .out(put_lanes)
  );

  // Never full: under_way is the limit.
  wire unused = &{1'b0, info_full};

endmodule

`default_nettype wire
