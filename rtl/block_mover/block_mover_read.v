// SPDX-License-Identifier: Apache-2.0
// Reading side: asks for the bursts of a command's source and brings what comes to the byte buffer.
//
// Room in the buffer is taken when a read address is made, so RREADY never drops. A command ends here when its last
// address is made; its data come later, in order, behind those of the command before. A change of port waits until no
// burst is under way on the old one. FILL and the stream make "bursts" that nobody asks for, but that are counted alike.
`default_nettype none

module block_mover_read #(
    parameter ADDR_W           = 32,
    parameter LANES_LOG2       = 3,
    parameter BYTES_W          = 32,
    parameter COUNT_W          = 16,
    parameter CHUNK_LOG2       = 11,
    parameter WORDS_LOG2       = 10,
    parameter OUTSTANDING_LOG2 = 4,
    parameter SLOT_W           = 3,
    parameter PORT_B           = 1,
    parameter STREAM           = 1,
    parameter XOR              = 0,
    parameter POSITION_W       = WORDS_LOG2 + LANES_LOG2 + 1
) (
    input wire clk,
    input wire rst,

    // A command; `bad` ones only pass through.
    input  wire               start,
    output wire               ready,
    input  wire               start_bad,
    input  wire               start_xor,
    input  wire [        1:0] start_from,          // port A, port B, stream, pattern
    input  wire [ SLOT_W-1:0] start_slot,
    input  wire [ ADDR_W-1:0] start_address,
    input  wire [BYTES_W-1:0] start_less_one,
    input  wire               start_late,
    input  wire [BYTES_W-1:0] late_less_one,
    input  wire               late_wraps,          // it is longer than the address space
    input  wire [BYTES_W-1:0] tail_less_one,
    input  wire [COUNT_W-1:0] start_inner,
    input  wire [COUNT_W-1:0] start_outer,
    input  wire [       31:0] start_inner_stride,
    input  wire [       31:0] start_outer_stride,
    input  wire [       31:0] start_pattern,

    input  wire [(1<<SLOT_W)-1:0] killed,   // by slot: commands that are given up
    output reg                    active,   // makes addresses of ...
    output reg  [     SLOT_W-1:0] slot,     // ... this command
    output wire                   wrapped,  // which leaves the address space
    output wire                   ends,     // its last byte asked for stands before ...
    output wire [ POSITION_W-1:0] end_position,
    output wire                   error,    // a word came with an error response
    output wire                   error_decode,
    output wire [     SLOT_W-1:0] error_slot,

    // To the buffer, in the lanes of the stream
    output wire                       put,
    output wire                       put_xor,
    output wire                       put_hidden,    // XOR: more sources follow
    output wire                       put_first,     // XOR: first source
    output wire [(8<<LANES_LOG2)-1:0] put_data,
    output wire [(1<<LANES_LOG2)-1:0] put_lanes,     // those that belong to the move
    output wire [     POSITION_W-2:0] put_position,  // of the word's lane 0, were it there
    output wire [     POSITION_W-1:0] put_end,
    input  wire                       took,
    input  wire [     LANES_LOG2-1:0] took_less_one,

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

  reg [1:0] from;        // of the command whose addresses are made
  reg is_xor;
  reg [31:0] pattern;

  // Addresses
  wire burst_valid;
  wire burst_new;
  wire burst_taken;
  wire [LANES_LOG2-1:0] burst_first;
  wire [LANES_LOG2-1:0] burst_last;
  wire [CHUNK_LOG2-1:0] burst_less_one;
  wire burst_opens;
  wire burst_inner_first;
  wire burst_inner_last;
  wire burst_final;
  wire idle;
  wire kill = active && killed[slot];

  reg [OUTSTANDING_LOG2:0] under_way;  // bursts, but a burst_new
  wire none_under_way = under_way == 0 && !burst_new;
  wire slot_for_burst = !under_way[OUTSTANDING_LOG2] && !(&under_way[OUTSTANDING_LOG2-1:0] && burst_new);

  // Bytes of the buffer that no burst has taken. Room for two bursts: one may not be counted yet.
  reg [POSITION_W-1:0] free;
  wire room = |free[POSITION_W-1:CHUNK_LOG2+1];

  // XOR takes a way of its own to the buffer, as if it were a port.
  wire [2:0] kind = idle ? {start_xor, start_from} : {is_xor, from};
  reg [2:0] under_way_kind;
  wire same_port = none_under_way || kind == under_way_kind;
  wire may_step = slot_for_burst && room && same_port;

  block_mover_bursts #(
      .ADDR_W(ADDR_W),
      .BYTES_W(BYTES_W),
      .COUNT_W(COUNT_W),
      .LANES_LOG2(LANES_LOG2),
      .CHUNK_LOG2(CHUNK_LOG2)
  ) bursts (
      .clk(clk),
      .rst(rst),
      .start(start && !start_bad),
      .start_address(start_address),
      .start_less_one(start_less_one),
      .start_late(start_late),
      .late_less_one(late_less_one),
      .tail_less_one(tail_less_one),
      .start_inner(start_inner),
      .start_outer(start_outer),
      .start_inner_stride(start_inner_stride),
      .start_outer_stride(start_outer_stride),
      .step_at_start(may_step),
      .step(may_step && !late_wraps),
      .stop(kill),
      .idle(idle),
      .wrapped(wrapped),
      .burst_valid(burst_valid),
      .burst_taken(burst_taken),
      .burst_new(burst_new),
      .burst_address(araddr),
      .burst_len(arlen),
      .burst_first(burst_first),
      .burst_last(burst_last),
      .burst_less_one(burst_less_one),
      .burst_opens(burst_opens),
      .burst_inner_first(burst_inner_first),
      .burst_inner_last(burst_inner_last),
      .burst_final(burst_final)
  );

  assign a_arvalid = burst_valid && from == FROM_A;
  assign b_arvalid = burst_valid && PORT_B != 0 && from == FROM_B;
  assign burst_taken = from == FROM_A ? a_arready : from != FROM_B || b_arready;

  // A command's registers stay until its last address is taken; those of a pattern until the pattern is written.
  assign ready = !active && !burst_valid && (from != FROM_PATTERN || none_under_way);
  assign ends = (burst_new && burst_final) || kill;

  always @(posedge clk)
    if (rst) active <= 1'b0;
    else if (start) active <= 1'b1;
    else if (ends) active <= 1'b0;

  always @(posedge clk)
    if (start) begin
      slot    <= start_slot;
      from    <= start_from;
      is_xor  <= start_xor;
      pattern <= start_pattern;
    end

  always @(posedge clk) if (burst_new) under_way_kind <= {is_xor, from};

  // Stream positions: `asked` is that of the next byte to ask for.
  reg [POSITION_W-1:0] asked;
  wire hidden = XOR != 0 && is_xor && !burst_inner_last;
  wire [POSITION_W-1:0] burst_position;
  wire [POSITION_W-1:0] burst_end = burst_position + {{(POSITION_W - CHUNK_LOG2) {1'b0}}, burst_less_one} + 1'b1;

  assign end_position = burst_new && !hidden ? burst_end : asked;

  always @(posedge clk)
    if (rst) asked <= 0;
    else asked <= end_position;

  generate
    if (XOR != 0) begin : g_xor
      // Inside a source that is not the last: its bytes stand where those of the last will.
      reg [POSITION_W-1:0] running;
      always @(posedge clk) if (burst_new) running <= burst_end;
      assign burst_position = burst_opens || !is_xor ? asked : running;
    end else begin : g_no_xor
      assign burst_position = asked;
      wire unused = &{1'b0, burst_opens};
    end
  endgenerate

  reg took_before;
  reg [LANES_LOG2-1:0] took_before_less_one;
  always @(posedge clk) begin
    took_before <= took && !rst;
    took_before_less_one <= took_less_one;
  end

  always @(posedge clk)
    if (rst) free <= {1'b1, {(POSITION_W - 1) {1'b0}}};
    else
      free <= free - (burst_new && !hidden ? {{(POSITION_W - CHUNK_LOG2) {1'b0}}, burst_less_one} + 1'b1 : {POSITION_W{1'b0}})
                   + (took_before ? {{(POSITION_W - LANES_LOG2) {1'b0}}, took_before_less_one} + 1'b1 : {POSITION_W{1'b0}});

  // What the data of each burst under way will be, oldest first
  localparam INFO_W = 2 + SLOT_W + 3 + POSITION_W + 2 * LANES_LOG2 + 8;
  wire info_valid;
  wire info_full;
  wire [1:0] info_from;
  wire [SLOT_W-1:0] info_slot;
  wire info_xor;
  wire info_first_source;
  wire info_hidden;
  wire [POSITION_W-1:0] info_position;  // of lane 0
  wire [LANES_LOG2-1:0] info_first;
  wire [LANES_LOG2-1:0] info_last;
  wire [7:0] info_len;
  wire last_word;

  fifo_registered #(
      .WIDTH(INFO_W),
      .LOG2_DEPTH(OUTSTANDING_LOG2)
  ) info (
      .clk(clk),
      .rst(rst),
      .push(burst_new),
      .push_data({
        from, slot, is_xor, burst_inner_first, hidden, burst_position - {{(POSITION_W - LANES_LOG2) {1'b0}}, burst_first},
        burst_first, burst_last, arlen
      }),
      .full(info_full),
      .pop(put && last_word),
      .pop_data({
        info_from, info_slot, info_xor, info_first_source, info_hidden, info_position, info_first, info_last, info_len
      }),
      .valid(info_valid)
  );

  always @(posedge clk)
    if (rst) under_way <= 0;
    else if (burst_new && !(put && last_word)) under_way <= under_way + 1'b1;
    else if (!burst_new && put && last_word) under_way <= under_way - 1'b1;

  // Data. What a killed command still expects from the stream may never come.
  wire from_pattern = info_from == FROM_PATTERN;
  wire from_stream = STREAM != 0 && info_from == FROM_STREAM;
  wire from_b = PORT_B != 0 && info_from == FROM_B;
  wire given_up = killed[info_slot];

  assign s_tready = info_valid && from_stream && !given_up;
  assign put = info_valid && (from_pattern || (from_stream ? s_tvalid || given_up : from_b ? b_rvalid : a_rvalid));
  assign put_xor = info_xor;
  assign put_hidden = info_hidden;
  assign put_first = info_first_source;

  wire [1:0] response = from_b ? b_rresp : a_rresp;
  assign error = put && !from_pattern && !from_stream && response[1];
  assign error_decode = response[0];
  assign error_slot = info_slot;

  // Words of the burst at the head of the queue
  reg [7:0] words;
  reg begun;
  wire [7:0] word = begun ? words : 8'd0;

  assign last_word = word == info_len;
  wire [POSITION_W-1:0] here = info_position + {{(POSITION_W - LANES_LOG2 - 8) {1'b0}}, word, {LANES_LOG2{1'b0}}};
  assign put_position = here[POSITION_W-2:0];
  assign put_end = here + (last_word ? {{(POSITION_W - LANES_LOG2) {1'b0}}, info_last} + 1'b1
                                             : {{(POSITION_W - LANES_LOG2 - 1) {1'b0}}, 1'b1, {LANES_LOG2{1'b0}}});

  always @(posedge clk)
    if (rst) begun <= 1'b0;
    else if (put) begun <= !last_word;

  always @(posedge clk) if (put) words <= word + 1'b1;

  wire [8*LANES-1:0] data = from_pattern ? {(LANES / 4) {pattern}} : from_stream ? s_tdata : from_b ? b_rdata : a_rdata;
  wire [LANES-1:0] lanes = (begun ? {LANES{1'b1}} : {LANES{1'b1}} << info_first) &
      ~(last_word ? {{(LANES - 1) {1'b1}}, 1'b0} << info_last : {LANES{1'b0}});

  block_mover_rotate #(
      .LANES_LOG2(LANES_LOG2),
      .WIDTH(8)
  ) turn_data (
      .in (data),
      .by (info_position[LANES_LOG2-1:0]),
      .out(put_data)
  );

  block_mover_rotate #(
      .LANES_LOG2(LANES_LOG2),
      .WIDTH(1)
  ) turn_lanes (
      .in (lanes),
      .by (info_position[LANES_LOG2-1:0]),
      .out(put_lanes)
  );

  // Never full: under_way is the limit.
  wire unused = &{1'b0, info_full};

endmodule

`default_nettype wire
