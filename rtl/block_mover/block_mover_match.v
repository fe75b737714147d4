// SPDX-License-Identifier: Apache-2.0
// How the words of the source meet the beats of the destination: which word and which beat are at hand, how many bytes each
// still has or needs, and by how many lanes the word is turned.
//
// In a cycle with `go` the word at hand gives the beat what it needs. What it has beyond that is the beginning of the next beat
// (`spills`), if that is of the same segment and large enough; otherwise the word is kept for the next cycle. Where what spills
// is a whole beat, the last of its burst, both go at once (`two`); where it is the first of the next burst it goes next, without a word
// (`owes`).
//
// What the core decides on late in its cycle stands in registers: `fills` and `turn` are worked out in the cycle before, for
// the word and the beat that will be at hand.
`default_nettype none

module block_mover_match #(
    parameter LANES_LOG2 = 3,
    parameter XOR        = 0
) (
    input wire clk,
    input wire rst,

    input wire run,
    input wire go,           // the step is done
    input wire blank,        // instead: a beat without data
    input wire word_clears,  // instead: the word, or the cut, at hand is thrown away
    input wire words_stay,   // ... or not; when not `run`
    input wire beat_clears,  // instead: the burst is thrown away
    input wire beats_stay,
    input wire again,        // the burst begins again, with nothing of it made
    input wire settles,      // the cycle after, or after `marks`: there is no step

    // A packet that ends: instead of a step
    input wire                  marks,      // the word at hand has only these bytes
    input wire [LANES_LOG2:0] mark_bytes,
    input wire                  tail_over,  // the burst at hand has no more than what is made of it and in carry
    input wire                  closes,     // the beat ends the burst

    // Bursts of the source
    input  wire                     info_valid,
    output wire                     info_taken,
    output wire                     info_done,
    input  wire [3*LANES_LOG2+15:0] info,        // {xor, first source, last source, len, single, first, first bytes, last, ends, final, cut}

    // Bursts of the destination
    input  wire                     piece_valid,
    output wire                     piece_taken,
    input  wire                     piece_opens,  // the first of its command
    input  wire [5*LANES_LOG2+16:0] piece,        // {to, len, single, double, first, first bytes, second bytes, last, following, final, cut}

    // The word at hand; with `word_cut` there is none, the command ends
    output reg  word_valid,
    output wire word_steps,         // it is used up, or the cut is taken
    output reg  word_cut,
    output wire word_ends,          // last of its segment
    output wire word_final,
    output reg  word_xor,
    output reg  word_first_source,

    // The beat at hand
    output reg                   beat_valid,
    output reg  [           1:0] burst_to,
    output reg  [           7:0] burst_len,
    output reg  [LANES_LOG2-1:0] burst_first,
    output reg  [LANES_LOG2-1:0] burst_last,
    output reg                   burst_opens,
    output reg                   burst_final,
    output reg                   burst_cut,
    output wire                  burst_over,   // its last beat steps
    output reg                   begun,        // a beat of the burst is made, sent or not
    output wire                  is_last,
    output wire                  hidden,       // a source of an XOR, not the last: no beat is sent
    output wire                  waits,        // its segment goes on in a burst that is not made yet
    output wire                  partial,      // a part of it is in carry

    output reg                   owes,
    output wire                  completes,    // the beat is whole after this step
    output wire                  two,          // ... and so is the next one, the burst's last
    output reg  [LANES_LOG2-1:0] fill,         // lane up to which the beat is in carry
    output reg  [LANES_LOG2-1:0] turn          // lanes by which the word is turned
);

  localparam [LANES_LOG2:0] ALL = {1'b1, {LANES_LOG2{1'b0}}};

  // A burst of the source: whether it is of an XOR, of its first or last source; words less one, and whether that is 0; lane of its first byte,
  // bytes of its first word, lane of its last byte; the last one of its segment, of its command, and one without words: the command
  // is cut off here
  wire [7:0] info_len;
  wire info_single, info_ends, info_final, info_cut, info_xor, info_first_source, info_last_source;
  wire [LANES_LOG2-1:0] info_first, info_last;
  wire [LANES_LOG2:0] info_first_bytes;

  assign {info_xor, info_first_source, info_last_source, info_len, info_single, info_first, info_first_bytes, info_last, info_ends, info_final,
          info_cut} = info;

  // A burst of the destination: its port; beats less one, and whether that is 0 or 1; lane of its first byte, bytes of its first beat, of the
  // segment in the beat after that, lane of its last byte, bytes of the segment in the first beat of the next burst; the last one of
  // its command, and one without beats
  wire [1:0] piece_to;
  wire [7:0] piece_len;
  wire piece_single, piece_double, piece_final, piece_cut;
  wire [LANES_LOG2-1:0] piece_first, piece_last;
  wire [LANES_LOG2:0] piece_first_bytes, piece_second_bytes, piece_following;

  assign {piece_to, piece_len, piece_single, piece_double, piece_first, piece_first_bytes, piece_second_bytes, piece_last, piece_following, piece_final,
          piece_cut} = piece;

  // The word
  reg word_last_source;
  reg [7:0] word_left;  // of the burst after it
  reg word_last;
  reg [LANES_LOG2-1:0] last_lane;
  reg words_end;    // its burst is the last of its segment,
  reg words_final;  // ... of its command
  reg [LANES_LOG2:0] have;      // bytes of it
  reg [LANES_LOG2-1:0] lane;    // of the first of them

  // The beat
  reg [7:0] left;  // of the burst after it
  reg left_none;
  reg left_one;
  reg [LANES_LOG2:0] across;     // bytes of the same segment in the first beat of the next burst
  reg continues;                 // there are some
  reg [LANES_LOG2:0] need;       // bytes that it lacks
  reg [LANES_LOG2:0] following;  // size of the beat after it; 0 where that is of another segment
  reg follows;                   // ... it is not
  reg [LANES_LOG2+1:0] room;     // sum of need and following
  reg fills;                     // have >= need

  wire [LANES_LOG2:0] excess = have - need;
  wire keeps = run && !owes && {1'b0, have} > room;
  wire spills = run && fills && !owes && !keeps && have != need;
  wire whole = run && !owes && {1'b0, have} == room && follows;

  assign completes = owes || fills;
  assign two = whole && !word_xor && left_one;  // the memory of an XOR has one beat a cycle
  assign is_last = left_none && !hidden;
  assign waits = is_last && completes && continues && !piece_valid;
  assign partial = beat_valid && fill != (begun ? {LANES_LOG2{1'b0}} : burst_first);

  wire uses_word = go && !owes;
  wire word_over = word_last || (!run && word_cut);  // of the burst, if it steps
  wire word_passes = !word_valid || word_over;
  wire word_loads = !word_valid || (word_over && !keeps);
  wire beat_steps = (go && completes) || blank || beat_clears;
  wire beat_over = run ? is_last || two : beat_clears || is_last || closes;  // of the burst, if it steps

  assign burst_over = beat_steps && beat_over;
  assign word_steps = (uses_word && !keeps) || word_clears;
  assign word_ends = words_end && word_last;
  assign word_final = words_final && word_last;
  assign info_taken = !word_valid || (word_steps && word_over);
  assign info_done = word_valid && word_steps && word_over;
  assign piece_taken = !beat_valid || burst_over;

  // The word of the next cycle: the one after this, or what is left of it
  wire [LANES_LOG2:0] have_fresh = word_passes ? info_first_bytes : word_left == 1 ? {1'b0, last_lane} + 1'b1 : ALL;
  wire [LANES_LOG2-1:0] lane_fresh = word_passes ? info_first : {LANES_LOG2{1'b0}};
  wire [LANES_LOG2-1:0] lane_kept = lane + need[LANES_LOG2-1:0];
  wire kept = keeps && word_valid;
  wire [LANES_LOG2:0] have_next = kept ? excess : have_fresh;
  wire [LANES_LOG2-1:0] lane_next = kept ? lane_kept : lane_fresh;
  wire word_stays = word_valid && (run ? owes || !beat_valid || settles : words_stay);

  always @(posedge clk)
    if (rst) word_valid <= 1'b0;
    else if (info_taken) word_valid <= info_valid;

  always @(posedge clk)
    if (info_taken) begin
      last_lane         <= info_last;
      words_end         <= info_ends;
      words_final       <= info_final;
      word_cut          <= info_cut;
      word_xor          <= XOR != 0 && info_xor;
      word_first_source <= info_first_source;
      word_last_source  <= info_last_source;
    end

  always @(posedge clk)
    if (info_taken || word_steps) begin
      word_left <= word_loads ? info_len : word_left - 1'b1;
      word_last <= word_loads ? info_single : word_left == 1;
    end

  always @(posedge clk)
    if (info_taken || word_steps || uses_word) begin
      have <= have_next;
      lane <= lane_next;
    end else if (marks) have <= mark_bytes;

  // The beat of the next cycle, if the step is done
  wire [LANES_LOG2:0] last_bytes = {1'b0, burst_last} + 1'b1;
  wire beat_next = !run || completes;
  wire [LANES_LOG2:0] spilt = room[LANES_LOG2:0] - have;  // what the next beat lacks then
  reg [LANES_LOG2:0] need_next;
  reg [LANES_LOG2:0] following_next;
  reg [LANES_LOG2-1:0] fill_next;
  // Of a source that is not the last, every beat is followed by a whole one.
  wire [LANES_LOG2:0] need_again = (!hidden && burst_len == 0 ? last_bytes : ALL) - {1'b0, burst_first};
  wire [LANES_LOG2:0] following_again = hidden ? ALL : burst_len == 0 ? across : burst_len == 1 ? last_bytes : ALL;
  wire beat_stays = beat_valid && (run ? (!word_valid && !owes) || settles : beats_stay);

  always @* begin
    if (!beat_valid) begin
      need_next      = piece_first_bytes;
      following_next = piece_second_bytes;
      fill_next      = piece_first;
    end else if (!beat_next) begin
      need_next      = need - have;
      following_next = following;
      fill_next      = fill + have[LANES_LOG2-1:0];
    end else if (beat_over) begin
      need_next      = spills && !two ? spilt : piece_first_bytes;
      following_next = piece_second_bytes;
      fill_next      = spills && !two ? excess[LANES_LOG2-1:0] : piece_first;
    end else begin
      need_next      = spills ? spilt : following;
      following_next = hidden ? ALL : left_one ? across : left == 2 ? last_bytes : ALL;
      fill_next      = spills ? excess[LANES_LOG2-1:0] : {LANES_LOG2{1'b0}};
    end
  end

  always @(posedge clk)
    if (rst) beat_valid <= 1'b0;
    else if (piece_taken) beat_valid <= piece_valid;

  always @(posedge clk)
    if (piece_taken) begin
      burst_to    <= piece_to;
      burst_first <= piece_first;
      across      <= piece_following;
      continues   <= piece_following != 0;
      burst_opens <= piece_opens;
      burst_final <= piece_final;
      burst_cut   <= piece_cut;
    end

  always @(posedge clk)
    if (piece_taken) {burst_len, burst_last} <= {piece_len, piece_last};
    else if (tail_over) {burst_len, burst_last} <= {burst_len, fill} + ~{left, {LANES_LOG2{1'b0}}};

  always @(posedge clk)
    if (piece_taken) begin
      begun     <= 1'b0;
      left      <= piece_len;
      left_none <= piece_single;
      left_one  <= piece_double;
    end else if (again) begin
      begun     <= 1'b0;
      left      <= burst_len;
      left_none <= burst_len == 0;
      left_one  <= burst_len == 1;
    end else if (beat_steps) begin
      begun     <= 1'b1;
      left      <= left - 1'b1;
      left_none <= left_one;
      left_one  <= left == 2;
    end

  always @(posedge clk)
    if (piece_taken || go) begin
      need      <= need_next;
      following <= following_next;
      follows   <= following_next != 0;
      room      <= {1'b0, need_next} + {1'b0, following_next};
      fill      <= fill_next;
    end else if (again) begin
      need      <= need_again;
      following <= following_again;
      follows   <= following_again != 0;
      room      <= {1'b0, need_again} + {1'b0, following_again};
      fill      <= burst_first;
    end

  always @(posedge clk)
    if (rst || !run) owes <= 1'b0;
    else if (go) owes <= whole && !two;

  // What is decided ahead: for each case by itself, and which of them it is only then, as that is known late
  wire both = run && word_valid && beat_valid && !owes && !settles;  // if there is a step, it is of a word and a beat
  wire next_first = !beat_valid || (run ? is_last : beat_over);
  wire [LANES_LOG2:0] have_plain = word_stays ? have : have_fresh;
  wire [LANES_LOG2-1:0] lane_plain = word_stays ? lane : lane_fresh;
  wire [LANES_LOG2:0] need_plain = beat_stays ? need : next_first ? piece_first_bytes : following;
  wire [LANES_LOG2-1:0] fill_plain = beat_stays ? fill : next_first ? piece_first : {LANES_LOG2{1'b0}};
  wire [LANES_LOG2:0] lacking = fills ? spilt : need - have;
  wire [LANES_LOG2-1:0] made = fills ? excess[LANES_LOG2-1:0] : fill + have[LANES_LOG2-1:0];
  reg fills_then;
  reg [LANES_LOG2-1:0] turn_then;

  always @*
    if (both && keeps) begin  // more than all of the burst's next beat
      fills_then = !is_last || excess >= piece_first_bytes;
      turn_then  = (is_last ? piece_first : {LANES_LOG2{1'b0}}) - lane_kept;
    end else if (both && two) begin
      fills_then = have_fresh >= piece_first_bytes;
      turn_then  = piece_first - lane_fresh;
    end else if (both && (spills || !fills)) begin
      fills_then = have_fresh >= lacking;
      turn_then  = made - lane_fresh;
    end else begin
      fills_then = have_plain >= need_plain;
      turn_then  = fill_plain - lane_plain;
    end

  always @(posedge clk)
    if (go || settles || !run || ((!word_valid || !beat_valid) && !owes)) begin
      fills <= fills_then;
      turn  <= turn_then;
    end

  generate
    if (XOR != 0) begin : g_xor
      assign hidden = run && word_valid && !word_cut && word_xor && !word_last_source && !owes;
    end else begin : g_no_xor
      assign hidden = 1'b0;
      wire unused = &{1'b0, word_last_source};
    end
  endgenerate

endmodule

`default_nettype wire
