// SPDX-License-Identifier: Apache-2.0
// Killing of a command: by an abort, an error or a cut. It finishes the bursts whose addresses are out with no strobe set; its
// other bursts and words are thrown away, and it ends when its bursts are answered. The commands behind it are not
// touched.
//
// A command whose packet ends early or late ends in the same way, but for its marked word: what bytes that has are written first
// (TAIL, and OWED for what is in carry after it), and it is no error.
`default_nettype none

module block_mover_kill #(
    parameter SLOT_W = 3
) (
    input wire clk,
    input wire rst,

    input  wire            abort_all,    // every command accepted until now, in this cycle too
    input  wire            accepts,
    input  wire [SLOT_W:0] accepted,     // commands, modulo twice the number of slots
    output reg             aborting,     // none is to be accepted
    input  wire            reads,        // a command is taken apart, the last one accepted; ...
    output wire            read_stops,   // ... it is to end there

    input  wire            write_failed,  // an answer of the oldest command that is not finished says so: ...
    input  wire [SLOT_W:0] finishes,      // ... this one
    input  wire            word_valid,
    input  wire            word_error,    // the word at hand came with an error, and is needed
    input  wire            word_decode,   // ... DECERR
    input  wire            word_marked,   // the word at hand is one with which the packet does not go on as expected:
    input  wire            mark_hole,     // ... lanes are missing,
    input  wire            mark_long,     // ... or it goes on where the command ends; neither: it ends
    input  wire            mark_empty,    // no byte of the word is the command's
    input  wire            word_steps,
    input  wire            word_cut,
    input  wire            burst_cut,
    input  wire            command_over,  // all beats of the command at hand are made
    output wire [SLOT_W-1:0] at_hand,    // its number, modulo the number of slots

    output wire            run,           // beats are made
    output wire            marks,         // the marked word is cut to its bytes
    output wire            tail,          // it is the word at hand
    output wire            owed,          // beats are made without a word
    input  wire            owed_none,
    output wire            tail_over,     // in the last cycle of it
    output wire            kill,          // in the last cycle before no beats are made, of one that fails
    output wire            flush,         // beats without strobes, while an address is ahead
    input  wire            flushed,
    output wire            clear_bursts,
    output wire            clear_word,
    output wire            bursts_cleared,  // all of the command at hand were taken
    output wire            words_cleared,
    output wire            words_given_up,
    input  wire            final_burst_taken,
    input  wire            final_word_taken,   // or the cut
    input  wire            sent_none,
    output wire            finishes_here,
    output reg  [     2:0] error,         // OVER: none, the packet is over
    output reg             is_long        // ... the command before it
);

  localparam [2:0] READ_SLAVE = 1, READ_DECODE = 2, OVER = 3, BAD_COMMAND = 5, ABORTED = 6, HOLE = 7;
  localparam [2:0] RUN = 0, TAIL = 1, OWED = 2, FLUSH = 4, CLEAR = 5, FINISH = 6;

  reg [2:0] state;
  reg [SLOT_W:0] command;  // whose bursts and words are at hand
  reg bursts_turn;  // of the command whose bursts come next, 0 or 1 in turn
  reg words_turn;
  wire present = command != accepted;
  wire failed_here = write_failed && command == finishes;
  wire read_failed = word_valid && word_error && !words_cleared;
  wire source_cut = word_cut && !words_cleared;
  wire destination_cut = burst_cut && !bursts_cleared;
  wire marked = word_marked && state == RUN;
  wire beats_left = !bursts_cleared && !final_burst_taken;
  wire fails = beats_left && (aborting || failed_here || read_failed || source_cut || destination_cut || (marked && mark_hole));
  wire next_command = command_over || finishes_here;

  assign at_hand = command[SLOT_W-1:0];
  assign run = !state[2];
  assign tail = state == TAIL;
  assign owed = state == OWED;
  assign flush = state == FLUSH;
  assign marks = marked && !fails;
  assign tail_over = owed && owed_none && !fails;
  assign kill = run && present && fails;
  assign read_stops = reads && (aborting || (!run && command + 1'b1 == accepted));
  assign bursts_cleared = bursts_turn != command[0];
  assign words_cleared = words_turn != command[0];
  assign clear_bursts = state == CLEAR && !bursts_cleared;
  assign clear_word = state == CLEAR && !words_cleared && (word_valid || word_cut);
  assign words_given_up = state == CLEAR && !words_cleared;
  assign finishes_here = state == FINISH && sent_none;

  always @(posedge clk)
    if (rst) state <= RUN;
    else
      case (state)
        RUN: if (kill) state <= FLUSH;
          else if (marks) state <= mark_empty ? OWED : TAIL;
        TAIL: if (kill) state <= FLUSH;
          else if (word_steps) state <= OWED;
        OWED: if (kill || owed_none) state <= FLUSH;
        FLUSH: if (flushed) state <= CLEAR;
        CLEAR: if (bursts_cleared && words_cleared) state <= FINISH;
        default: if (sent_none) state <= RUN;
      endcase

  always @(posedge clk)
    if (rst) begin
      command     <= 0;
      aborting    <= 1'b0;
      bursts_turn <= 1'b0;
      words_turn  <= 1'b0;
    end else begin
      if (next_command) command <= command + 1'b1;

      if (abort_all) aborting <= present || accepts;
      else if (run && !present) aborting <= 1'b0;

      bursts_turn <= bursts_turn ^ final_burst_taken;
      words_turn  <= words_turn ^ final_word_taken;
    end

  // A write error is told by its answer.
  always @(posedge clk)
    if (run)
      error <= aborting && !bursts_cleared ? ABORTED : source_cut || destination_cut ? BAD_COMMAND : tail || owed ? OVER :
          marked ? (mark_hole ? HOLE : OVER) : word_decode ? READ_DECODE : READ_SLAVE;

  always @(posedge clk) if (marked) is_long <= mark_long;

endmodule

`default_nettype wire
