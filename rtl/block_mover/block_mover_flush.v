// SPDX-License-Identifier: Apache-2.0
// Beats of the writing side that have no word: those with which a command that is over or killed ends the bursts whose addresses are out.
//
// They have no strobe set, but for the first one where the packet in is over and bytes are left in carry (`part`). A packet out ends with one more
// beat, if any beat of it is made; a burst of the stream of which nothing is made is taken back.
`default_nettype none

module block_mover_flush #(
    parameter STREAM = 1
) (
    input wire clk,
    input wire rst,

    input wire run,             // beats are made of words
    input wire flush,           // the command is over
    input wire tail_over,       // in the cycle before, if that is because its packet in is over
    input wire rest,            // bytes of the beat at hand are in carry
    input wire beat_counts,     // beats of the burst at hand are made, and it is of this command
    input wire burst_over,
    input wire sends,           // a beat is put on the channel, or two
    input wire packet_goes_on,  // ... which is the stream, and it is not the packet's last

    input wire to_stream,
    input wire some_ahead,  // a burst's address is out, and not all its beats are made
    input wire sent_none,   // no burst whose beats are made is unanswered
    input wire room,        // for two beats

    output reg  part,         // the next beat is the last one with bytes
    output reg  part_counts,  // ... and the burst at hand has bytes
    output wire closing,      // the packet out is not ended
    output wire closes,       // it is in this cycle
    output wire take_back,    // the burst of the stream is taken back
    output wire blank         // a beat without a word is made, or taken back
);

  reg packet_amid;  // a beat of a packet is made, its last one not

  assign closing = to_stream && (packet_amid || part);
  assign closes = flush && closing && room;
  assign take_back = flush && to_stream && !closing && some_ahead && sent_none;
  assign blank = flush && some_ahead && (to_stream ? closes || take_back : room);

  always @(posedge clk)
    if (rst) begin
      part        <= 1'b0;
      part_counts <= 1'b0;
      packet_amid <= 1'b0;
    end else begin
      if (tail_over) part <= rest;
      else if (sends) part <= 1'b0;

      if (tail_over) part_counts <= rest || beat_counts;
      else if (burst_over) part_counts <= 1'b0;

      if (STREAM != 0 && sends) packet_amid <= run ? packet_goes_on : !closes && packet_amid;
    end

endmodule

`default_nettype wire
