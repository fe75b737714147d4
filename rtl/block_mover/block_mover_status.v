// SPDX-License-Identifier: Apache-2.0
// The books of the commands under way: a command has a place here from its acceptance until its status is taken, and statuses
// leave in the order of the commands. Counters run modulo twice the number of places.
`default_nettype none

module block_mover_status #(
    parameter SLOT_W  = 3,
    parameter TAG_W   = 8,
    parameter COUNT_W = 11
) (
    input wire clk,
    input wire rst,

    input  wire             accept,
    input  wire [TAG_W-1:0] accept_tag,
    output reg  [ SLOT_W:0] accepted,
    output reg              full,            // no place is free

    // In the order of the commands
    input  wire [COUNT_W:0] written,   // {bytes of the oldest unfinished command were written, how many less one}
    input  wire [      5:0] ended,     // {it is finished, its packet was long, ... short, error}
    output reg  [ SLOT_W:0] finishes,  // its number

    output wire             done_valid,
    input  wire             done_ready,
    output wire [TAG_W-1:0] done_tag,
    output wire [      2:0] done_error,
    output wire             done_short,
    output wire             done_long,
    output wire [     31:0] done_bytes,
    output wire             busy
);

  wire counts = written[COUNT_W];
  wire [COUNT_W-1:0] count_less_one = written[COUNT_W-1:0];
  wire finished = ended[5];

  reg [TAG_W-1:0] tags[0:(1<<SLOT_W)-1];
  reg [36:0] results[0:(1<<SLOT_W)-1];
  reg [SLOT_W:0] done;
  reg [31:0] bytes;
  wire [31:0] bytes_now = bytes + (counts ? {{(32 - COUNT_W) {1'b0}}, count_less_one} + 1'b1 : 32'd0);

  wire [SLOT_W:0] accepted_next = accepted + 1'b1;
  wire taken = done_valid && done_ready;

  assign busy = accepted != done;
  assign done_valid = finishes != done;
  assign done_tag = tags[done[SLOT_W-1:0]];
  assign {done_long, done_short, done_error, done_bytes} = results[done[SLOT_W-1:0]];

  always @(posedge clk) if (accept) tags[accepted[SLOT_W-1:0]] <= accept_tag;
  always @(posedge clk) if (finished) results[finishes[SLOT_W-1:0]] <= {ended[4:0], bytes_now};

  always @(posedge clk)
    if (rst) begin
      accepted <= 0;
      full     <= 1'b0;
      finishes <= 0;
      done     <= 0;
      bytes    <= 0;
    end else begin
      if (accept) accepted <= accepted_next;
      if (accept != taken) full <= accept && accepted_next == {!done[SLOT_W], done[SLOT_W-1:0]};
      if (finished) finishes <= finishes + 1'b1;
      if (taken) done <= done + 1'b1;
      bytes <= finished ? 32'd0 : bytes_now;
    end

endmodule

`default_nettype wire
