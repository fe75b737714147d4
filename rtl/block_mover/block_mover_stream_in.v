// SPDX-License-Identifier: Apache-2.0
// The stream that comes in: takes its beats as words of the commands, and minds where its packets end. A packet is a command's.
//
// A beat stands in a register before it becomes a word, so that what its TKEEP and TLAST say is known when the word comes. One
// with which the packet does not go on as the command expects is marked; why stands beside the word until that is taken:
// - short: the packet ends before the command does. The command's other words follow as dummies, one a cycle.
// - long: the command's last beat is not the packet's, or has lanes too many. The rest of the packet is drained.
// - hole: lanes are missing. The command's other words are dummies, and the rest of the packet is drained.
// A command that is given up gets dummies too. Draining is behind it all: only the next command from the stream waits for it.
`default_nettype none

module block_mover_stream_in #(
    parameter LANES_LOG2 = 3
) (
    input wire clk,
    input wire rst,

    // Bursts of words that are asked for
    input  wire                  burst_valid,
    output wire                  burst_taken,
    input  wire [           7:0] burst_len,    // words, less one
    input  wire                  burst_single,
    input  wire [LANES_LOG2-1:0] burst_last,   // lane of the last byte in its last word
    input  wire                  burst_final,  // last of the command
    input  wire                  burst_cut,    // without words: the command ends here

    input wire given_up,  // the next word that comes is thrown away, and so are the command's words behind it

    // Words
    output wire                  word_take,    // the beat's data are the word of the next cycle
    output reg                   word_valid,
    output reg                   word_marked,
    input  wire                  mark_taken,   // the marked word is
    output wire [LANES_LOG2+2:0] mark,         // why it is: {hole, long (neither: short), bytes of the word that are the command's}

    // AXI-Stream
    input  wire                       tvalid,
    output wire                       tready,
    input  wire [(1<<LANES_LOG2)-1:0] tkeep,
    input  wire                       tlast
);

  localparam LANES = 1 << LANES_LOG2;

  // A burst that waits, so that it is taken without a look at the stream
  reg waits;
  reg [7:0] waiting_len;
  reg waiting_single;
  reg [LANES_LOG2-1:0] waiting_last;
  reg waiting_final;
  reg waiting_cut;
  wire [7:0] next_len = waits ? waiting_len : burst_len;
  wire next_single = waits ? waiting_single : burst_single;
  wire [LANES_LOG2-1:0] next_last = waits ? waiting_last : burst_last;
  wire next_final = waits ? waiting_final : burst_final;
  wire next_cut = waits ? waiting_cut : burst_cut;

  // The burst at hand
  reg active;
  reg [7:0] left;  // words after the next one
  reg left_none;
  reg [LANES_LOG2-1:0] last_lane;
  reg final_burst;

  reg ended;     // no more beats are taken for the command: dummies
  reg amid;      // a beat of a packet was taken, its last one not
  reg draining;  // to the end of the packet
  reg marking;   // a marked word is not taken

  wire beat = tvalid && tready;
  wire take = beat && !draining;
  wire step = active && (ended || take);
  wire burst_over = step && left_none;
  wire final_word = left_none && final_burst;
  wire free = !active || burst_over;
  wire offered = waits || burst_valid;
  wire loads = free && offered;
  wire command_over = (step && final_word) || (loads && next_cut);
  wire amid_next = beat ? !tlast : amid;

  assign mark = {mark_hole, mark_long, mark_bytes};
  assign word_take = take;
  assign tready = draining || (active && !ended && !marking);
  assign burst_taken = burst_valid && !waits;

  // What the beat is
  reg mark_hole;
  reg mark_long;
  reg [LANES_LOG2:0] mark_bytes;
  wire [LANES-1:0] all = {LANES{1'b1}};
  wire [LANES-1:0] needed = left_none ? ~({all[LANES-1:1], 1'b0} << last_lane) : all;
  wire [LANES-1:0] useful = tkeep & needed;
  wire bent = |(tkeep[LANES-1:1] & ~tkeep[LANES-2:0]);
  wire lacks = useful != needed;
  wire hole = bent || (lacks && !tlast);
  wire is_short = tlast && (lacks || !final_word);
  wire is_long = final_word && (!tlast || |(tkeep & ~needed));
  wire odd = hole || is_short || is_long;
  reg [LANES_LOG2:0] bytes;  // of the lanes from 0 up, as many as are useful
  integer place;
  integer lane;

  always @* begin
    bytes = 0;
    bytes[LANES_LOG2] = useful[LANES-1];
    for (place = 0; place < LANES_LOG2; place = place + 1)
      for (lane = (1 << place) - 1; lane < LANES - 1; lane = lane + (2 << place))
        bytes[place] = bytes[place] | (useful[lane] & !useful[lane+(1<<place)]);
  end

  always @(posedge clk)
    if (rst) begin
      waits    <= 1'b0;
      active   <= 1'b0;
      ended    <= 1'b0;
      amid     <= 1'b0;
      draining <= 1'b0;
      marking  <= 1'b0;
    end else begin
      waits <= offered && !free;

      if (loads) active <= !next_cut;
      else if (burst_over) active <= 1'b0;

      if (command_over) ended <= 1'b0;
      else if ((take && odd) || (given_up && (active || offered))) ended <= 1'b1;

      amid     <= amid_next;
      draining <= (draining || command_over) && amid_next;
      marking  <= (take && odd) || (marking && !mark_taken);
    end

  always @(posedge clk)
    if (burst_taken) begin
      waiting_len    <= burst_len;
      waiting_single <= burst_single;
      waiting_last   <= burst_last;
      waiting_final  <= burst_final;
      waiting_cut    <= burst_cut;
    end

  always @(posedge clk)
    if (loads) begin
      last_lane   <= next_last;
      final_burst <= next_final;
    end

  always @(posedge clk)
    if (loads) begin
      left      <= next_len;
      left_none <= next_single;
    end else if (step) begin
      left      <= left - 1'b1;
      left_none <= left == 1;
    end

  always @(posedge clk) begin
    word_valid  <= step && !rst;
    word_marked <= take && odd;
  end

  always @(posedge clk)
    if (take) begin
      mark_hole  <= hole;
      mark_long  <= is_long && !is_short;
      mark_bytes <= bytes;
    end

endmodule

`default_nettype wire
