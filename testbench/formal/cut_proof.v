// SPDX-License-Identifier: Apache-2.0
// What `block_mover_cut` promises of any segment at any address: its burst crosses no aligned chunk, thus no 4 KB, holds no more
// beats than a chunk, begins and ends on the segment's bytes, and the rest is exactly what remains.
`default_nettype none

module cut_proof #(
    parameter ADDR_W     = 32,
    parameter BYTES_W    = 32,
    parameter LANES_LOG2 = 3,
    parameter CHUNK_LOG2 = 11
) (
    input wire               clk,
    input wire [ ADDR_W-1:0] from,
    input wire [BYTES_W-1:0] rest
);

  wire more;
  wire [ADDR_W-1:0] next;
  wire next_beyond;
  wire [BYTES_W-1:0] next_rest;
  wire [7:0] len;
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
      .more(more),
      .next(next),
      .next_beyond(next_beyond),
      .next_rest(next_rest),
      .len(len),
      .first(first),
      .last(last)
  );

  reg seen = 1'b0;
  always @(posedge clk) seen <= 1'b1;

  wire [ADDR_W:0] start = {1'b0, from[ADDR_W-1:LANES_LOG2], {LANES_LOG2{1'b0}}};
  wire [ADDR_W:0] past = start + ({{(ADDR_W - 7) {1'b0}}, len} + 1'b1 << LANES_LOG2);  // first byte behind the last beat
  wire [ADDR_W:0] last_byte = past - (1 << LANES_LOG2) + last;
  wire [BYTES_W:0] moved = last_byte - {1'b0, from} + 1'b1;

  always @* begin
    assert ((past - 1'b1) >> CHUNK_LOG2 == start >> CHUNK_LOG2);
    assert (len < 1 << CHUNK_LOG2 - LANES_LOG2);
    assert (first == from[LANES_LOG2-1:0]);
    assert (last_byte >= {1'b0, from});
    assert (more || moved == {1'b0, rest} + 1'b1);
    assert (!more || ({1'b0, next_rest} + 1'b1 + moved == {1'b0, rest} + 1'b1));
    assert (!more || ({next_beyond, next} == last_byte + 1'b1));
  end

endmodule

`default_nettype wire
