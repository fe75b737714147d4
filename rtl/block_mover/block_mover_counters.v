// SPDX-License-Identifier: Apache-2.0
// What the block mover has done, for software. The high word of the byte counter follows its low word by a cycle: read
// high, low, high, and again if the high words differ.
`default_nettype none

module block_mover_counters (
    input  wire        clk,
    input  wire        clear,

    // events
    input  wire        move_done,
    input  wire        move_failed,      // with move_done
    input  wire [31:0] move_bytes,       // with move_done
    input  wire        descriptor_done,
    input  wire        busy,
    input  wire        stall_read,
    input  wire        stall_write,
    input  wire        stall_address,

    // counters
    output reg  [63:0] bytes,
    output reg  [31:0] moves,
    output reg  [31:0] errors,
    output reg  [31:0] descriptors,
    output reg  [31:0] busy_cycles,
    output reg  [31:0] stall_read_cycles,
    output reg  [31:0] stall_write_cycles,
    output reg  [31:0] stall_address_cycles
);
  reg [32:0] low;
  reg [31:0] high;

  // Events come through a register: the block's status signals are at the end of long paths.
  reg        done, failed, written, active, read_stall, write_stall, address_stall;
  reg [31:0] size;

  always @(posedge clk) begin
    done          <= move_done && !clear;
    failed        <= move_done && move_failed && !clear;
    written       <= descriptor_done && !clear;
    active        <= busy && !clear;
    read_stall    <= stall_read && !clear;
    write_stall   <= stall_write && !clear;
    address_stall <= stall_address && !clear;
    size          <= move_bytes;
  end

  always @(posedge clk) begin
    if (clear) begin
      low                  <= 33'd0;
      high                 <= 32'd0;
      moves                <= 32'd0;
      errors               <= 32'd0;
      descriptors          <= 32'd0;
      busy_cycles          <= 32'd0;
      stall_read_cycles    <= 32'd0;
      stall_write_cycles   <= 32'd0;
      stall_address_cycles <= 32'd0;
    end else begin
      low  <= {1'b0, low[31:0]} + (done ? {1'b0, size} : 33'd0);
      high <= high + {31'd0, low[32]};
      if (done) moves <= moves + 32'd1;
      if (failed) errors <= errors + 32'd1;
      if (written) descriptors <= descriptors + 32'd1;
      if (active) busy_cycles <= busy_cycles + 32'd1;
      if (read_stall) stall_read_cycles <= stall_read_cycles + 32'd1;
      if (write_stall) stall_write_cycles <= stall_write_cycles + 32'd1;
      if (address_stall) stall_address_cycles <= stall_address_cycles + 32'd1;
    end
  end

  always @* bytes = {high, low[31:0]};
endmodule
`default_nettype wire
