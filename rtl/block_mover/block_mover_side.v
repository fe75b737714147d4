// SPDX-License-Identifier: Apache-2.0
// One side of a command, source or destination: offers the bursts of its segments, one a cycle.
//
// A segment is a row, or joined rows; block_mover_walk holds the beginning of the next one. A burst ends with its segment or at an aligned
// 2^CHUNK_LOG2 bytes, so it crosses no 4 KB boundary, and no word of a segment is moved twice. The end of a segment is worked out once, when it
// begins; from then on its chunks are counted down. The first burst is offered in the cycle after `start`.
//
// The length of joined rows is a product, which comes two cycles after the command. Their first burst does not wait for it: it ends with the chunk, or before the
// last word of the first row, for that much is sure (`partial`).
//
// The side ends with a burst that is marked final; where it is halted, that is one marked `cut`, without data.
`default_nettype none

module block_mover_side #(
    parameter ADDR_W     = 32,
    parameter BYTES_W    = 33,
    parameter INNER_W    = 16,
    parameter OUTER_W    = 16,
    parameter LANES_LOG2 = 3,
    parameter CHUNK_LOG2 = 11
) (
    input wire clk,
    input wire rst,

    // A command; only while not active
    input wire               start,
    input wire               start_bad,           // nothing of it is done
    input wire [ ADDR_W-1:0] start_address,
    input wire               start_virtual,       // no addresses
    input wire [       24:0] start_length,        // of the first row, less one
    input wire               start_long,          // rows are joined: `length` is that of all of them,
    input wire               start_once,          // ... and there is one segment for all of them
    input wire [INNER_W-1:0] start_inner,         // rows
    input wire [OUTER_W-1:0] start_outer,         // planes
    input wire [       31:0] start_inner_stride,  // signed
    input wire [       31:0] start_outer_stride,

    input  wire [BYTES_W-1:0] length,      // of the segment that begins, less one; from the cycle after start
    input  wire               unknown,     // the length of joined rows is not there yet
    input  wire               hold,        // offers no burst in the next cycle
    input  wire               halts,       // offers only the cut
    output reg                active,
    output wire               beyond,      // the next burst would begin behind the end of the address space
    output wire               last_outer,  // the segment that begins is in the last round of the outer loop

    // The burst at hand; it stands until taken
    input  wire                         room,                // for the next one
    output reg                          burst_valid,
    input  wire                         burst_taken,
    output wire [ADDR_W-1:LANES_LOG2] burst_address,
    output wire [                7:0] burst_len,
    output reg                          burst_single,        // its length is 0
    output reg                          burst_double,        // its length is 1
    output wire [     LANES_LOG2-1:0] burst_first,         // lane
    output reg  [       LANES_LOG2:0] burst_first_bytes,   // bytes of its first beat,
    output reg  [       LANES_LOG2:0] burst_second_bytes,  // ... of the segment in the beat after that,
    output wire [       LANES_LOG2:0] burst_following,     // ... and in the first beat of the next burst
    output wire [     LANES_LOG2-1:0] burst_last,
    output wire                         burst_ends,          // last of its segment
    output reg                          burst_first_inner,
    output reg                          burst_last_inner,
    output wire                         burst_final,
    output reg                          burst_cut
);

  localparam BEATS_W = CHUNK_LOG2 - LANES_LOG2;
  localparam CHUNKS_W = BYTES_W - CHUNK_LOG2;
  localparam [LANES_LOG2:0] ALL = {1'b1, {LANES_LOG2{1'b0}}};
  localparam [LANES_LOG2:0] NONE = 0;
  localparam [BEATS_W-1:0] LAST_BUT_ONE = {BEATS_W{1'b1}} - 1'b1;

  // The burst at hand
  reg [ADDR_W-1:0] at;
  reg at_beyond;
  reg partial;  // joined rows whose length is not in `last` and `chunks`
  reg early;    // ... a burst of which is taken before the length is known
  reg skips;    // ... the first of whose chunks is done
  reg last_segment;

  // Its segment's end: the last byte's place in its chunk, and the chunks that follow the one at hand
  reg [CHUNK_LOG2-1:0] last;
  reg [CHUNKS_W-1:0] chunks;
  reg chunks_some;
  reg chunks_one;
  reg extra;  // one more
  wire more = extra || chunks_some;
  wire ends_then = extra ? !chunks_some : chunks_one;  // the next chunk is the last one
  wire [BEATS_W-1:0] last_word = last[CHUNK_LOG2-1:LANES_LOG2];
  wire [LANES_LOG2:0] last_bytes = {1'b0, last[LANES_LOG2-1:0]} + 1'b1;

  // The next segment
  reg ahead;  // it stands in the walk
  reg due;    // it is to be taken from there
  wire [ADDR_W-1:0] row;
  wire row_beyond;
  wire first_inner;
  wire last_inner;
  wire start_last_inner;
  wire start_final;

  wire takes = burst_valid && burst_taken;
  wire reloads = active && partial && !unknown && (!burst_valid || burst_taken) && !burst_cut;
  wire steps = takes && !burst_cut && !partial;
  wire row_over = steps && !more;
  wire loads_next = ahead && (row_over || due);
  wire loads = start || loads_next || reloads;
  wire over = takes && (burst_cut || burst_final);
  wire begun = burst_valid || early;  // of joined rows: their first burst is not to come again
  wire waits = reloads && more && begun;  // the chunk that is done is to be counted

  block_mover_walk #(
      .ADDR_W (ADDR_W),
      .INNER_W(INNER_W),
      .OUTER_W(OUTER_W)
  ) walk (
      .clk(clk),
      .start(start),
      .start_address(start_address),
      .start_virtual(start_virtual),
      .start_once(start_once),
      .start_inner(start_inner),
      .start_outer(start_outer),
      .start_inner_stride(start_inner_stride),
      .start_outer_stride(start_outer_stride),
      .start_last_inner(start_last_inner),
      .start_final(start_final),
      .step(loads_next || (!ahead && !partial)),
      .row(row),
      .beyond(row_beyond),
      .first_inner(first_inner),
      .last_inner(last_inner),
      .last_outer(last_outer)
  );

  always @(posedge clk)
    if (start) ahead <= 1'b0;
    else if (!partial) ahead <= 1'b1;

  always @(posedge clk)
    if (start || ahead) due <= 1'b0;
    else if (row_over) due <= 1'b1;

  always @(posedge clk)
    if (start || loads_next) begin
      burst_first_inner <= start || first_inner;
      burst_last_inner  <= start ? start_last_inner : last_inner;
      last_segment      <= start ? start_final : last_inner && last_outer;
    end

  // Addresses
  wire [ADDR_W-1:0] begin_at = active ? row : start_address;
  wire [ADDR_W-CHUNK_LOG2:0] next_chunk = {1'b0, at[ADDR_W-1:CHUNK_LOG2]} + 1'b1;

  always @(posedge clk)
    if (start && start_virtual) at <= 0;
    else if (start || loads_next) at <= begin_at;
    else if (steps || (reloads && begun)) begin
      at[LANES_LOG2-1:0] <= 0;
      at[CHUNK_LOG2-1:LANES_LOG2] <= more ? {BEATS_W{1'b0}} : last_word;
      if (more) at[ADDR_W-1:CHUNK_LOG2] <= next_chunk[ADDR_W-CHUNK_LOG2-1:0];
    end

  wire beyond_then = more ? next_chunk[ADDR_W-CHUNK_LOG2] : !partial && row_beyond;

  always @(posedge clk)
    if (start) at_beyond <= 1'b0;
    else if (takes || due) at_beyond <= beyond_then;

  // The segment's end
  wire [CHUNK_LOG2-1:0] offset = begin_at[CHUNK_LOG2-1:0] & {CHUNK_LOG2{active || !start_virtual}};
  wire [CHUNK_LOG2-1:0] length_low = active ? length[CHUNK_LOG2-1:0] : start_length[CHUNK_LOG2-1:0];
  wire [CHUNK_LOG2:0] last_then = {1'b0, offset} + {1'b0, length_low};
  wire [CHUNKS_W-1:0] chunks_then =
      active ? length[BYTES_W-1:CHUNK_LOG2] : {{(BYTES_W - 25) {1'b0}}, start_length[24:CHUNK_LOG2]};
  wire counts = ((steps && more) || skips) && !extra;

  always @(posedge clk)
    if (loads) begin
      chunks      <= chunks_then;
      chunks_some <= chunks_then != 0;
      chunks_one  <= chunks_then == 1;
    end else if (counts) begin
      chunks      <= chunks - 1'b1;
      chunks_some <= !chunks_one;
      chunks_one  <= chunks == 2;
    end

  always @(posedge clk)
    if (loads) extra <= last_then[CHUNK_LOG2];
    else if (steps || skips) extra <= 1'b0;

  always @(posedge clk) if (loads) last <= last_then[CHUNK_LOG2-1:0];

  // The burst's first two beats, worked out in the cycle before: what takes them up has no time for it.
  wire [LANES_LOG2-1:0] lane = offset[LANES_LOG2-1:0];
  wire [LANES_LOG2+1:0] end_then = {2'b00, lane} + {1'b0, length_low[LANES_LOG2:0]};
  wire two_words = active ? |length[BYTES_W-1:LANES_LOG2+1] : |start_length[24:LANES_LOG2+1];  // and a byte at least
  wire one_word_then = !two_words && end_then[LANES_LOG2+1:LANES_LOG2] == 0;
  wire two_words_then = !two_words && end_then[LANES_LOG2+1] == 0;  // at most
  wire [BEATS_W-1:0] word = offset[CHUNK_LOG2-1:LANES_LOG2];

  always @(posedge clk)
    if (loads && !(reloads && begun)) begin
      burst_first_bytes  <= one_word_then ? {1'b0, length_low[LANES_LOG2-1:0]} + 1'b1 : ALL - {1'b0, lane};
      burst_second_bytes <= one_word_then ? NONE : two_words_then ? {1'b0, end_then[LANES_LOG2-1:0]} + 1'b1 : ALL;
      burst_single       <= one_word_then || &word;
      burst_double       <= !one_word_then && !(&word) && (two_words_then || word == LAST_BUT_ONE);
    end else if (steps || reloads) begin
      // What follows a partial burst is three words at least.
      burst_first_bytes  <= !partial && ends_then && last_word == 0 ? last_bytes : ALL;
      burst_second_bytes <= partial || !ends_then || last_word > 1 ? ALL : last_word == 0 ? NONE : last_bytes;
      burst_single       <= partial ? !more && &last_word : ends_then && last_word == 0;
      burst_double       <= partial ? (more ? BEATS_W == 1 : last_word == LAST_BUT_ONE)
                                    : (ends_then ? last_word == 1 : BEATS_W == 1);
    end

  // What is offered
  // The first burst, even of joined rows: of four words three can go.
  wire sure = !start_long || |start_length[24:LANES_LOG2+2] || &start_length[LANES_LOG2+1:LANES_LOG2];
  wire free = !burst_valid || burst_taken;
  wire stands = !(row_over && !ahead) && !(partial && !reloads) && !(takes || due ? beyond_then : at_beyond);  // there is a burst to be offered

  always @(posedge clk)
    if (rst) begin
      active      <= 1'b0;
      burst_valid <= 1'b0;
      partial     <= 1'b0;
      early       <= 1'b0;
      skips       <= 1'b0;
    end else begin
      if (start) active <= 1'b1;
      else if (over) active <= 1'b0;

      if (start) burst_valid <= room && (sure || start_bad);
      else if (free) burst_valid <= active && !over && room && (halts || (stands && !hold && !waits));

      if (start) partial <= start_long && !start_bad;
      else if (reloads) partial <= 1'b0;

      early <= !start && partial && !reloads && (early || takes);
      skips <= waits;
    end

  always @(posedge clk) if (start || free) burst_cut <= start ? start_bad : halts;

  wire [BEATS_W-1:0] end_word = last_word | {BEATS_W{more}};
  wire [BEATS_W-1:0] beats = end_word + ~at[CHUNK_LOG2-1:LANES_LOG2] + {{(BEATS_W - 1) {1'b0}}, !partial || more};

  assign burst_address = at[ADDR_W-1:LANES_LOG2];
  assign burst_len = {{(8 - BEATS_W) {1'b0}}, beats};
  assign burst_first = at[LANES_LOG2-1:0];
  assign burst_last = last[LANES_LOG2-1:0] | {LANES_LOG2{more || partial}};
  assign burst_ends = !more && !partial;
  assign burst_following = burst_ends ? NONE : !partial && ends_then && last_word == 0 ? last_bytes : ALL;
  assign burst_final = burst_cut || (last_segment && burst_ends);
  assign beyond = active && at_beyond && !burst_valid;

endmodule

`default_nettype wire
