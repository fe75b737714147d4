// SPDX-License-Identifier: Apache-2.0
// Release of write addresses. The first one of a command waits for its first data, so that no bus is held for a read; later
// ones go out a burst ahead, but not on a stream. A change of port waits until every burst on the old one is answered.
`default_nettype none

module block_mover_release #(
    parameter ADDR_W           = 32,
    parameter LANES_LOG2       = 3,
    parameter OUTSTANDING_LOG2 = 4,
    parameter PORT_B           = 1,
    parameter STREAM           = 1
) (
    input wire clk,
    input wire rst,

    // Addresses of the bursts, oldest first
    input  wire                         push,
    output wire                         full,
    input  wire [ADDR_W-1:LANES_LOG2] push_address,

    // The burst at hand
    input wire       burst_ready,  // it is one that is to be written
    input wire [1:0] burst_to,
    input wire [7:0] burst_len,
    input wire       burst_opens,  // the first of its command
    input wire       data_valid,   // its next data have come
    input wire       burst_over,   // all its beats are made
    input wire       thrown_away,  // ... or none

    // The next one
    input wire [7:0] next_len,
    input wire       next_opens,
    input wire       next_cut,

    input  wire       hold,      // no address is released
    output reg  [1:0] ahead,     // bursts whose address is released and whose beats are not all made
    output wire       released,  // the burst at hand is one of them, or becomes one in this cycle if its data have come
    output reg        to_a,      // where they go
    output reg        to_b,
    output reg        to_stream,
    input  wire       answered,   // a burst is, or a stream's was taken back
    input  wire       sent_none,  // every burst is whose beats are all made
    input  wire       beat_out,   // a beat stands on the channel

    output wire                a_awvalid,
    output wire                b_awvalid,
    input  wire                a_awready,
    input  wire                b_awready,
    output reg  [ADDR_W-1:0] awaddr,
    output reg  [       7:0] awlen,
    output wire                opens,  // what is released in this cycle is the first of its command
    output wire                waits
);

  localparam [1:0] TO_A = 0, TO_B = 1;

  wire none;
  wire taken;
  wire [ADDR_W-LANES_LOG2-1:0] address;

  fifo #(
      .WIDTH(ADDR_W - LANES_LOG2),
      .LOG2_DEPTH(4)
  ) addresses (
      .clk(clk),
      .rst(rst),
      .push(push),
      .push_data(push_address),
      .full(full),
      .pop(taken),
      .pop_data(address),
      .empty(none)
  );

  reg address_valid;
  reg room_for_answer;
  wire address_free = !address_valid || (to_b ? b_awready : a_awready);
  wire may_release = room_for_answer && !hold;
  wire same_port = burst_to == TO_A ? to_a : PORT_B != 0 && burst_to == TO_B ? to_b : to_stream;
  // With none ahead, the next address is that of the burst at hand.
  wire can_release = may_release && address_free && (!burst_opens || same_port || (sent_none && !beat_out));
  wire release_now = ahead == 0 && can_release && burst_ready && (!burst_opens || data_valid);
  wire release_ahead = ahead == 1 && may_release && address_free && !none && !next_opens && !next_cut && !to_stream;
  wire releases = release_now || release_ahead;

  assign opens = release_now && burst_opens;
  assign released = ahead != 0 || can_release;
  assign taken = releases || thrown_away;
  assign a_awvalid = address_valid && to_a;
  assign b_awvalid = address_valid && to_b;
  assign waits = !address_free;

  always @(posedge clk)
    if (rst) address_valid <= 1'b0;
    else if (release_now) address_valid <= burst_to == TO_A || (PORT_B != 0 && burst_to == TO_B);
    else if (address_free) address_valid <= release_ahead;

  always @(posedge clk)
    if (rst) begin
      to_a      <= 1'b1;
      to_b      <= 1'b0;
      to_stream <= 1'b0;
    end else if (opens) begin
      to_a      <= burst_to == TO_A;
      to_b      <= PORT_B != 0 && burst_to == TO_B;
      to_stream <= STREAM != 0 && burst_to != TO_A && burst_to != TO_B;
    end

  always @(posedge clk)
    if (releases) begin
      awaddr <= {address, {LANES_LOG2{1'b0}}};
      awlen  <= ahead == 0 ? burst_len : next_len;
    end

  always @(posedge clk)
    if (rst) ahead <= 0;
    else if (releases && !burst_over) ahead <= ahead + 1'b1;
    else if (!releases && burst_over) ahead <= ahead - 1'b1;

  // Released and not answered. Whether an address is released is known late, so it only says whether the number changes.
  reg [OUTSTANDING_LOG2:0] under_way;
  wire changes = releases != answered;

  always @(posedge clk)
    if (rst) begin
      under_way       <= 0;
      room_for_answer <= 1'b1;
    end else if (changes) begin
      under_way       <= under_way + {{OUTSTANDING_LOG2{answered}}, 1'b1};
      room_for_answer <= answered || !(&under_way[OUTSTANDING_LOG2-1:0]);
    end

endmodule

`default_nettype wire
