// SPDX-License-Identifier: Apache-2.0
// Writing side: makes the beats of the destination from the words of the source and sends them. Here is the step: whether in a cycle a word
// and a beat meet, or a beat is made without a word.
//
// block_mover_match says which word and which beat are at hand. block_mover_beats turns the word to the lanes of the beat and queues what
// completes it; block_mover_combine keeps what the sources of an XOR made before. No beat is shown before its address, which
// block_mover_release sends; block_mover_answers waits for what the slave says of it. block_mover_kill ends what fails, and
// block_mover_flush makes the beats that are owed then.
`default_nettype none

module block_mover_write #(
    parameter ADDR_W           = 32,
    parameter LANES_LOG2       = 3,
    parameter OUTSTANDING_LOG2 = 4,
    parameter SLOT_W           = 3,
    parameter PORT_B           = 1,
    parameter STREAM           = 1,
    parameter XOR              = 0,
    parameter CHUNK_LOG2       = 11,
    parameter ATTRIBUTES_W     = 15,
    parameter COUNT_W          = 8 + LANES_LOG2  // bytes of a burst less one
) (
    input wire clk,
    input wire rst,

    input  wire                    abort_all,   // every command accepted until now, in this cycle too
    input  wire                    accepts,
    input  wire [ATTRIBUTES_W-1:0] attributes,  // of the addresses of the command that is accepted
    input  wire [        SLOT_W:0] accepted,    // commands, modulo twice the number of slots
    output wire                    aborting,    // none is to be accepted
    input  wire                    reads,       // a command is taken apart, the last one accepted; ...
    output wire                    read_stops,  // ... it is to end there

    // Bursts of the destination
    input  wire                       piece_valid,
    output wire                       piece_taken,
    input  wire [ADDR_W-1:LANES_LOG2] piece_address,  // of a word
    input  wire [  5*LANES_LOG2+16:0] piece,          // see block_mover_match

    // Bursts of the source
    input  wire                     info_valid,
    output wire                     info_taken,
    output wire                     info_done,
    input  wire [3*LANES_LOG2+15:0] info,        // see block_mover_match

    // ... and their words
    input  wire                       word_valid,
    output wire                       word_taken,
    input  wire [(8<<LANES_LOG2)-1:0] word,
    input  wire                       word_error,
    input  wire                       word_decode,
    output wire                       word_given_up,
    input  wire [     LANES_LOG2+2:0] mark,           // why the oldest marked word is: {hole, long, bytes}

    // In the order of the commands
    output wire [COUNT_W:0] written,   // {bytes were written, how many less one}
    output wire [      5:0] ended,     // {a command is finished, its packet was long, ... short, error}
    input  wire [ SLOT_W:0] finishes,  // the command that is finished next

    output wire waits_for_data,
    output wire waits_for_slave,

    // AXI4 write channels of ports A and B, stream out
    output wire                       a_awvalid,
    output wire                       b_awvalid,
    input  wire                       a_awready,
    input  wire                       b_awready,
    output wire [         ADDR_W-1:0] awaddr,
    output wire [                7:0] awlen,
    output reg  [   ATTRIBUTES_W-1:0] aw_attributes,
    output wire                       a_wvalid,
    output wire                       b_wvalid,
    output wire                       s_tvalid,
    input  wire                       a_wready,
    input  wire                       b_wready,
    input  wire                       s_tready,
    output wire [(8<<LANES_LOG2)-1:0] wdata,
    output wire [(1<<LANES_LOG2)-1:0] wstrb,
    output wire                       wlast,
    output wire                       s_tlast,
    output wire                       s_tuser,
    input  wire                       a_bvalid,
    input  wire                       b_bvalid,
    input  wire [                1:0] a_bresp,
    input  wire [                1:0] b_bresp
);

  localparam LANES = 1 << LANES_LOG2;
  localparam PIECE_W = 5 * LANES_LOG2 + 17;
  localparam [2:0] NONE = 0, OVER = 3;
  localparam [1:0] PORTS = {STREAM != 0, PORT_B != 0};  // those that are there

  // Of the oldest command that is not done here; see block_mover_kill
  wire run, marks, tail, owed, tail_over, kill, flush, clear_bursts, clear_word, bursts_cleared, words_cleared, words_given_up;
  wire finishes_here, is_long, failed, opens;
  wire [2:0] error;
  wire [SLOT_W-1:0] opened;

  // The next burst of the destination, and the word and the beat at hand; see block_mover_match
  wire next_valid, next_taken, next_opens;
  wire [PIECE_W-1:0] next;
  wire cursor_valid, word_cut, word_ends, word_final, word_xor, word_first_source, word_steps;
  wire beat_valid, burst_opens, burst_final, burst_cut, burst_over, begun, is_last, hidden, waits, partial;
  wire owes, completes, two;
  wire [1:0] burst_to;
  wire [7:0] burst_len;
  wire [LANES_LOG2-1:0] burst_first, burst_last, fill, turn;
  wire final_burst_taken = burst_over && burst_final;
  wire final_word_taken = word_steps && (word_cut || word_final);

  // Of an XOR; see block_mover_combine
  wire source_begins, again, settles, pause;
  wire [8*LANES-1:0] made, earlier;

  // The channels: where bursts go, whose addresses are out, what stands on them
  wire addresses_full, bursts_full, released, address_waits, to_a, to_b, to_stream, room, beat_out, beat_waits, sent_none;
  wire [1:0] ahead;
  wire some_ahead = ahead != 0;

  // Beats without a word; see block_mover_flush
  wire part, part_counts, closing, closes, take_back, blank;
  wire rest = partial && !bursts_cleared;

  // The step from a word to a beat
  wire data_valid = cursor_valid && !word_cut && word_valid;  // of the word at hand
  wire plain = !word_error && (tail || !word_decode) && !owed;
  wire usable = owes || (data_valid && plain);
  wire go = beat_valid && !burst_cut && (released || hidden) && usable && run && !pause && !source_begins && !settles && !waits &&
      (!completes || room);
  wire uses_word = go && !owes;
  wire sends = (go && completes && !hidden) || (blank && !take_back) || closes;
  wire command_over = final_burst_taken && run && !tail && !owed;

  assign word_taken = word_steps && !word_cut;
  assign word_given_up = words_given_up && cursor_valid && !word_cut;
  assign waits_for_data = beat_valid && !burst_cut && run && !owes && !data_valid && !beat_waits;
  assign waits_for_slave = beat_waits || address_waits;

  // The bursts of the destination, for the addresses and for the beats
  reg first_piece;  // the next one is the first of its command
  wire piece_final = piece[1];
  wire takes_piece = piece_valid && piece_taken;

  assign piece_taken = !addresses_full && !bursts_full;

  always @(posedge clk)
    if (rst) first_piece <= 1'b1;
    else if (takes_piece) first_piece <= piece_final;

  fifo_through #(
      .WIDTH(1 + PIECE_W),
      .LOG2_DEPTH(4)
  ) bursts (
      .clk(clk),
      .rst(rst),
      .push(takes_piece),
      .push_data({first_piece, piece}),
      .full(bursts_full),
      .pop(next_taken),
      .pop_data({next_opens, next}),
      .valid(next_valid)
  );

  block_mover_match #(
      .LANES_LOG2(LANES_LOG2),
      .XOR(XOR)
  ) match (
      .clk(clk),
      .rst(rst),
      .run(run),
      .go(go),
      .blank(blank),
      .word_clears(clear_word),
      .words_stay(words_cleared),
      .beat_clears(clear_bursts && beat_valid),
      .beats_stay(bursts_cleared),
      .again(again),
      .settles(settles),
      .marks(marks),
      .mark_bytes(mark[LANES_LOG2:0]),
      .tail_over(tail_over && !bursts_cleared),
      .closes(to_stream && flush),
      .info_valid(info_valid),
      .info_taken(info_taken),
      .info_done(info_done),
      .info(info),
      .piece_valid(next_valid),
      .piece_taken(next_taken),
      .piece_opens(next_opens),
      .piece({next[PIECE_W-1:PIECE_W-2] & PORTS, next[PIECE_W-3:0]}),
      .word_valid(cursor_valid),
      .word_steps(word_steps),
      .word_cut(word_cut),
      .word_ends(word_ends),
      .word_final(word_final),
      .word_xor(word_xor),
      .word_first_source(word_first_source),
      .beat_valid(beat_valid),
      .burst_to(burst_to),
      .burst_len(burst_len),
      .burst_first(burst_first),
      .burst_last(burst_last),
      .burst_opens(burst_opens),
      .burst_final(burst_final),
      .burst_cut(burst_cut),
      .burst_over(burst_over),
      .begun(begun),
      .is_last(is_last),
      .hidden(hidden),
      .waits(waits),
      .partial(partial),
      .owes(owes),
      .completes(completes),
      .two(two),
      .fill(fill),
      .turn(turn)
  );

  // No step in the cycle after a word is cut to its bytes, or after a source begins
  reg settles_tail;

  always @(posedge clk) settles_tail <= marks;

  generate
    if (XOR != 0) begin : g_xor
      wire settling;

      block_mover_combine #(
          .WIDTH(8 * LANES),
          .BEATS_LOG2(CHUNK_LOG2 - LANES_LOG2 + 1)
      ) sources (
          .clk(clk),
          .rst(rst),
          .run(run),
          .kill(kill),
          .meet(!owed && beat_valid && !burst_cut && cursor_valid && !word_cut && !owes),
          .word_xor(word_xor),
          .word_first_source(word_first_source),
          .word_ends(word_ends),
          .word_steps(word_steps),
          .uses_word(uses_word),
          .completes(completes),
          .hidden(hidden),
          .sends(sends),
          .burst_over(burst_over),
          .source_begins(source_begins),
          .again(again),
          .settling(settling),
          .pause(pause),
          .made(made),
          .earlier(earlier)
      );

      assign settles = settling || settles_tail;
    end else begin : g_no_xor
      assign earlier = {8 * LANES{1'b0}};
      assign pause = 1'b0;
      assign source_begins = 1'b0;
      assign again = 1'b0;
      assign settles = settles_tail;
      wire unused = &{1'b0, kill, made, word_first_source, word_ends, word_xor};
    end
  endgenerate

  block_mover_flush #(
      .STREAM(STREAM)
  ) flushing (
      .clk(clk),
      .rst(rst),
      .run(run),
      .flush(flush),
      .tail_over(tail_over),
      .rest(rest),
      .beat_counts(begun && beat_valid && !bursts_cleared),
      .burst_over(burst_over),
      .sends(sends),
      .packet_goes_on(burst_to[1] && !(burst_final && (is_last || two))),
      .to_stream(to_stream),
      .some_ahead(some_ahead),
      .sent_none(sent_none),
      .room(room),
      .part(part),
      .part_counts(part_counts),
      .closing(closing),
      .closes(closes),
      .take_back(take_back),
      .blank(blank)
  );

  block_mover_beats #(
      .LANES_LOG2(LANES_LOG2)
  ) beats (
      .clk(clk),
      .rst(rst),
      .word(word),
      .turn(turn),
      .fill(fill),
      .uses_word(uses_word),
      .completes(completes),
      .no_word(owes || !run),
      .earlier(earlier),
      .made(made),
      .strobed(run || part),
      .begun(begun),
      .ends_bytes(is_last || part),
      .burst_first(burst_first),
      .burst_last(burst_last),
      .room(room),
      .put(sends),
      .put_last(run || !to_stream ? is_last : some_ahead),
      .put_ends((is_last && burst_final) || closes),
      .put_spoilt(closes && error != OVER),
      .two(two),
      .second_ends(burst_final),
      .valid(beat_out),
      .ready((to_a && a_wready) || (to_b && b_wready) || (to_stream && s_tready)),
      .data(wdata),
      .strb(wstrb),
      .last(wlast),
      .ends(s_tlast),
      .spoilt(s_tuser),
      .waits(beat_waits)
  );

  assign a_wvalid = beat_out && to_a;
  assign b_wvalid = beat_out && to_b;
  assign s_tvalid = STREAM != 0 && beat_out && to_stream;

  // What the writes of each command carry, until the first address of it goes out. Later ones carry the same.
  reg [ATTRIBUTES_W-1:0] attributes_of[0:(1<<SLOT_W)-1];

  always @(posedge clk) if (accepts) attributes_of[accepted[SLOT_W-1:0]] <= attributes;
  always @(posedge clk) if (opens) aw_attributes <= attributes_of[opened];

  // The stream's answer is that the last beat of a burst is taken.
  wire answered = a_bvalid || (PORT_B != 0 && b_bvalid) || (s_tvalid && s_tready && wlast);

  block_mover_release #(
      .ADDR_W(ADDR_W),
      .LANES_LOG2(LANES_LOG2),
      .OUTSTANDING_LOG2(OUTSTANDING_LOG2),
      .PORT_B(PORT_B),
      .STREAM(STREAM)
  ) addresses (
      .clk(clk),
      .rst(rst),
      .push(takes_piece),
      .full(addresses_full),
      .push_address(piece_address),
      .burst_ready(beat_valid && !burst_cut && (owes || (owed ? rest : !data_valid || plain))),
      .burst_to(burst_to),
      .burst_len(burst_len),
      .burst_opens(burst_opens),
      .data_valid(data_valid),
      .burst_over(burst_over && !clear_bursts),
      .thrown_away(burst_over && clear_bursts),
      .next_len(next[PIECE_W-3-:8]),
      .next_opens(next_opens),
      .next_cut(next[0]),
      .hold(!run || aborting || (hidden && !owed)),  // what is owed is of the command before
      .ahead(ahead),
      .released(released),
      .to_a(to_a),
      .to_b(to_b),
      .to_stream(to_stream),
      .answered(answered || take_back),
      .sent_none(sent_none),
      .beat_out(beat_out),
      .a_awvalid(a_awvalid),
      .b_awvalid(b_awvalid),
      .a_awready(a_awready),
      .b_awready(b_awready),
      .awaddr(awaddr),
      .awlen(awlen),
      .opens(opens),
      .waits(address_waits)
  );

  block_mover_answers #(
      .OUTSTANDING_LOG2(OUTSTANDING_LOG2),
      .COUNT_W(COUNT_W)
  ) answers (
      .clk(clk),
      .rst(rst),
      .push(burst_over && !clear_bursts && !take_back),
      .push_less_one({burst_len, burst_last} - {8'd0, burst_first}),
      .push_ends(burst_final && run && !tail && !owed),
      .push_error(run || part_counts ? NONE : error),
      .none(sent_none),
      .answered(answered),
      .response(a_bvalid ? a_bresp : PORT_B != 0 && b_bvalid ? b_bresp : 2'b00),
      .finishes_here(finishes_here),
      .error(error),
      .is_long(is_long),
      .written(written),
      .ended(ended),
      .failed(failed)
  );

  block_mover_kill #(
      .SLOT_W(SLOT_W)
  ) killing (
      .clk(clk),
      .rst(rst),
      .abort_all(abort_all),
      .accepts(accepts),
      .accepted(accepted),
      .aborting(aborting),
      .reads(reads),
      .read_stops(read_stops),
      .write_failed(failed),
      .finishes(finishes),
      .word_valid(data_valid),
      .word_error(word_error && beat_valid && !owes),
      .word_decode(word_decode),
      .word_marked(STREAM != 0 && data_valid && word_decode && !word_error && beat_valid && !owes),
      .mark_hole(mark[LANES_LOG2+2]),
      .mark_long(mark[LANES_LOG2+1]),
      .mark_empty(mark[LANES_LOG2:0] == 0),
      .word_steps(word_steps),
      .word_cut(cursor_valid && word_cut),
      .burst_cut(beat_valid && burst_cut),
      .command_over(command_over),
      .at_hand(opened),
      .run(run),
      .marks(marks),
      .tail(tail),
      .owed(owed),
      .owed_none(!owes && (!rest || some_ahead)),
      .tail_over(tail_over),
      .kill(kill),
      .flush(flush),
      .flushed(!some_ahead && !closing),
      .clear_bursts(clear_bursts),
      .clear_word(clear_word),
      .bursts_cleared(bursts_cleared),
      .words_cleared(words_cleared),
      .words_given_up(words_given_up),
      .final_burst_taken(final_burst_taken),
      .final_word_taken(final_word_taken),
      .sent_none(sent_none && !beat_out),
      .finishes_here(finishes_here),
      .error(error),
      .is_long(is_long)
  );

endmodule

`default_nettype wire
