// SPDX-License-Identifier: Apache-2.0
// What `disk_node_slot` promises: the channel is never promised more than the buffer has room for, whatever it then does; a block that
// waits or is used is not written to; all of the command's blocks arrive, and no other; and it is settled when nothing is left.
//
// The user takes only what waits, frees only what it took, and tells of a credit only when one is wanted.
`default_nettype none

module slot_proof #(
    parameter WORD_LOG2  = 1,
    parameter PLACE_LOG2 = 1
) (
    input wire       clk,
    input wire       start,
    input wire [2:0] start_blocks,
    input wire       start_write,
    input wire       beat,
    input wire       grant,
    input wire       drops,
    input wire       take,
    input wire       free,
    input wire       sent,
    input wire       credit
);

  localparam PLACES = 1 << PLACE_LOG2;
  localparam POSITION_W = PLACE_LOG2 + WORD_LOG2;

  reg started = 1'b0;
  wire rst = !started;
  wire [POSITION_W-1:0] position;
  wire promised, wants_credit, writes, ready, last, complete, settled;
  reg drop = 1'b0;
  wire begins = start && complete && settled;
  wire takes = take && ready && !drop && !begins;
  wire frees = free && jobs != 0 && !begins;
  wire sends = sent && jobs > frees && !begins;
  wire credited = credit && wants_credit && !begins;

  always @(posedge clk) begin
    started <= 1'b1;
    drop    <= !begins && !rst && (drop || drops);
  end

  disk_node_slot #(
      .WORD_LOG2(WORD_LOG2),
      .PLACE_LOG2(PLACE_LOG2)
  ) dut (
      .clk(clk),
      .rst(rst),
      .start(begins),
      .start_blocks({13'd0, start_blocks}),
      .start_write(start_write),
      .beat(beat),
      .grant(grant),
      .drop(drop),
      .take(takes),
      .free(frees),
      .sent(sends),
      .credit_taken(credited),
      .position(position),
      .promised(promised),
      .wants_credit(wants_credit),
      .writes(writes),
      .ready(ready),
      .last(last),
      .complete(complete),
      .settled(settled)
  );

  // The channel's view: words that it may still send, and blocks that have come
  reg [7:0] may_come = 0;   // words; of a write grants
  reg [4:0] arrived = 0;    // blocks
  reg [4:0] taken = 0;
  reg [4:0] jobs = 0;
  reg [4:0] blocks = 0;
  reg [4:0] dropped = 0;
  wire read_word = beat && promised && !writes && !begins;
  wire asked = grant && promised && writes && !begins;
  wire arrives = asked || (read_word && &position[WORD_LOG2-1:0]);
  wire [4:0] first = start_blocks < PLACES ? {2'd0, start_blocks} : PLACES;
  wire [4:0] here = arrived - taken - dropped;   // wait

  always @(posedge clk)
    if (rst) begin
      may_come <= 0;
      arrived  <= 0;
      taken    <= 0;
      jobs     <= 0;
      blocks   <= 0;
      dropped  <= 0;
    end else if (begins) begin
      may_come <= start_write ? first : first << WORD_LOG2;
      arrived  <= 0;
      taken    <= 0;
      jobs     <= 0;
      dropped  <= 0;
      blocks   <= {2'd0, start_blocks};
    end else begin
      may_come <= may_come - (read_word || asked) + (credited ? 8'd1 << WORD_LOG2 : 8'd0) + (writes && (frees || sends) && unpromised ? 8'd1 : 8'd0);
      arrived  <= arrived + arrives;
      taken    <= taken + takes;
      jobs     <= jobs + takes - frees - sends;
      if (drop) dropped <= arrived + arrives - taken;
    end

  // Blocks that are not promised yet, as the channel counts
  wire [7:0] promised_blocks = writes ? may_come : (may_come + (1 << WORD_LOG2) - 1) >> WORD_LOG2;
  wire unpromised = blocks > arrived + promised_blocks;

  always @* begin
    assume (start_blocks != 0);
    if (!rst) begin
      // No more is promised than there is room for.
      assert (promised_blocks + here + jobs <= PLACES);
      assert (promised == (may_come != 0));
      // All of the command's blocks and no other
      assert (arrived + promised_blocks <= blocks);
      assert (complete == (arrived == blocks));
      assert (ready == (here != 0));
      assert (!last || (here == 1 && complete));
      assert (!(here == 1 && complete) || last);
      assert (settled == (here == 0 && jobs == 0));
      // Data go where the next block's place is
      if (!writes) assert (position[POSITION_W-1:WORD_LOG2] == arrived[PLACE_LOG2-1:0]);
      assert (!(wants_credit && writes));
    end
  end

endmodule

`default_nettype wire
