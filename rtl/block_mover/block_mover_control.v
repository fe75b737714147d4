// SPDX-License-Identifier: Apache-2.0
// What software asks of a block mover: run, abort, soft reset, settings, and the two ends of the chain.
`default_nettype none

module block_mover_control (
    input wire        clk,
    input wire        rst,
    input wire [46:0] access,          // {write, address, strobes, data}, see register_port

    input  wire        idle,           // nothing is under way on any port but the registers'
    input  wire        run_clear,
    output reg         run,
    output reg         aborting,       // abort or soft reset, until everything is idle
    output reg         soft_reset,
    output reg         soft_clear,     // last cycle of a soft reset
    output reg         clear_counters,
    output wire [31:0] settings,       // 0 the chain waits at its tail, 1 a failed move stops it
    output wire [63:0] head,
    output wire [63:0] tail,           // changes with the low word of the register
    output wire [63:0] tail_written    // the register
);

  localparam [31:0] CONTROL = 'h008, SETTINGS = 'h00A, CHAIN_HEAD = 'h014, CHAIN_TAIL = 'h016;

  wire clear = rst || soft_clear;
  wire write = access[46];
  wire [11:2] address = access[45:36];
  wire lowest = access[32];  // strobe
  wire write_control = write && address == CONTROL[9:0] && lowest;
  reg [31:0] tail_high;

  assign tail = {tail_high, tail_written[31:0]};

  always @(posedge clk)
    if (clear) begin
      run        <= 1'b0;
      aborting   <= 1'b0;
      soft_reset <= 1'b0;
      soft_clear <= 1'b0;
    end else begin
      if (write_control) run <= access[0];
      else if (run_clear) run <= 1'b0;
      if (write_control) begin
        aborting   <= access[1] || access[2];
        soft_reset <= access[2];
      end else if (aborting && idle) begin
        aborting   <= 1'b0;
        soft_clear <= soft_reset;
      end
    end

  always @(posedge clk) clear_counters <= write && address == SETTINGS[9:0] && lowest && access[2];

  always @(posedge clk)
    if (clear) tail_high <= 32'd0;
    else if (write && address == CHAIN_TAIL[9:0]) tail_high <= tail_written[63:32];

  register_words #(
      .FIRST(SETTINGS),
      .BITS (32'h3)
  ) set (
      .clk(clk),
      .rst(clear),
      .access(access),
      .words(settings)
  );

  register_words #(
      .WORDS(4),
      .FIRST(CHAIN_HEAD)
  ) ends (
      .clk(clk),
      .rst(clear),
      .access(access),
      .words({tail_written, head})
  );

endmodule

`default_nettype wire
