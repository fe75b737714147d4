// SPDX-License-Identifier: Apache-2.0
// The XOR of the writing side: lets each source of a piece begin with the piece's first beat, and keeps what the sources before it made of
// the beats, in block_mover_gather.
//
// A source that begins sets the burst back (`again`); so does the end of a killed command of which no beat was sent. What is decided ahead
// for the beat then wants a cycle (`settling`).
`default_nettype none

module block_mover_combine #(
    parameter WIDTH      = 64,
    parameter BEATS_LOG2 = 9    // of a piece, and one more
) (
    input wire clk,
    input wire rst,

    input wire run,   // beats are made
    input wire kill,  // in the last cycle of it, of a command that fails

    // The word and the beat at hand
    input wire meet,               // both are there, and no beat is made without a word
    input wire word_xor,           // the word is of an XOR,
    input wire word_first_source,  // ... of its first source
    input wire word_ends,          // last of its source in this piece
    input wire word_steps,         // it is used up
    input wire uses_word,
    input wire completes,          // the beat is whole after this step
    input wire hidden,             // its source is not the last one: no beat is sent
    input wire sends,              // a beat is
    input wire burst_over,

    output wire             source_begins,  // instead of a step
    output wire             again,          // the burst begins again
    output reg              settling,       // a source began in the cycle before: no step
    output wire             pause,          // a source ended: no step
    input  wire [WIDTH-1:0] made,
    output wire [WIDTH-1:0] earlier         // what the sources before this one made of the beat
);

  reg combines;
  reg shown;    // a beat of the burst is sent
  reg aligned;  // the beat is the one at which the source begins, or a later one
  wire combines_now = uses_word ? word_xor && !word_first_source : combines && run;
  wire source_ends = word_steps && run && word_ends && word_xor;
  wire [WIDTH-1:0] gathered;

  // A source begins with the first beat, and so do the beats that a killed command owes if it has sent none.
  assign source_begins = run && meet && word_xor && !aligned;
  assign again = source_begins || (kill && !shown && !sends);
  assign earlier = combines_now ? gathered : {WIDTH{1'b0}};

  always @(posedge clk)
    if (rst) combines <= 1'b0;
    else if (uses_word) combines <= combines_now;

  always @(posedge clk)
    if (rst) begin
      shown    <= 1'b0;
      aligned  <= 1'b0;
      settling <= 1'b0;
    end else begin
      if (burst_over) shown <= 1'b0;
      else if (sends) shown <= 1'b1;

      if (!run || source_ends) aligned <= 1'b0;
      else if (source_begins) aligned <= 1'b1;

      settling <= source_begins;
    end

  block_mover_gather #(
      .WIDTH(WIDTH),
      .BEATS_LOG2(BEATS_LOG2)
  ) gather (
      .clk(clk),
      .rst(rst),
      .clear(!run),
      .beat(uses_word && completes && word_xor),
      .keep(hidden),
      .source_ends(source_ends),
      .pause(pause),
      .made(made),
      .earlier(gathered)
  );

endmodule

`default_nettype wire
