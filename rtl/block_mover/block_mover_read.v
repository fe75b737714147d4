// SPDX-License-Identifier: Apache-2.0
// Reading side: takes commands apart, sends their read addresses, and queues the words that come.
//
// Room for its words is there before a read address is made, so RREADY never drops. A command leaves here when its last
// address is made; its words come later, in order, behind those of the command before. A change of port waits until all words
// of the old one have come. FILL reads its pattern from a port of its own, where a word comes in every cycle; block_mover_stream_in
// takes the words of the stream.
`default_nettype none

module block_mover_read #(
    parameter ADDR_W           = 32,
    parameter LANES_LOG2       = 3,
    parameter BYTES_W          = 33,
    parameter ROWS_W           = 16,
    parameter PLANES_W         = 16,
    parameter CHUNK_LOG2       = 11,
    parameter WORDS_LOG2       = 11,
    parameter OUTSTANDING_LOG2 = 4,
    parameter PORT_B           = 1,
    parameter STREAM           = 1,
    parameter XOR              = 0,
    parameter ATTRIBUTES_W     = 15
) (
    input wire clk,
    input wire rst,

    // A command; see block_mover_rows
    input  wire                        start,
    output wire                        ready,
    input  wire                        start_xor,
    input  wire [                 1:0] start_from,         // port A, port B, stream, pattern
    input  wire [                 1:0] start_to,
    input  wire [                31:0] start_pattern,
    input  wire [    ATTRIBUTES_W-1:0] start_attributes,   // of its addresses
    input  wire                        start_bad,
    input  wire [         ADDR_W+65:0] start_source,
    input  wire [         ADDR_W+66:0] start_destination,
    input  wire [ROWS_W+PLANES_W+49:0] start_size,
    input  wire [         BYTES_W-1:0] joined_length,      // from the second cycle after start until the end
    input  wire                        joined_wraps,

    input  wire stop,    // the command in here makes nothing more
    output wire active,

    // Bursts of the destination
    output wire                        piece_valid,
    input  wire                        piece_taken,
    output wire [ ADDR_W-1:LANES_LOG2] piece_address,  // of a word
    output wire [   5*LANES_LOG2+16:0] piece,          // {to, len, single, double, first, first bytes, second bytes, last, following, final, cut}

    // Bursts of the source whose words come, oldest first
    output wire                     info_valid,
    input  wire                     info_taken,
    input  wire                     info_done,   // the words of one are used up
    output wire [3*LANES_LOG2+15:0] info,        // {xor, first source, last source, len, single, first, first bytes, last, ends, final, cut}

    // Words, oldest first
    output wire                       word_valid,
    input  wire                       word_taken,
    output wire [(8<<LANES_LOG2)-1:0] word,
    output wire                       word_error,
    output wire                       word_decode,    // ... is DECERR; without an error: it is a marked word of the stream
    input  wire                       word_given_up,  // what is asked of the stream may never come: any word will do
    output wire [     LANES_LOG2+2:0] mark,           // why the oldest marked word is: {hole, long, bytes}

    // AXI4 read channels of ports A and B, stream in
    output wire                       a_arvalid,
    output wire                       b_arvalid,
    input  wire                       a_arready,
    input  wire                       b_arready,
    output wire [         ADDR_W-1:0] araddr,
    output wire [                7:0] arlen,
    output reg  [   ATTRIBUTES_W-1:0] ar_attributes,
    input  wire                       a_rvalid,
    input  wire                       b_rvalid,
    input  wire [(8<<LANES_LOG2)-1:0] a_rdata,
    input  wire [(8<<LANES_LOG2)-1:0] b_rdata,
    input  wire [                1:0] a_rresp,
    input  wire [                1:0] b_rresp,
    input  wire                       s_tvalid,
    output wire                       s_tready,
    input  wire [(8<<LANES_LOG2)-1:0] s_tdata,
    input  wire [(1<<LANES_LOG2)-1:0] s_tkeep,
    input  wire                       s_tlast
);

  localparam LANES = 1 << LANES_LOG2;
  localparam [1:0] FROM_A = 0, FROM_B = 1, FROM_STREAM = 2, FROM_PATTERN = 3;

  // The command at hand
  reg [1:0] to;
  reg [1:0] from;
  reg from_a;  // the same, each in a register
  reg from_b;
  reg from_stream;
  reg from_pattern;
  reg is_xor;
  reg opens;  // no burst of it is offered yet
  reg [31:0] pattern;

  assign ready = !active;

  always @(posedge clk)
    if (start) begin
      from          <= start_from;
      from_a        <= start_from == FROM_A;
      from_b        <= PORT_B != 0 && start_from == FROM_B;
      from_stream   <= STREAM != 0 && start_from == FROM_STREAM;
      from_pattern  <= start_from == FROM_PATTERN;
      is_xor        <= XOR != 0 && start_xor;
      pattern       <= start_pattern;
      to            <= start_to;
      ar_attributes <= start_attributes;
    end

  always @(posedge clk)
    if (start) opens <= 1'b1;
    else if (burst_valid) opens <= 1'b0;

  // The burst at hand, whose address stands
  wire burst_valid;
  reg burst_stood;  // in the cycle before
  wire burst_new = burst_valid && !burst_stood;
  wire burst_taken;
  wire [LANES_LOG2-1:0] burst_first;
  wire [LANES_LOG2-1:0] burst_last;
  wire burst_single;
  wire [LANES_LOG2:0] burst_first_bytes;
  wire burst_ends;
  wire burst_first_source;
  wire burst_last_source;
  wire burst_final;
  wire burst_cut;
  wire counted = burst_new && !burst_cut;  // its words come

  always @(posedge clk) burst_stood <= burst_valid && !burst_taken && !rst;

  assign a_arvalid = burst_valid && !burst_cut && from_a;
  assign b_arvalid = burst_valid && !burst_cut && from_b;
  // A burst of the stream, a cut too, stands until there is a place before the stream for it.
  wire stream_taken;
  assign burst_taken = (from_stream ? stream_taken : burst_cut || from_pattern) || (from_a && a_arready) || (from_b && b_arready);

  reg [OUTSTANDING_LOG2:0] bursts;  // whose words are not all taken, but a burst_new
  wire room_for_burst = !bursts[OUTSTANDING_LOG2] && !(&bursts[OUTSTANDING_LOG2-1:0] && burst_new);

  always @(posedge clk)
    if (rst) bursts <= 0;
    else if (burst_new && !info_done) bursts <= bursts + 1'b1;
    else if (!burst_new && info_done) bursts <= bursts - 1'b1;

  // Words that were asked for and have not come, and places of those that were not taken: a burst is counted in the cycle after its first.
  // One is offered when there is room for the longest, beside those that are not counted yet.
  localparam LONGEST_LOG2 = CHUNK_LOG2 - LANES_LOG2;
  localparam ROOM_W = WORDS_LOG2 - LONGEST_LOG2 + 1;
  localparam [ROOM_W-1:0] MOST = (1 << (WORDS_LOG2 - LONGEST_LOG2)) - 2;  // begun ones: one more has room

  reg [WORDS_LOG2:0] to_come;
  reg [WORDS_LOG2:0] in_use;
  reg expects;  // a word is to come
  reg adds;     // a burst is counted, of this length
  reg [7:0] adds_len;
  wire put;
  wire [ROOM_W-1:0] uncounted = {{(ROOM_W - 1) {1'b0}}, adds} + {{(ROOM_W - 1) {1'b0}}, counted};
  wire room = in_use[WORDS_LOG2:LONGEST_LOG2] <= MOST - uncounted;
  // What they change by in a cycle, but for a word that comes or goes: the carry adds the 1 that its absence leaves.
  wire [WORDS_LOG2:0] change = adds ? {{(WORDS_LOG2 - 7) {1'b0}}, adds_len} : {(WORDS_LOG2 + 1) {1'b1}};
  wire [WORDS_LOG2:0] to_come_next;
  wire [WORDS_LOG2:0] in_use_next;
  wire to_come_carry;
  wire in_use_carry;

  assign {to_come_next, to_come_carry} = {to_come, 1'b1} + {change, !put};
  assign {in_use_next, in_use_carry} = {in_use, 1'b1} + {change, !word_taken};

  always @(posedge clk) adds_len <= arlen;

  always @(posedge clk)
    if (rst) begin
      to_come <= 0;
      in_use  <= 0;
      expects <= 1'b0;
      adds    <= 1'b0;
    end else begin
      to_come <= to_come_next;
      in_use  <= in_use_next;
      expects <= counted || to_come_next != 0;
      adds    <= counted;
    end

  // A port is left when all its words have come; so is a pattern.
  reg [1:0] port;
  wire [1:0] from_now = start ? start_from : from;
  wire same_port = (!expects && !counted) || (!start && (!opens || burst_valid)) || (from_now == port && from_now != FROM_PATTERN);
  reg pattern_comes;  // a word of it does in this cycle: one is expected, and the port is a pattern's
  wire [1:0] port_next = counted ? from : port;

  always @(posedge clk)
    if (rst) pattern_comes <= 1'b0;
    else pattern_comes <= port_next == FROM_PATTERN && (counted || to_come_next != 0);

  always @(posedge clk) port <= port_next;

  block_mover_rows #(
      .ADDR_W(ADDR_W),
      .BYTES_W(BYTES_W),
      .ROWS_W(ROWS_W),
      .PLANES_W(PLANES_W),
      .LANES_LOG2(LANES_LOG2),
      .CHUNK_LOG2(CHUNK_LOG2),
      .XOR(XOR)
  ) rows (
      .clk(clk),
      .rst(rst),
      .start(start),
      .start_bad(start_bad),
      .start_source(start_source),
      .start_destination(start_destination),
      .start_size(start_size),
      .joined_length(joined_length),
      .joined_wraps(joined_wraps),
      .stop(stop),
      .active(active),
      .source_room(room_for_burst && room && same_port),
      .source_valid(burst_valid),
      .source_taken(burst_taken),
      .source_address(araddr[ADDR_W-1:LANES_LOG2]),
      .source_len(arlen),
      .source_single(burst_single),
      .source_first_bytes(burst_first_bytes),
      .source_first(burst_first),
      .source_last(burst_last),
      .source_ends(burst_ends),
      .source_first_inner(burst_first_source),
      .source_last_inner(burst_last_source),
      .source_final(burst_final),
      .source_cut(burst_cut),
      .destination_valid(piece_valid),
      .destination_taken(piece_taken),
      .destination_address(piece_address),
      .destination_burst(piece[5*LANES_LOG2+14:0])
  );

  assign piece[5*LANES_LOG2+16:5*LANES_LOG2+15] = to;
  assign araddr[LANES_LOG2-1:0] = 0;

  // What the words of each burst are
  localparam XOR_W = XOR != 0 ? 3 : 0;
  localparam INFO_W = 8 + 1 + 3 * LANES_LOG2 + 1 + 3;
  wire [XOR_W+INFO_W-1:0] info_in;
  wire [XOR_W+INFO_W-1:0] info_out;
  wire info_full;

  assign info_in[INFO_W-1:0] = {arlen, burst_single, burst_first, burst_first_bytes, burst_last, burst_ends, burst_final, burst_cut};

  generate
    if (XOR != 0) begin : g_sources
      assign info_in[XOR_W+INFO_W-1:INFO_W] = {is_xor, burst_first_source, burst_last_source};
    end else begin : g_no_sources
      wire unused = &{1'b0, is_xor, burst_first_source, burst_last_source};
    end
  endgenerate

  fifo_through #(
      .WIDTH(XOR_W + INFO_W),
      .LOG2_DEPTH(OUTSTANDING_LOG2)
  ) infos (
      .clk(clk),
      .rst(rst),
      .push(burst_new),
      .push_data(info_in),
      .full(info_full),
      .pop(info_taken),
      .pop_data(info_out),
      .valid(info_valid)
  );

  assign info = {{(3 - XOR_W) {1'b0}}, info_out};

  // Words
  wire stream_valid;
  wire stream_take;
  reg [8*LANES-1:0] own_word;  // a pattern's, the stream's; 0 at other ports
  wire stream_marked;
  wire none;  // before this cycle's word
  // A slave sends nothing that it was not asked for: that it sends says that the port is its.
  wire from_b_now = PORT_B != 0 && b_rvalid;
  wire [8*LANES-1:0] data = ({8 * LANES{a_rvalid}} & a_rdata) | ({8 * LANES{from_b_now}} & b_rdata) | own_word;
  wire error = (a_rvalid && a_rresp[1]) || (from_b_now && b_rresp[1]);
  // Without an error the second bit is free: EXOKAY, which answers no burst of ours, is OKAY here.
  wire decode = (a_rvalid && &a_rresp) || (from_b_now && &b_rresp) || stream_marked;

  assign put = a_rvalid || from_b_now || pattern_comes || stream_valid;

  always @(posedge clk)
    if (stream_take) own_word <= s_tdata;
    else if (counted) own_word <= {(LANES / 4) {from_pattern ? pattern : 32'd0}};

  generate
    if (STREAM != 0) begin : g_stream
      block_mover_stream_in #(
          .LANES_LOG2(LANES_LOG2)
      ) stream (
          .clk(clk),
          .rst(rst),
          .burst_valid(burst_valid && from_stream),
          .burst_taken(stream_taken),
          .burst_len(arlen),
          .burst_single(burst_single),
          .burst_last(burst_last),
          .burst_final(burst_final),
          .burst_cut(burst_cut),
          .given_up(word_given_up && none && !stream_valid),
          .word_valid(stream_valid),
          .word_take(stream_take),
          .word_marked(stream_marked),
          .mark_taken(word_taken && word_decode && !word_error),
          .mark(mark),
          .tvalid(s_tvalid),
          .tready(s_tready),
          .tkeep(s_tkeep),
          .tlast(s_tlast)
      );
    end else begin : g_no_stream
      assign stream_taken = 1'b1;
      assign stream_valid = 1'b0;
      assign stream_take = 1'b0;
      assign stream_marked = 1'b0;
      assign mark = {(LANES_LOG2 + 3) {1'b0}};
      assign s_tready = 1'b0;
      wire unused = &{1'b0, none, word_given_up, s_tvalid, s_tdata, s_tkeep, s_tlast};
    end
  endgenerate

  block_mover_words #(
      .WIDTH(8 * LANES + 2),
      .WORDS_LOG2(WORDS_LOG2)
  ) words (
      .clk(clk),
      .rst(rst),
      .put(put),
      .put_data({error, decode, data}),
      .get(word_taken),
      .none(none),
      .valid(word_valid),
      .data({word_error, word_decode, word})
  );

  // Never full: `bursts` is the limit.
  wire unused = &{1'b0, info_full, to_come_carry, in_use_carry};

endmodule

`default_nettype wire
