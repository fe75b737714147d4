// SPDX-License-Identifier: Apache-2.0
// Beats on their way out: one stands on the channel, others may wait behind it, and two may come in one cycle. So rows whose
// beats are more than their words are no slower when others have less.
//
// Beats that wait stand in two banks of LUT RAM in turn, so that two can be written at once. One that need not wait is written
// all the same, and passed over.
`default_nettype none

module block_mover_output #(
    parameter LANES_LOG2 = 3
) (
    input wire clk,
    input wire rst,

    output reg                        room,         // for two
    input  wire                       put,
    input  wire [(8<<LANES_LOG2)-1:0] put_data,
    input  wire [(1<<LANES_LOG2)-1:0] put_strb,
    input  wire                       put_last,
    input  wire                       put_ends,
    input  wire                       put_spoilt,
    input  wire                       two,          // with put: a second beat comes behind the first, the last of its burst
    input  wire [(8<<LANES_LOG2)-1:0] second_data,
    input  wire [(1<<LANES_LOG2)-1:0] second_strb,
    input  wire                       second_ends,

    output reg                        valid,
    input  wire                       ready,
    output reg  [(8<<LANES_LOG2)-1:0] data,
    output reg  [(1<<LANES_LOG2)-1:0] strb,
    output reg                        last,   // of the burst
    output reg                        ends,   // ... and of the command
    output reg                        spoilt,  // ... which is killed
    output wire                       waits
);

  localparam WIDTH = (9 << LANES_LOG2) + 3;
  localparam COUNT_W = 4;
  // `room` is a cycle late: two beats more may be there, and two come.
  localparam [COUNT_W-1:0] MOST = (1 << COUNT_W) - 5;

  reg [WIDTH-1:0] even[0:(1<<(COUNT_W-1))-1];
  reg [WIDTH-1:0] odd[0:(1<<(COUNT_W-1))-1];
  reg [COUNT_W-1:0] tail;  // number of the next beat that is written
  reg [COUNT_W-1:0] head;  // ... that is read
  reg some;  // a beat waits
  wire [COUNT_W-1:0] used = tail - head;
  wire [COUNT_W-2:0] even_place = tail[COUNT_W-1:1] + {{(COUNT_W - 2) {1'b0}}, tail[0]};
  wire [WIDTH-1:0] first = {put_spoilt, put_ends, put_last, put_strb, put_data};
  wire [WIDTH-1:0] second = {1'b0, second_ends, 1'b1, second_strb, second_data};
  wire [WIDTH-1:0] oldest = head[0] ? odd[head[COUNT_W-1:1]] : even[head[COUNT_W-1:1]];
  wire free = !valid || ready;

  assign waits = !free;

  always @(posedge clk) if (put && (two || !tail[0])) even[even_place] <= tail[0] ? second : first;

  always @(posedge clk) if (put && (two || tail[0])) odd[tail[COUNT_W-1:1]] <= tail[0] ? first : second;

  always @(posedge clk)
    if (rst) begin
      valid <= 1'b0;
      some  <= 1'b0;
      room  <= 1'b1;
      tail  <= 0;
      head  <= 0;
    end else begin
      if (free) valid <= some || put;
      if (free) some <= some ? used != 1 || put : put && two;
      else if (put) some <= 1'b1;
      room <= used <= MOST;
      if (put) tail <= tail + {{(COUNT_W - 2) {1'b0}}, two, !two};
      if (free && (some || put)) head <= head + 1'b1;
    end

  always @(posedge clk) if (free) {spoilt, ends, last, strb, data} <= some ? oldest : first;

endmodule

`default_nettype wire
