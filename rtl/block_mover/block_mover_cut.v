// SPDX-License-Identifier: Apache-2.0
// Cuts the next burst off a segment: bytes at consecutive addresses. A burst ends with its segment or at an aligned
// 2^CHUNK_LOG2 bytes, so it crosses no 4 KB boundary, and no word of a segment is moved twice. Combinational.
//
// `lead` is what comes before `rest` in the chunk. Of a segment that begins, `rest` is all its bytes and `lead` one less than its
// place in the chunk, so it may be negative; of one that goes on, `rest` is one less than the bytes that are left, and `lead` is 0.
// So `more` is the carry of one adder, and a product needs none behind it.
`default_nettype none

module block_mover_cut #(
    parameter ADDR_W     = 32,
    parameter BYTES_W    = 33,
    parameter LANES_LOG2 = 3,
    parameter CHUNK_LOG2 = 11
) (
    input wire [ ADDR_W-1:0] from,
    input wire [BYTES_W-1:0] rest,
    input wire [CHUNK_LOG2:0] lead,  // signed

    output wire                                more,         // the segment goes on
    output wire [ADDR_W-CHUNK_LOG2-1:0] next,         // ... in this chunk,
    output wire                                next_beyond,  // ... which is beyond the end of the address space,
    output wire [              BYTES_W-1:0] next_rest,    // ... for this many bytes, less one
    output wire [                      7:0] len,          // beats of the burst, less one
    output wire                                single,       // it is 0
    output wire                                double,       // it is 1
    output wire [           LANES_LOG2-1:0] first,        // lane of its first byte
    output wire [           LANES_LOG2-1:0] last          // lane of its last byte
);

  localparam BEATS_W = CHUNK_LOG2 - LANES_LOG2;

  wire [CHUNK_LOG2-1:0] offset = from[CHUNK_LOG2-1:0];
  wire [BEATS_W-1:0] first_word = offset[CHUNK_LOG2-1:LANES_LOG2];
  // Place of the last byte behind the end of the chunk: not negative means that more follows.
  wire [BYTES_W:0] after = {1'b0, rest} + {{(BYTES_W - CHUNK_LOG2) {1'b1}}, !lead[CHUNK_LOG2], lead[CHUNK_LOG2-1:0]};
  wire [BEATS_W-1:0] beats = after[CHUNK_LOG2-1:LANES_LOG2] - first_word;  // where no more follows

  assign more = !after[BYTES_W];
  assign next_rest = after[BYTES_W-1:0];
  assign {next_beyond, next} = {1'b0, from[ADDR_W-1:CHUNK_LOG2]} + 1'b1;
  assign single = more ? &first_word : beats == 0;
  assign double = more ? first_word == {{(BEATS_W - 1) {1'b1}}, 1'b0} : beats == 1;
  assign first = offset[LANES_LOG2-1:0];
  assign last = more ? {LANES_LOG2{1'b1}} : after[LANES_LOG2-1:0];

  generate
    if (BEATS_W == 8) begin : g_longest
      assign len = more ? ~first_word : beats;
    end else begin : g_shorter
      assign len = {{(8 - BEATS_W) {1'b0}}, more ? ~first_word : beats};
    end
  endgenerate

endmodule

`default_nettype wire
