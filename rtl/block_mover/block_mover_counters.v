// SPDX-License-Identifier: Apache-2.0
// What the block mover has done, for software. The high word of the byte counter follows its low word by a cycle: read
// high, low, high, and again if the high words differ.
`default_nettype none

module block_mover_counters (
    input wire clk,
    input wire clear,

    // Events
    input wire        move_done,
    input wire        move_failed,      // with move_done
    input wire [31:0] move_bytes,       // with move_done
    input wire        descriptor_done,
    input wire        busy,
    input wire        stall_read,
    input wire        stall_write,
    input wire        stall_address,

    // Counters; in `counts` moves in the low bits, then errors, descriptors, and cycles of the others, in their order
    output wire [63:0]  bytes,
    output wire [223:0] counts
);

  // Events come through a register: the block's status signals are at the end of long paths.
  reg [6:0] events;
  reg [31:0] size;
  reg [32:0] low;
  reg [31:0] high;

  assign bytes = {high, low[31:0]};

  always @(posedge clk) begin
    events <= clear ? 7'd0 : {stall_address, stall_write, stall_read, busy, descriptor_done, move_done && move_failed, move_done};
    size   <= move_bytes;
  end

  always @(posedge clk)
    if (clear) begin
      low  <= 33'd0;
      high <= 32'd0;
    end else begin
      low  <= {1'b0, low[31:0]} + (events[0] ? {1'b0, size} : 33'd0);
      high <= high + {31'd0, low[32]};
    end

  event_counters #(
      .COUNT(7)
  ) counters (
      .clk(clk),
      .clear(clear),
      .events(events),
      .counts(counts)
  );

endmodule

`default_nettype wire
