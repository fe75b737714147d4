// SPDX-License-Identifier: Apache-2.0
// Writing side: makes the beats of the destination from the words of the source and sends them.
//
// block_mover_match says which word and which beat are at hand. The word is turned to the lanes of the beat; what completes the
// beat goes to block_mover_output, what belongs to the next one waits in `carry`. No beat is shown before its address, which
// block_mover_release sends; block_mover_answers waits for what the slave says of it, and block_mover_kill ends what fails.
//
// A packet of the stream out whose command is killed ends with one more beat, without bytes, if any beat of it is made.
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
    parameter COUNT_W          = 8 + LANES_LOG2  // bytes of a burst less one
) (
    input wire clk,
    input wire rst,

    input  wire              abort_all,    // every command accepted until now, in this cycle too
    input  wire              accepts,
    input  wire [  SLOT_W:0] accepted,     // commands, modulo twice the number of slots
    output wire              aborting,     // none is to be accepted
    input  wire              reads,        // a command is taken apart, the last one accepted; ...
    output wire              read_stops,   // ... it is to end there

    // Bursts of the destination
    input  wire                         piece_valid,
    output wire                         piece_taken,
    input  wire [                  1:0] piece_to,
    input  wire [ADDR_W-1:LANES_LOG2] piece_address,  // of a word
    input  wire [                  7:0] piece_len,
    input  wire                         piece_single,
    input  wire [       LANES_LOG2:0] piece_first_bytes,
    input  wire                         piece_double,
    input  wire [       LANES_LOG2:0] piece_second_bytes,
    input  wire [     LANES_LOG2-1:0] piece_first,
    input  wire [     LANES_LOG2-1:0] piece_last,
    input  wire [       LANES_LOG2:0] piece_following,
    input  wire                         piece_final,
    input  wire                         piece_cut,

    // Bursts of the source
    input  wire                    info_valid,
    output wire                    info_taken,
    output wire                    info_done,
    input  wire [           7:0] info_len,
    input  wire                    info_single,
    input  wire [LANES_LOG2-1:0] info_first,
    input  wire [  LANES_LOG2:0] info_first_bytes,
    input  wire [LANES_LOG2-1:0] info_last,
    input  wire                    info_ends,
    input  wire                    info_final,
    input  wire                    info_cut,
    input  wire                    info_xor,
    input  wire                    info_first_source,
    input  wire                    info_last_source,

    // ... and their words
    input  wire                       word_valid,
    output wire                       word_taken,
    input  wire [(8<<LANES_LOG2)-1:0] word,
    input  wire                       word_error,
    input  wire                       word_decode,
    output wire                       word_given_up,
    input  wire                       mark_hole,
    input  wire                       mark_long,
    input  wire [     LANES_LOG2:0] mark_bytes,

    // In the order of the commands: bytes were written; a command is finished
    output wire               counts,
    output wire [COUNT_W-1:0] count_less_one,
    output wire               finished,
    output wire [        2:0] finished_error,
    output wire               finished_short,
    output wire               finished_long,
    input  wire [   SLOT_W:0] finishes,       // the command that is finished next

    output wire waits_for_data,
    output wire waits_for_slave,

    // AXI4 write channels of ports A and B, stream out
    output wire                       a_awvalid,
    output wire                       b_awvalid,
    input  wire                       a_awready,
    input  wire                       b_awready,
    output wire [         ADDR_W-1:0] awaddr,
    output wire [                7:0] awlen,
    output wire                       opens,    // what is released in this cycle is the first ...
    output wire [         SLOT_W-1:0] opened,   // ... of this command, modulo their number
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
  localparam [2:0] NONE = 0, OVER = 3;
  localparam [1:0] PORTS = {STREAM != 0, PORT_B != 0};  // those that are there

  // The bursts of the destination, for the addresses and for the beats
  reg first_piece;  // the next one is the first of its command
  wire addresses_full;
  wire bursts_full;
  wire piece = piece_valid && piece_taken;
  wire next_valid;
  wire next_taken;
  wire [1:0] next_to;
  wire [7:0] next_len;
  wire next_single;
  wire [LANES_LOG2:0] next_first_bytes;
  wire next_double;
  wire [LANES_LOG2:0] next_second_bytes;
  wire [LANES_LOG2-1:0] next_first;
  wire [LANES_LOG2-1:0] next_last;
  wire [LANES_LOG2:0] next_following;
  wire next_opens;
  wire next_final;
  wire next_cut;

  assign piece_taken = !addresses_full && !bursts_full;

  always @(posedge clk)
    if (rst) first_piece <= 1'b1;
    else if (piece) first_piece <= piece_final;

  fifo_through #(
      .WIDTH(2 + 8 + 2 + 5 * LANES_LOG2 + 3 + 3),
      .LOG2_DEPTH(4)
  ) bursts (
      .clk(clk),
      .rst(rst),
      .push(piece),
      .push_data({
        piece_to, piece_len, piece_single, piece_double, piece_first, piece_first_bytes, piece_second_bytes, piece_last, piece_following,
        first_piece, piece_final, piece_cut
      }),
      .full(bursts_full),
      .pop(next_taken),
      .pop_data({
        next_to, next_len, next_single, next_double, next_first, next_first_bytes, next_second_bytes, next_last, next_following, next_opens, next_final,
        next_cut
      }),
      .valid(next_valid)
  );

  // The step from a word to a beat
  wire run;
  wire kill;
  wire flush;
  wire clear_word;
  wire clear_bursts;
  wire words_cleared;
  wire words_given_up;
  wire bursts_cleared;
  wire cursor_valid;  // a burst of words is at hand
  wire word_cut;
  wire word_ends;
  wire word_final;
  wire word_xor;
  wire word_first_source;
  wire word_last_source;  // never needed here
  wire word_steps;
  wire beat_valid;
  wire [1:0] burst_to;
  wire [7:0] burst_len;
  wire [LANES_LOG2-1:0] burst_first;
  wire [LANES_LOG2-1:0] burst_last;
  wire burst_opens;
  wire burst_final;
  wire burst_cut;
  wire burst_over;
  wire begun;
  wire is_last;
  wire hidden;
  wire waits;
  wire owes;
  wire completes;
  wire two;
  wire [LANES_LOG2-1:0] fill;
  wire [LANES_LOG2-1:0] turn;
  wire source_begins;
  wire again;
  wire settles;
  wire pause;
  wire released;
  wire [1:0] ahead;
  wire room;  // for two beats
  wire marks;
  wire tail;
  wire owed;
  wire tail_over;
  wire partial;
  wire data_valid = cursor_valid && !word_cut && word_valid;  // of the word at hand
  wire plain = !word_error && (tail || !word_decode) && !owed;
  wire usable = owes || (data_valid && plain);
  wire go = beat_valid && !burst_cut && (released || hidden) && usable && run && !pause && !source_begins && !settles && !waits &&
      (!completes || room);
  reg part;         // of a command whose packet is over: the next beat is the last one with bytes
  reg part_counts;  // ... and the burst at hand has bytes
  reg packet_amid;  // a beat of a packet is made, its last one not
  wire rest = partial && !bursts_cleared;
  wire closing = to_stream && (packet_amid || part);
  wire take_back = flush && to_stream && !closing && ahead != 0 && sent_none;  // a burst of the stream of which nothing is made
  wire closes = flush && closing && room;
  wire blank = flush && ahead != 0 && (to_stream ? closes || take_back : room);
  wire uses_word = go && !owes;
  wire sends = (go && completes && !hidden) || (blank && !take_back) || closes;

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
      .mark_bytes(mark_bytes),
      .tail_over(tail_over && !bursts_cleared),
      .closes(to_stream && flush),
      .info_valid(info_valid),
      .info_taken(info_taken),
      .info_done(info_done),
      .info_len(info_len),
      .info_single(info_single),
      .info_first(info_first),
      .info_first_bytes(info_first_bytes),
      .info_last(info_last),
      .info_ends(info_ends),
      .info_final(info_final),
      .info_cut(info_cut),
      .info_xor(info_xor),
      .info_first_source(info_first_source),
      .info_last_source(info_last_source),
      .piece_valid(next_valid),
      .piece_taken(next_taken),
      .piece_to(next_to & PORTS),
      .piece_len(next_len),
      .piece_single(next_single),
      .piece_double(next_double),
      .piece_second_bytes(next_second_bytes),
      .piece_first(next_first),
      .piece_first_bytes(next_first_bytes),
      .piece_last(next_last),
      .piece_following(next_following),
      .piece_opens(next_opens),
      .piece_final(next_final),
      .piece_cut(next_cut),
      .word_valid(cursor_valid),
      .word_steps(word_steps),
      .word_cut(word_cut),
      .word_ends(word_ends),
      .word_final(word_final),
      .word_xor(word_xor),
      .word_first_source(word_first_source),
      .word_last_source(word_last_source),
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

  assign word_taken = word_steps && !word_cut;
  assign word_given_up = words_given_up && cursor_valid && !word_cut;

  always @(posedge clk)
    if (rst) begin
      part        <= 1'b0;
      part_counts <= 1'b0;
      packet_amid <= 1'b0;
    end else begin
      if (tail_over) part <= rest;
      else if (sends) part <= 1'b0;

      if (tail_over) part_counts <= rest || (begun && beat_valid && !bursts_cleared);
      else if (burst_over) part_counts <= 1'b0;

      if (STREAM != 0 && sends) packet_amid <= run ? burst_to[1] && !(burst_final && (is_last || two)) : !closes && packet_amid;
    end

  // Addresses
  wire to_a;
  wire to_b;
  wire to_stream;
  wire sent_none;
  wire answered = a_bvalid || (PORT_B != 0 && b_bvalid) || (s_tvalid && s_tready && wlast);
  wire address_waits;
  wire beat_out;

  block_mover_release #(
      .ADDR_W(ADDR_W),
      .LANES_LOG2(LANES_LOG2),
      .OUTSTANDING_LOG2(OUTSTANDING_LOG2),
      .PORT_B(PORT_B),
      .STREAM(STREAM)
  ) addresses (
      .clk(clk),
      .rst(rst),
      .push(piece),
      .full(addresses_full),
      .push_address(piece_address),
      .burst_ready(beat_valid && !burst_cut && (owes || (owed ? rest : !data_valid || plain))),
      .burst_to(burst_to),
      .burst_len(burst_len),
      .burst_opens(burst_opens),
      .data_valid(data_valid),
      .burst_over(burst_over && !clear_bursts),
      .thrown_away(burst_over && clear_bursts),
      .next_len(next_len),
      .next_opens(next_opens),
      .next_cut(next_cut),
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

  // Data
  reg [8*LANES-1:0] carry;
  wire [8*LANES-1:0] turned;
  wire [8*LANES-1:0] made;
  wire [8*LANES-1:0] earlier;  // of an XOR: what the sources before this one made of the beat
  wire no_word = owes || !run;  // what is no byte of the beat is then from carry too: that is never undefined
  wire [LANES-1:0] from_carry = ~({LANES{1'b1}} << fill) | {LANES{no_word}};
  wire [LANES-1:0] to_last = ~({{(LANES - 1) {1'b1}}, 1'b0} << burst_last);
  wire [LANES-1:0] strobes = (begun ? {LANES{1'b1}} : {LANES{1'b1}} << burst_first) & (is_last || part ? to_last : {LANES{1'b1}}) & {LANES{run || part}};

  block_mover_rotate #(
      .LANES_LOG2(LANES_LOG2),
      .WIDTH(8)
  ) turner (
      .in (word),
      .by (turn),
      .out(turned)
  );

  genvar lane;
  generate
    for (lane = 0; lane < LANES; lane = lane + 1) begin : g_lane
      assign made[8*lane+:8] = (from_carry[lane] ? carry[8*lane+:8] : turned[8*lane+:8]) ^ earlier[8*lane+:8];
      always @(posedge clk)
        if (rst) carry[8*lane+:8] <= 8'd0;
        else if (uses_word && (completes || !from_carry[lane])) carry[8*lane+:8] <= turned[8*lane+:8];
    end
  endgenerate

  wire beat_ready = (to_a && a_wready) || (to_b && b_wready) || (to_stream && s_tready);
  wire beat_waits;

  assign a_wvalid = beat_out && to_a;
  assign b_wvalid = beat_out && to_b;
  assign s_tvalid = STREAM != 0 && beat_out && to_stream;

  block_mover_output #(
      .LANES_LOG2(LANES_LOG2)
  ) beats (
      .clk(clk),
      .rst(rst),
      .put(sends),
      .put_data(made),
      .put_strb(strobes),
      .put_last(run || !to_stream ? is_last : ahead != 0),
      .put_ends((is_last && burst_final) || closes),
      .put_spoilt(closes && error != OVER),
      .room(room),
      .two(two),
      .second_data(turned),
      .second_strb(to_last),
      .second_ends(burst_final),
      .valid(beat_out),
      .ready(beat_ready),
      .data(wdata),
      .strb(wstrb),
      .last(wlast),
      .ends(s_tlast),
      .spoilt(s_tuser),
      .waits(beat_waits)
  );

  // Answers
  wire failed;
  wire [2:0] error;
  wire is_long;
  wire finishes_here;

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
      .counts(counts),
      .count_less_one(count_less_one),
      .finished(finished),
      .finished_error(finished_error),
      .finished_short(finished_short),
      .finished_long(finished_long),
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
      .mark_hole(mark_hole),
      .mark_long(mark_long),
      .mark_empty(mark_bytes == 0),
      .word_steps(word_steps),
      .word_cut(cursor_valid && word_cut),
      .burst_cut(beat_valid && burst_cut),
      .command_over(burst_over && burst_final && run && !tail && !owed),
      .at_hand(opened),
      .run(run),
      .marks(marks),
      .tail(tail),
      .owed(owed),
      .owed_none(!owes && (!rest || ahead != 0)),
      .tail_over(tail_over),
      .kill(kill),
      .flush(flush),
      .flushed(ahead == 0 && !closing),
      .clear_bursts(clear_bursts),
      .clear_word(clear_word),
      .bursts_cleared(bursts_cleared),
      .words_cleared(words_cleared),
      .words_given_up(words_given_up),
      .final_burst_taken(burst_over && burst_final),
      .final_word_taken(word_steps && (word_cut || word_final)),
      .sent_none(sent_none && !beat_out),
      .finishes_here(finishes_here),
      .error(error),
      .is_long(is_long)
  );

  reg settles_tail;

  always @(posedge clk) settles_tail <= marks;

  generate
    if (XOR != 0) begin : g_xor
      reg combines;
      reg shown;    // a beat of the burst is sent
      reg aligned;  // the beat is the one at which the source begins, or a later one
      reg settling;
      wire combines_now = uses_word ? word_xor && !word_first_source : combines && run;
      wire source_ends = word_steps && run && word_ends && word_xor;
      wire [8*LANES-1:0] gathered;

      always @(posedge clk)
        if (rst) combines <= 1'b0;
        else if (uses_word) combines <= combines_now;

      block_mover_gather #(
          .WIDTH(8 * LANES),
          .BEATS_LOG2(CHUNK_LOG2 - LANES_LOG2 + 1)
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

      // A source begins with the first beat, and so do the beats that a killed command owes if it has sent none.
      assign source_begins = run && !owed && beat_valid && !burst_cut && cursor_valid && !word_cut && word_xor && !aligned && !owes;
      assign again = source_begins || (kill && !shown && !sends);
      assign settles = settling || settles_tail;
      assign earlier = combines_now ? gathered : {8 * LANES{1'b0}};
    end else begin : g_no_xor
      assign earlier = {8 * LANES{1'b0}};
      assign pause = 1'b0;
      assign source_begins = 1'b0;
      assign again = 1'b0;
      assign settles = settles_tail;
      wire unused = &{1'b0, kill, word_first_source, word_ends, word_xor};
    end
  endgenerate

  assign waits_for_data = beat_valid && !burst_cut && run && !owes && !data_valid && !beat_waits;
  assign waits_for_slave = beat_waits || address_waits;

  wire unused = &{1'b0, word_last_source};

endmodule

`default_nettype wire
