// SPDX-License-Identifier: Apache-2.0
// Bursts that are sent and not answered, in the order of the commands: what their answers mean. The stream's answer is that a
// burst's last beat was taken.
`default_nettype none

module block_mover_answers #(
    parameter OUTSTANDING_LOG2 = 4,
    parameter COUNT_W          = 11
) (
    input wire clk,
    input wire rst,

    input  wire               push,
    input  wire [COUNT_W-1:0] push_less_one,  // bytes
    input  wire               push_ends,      // last of its command
    input  wire [        2:0] push_error,     // why its bytes do not count; 0: they do; 3: there are none, the packet is over
    output wire               none,

    input  wire       answered,
    input  wire [1:0] response,

    input  wire       finishes_here,  // a killed command, all of whose bursts are answered
    input  wire [2:0] error,          // ... why it was killed; 3: it was not, the packet is over, ...
    input  wire       is_long,        // ... or rather the command before it

    output wire [COUNT_W:0] written,  // {bytes were written, how many less one}
    output wire [      5:0] ended,    // {a command is finished, its packet was long, ... short, error}; long or short: without an error
    output wire             failed    // the answer says so
);

  localparam [2:0] NONE = 0, WRITE_SLAVE = 3, WRITE_DECODE = 4, OVER = 3;

  wire counts;
  wire [COUNT_W-1:0] count_less_one;
  wire finished, finished_long, finished_short;
  wire [2:0] finished_error;

  assign written = {counts, count_less_one};
  assign ended = {finished, finished_long, finished_short, finished_error};

  wire ends;
  wire [2:0] sent_error;
  wire full;  // never

  wire valid;

  assign none = !valid;

  fifo_registered #(
      .WIDTH(1 + 3 + COUNT_W),
      .LOG2_DEPTH(OUTSTANDING_LOG2)
  ) unanswered (
      .clk(clk),
      .rst(rst),
      .push(push),
      .push_data({push_ends, push_error, push_less_one}),
      .full(full),
      .pop(answered),
      .pop_data({ends, sent_error, count_less_one}),
      .valid(valid)
  );

  // The first error of the oldest command that is not finished
  reg [2:0] cause;
  wire [2:0] answer_error = response[1] ? (response[0] ? WRITE_DECODE : WRITE_SLAVE) : sent_error == OVER ? NONE : sent_error;
  wire [2:0] cause_now = cause != NONE ? cause : answered ? answer_error : NONE;
  wire says_why = finishes_here && cause == NONE;
  wire is_over = says_why && error == OVER;

  assign failed = answered && response[1];
  assign counts = answered && !response[1] && sent_error == NONE;
  assign finished = (answered && ends) || finishes_here;
  assign finished_error = is_over ? NONE : says_why ? error : cause_now;
  assign finished_short = is_over && !is_long;
  assign finished_long = is_over && is_long;

  always @(posedge clk)
    if (rst || finished) cause <= NONE;
    else cause <= cause_now;

  wire unused = &{1'b0, full};

endmodule

`default_nettype wire
