// SPDX-License-Identifier: Apache-2.0
// Release of write addresses. The first one of a command waits for its first data, so that no bus is held for a read; later
// ones go out a burst ahead. A change of port waits until every burst on the old one is answered.
`default_nettype none

module block_mover_release #(
    parameter ADDR_W           = 32,
    parameter LANES_LOG2       = 3,
    parameter OUTSTANDING_LOG2 = 4,
    parameter PORT_B           = 1
) (
    input wire clk,
    input wire rst,

    // Bursts of the destination
    input  wire                         push,
    output wire                         full,
    input  wire [                  1:0] push_to,
    input  wire [ADDR_W-1:LANES_LOG2] push_address,
    input  wire [                  7:0] push_len,
    input  wire                         push_opens,
    input  wire                         push_final,
    input  wire                         push_cut,

    // The burst at hand
    input wire       burst_ready,  // it is one that is to be written
    input wire       burst_opens,  // the first of its command
    input wire       data_valid,   // its next data have come
    input wire [1:0] burst_to,
    input wire       burst_over,   // all its beats are made

    input  wire       hold,         // no address is released,
    input  wire       clear,        // ... but each is thrown away
    output wire       final_taken,  // released or thrown away was the last one of a command
    output reg  [1:0] ahead,        // bursts whose address is released and whose beats are not all made
    output wire       released,     // the burst at hand is one of them, or becomes one in this cycle if its data have come
    output reg  [1:0] to,           // where they go
    input  wire       answered,     // a burst is
    input  wire       sent_none,    // every burst is whose beats are all made

    output wire                a_awvalid,
    output wire                b_awvalid,
    input  wire                a_awready,
    input  wire                b_awready,
    output reg  [ADDR_W-1:0] awaddr,
    output reg  [       7:0] awlen,
    output wire                waits
);

  localparam [1:0] TO_A = 0, TO_B = 1, TO_STREAM = 2;

  wire none;
  wire taken;
  wire [1:0] next_to;
  wire [ADDR_W-LANES_LOG2-1:0] next_address;
  wire [7:0] next_len;
  wire next_opens;
  wire next_final;
  wire next_cut;

  fifo #(
      .WIDTH(2 + ADDR_W - LANES_LOG2 + 8 + 3),
      .LOG2_DEPTH(4)
  ) addresses (
      .clk(clk),
      .rst(rst),
      .push(push),
      .push_data({push_to, push_address, push_len, push_opens, push_final, push_cut}),
      .full(full),
      .pop(taken),
      .pop_data({next_to, next_address, next_len, next_opens, next_final, next_cut}),
      .empty(none)
  );

  reg address_valid;
  reg room_for_answer;
  wire address_free = !address_valid || (PORT_B != 0 && to == TO_B ? b_awready : a_awready);
  wire may_release = room_for_answer && !hold;
  // With none ahead, the next address is that of the burst at hand. What the core decides on late does not wait for AWREADY.
  wire can_release = may_release && !address_valid && (!burst_opens || burst_to == to || sent_none);
  wire release_now = ahead == 0 && can_release && burst_ready && (!burst_opens || data_valid);
  wire release_ahead = ahead == 1 && may_release && address_free && !none && !next_opens && !next_cut;
  wire releases = release_now || release_ahead;

  assign released = ahead != 0 || can_release;
  assign taken = releases || (clear && !none);
  assign final_taken = taken && next_final;
  assign a_awvalid = address_valid && to == TO_A;
  assign b_awvalid = PORT_B != 0 && address_valid && to == TO_B;
  assign waits = !address_free;

  always @(posedge clk)
    if (rst) address_valid <= 1'b0;
    else if (address_free) address_valid <= releases && next_to != TO_STREAM;

  always @(posedge clk)
    if (releases) begin
      to     <= next_to;
      awaddr <= {next_address, {LANES_LOG2{1'b0}}};
      awlen  <= next_len;
    end

  always @(posedge clk)
    if (rst) ahead <= 0;
    else if (releases && !burst_over) ahead <= ahead + 1'b1;
    else if (!releases && burst_over) ahead <= ahead - 1'b1;

  // Released and not answered
  reg [OUTSTANDING_LOG2:0] under_way;
  wire [OUTSTANDING_LOG2:0] under_way_next = under_way + {{OUTSTANDING_LOG2{1'b0}}, releases} - {{OUTSTANDING_LOG2{1'b0}}, answered};

  always @(posedge clk) room_for_answer <= !under_way_next[OUTSTANDING_LOG2];

  always @(posedge clk)
    if (rst) under_way <= 0;
    else under_way <= under_way_next;

endmodule

`default_nettype wire
