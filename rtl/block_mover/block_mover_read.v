// SPDX-License-Identifier: Apache-2.0
// Reading side: takes commands apart, sends their read addresses, and queues the words that come.
//
// Room for its words is there before a read address is made, so RREADY never drops. A command leaves here when its last
// address is made; its words come later, in order, behind those of the command before. A change of port waits until all words
// of the old one have come. FILL has "bursts" of a pattern that nobody asks for; those of the stream are asked for by TREADY.
`default_nettype none

module block_mover_read #(
    parameter ADDR_W           = 32,
    parameter LANES_LOG2       = 3,
    parameter BYTES_W          = 32,
    parameter ROWS_W           = 16,
    parameter PLANES_W         = 16,
    parameter CHUNK_LOG2       = 11,
    parameter WORDS_LOG2       = 11,
    parameter OUTSTANDING_LOG2 = 4,
    parameter PORT_B           = 1,
    parameter STREAM           = 1,
    parameter XOR              = 0
) (
    input wire clk,
    input wire rst,

    // A command; see block_mover_rows
    input  wire                start,
    output wire                ready,
    input  wire                start_xor,
    input  wire [         1:0] start_from,                      // port A, port B, stream, pattern
    input  wire [        31:0] start_pattern,
    input  wire                start_bad,
    input  wire [  ADDR_W-1:0] start_source,
    input  wire [  ADDR_W-1:0] start_destination,
    input  wire                start_source_virtual,
    input  wire                start_destination_virtual,
    input  wire [         1:0] start_to,
    input  wire [  ROWS_W-1:0] start_inner,
    input  wire [PLANES_W-1:0] start_outer,
    input  wire [        31:0] start_source_inner_stride,
    input  wire [        31:0] start_source_outer_stride,
    input  wire [        31:0] start_destination_inner_stride,
    input  wire [        31:0] start_destination_outer_stride,
    input  wire [ BYTES_W-1:0] start_less_one,
    input  wire [ BYTES_W-1:0] start_tail_less_one,
    input  wire                start_source_joined,
    input  wire                start_destination_joined,
    input  wire                start_destination_long,
    input  wire [ BYTES_W-1:0] joined_less_one,
    input  wire                joined_wraps,

    input  wire stop,    // the command in here makes nothing more
    output wire active,

    // Bursts of the destination
    input  wire                  destination_room,
    output wire                  piece,
    output reg  [           1:0] piece_to,
    output wire [ADDR_W-1:LANES_LOG2] piece_address,
    output wire [           7:0] piece_len,
    output wire [LANES_LOG2-1:0] piece_first,
    output wire [LANES_LOG2-1:0] piece_last,
    output wire [  LANES_LOG2:0] piece_following,
    output wire                  piece_final,
    output wire                  piece_cut,

    // Words of the source, oldest first: `bytes` lanes from `first` on belong to the move
    output wire                       word_valid,
    input  wire                       word_taken,
    output wire [(8<<LANES_LOG2)-1:0] word,
    output wire [     LANES_LOG2-1:0] word_first,
    output wire [     LANES_LOG2:0] word_bytes,
    output wire                       word_error,
    output wire                       word_decode,        // ... is DECERR
    output wire                       word_ends,          // last of its segment
    output wire                       word_final,         // last of its command
    output wire                       word_xor,
    output wire                       word_first_source,
    output wire                       word_last_source,
    output wire                       cut_valid,          // instead of a word: the command is cut off here; word_taken takes it
    input  wire                       stream_given_up,    // what is asked of the stream may never come

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

  always @(posedge clk)
    if (start) begin
      from     <= start_from;
      is_xor   <= XOR != 0 && start_xor;
      pattern  <= start_pattern;
      piece_to <= start_to;
    end

  // Addresses
  wire burst_valid;
  wire burst_new;
  wire [LANES_LOG2-1:0] burst_first;
  wire [LANES_LOG2-1:0] burst_last;
  wire burst_ends;
  wire burst_first_source;
  wire burst_last_source;
  wire burst_final;
  wire burst_cut;
  wire from_pattern = from == FROM_PATTERN;
  wire counted = burst_new && !burst_cut && !from_pattern;  // its words come

  reg [OUTSTANDING_LOG2:0] bursts;  // whose words are not all taken, but a burst_new
  wire room_for_burst = !bursts[OUTSTANDING_LOG2] && !(&bursts[OUTSTANDING_LOG2-1:0] && burst_new);

  // Words that were asked for, those that came, and those that were taken, modulo twice the capacity. Half of it may be in use
  // when a burst is made: up to three bursts are not counted yet.
  reg [WORDS_LOG2:0] asked;
  reg [WORDS_LOG2:0] came;
  reg [WORDS_LOG2:0] gone;
  wire [WORDS_LOG2:0] in_use = asked - gone;
  reg room;
  reg expects;  // words that were asked for have not come
  wire put;
  wire get;

  always @(posedge clk)
    if (rst) begin
      asked   <= 0;
      came    <= 0;
      gone    <= 0;
      room    <= 1'b1;
    end else begin
      if (counted) asked <= asked + {{(WORDS_LOG2 - 7) {1'b0}}, arlen} + 1'b1;
      if (put) came <= came + 1'b1;
      if (get) gone <= gone + 1'b1;
      room <= in_use < 1 << WORDS_LOG2 - 1;
    end

  // A port is left when all its words have come.
  reg [1:0] port;
  wire port_free = !expects && !counted;
  wire [1:0] next_from = active ? from : start_from;
  wire same_port = port_free || next_from == port || next_from == FROM_PATTERN;

  always @(posedge clk) if (counted) port <= from;

  wire [WORDS_LOG2:0] came_now = came + {{WORDS_LOG2{1'b0}}, put};
  always @(posedge clk)
    if (rst) expects <= 1'b0;
    else expects <= counted || came_now != asked;

  block_mover_rows #(
      .ADDR_W(ADDR_W),
      .BYTES_W(BYTES_W),
      .ROWS_W(ROWS_W),
      .PLANES_W(PLANES_W),
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
      .start_destination_long(start_destination_long),
      .joined_less_one(joined_less_one),
      .joined_wraps(joined_wraps),
      .stop(stop),
      .active(active),
      .source_room(room_for_burst && room && same_port),
      .burst_valid(burst_valid),
      .burst_taken(from == FROM_A ? a_arready : PORT_B != 0 && from == FROM_B ? b_arready : 1'b1),
      .burst_new(burst_new),
      .burst_address(araddr),
      .burst_len(arlen),
      .burst_first(burst_first),
      .burst_last(burst_last),
      .burst_ends(burst_ends),
      .burst_first_source(burst_first_source),
      .burst_last_source(burst_last_source),
      .burst_final(burst_final),
      .burst_cut(burst_cut),
      .destination_room(destination_room),
      .piece(piece),
      .piece_address(piece_address),
      .piece_len(piece_len),
      .piece_first(piece_first),
      .piece_last(piece_last),
      .piece_following(piece_following),
      .piece_final(piece_final),
      .piece_cut(piece_cut)
  );

  assign a_arvalid = burst_valid && from == FROM_A;
  assign b_arvalid = PORT_B != 0 && burst_valid && from == FROM_B;

  // A command's registers stay until its last address is taken; a pattern's until it is used up.
  assign ready = !active && !burst_valid && !(from_pattern && (bursts != 0 || burst_new));

  // What the words of each burst are, oldest first
  wire info_valid;
  wire info_full;
  wire info_pattern;
  wire info_ends;
  wire info_final;
  wire info_cut;
  wire info_xor;
  wire info_first_source;
  wire info_last_source;
  wire [LANES_LOG2-1:0] info_first;
  wire [LANES_LOG2:0] info_first_bytes;
  wire [LANES_LOG2:0] info_last_bytes;
  wire [7:0] info_len;
  wire info_single;
  wire info_done;

  wire single = arlen == 0;
  wire [LANES_LOG2:0] last_bytes = {1'b0, burst_last} + 1'b1;
  wire [LANES_LOG2:0] first_bytes = (single ? last_bytes : {1'b1, {LANES_LOG2{1'b0}}}) - {1'b0, burst_first};

  fifo_registered #(
      .WIDTH(8 + LANES_LOG2 + 2 * (LANES_LOG2 + 1) + 8),
      .LOG2_DEPTH(OUTSTANDING_LOG2)
  ) info (
      .clk(clk),
      .rst(rst),
      .push(burst_new),
      .push_data({
        from_pattern, burst_ends, burst_final, burst_cut, is_xor, burst_first_source, burst_last_source, burst_first,
        first_bytes, last_bytes, arlen, single
      }),
      .full(info_full),
      .pop(info_done),
      .pop_data({
        info_pattern, info_ends, info_final, info_cut, info_xor, info_first_source, info_last_source, info_first, info_first_bytes,
        info_last_bytes, info_len, info_single
      }),
      .valid(info_valid)
  );

  always @(posedge clk)
    if (rst) bursts <= 0;
    else if (burst_new && !info_done) bursts <= bursts + 1'b1;
    else if (!burst_new && info_done) bursts <= bursts - 1'b1;

  // Words
  wire from_stream = STREAM != 0 && port == FROM_STREAM;
  wire from_b = PORT_B != 0 && port == FROM_B;

  assign s_tready = from_stream && expects && !stream_given_up;
  assign put = from_stream ? expects && (stream_given_up ? queued_none && info_valid && !info_cut && !info_pattern : s_tvalid) : from_b ? b_rvalid : a_rvalid;

  wire [1:0] response = from_stream ? 2'b00 : from_b ? b_rresp : a_rresp;
  wire [8*LANES-1:0] data = from_stream ? s_tdata : from_b ? b_rdata : a_rdata;
  wire [8*LANES-1:0] queued;
  wire queued_valid;
  wire queued_none;  // before this cycle's word
  wire queued_error;
  wire queued_decode;

  block_mover_words #(
      .WIDTH(8 * LANES + 2),
      .WORDS_LOG2(WORDS_LOG2)
  ) words (
      .clk(clk),
      .rst(rst),
      .put(put),
      .put_data({response, data}),
      .get(get),
      .none(queued_none),
      .valid(queued_valid),
      .data({queued_error, queued_decode, queued})
  );

  reg begun;
  reg [7:0] left;  // words of the burst after this one
  reg left_none;
  wire last_word = begun ? left_none : info_single;

  assign word_valid = info_valid && !info_cut && (info_pattern || queued_valid);
  assign word = info_pattern ? {(LANES / 4) {pattern}} : queued;
  assign word_first = begun ? {LANES_LOG2{1'b0}} : info_first;
  assign word_bytes = !begun ? info_first_bytes : left_none ? info_last_bytes : {1'b1, {LANES_LOG2{1'b0}}};
  assign word_error = queued_error && !info_pattern;
  assign word_decode = queued_decode;
  assign word_ends = info_ends && last_word;
  assign word_final = info_final && last_word;
  assign word_xor = XOR != 0 && info_xor;
  assign word_first_source = info_first_source;
  assign word_last_source = info_last_source;
  assign cut_valid = info_valid && info_cut;
  assign get = word_taken && !info_cut && !info_pattern;
  assign info_done = word_taken && (last_word || info_cut);

  always @(posedge clk)
    if (rst) begun <= 1'b0;
    else if (word_taken) begun <= !last_word && !info_cut;

  always @(posedge clk)
    if (word_taken) begin
      left      <= (begun ? left : info_len) - 1'b1;
      left_none <= begun ? left == 1 : info_len == 1;
    end

  // Never full: `bursts` is the limit.
  wire unused = &{1'b0, info_full};

endmodule

`default_nettype wire
