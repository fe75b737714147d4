// SPDX-License-Identifier: Apache-2.0
// Beats on their way out: one stands on the channel, one may wait behind it, and two may come in one cycle. So rows whose
// beats are more than their words are no slower when others have less.
`default_nettype none

module block_mover_output #(
    parameter LANES_LOG2 = 3
) (
    input wire clk,
    input wire rst,

    input  wire                       put,
    input  wire [(8<<LANES_LOG2)-1:0] put_data,
    input  wire [(1<<LANES_LOG2)-1:0] put_strb,
    input  wire                       put_last,
    input  wire                       put_ends,
    input  wire                       put_spoilt,
    output wire                       room,        // for one
    input  wire                       two,         // a second beat comes behind the first, the last of its burst
    input  wire [(8<<LANES_LOG2)-1:0] second_data,  // ... or the first one, where there is no room for two
    input  wire [(1<<LANES_LOG2)-1:0] second_strb,
    input  wire                       second_ends,
    output wire                       room_for_two,

    output reg                        valid,
    input  wire                       ready,
    output reg  [(8<<LANES_LOG2)-1:0] data,
    output reg  [(1<<LANES_LOG2)-1:0] strb,
    output reg                        last,   // of the burst
    output reg                        ends,   // ... and of the command
    output reg                        spoilt,  // ... which is killed
    output wire                       waits
);

  reg spare_valid;
  reg [(8<<LANES_LOG2)-1:0] spare;
  reg [(1<<LANES_LOG2)-1:0] spare_strb;
  reg spare_last;
  reg spare_ends;
  reg spare_spoilt;
  wire free = !valid || ready;

  assign room = !spare_valid || free;
  assign room_for_two = !spare_valid && free;
  assign waits = !free;

  always @(posedge clk)
    if (rst) begin
      valid       <= 1'b0;
      spare_valid <= 1'b0;
    end else begin
      if (free) valid <= spare_valid || put;
      if (room) spare_valid <= put && (spare_valid || two || !free);
    end

  always @(posedge clk)
    if (free) begin
      data <= spare_valid ? spare : put_data;
      strb <= spare_valid ? spare_strb : put_strb;
      last <= spare_valid ? spare_last : put_last;
      ends <= spare_valid ? spare_ends : put_ends;
      spoilt <= spare_valid ? spare_spoilt : put_spoilt;
    end

  always @(posedge clk)
    if (room) begin
      spare      <= second_data;
      spare_strb <= second_strb;
      spare_last <= room_for_two || put_last;
      spare_ends <= second_ends;
      spare_spoilt <= put_spoilt;
    end

endmodule

`default_nettype wire
