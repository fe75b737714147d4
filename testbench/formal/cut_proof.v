// SPDX-License-Identifier: Apache-2.0
// What `block_mover_cut` promises of any segment at any address: its burst crosses no aligned chunk, thus no 4 KB, holds no more
// beats than a chunk, begins and ends on the segment's bytes, and the rest is exactly what remains.
`default_nettype none

module cut_proof #(
    parameter ADDR_W     = 32,
    parameter BYTES_W    = 33,
    parameter LANES_LOG2 = 3,
    parameter CHUNK_LOG2 = 11
) (
    input wire               clk,
    input wire [ ADDR_W-1:0] from,
    input wire [BYTES_W-1:0] rest,
    input wire               begins
);

  // As block_mover_side has them: a segment that goes on does so at the beginning of a chunk, and `rest` is one less than its bytes.
  wire [CHUNK_LOG2:0] lead = begins ? {1'b0, from[CHUNK_LOG2-1:0]} - 1'b1 : {(CHUNK_LOG2 + 1) {1'b0}};
  wire [BYTES_W:0] bytes = {1'b0, rest} + {{BYTES_W{1'b0}}, !begins};

  always @* begin
    assume (bytes != 0 && bytes <= 34'd1 << 32);
    assume (begins || from[CHUNK_LOG2-1:0] == 0);
  end

  wire more;
  wire [ADDR_W-CHUNK_LOG2-1:0] next;
  wire next_beyond;
  wire [BYTES_W-1:0] next_rest;
  wire [7:0] len;
  wire single;
  wire double;
  wire [LANES_LOG2-1:0] first;
  wire [LANES_LOG2-1:0] last;

  block_mover_cut #(
      .ADDR_W(ADDR_W),
      .BYTES_W(BYTES_W),
      .LANES_LOG2(LANES_LOG2),
      .CHUNK_LOG2(CHUNK_LOG2)
  ) dut (
      .from(from),
      .rest(rest),
      .lead(lead),
      .more(more),
      .next(next),
      .next_beyond(next_beyond),
      .next_rest(next_rest),
      .len(len),
      .single(single),
      .double(double),
      .first(first),
      .last(last)
  );

  reg seen = 1'b0;
  always @(posedge clk) seen <= 1'b1;

  wire [ADDR_W:0] start = {1'b0, from[ADDR_W-1:LANES_LOG2], {LANES_LOG2{1'b0}}};
  wire [ADDR_W:0] past = start + ({{(ADDR_W - 7) {1'b0}}, len} + 1'b1 << LANES_LOG2);  // first byte behind the last beat
  wire [ADDR_W:0] last_byte = past - (1 << LANES_LOG2) + last;
  wire [ADDR_W:0] moved = last_byte - {1'b0, from} + 1'b1;

  always @* begin
    assert ((past - 1'b1) >> CHUNK_LOG2 == start >> CHUNK_LOG2);
    assert (len < 1 << CHUNK_LOG2 - LANES_LOG2);
    assert (first == from[LANES_LOG2-1:0]);
    assert (last_byte >= {1'b0, from});
    assert (single == (len == 0) && double == (len == 1));
    assert (more || {{(BYTES_W - ADDR_W) {1'b0}}, moved} == bytes);
    assert (!more || {1'b0, next_rest} + 1'b1 + moved == bytes);
    assert (!more || {next_beyond, next, {CHUNK_LOG2{1'b0}}} == last_byte + 1'b1);
  end

endmodule

`default_nettype wire
