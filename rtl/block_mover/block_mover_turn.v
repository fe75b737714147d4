// SPDX-License-Identifier: Apache-2.0
// A stage of block_mover_rotate: turns by a fixed number of bits, or not. It stays a module in synthesis.
`default_nettype none

(* keep_hierarchy *)
module block_mover_turn #(
    parameter WIDTH = 64,
    parameter BITS  = 8
) (
    input  wire [WIDTH-1:0] in,
    input  wire             now,
    output wire [WIDTH-1:0] out
);

  assign out = now ? {in[WIDTH-BITS-1:0], in[WIDTH-1:WIDTH-BITS]} : in;

endmodule

`default_nettype wire
