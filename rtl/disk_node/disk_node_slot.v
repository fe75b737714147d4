// SPDX-License-Identifier: Apache-2.0
// The buffer of one disk command, in blocks. A place is promised to the channel, filled by it, waits, is used by jobs, and is due to be
// promised again. Each is in one of these states, so the channel is never promised more than the buffer holds.
//
// Of a read a block arrives with its last word. Of a write it arrives when the channel asks for it, and its promise is silent.
`default_nettype none

module disk_node_slot #(
    parameter WORD_LOG2  = 6,   // words of a block
    parameter PLACE_LOG2 = 2    // blocks of the buffer
) (
    input wire clk,
    input wire rst,

    // The command; only while the last one is over
    input wire        start,
    input wire [15:0] start_blocks,   // 1 or more
    input wire        start_write,

    // From the channel
    input wire beat,    // a word
    input wire grant,   // it wants a block
    input wire drop,    // the request has failed: what comes is thrown away

    // From the jobs
    input wire take,    // the oldest waiting block is used up to its end
    input wire free,    // ... and not needed any more;
    input wire sent,    // ... another one has gone to the channel: both may come at once

    input wire credit_taken,   // only while wants_credit

    output reg [PLACE_LOG2+WORD_LOG2-1:0] position,   // where the next word goes
    output reg  promised,       // a word or grant is expected
    output reg  wants_credit,
    output reg  writes,
    output reg  ready,          // a block waits,
    output reg  last,           // ... and it is the command's last
    output reg  complete,       // nothing is to come
    output reg  settled         // nothing waits, and no job is under way
);

  localparam W = PLACE_LOG2 + 1;
  localparam [W-1:0] PLACES = 1 << PLACE_LOG2;

  reg [15:0] unpromised;   // blocks
  reg some;                // there are any
  reg [W-1:0] room;        // promised
  reg [W-1:0] waiting;
  reg [W-1:0] jobs;
  reg [W-1:0] due;         // free places that are not promised

  wire fewer = start_blocks < {{(16 - W) {1'b0}}, PLACES};
  wire arrives = promised && (writes ? grant : beat && &position[WORD_LOG2-1:0]);
  // Of a write the channel may ask for one block more in the cycle after it has got one.
  wire credit = writes ? (free || sent) && some : credit_taken;

  function [W-1:0] bit_of(input set);
    bit_of = {{(W - 1) {1'b0}}, set};
  endfunction

  wire [W-1:0] room_next = room - bit_of(arrives) + bit_of(credit);
  wire [W-1:0] waiting_next = drop ? {W{1'b0}} : waiting + bit_of(arrives) - bit_of(take);
  wire [W-1:0] jobs_next = jobs + bit_of(take) - bit_of(free) - bit_of(sent);
  wire [W-1:0] due_next = due + bit_of(free) + bit_of(sent) - bit_of(credit) + (drop ? waiting + bit_of(arrives) : {W{1'b0}});

  wire [15:0] unpromised_next = unpromised - {15'd0, credit};

  always @(posedge clk)
    if (rst) begin
      unpromised   <= 16'd0;
      some         <= 1'b0;
      wants_credit <= 1'b0;
      room       <= 0;
      waiting    <= 0;
      jobs       <= 0;
      due        <= 0;
      position   <= 0;
      promised   <= 1'b0;
      ready      <= 1'b0;
      last       <= 1'b0;
      complete   <= 1'b1;
      settled    <= 1'b1;
      writes     <= 1'b0;
    end else if (start) begin
      some       <= !fewer && start_blocks != {{(16 - W) {1'b0}}, PLACES};
      wants_credit <= 1'b0;
      unpromised <= fewer ? 16'd0 : start_blocks - {{(16 - W) {1'b0}}, PLACES};
      room       <= fewer ? start_blocks[W-1:0] : PLACES;
      waiting    <= 0;
      jobs       <= 0;
      due        <= 0;
      position   <= 0;
      promised   <= 1'b1;
      ready      <= 1'b0;
      last       <= 1'b0;
      complete   <= 1'b0;
      settled    <= 1'b1;
      writes     <= start_write;
    end else begin
      unpromised <= unpromised_next;
      some       <= credit ? |unpromised[15:1] : |unpromised;
      wants_credit <= due != 0 && some && !writes && !credit_taken;
      room     <= room_next;
      waiting  <= waiting_next;
      jobs     <= jobs_next;
      due      <= due_next;
      if (beat && promised && !writes) position <= position + 1'b1;
      promised <= room_next != 0;
      ready    <= waiting_next != 0;
      // What is promised in this cycle is known in the next: then neither is true yet.
      last     <= waiting_next == 1 && room_next == 0 && !some;
      complete <= room_next == 0 && !some;
      settled  <= waiting_next == 0 && jobs_next == 0;
    end

endmodule

`default_nettype wire
