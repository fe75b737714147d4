// SPDX-License-Identifier: Apache-2.0
// The interrupt registers of a block, at the same addresses in every one: enable, status (write one to clear), and the coalescing.
`default_nettype none

module interrupts (
    input  wire         clk,
    input  wire         rst,
    input  wire [ 46:0] access,   // {write, address, strobes, data}, see register_port

    // Events, one cycle each; see interrupt_causes
    input  wire [  1:0] done,
    input  wire         stopped,
    input  wire         error,
    output wire         irq,

    // Registers, from INTERRUPT_ENABLE to COALESCE_PENDING
    output wire [159:0] words
);

  localparam INTERRUPT_ENABLE = 'h00C, COALESCE_COUNT = 'h00E;
  localparam [9:0] INTERRUPT_STATUS = 10'h00D;

  wire [31:0] enable;
  wire [63:0] coalesce;  // count, timeout
  wire [3:0] status;
  wire [15:0] pending;
  wire clears = access[46] && access[45:36] == INTERRUPT_STATUS && access[32];

  assign words = {16'd0, pending, coalesce, 28'd0, status, enable};

  register_words #(
      .FIRST(INTERRUPT_ENABLE),
      .BITS (32'hF)
  ) enables (
      .clk(clk),
      .rst(rst),
      .access(access),
      .words(enable)
  );

  register_words #(
      .WORDS(2),
      .FIRST(COALESCE_COUNT),
      .BITS (64'hFFFF_FFFF_0000_FFFF)
  ) coalescing (
      .clk(clk),
      .rst(rst),
      .access(access),
      .words(coalesce)
  );

  interrupt_causes causes (
      .clk(clk),
      .rst(rst),
      .enable(enable[3:0]),
      .coalesce_count(coalesce[15:0]),
      .coalesce_timeout(coalesce[63:32]),
      .clear({4{clears}} & access[3:0]),
      .done(done),
      .stopped(stopped),
      .error(error),
      .status(status),
      .pending(pending),
      .irq(irq)
  );

endmodule

`default_nettype wire
