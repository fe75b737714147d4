// SPDX-License-Identifier: Apache-2.0
// Cuts the next burst off a segment: bytes at consecutive addresses. A burst ends with its segment or at an aligned
// 2^CHUNK_LOG2 bytes, so it crosses no 4 KB boundary, and no word of a segment is moved twice. Combinational.
//
// Lengths are one less than they say ("less_one"), so that the longest fits and `more` is the carry of one adder.
`default_nettype none

module block_mover_cut #(
    parameter ADDR_W     = 32,
    parameter BYTES_W    = 32,
    parameter LANES_LOG2 = 3,
    parameter CHUNK_LOG2 = 11
) (
    input wire [ ADDR_W-1:0] from,
    input wire [BYTES_W-1:0] rest,  // of the segment, less one

    output wire                  more,         // the segment goes on
    output wire [    ADDR_W-1:0] next,         // ... here
    output wire                  next_beyond,  // ... which is beyond the end of the address space
    output wire [   BYTES_W-1:0] next_rest,    // ... for this many bytes, less one
    output wire [           7:0] len,          // beats of the burst, less one
    output wire [LANES_LOG2-1:0] first,        // lane of its first byte
    output wire [LANES_LOG2-1:0] last          // lane of its last byte
);

  localparam BEATS_W = CHUNK_LOG2 - LANES_LOG2;

  wire [CHUNK_LOG2-1:0] offset = from[CHUNK_LOG2-1:0];
  // The rest less one, less what the chunk still holds: not negative means that more follows.
  wire [BYTES_W:0] after = {1'b0, rest} + {{(BYTES_W + 1 - CHUNK_LOG2) {1'b1}}, offset};
  wire [LANES_LOG2:0] last_lane = {1'b0, offset[LANES_LOG2-1:0]} + {1'b0, rest[LANES_LOG2-1:0]};
  wire [BEATS_W-1:0] beats = rest[CHUNK_LOG2-1:LANES_LOG2] + {{(BEATS_W - 1) {1'b0}}, last_lane[LANES_LOG2]};

  assign more = !after[BYTES_W];
  assign next_rest = after[BYTES_W-1:0];
  assign {next_beyond, next[ADDR_W-1:CHUNK_LOG2]} = {1'b0, from[ADDR_W-1:CHUNK_LOG2]} + 1'b1;
  assign next[CHUNK_LOG2-1:0] = 0;
  assign first = offset[LANES_LOG2-1:0];
  assign last = more ? {LANES_LOG2{1'b1}} : last_lane[LANES_LOG2-1:0];

  generate
    if (BEATS_W == 8) begin : g_longest
      assign len = more ? ~offset[CHUNK_LOG2-1:LANES_LOG2] : beats;
    end else begin : g_shorter
      assign len = {{(8 - BEATS_W) {1'b0}}, more ? ~offset[CHUNK_LOG2-1:LANES_LOG2] : beats};
    end
  endgenerate

endmodule

`default_nettype wire
