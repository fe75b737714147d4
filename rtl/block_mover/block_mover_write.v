// SPDX-License-Identifier: Apache-2.0
// Writing side: sends the bursts of the destination and makes each of their beats from the words of the source.
//
// In one cycle a word is turned to the lanes of the destination; what completes a beat goes out, what belongs to the next
// beat waits in `carry`. The first write address of a command waits for its first data, so that no bus is held for a read; later
// ones go out a burst ahead. No beat is shown before its address. A change of port waits until every burst on the old one
// is answered.
//
// A command that is killed finishes the bursts whose addresses are out with no strobe set; its other bursts and words are
// thrown away, and it ends when its bursts are answered. The commands behind it are not touched.
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

    input  wire              abort_all,    // every command accepted until now
    input  wire              accepts,
    input  wire [  SLOT_W:0] accepted,     // commands, modulo twice the number of slots
    output reg               aborting,     // none is to be accepted
    input  wire              reads,        // a command is taken apart, the last one accepted; ...
    output wire              read_stops,   // ... it is to end there

    // Bursts of the destination
    input  wire                  piece,
    output wire                  piece_room,
    input  wire [           1:0] piece_to,
    input  wire [ADDR_W-1:LANES_LOG2] piece_address,  // of a word
    input  wire [           7:0] piece_len,
    input  wire [LANES_LOG2-1:0] piece_first,
    input  wire [LANES_LOG2-1:0] piece_last,
    input  wire [  LANES_LOG2:0] piece_following,
    input  wire                  piece_final,
    input  wire                  piece_cut,

    // Words of the source
    input  wire                       word_valid,
    output wire                       word_taken,
    input  wire [(8<<LANES_LOG2)-1:0] word,
    input  wire [     LANES_LOG2-1:0] word_first,
    input  wire [       LANES_LOG2:0] word_bytes,
    input  wire                       word_error,
    input  wire                       word_decode,
    input  wire                       word_ends,
    input  wire                       word_final,
    input  wire                       word_xor,
    input  wire                       word_first_source,
    input  wire                       word_last_source,
    input  wire                       cut_valid,
    output wire                       stream_given_up,

    // In the order of the commands: bytes were written; a command is finished
    output wire               counts,
    output wire [COUNT_W-1:0] count_less_one,
    output wire               finished,
    output wire [        2:0] finished_error,
    input  wire [   SLOT_W:0] finishes,       // the command that is finished next

    output wire waits_for_data,
    output wire waits_for_slave,

    // AXI4 write channels of ports A and B, stream out
    output wire                       a_awvalid,
    output wire                       b_awvalid,
    input  wire                       a_awready,
    input  wire                       b_awready,
    output reg  [         ADDR_W-1:0] awaddr,
    output reg  [                7:0] awlen,
    output wire                       a_wvalid,
    output wire                       b_wvalid,
    output wire                       s_tvalid,
    input  wire                       a_wready,
    input  wire                       b_wready,
    input  wire                       s_tready,
    output reg  [(8<<LANES_LOG2)-1:0] wdata,
    output reg  [(1<<LANES_LOG2)-1:0] wstrb,
    output reg                        wlast,
    output reg                        s_tlast,
    input  wire                       a_bvalid,
    input  wire                       b_bvalid,
    input  wire [                1:0] a_bresp,
    input  wire [                1:0] b_bresp
);

  localparam LANES = 1 << LANES_LOG2;
  localparam [LANES_LOG2-1:0] TOP = LANES - 1;
  localparam [1:0] TO_A = 0, TO_B = 1, TO_STREAM = 2;
  localparam [2:0] NONE = 0, READ_SLAVE = 1, READ_DECODE = 2, WRITE_SLAVE = 3, WRITE_DECODE = 4, BAD_COMMAND = 5, ABORTED = 6;

  localparam [1:0] RUN = 0, FLUSH = 1, CLEAR = 2, FINISH = 3;
  reg [1:0] state;
  reg [SLOT_W:0] command;  // whose bursts and words are at hand
  wire run = state == RUN;
  wire kill;

  // Addresses, oldest first
  reg opens;  // the next burst is the first of its command
  wire address_none;
  wire addresses_full;
  wire address_taken;
  wire [1:0] next_to;
  wire [ADDR_W-LANES_LOG2-1:0] next_address;
  wire [7:0] next_len;
  wire next_opens;
  wire next_final;
  wire next_cut;

  always @(posedge clk)
    if (rst) opens <= 1'b1;
    else if (piece) opens <= piece_final;

  fifo #(
      .WIDTH(2 + ADDR_W - LANES_LOG2 + 8 + 3),
      .LOG2_DEPTH(4)
  ) addresses (
      .clk(clk),
      .rst(rst),
      .push(piece),
      .push_data({piece_to, piece_address, piece_len, opens, piece_final, piece_cut}),
      .full(addresses_full),
      .pop(address_taken),
      .pop_data({next_to, next_address, next_len, next_opens, next_final, next_cut}),
      .empty(address_none)
  );

  // The same bursts, as beats
  localparam [LANES_LOG2:0] ALL = {1'b1, {LANES_LOG2{1'b0}}};
  wire piece_single = piece_len == 0;
  wire [LANES_LOG2:0] piece_first_bytes = (piece_single ? {1'b0, piece_last} + 1'b1 : ALL) - {1'b0, piece_first};
  wire burst_valid;
  wire burst_taken;
  wire bursts_full;
  wire [7:0] burst_len;
  wire burst_single;
  wire [1:0] burst_to;
  wire burst_opens;
  wire [LANES_LOG2:0] burst_first_bytes;
  wire [LANES_LOG2-1:0] burst_first;
  wire [LANES_LOG2-1:0] burst_last;
  wire [LANES_LOG2:0] burst_following;
  wire burst_final;
  wire burst_cut;

  fifo_registered #(
      .WIDTH(8 + 1 + 3 + 4 * LANES_LOG2 + 2 + 2),
      .LOG2_DEPTH(4)
  ) bursts (
      .clk(clk),
      .rst(rst),
      .push(piece),
      .push_data({
        piece_len, piece_single, piece_to, opens, piece_first, piece_first_bytes, piece_last, piece_following, piece_final,
        piece_cut
      }),
      .full(bursts_full),
      .pop(burst_taken),
      .pop_data({
        burst_len, burst_single, burst_to, burst_opens, burst_first, burst_first_bytes, burst_last, burst_following,
        burst_final, burst_cut
      }),
      .valid(burst_valid)
  );

  assign piece_room = !addresses_full && !bursts_full;

  // Release of addresses
  reg owes;  // the beat at hand is whole in `carry`
  reg [1:0] ahead;  // bursts whose address is released and whose beats are not all made
  reg [1:0] to;     // where they go
  reg address_valid;
  wire address_free = !address_valid || (PORT_B != 0 && to == TO_B ? b_awready : a_awready);
  wire hidden = XOR != 0 && word_xor && !word_last_source && run && !owes;  // the word only goes to block_mover_gather
  wire sent_none;
  reg room_for_answer;
  wire may_release = address_free && room_for_answer && run && !aborting;
  // With none ahead, the next address is that of the burst at hand.
  wire release_now = may_release && ahead == 0 && burst_valid && !burst_cut && !(word_valid && word_error && !owes) &&
      (burst_opens ? word_valid && (burst_to == to || (sent_none && !tail)) : 1'b1) && !(word_valid && hidden);
  wire release_ahead = may_release && ahead == 1 && !address_none && !next_opens && !next_cut && !(word_valid && hidden);
  wire release_address = release_now || release_ahead;
  wire released = ahead != 0 || release_now || hidden;

  assign a_awvalid = address_valid && to == TO_A;
  assign b_awvalid = PORT_B != 0 && address_valid && to == TO_B;

  always @(posedge clk)
    if (rst) address_valid <= 1'b0;
    else if (address_free) address_valid <= release_address && next_to != TO_STREAM;

  always @(posedge clk)
    if (release_address) begin
      to     <= next_to;
      awaddr <= {next_address, {LANES_LOG2{1'b0}}};
      awlen  <= next_len;
    end

  always @(posedge clk)
    if (rst) ahead <= 0;
    else if (release_address && !burst_over) ahead <= ahead + 1'b1;
    else if (!release_address && burst_over) ahead <= ahead - 1'b1;

  // The beat at hand
  reg shown;  // a beat of its burst is sent, so a killed command owes the others
  reg begun;  // a beat of its burst is made, sent or not (the sources of an XOR but the last send none)
  reg [7:0] left;  // beats after it
  reg left_none;
  reg left_one;
  reg filled;  // in part, up to lane `fill`; it needs ...
  reg [LANES_LOG2-1:0] fill;
  reg [LANES_LOG2:0] fill_needs;
  reg word_held;  // the word was used in part, up to lane `word_from`; it has ...
  reg [LANES_LOG2-1:0] word_from;
  reg [LANES_LOG2:0] word_rest;
  wire is_last = !hidden && (begun ? left_none : burst_single);
  wire one_more = begun ? left_one : burst_len == 1;
  wire [LANES_LOG2-1:0] low = begun ? {LANES_LOG2{1'b0}} : burst_first;
  wire [LANES_LOG2-1:0] high = is_last ? burst_last : TOP;
  wire [LANES_LOG2-1:0] fill_now = filled ? fill : low;
  wire [LANES_LOG2-1:0] word_from_now = word_held ? word_from : word_first;
  wire [LANES_LOG2:0] last_bytes = {1'b0, burst_last} + 1'b1;
  wire [LANES_LOG2:0] needs = filled ? fill_needs : hidden ? ALL - {1'b0, low}
      : !begun ? burst_first_bytes : left_none ? last_bytes : ALL;
  wire [LANES_LOG2:0] after = hidden ? ALL : is_last ? burst_following : one_more ? last_bytes : ALL;
  wire [LANES_LOG2:0] bytes = word_held ? word_rest : word_bytes;
  wire fills;
  wire all_used;
  wire [LANES_LOG2:0] excess;
  wire [LANES_LOG2:0] missing;
  wire [LANES_LOG2-1:0] turn = fill_now - word_from_now;

  block_mover_beat #(
      .LANES_LOG2(LANES_LOG2)
  ) beat (
      .bytes(bytes),
      .needs(needs),
      .after(after),
      .fills(fills),
      .all_used(all_used),
      .excess(excess),
      .missing(missing)
  );

  // The last beat of a segment that is already whole in `carry`: it goes out while the next word is turned.
  reg tail;
  reg [LANES_LOG2-1:0] tail_high;
  reg tail_ending;
  wire spills = fills && all_used && excess != 0;
  wire leaves_tail = spills && !is_last && !hidden && one_more && excess == last_bytes;

  reg spare_valid;  // a beat waits behind the one that goes out
  wire beat_free;
  wire one_goes = !spare_valid || beat_free;    // room for a beat, ...
  wire two_go = !spare_valid && beat_free;      // ... for two
  wire tail_goes = tail && one_goes;
  wire completes = owes || fills;
  wire usable = owes || (word_valid && !word_error);
  wire go = burst_valid && !burst_cut && released && usable && run && !pause &&
      (tail ? (completes ? two_go && !is_last : one_goes) : !completes || one_goes);
  wire go_void = state == FLUSH && ahead != 0 && one_goes && !tail;
  wire sends = (go && completes && !hidden) || go_void;  // a beat of this burst
  wire uses_word = go && !owes;
  wire burst_over = (sends && is_last) || (go && leaves_tail);
  wire command_over = burst_over && burst_final && run;

  assign burst_taken = burst_over || (state == CLEAR && burst_valid && !bursts_cleared);

  always @(posedge clk)
    if (rst || burst_taken || (pause && run)) shown <= 1'b0;
    else if (sends) shown <= 1'b1;

  always @(posedge clk)
    if (rst) begin
      begun     <= 1'b0;
      filled    <= 1'b0;
      owes      <= 1'b0;
      word_held <= 1'b0;
      tail      <= 1'b0;
    end else begin
      if (burst_taken || (pause && run)) begun <= 1'b0;
      else if (kill) begun <= shown || sends;
      else if (go && completes || go_void) begun <= 1'b1;

      if (!run || pause) filled <= 1'b0;
      else if (go) filled <= completes ? spills && !leaves_tail && !owes : 1'b1;

      if (!run) owes <= 1'b0;
      else if (go) owes <= uses_word && spills && !leaves_tail && excess == after;

      if (!run) word_held <= 1'b0;
      else if (uses_word) word_held <= !all_used;

      if (go && leaves_tail) tail <= 1'b1;
      else if (one_goes) tail <= 1'b0;
    end

  always @(posedge clk) begin
    if (sends) begin
      left      <= (begun ? left : burst_len) - 1'b1;
      left_none <= one_more;
      left_one  <= begun ? left == 2 : burst_len == 2;
    end
    if (go) begin
      fill       <= fills ? excess[LANES_LOG2-1:0] : fill_now + bytes[LANES_LOG2-1:0];
      fill_needs <= missing;
      word_from  <= word_from_now + needs[LANES_LOG2-1:0];
      word_rest  <= excess;
    end
    if (go && leaves_tail) begin
      tail_high   <= burst_last;
      tail_ending <= burst_final;
    end
  end

  // Data
  reg [8*LANES-1:0] carry;
  wire [8*LANES-1:0] turned;
  wire [LANES-1:0] from_carry = filled ? ~({LANES{1'b1}} << fill) : {LANES{1'b0}};  // lanes below the fill

  block_mover_rotate #(
      .LANES_LOG2(LANES_LOG2),
      .WIDTH(8)
  ) turner (
      .in (word),
      .by (turn),
      .out(turned)
  );

  reg beat_valid;
  wire beat_taken = PORT_B != 0 && to_beat == TO_B ? b_wready : to_beat == TO_A ? a_wready : s_tready;
  reg [1:0] to_beat;
  wire [LANES-1:0] strobes = ({LANES{1'b1}} << low) & ~({{(LANES - 1) {1'b1}}, 1'b0} << high);
  wire [LANES-1:0] tail_strobes = ~({{(LANES - 1) {1'b1}}, 1'b0} << tail_high);

  assign beat_free = !beat_valid || beat_taken;
  assign a_wvalid = beat_valid && to_beat == TO_A;
  assign b_wvalid = PORT_B != 0 && beat_valid && to_beat == TO_B;
  assign s_tvalid = STREAM != 0 && beat_valid && to_beat == TO_STREAM;

  // Beats on their way out: the tail before the beat that is made in the same cycle. Two together make rows whose beats are
  // more than their words no slower when others have less.
  reg [1:0] tail_to;
  reg [1:0] spare_to;
  reg [8*LANES-1:0] spare;
  reg [LANES-1:0] spare_strb;
  reg spare_last;
  reg spare_tlast;
  wire [1:0] made_to = ahead == 0 ? burst_to : to;
  wire tail_only = tail && !(sends && two_go);
  wire out_spare = spare_valid;
  wire to_spare = spare_valid ? beat_free && (sends || tail) : beat_free ? sends && tail : sends || tail;

  always @(posedge clk) if (go && leaves_tail) tail_to <= made_to;

  always @(posedge clk)
    if (rst) begin
      beat_valid  <= 1'b0;
      spare_valid <= 1'b0;
    end else begin
      if (beat_free) beat_valid <= spare_valid || sends || tail;
      if (beat_free || !spare_valid) spare_valid <= to_spare;
    end

  always @(posedge clk)
    if (beat_free) begin
      to_beat <= out_spare ? spare_to : tail ? tail_to : made_to;
      wstrb   <= out_spare ? spare_strb : tail ? tail_strobes : run ? strobes : {LANES{1'b0}};
      wlast   <= out_spare ? spare_last : tail || is_last;
      s_tlast <= out_spare ? spare_tlast : tail ? tail_ending : is_last && burst_final;
      wdata   <= out_spare ? spare : tail ? last_made : made;
    end

  always @(posedge clk)
    if (beat_free || !spare_valid) begin
      spare_to    <= tail_only ? tail_to : made_to;
      spare_strb  <= tail_only ? tail_strobes : run ? strobes : {LANES{1'b0}};
      spare_last  <= tail_only || is_last;
      spare_tlast <= tail_only ? tail_ending : is_last && burst_final;
      spare       <= tail_only ? last_made : made;
    end

  wire [8*LANES-1:0] made;
  wire [8*LANES-1:0] last_made;  // the tail
  wire [8*LANES-1:0] earlier;  // of an XOR: what the sources before this one made of the beat
  wire pause;

  generate
    if (XOR != 0) begin : g_xor
      reg combines;
      wire combines_now = uses_word ? word_xor && !word_first_source : combines;
      wire [8*LANES-1:0] gathered;
      always @(posedge clk) if (uses_word) combines <= combines_now;

      block_mover_gather #(
          .WIDTH(8 * LANES),
          .BEATS_LOG2(CHUNK_LOG2 - LANES_LOG2 + 1)
      ) gather (
          .clk(clk),
          .rst(rst),
          .clear(!run),
          .beat(uses_word && completes && word_xor),
          .keep(hidden),
          .source_ends(uses_word && all_used && word_ends && word_xor),
          .pause(pause),
          .made(made),
          .earlier(gathered)
      );

      assign earlier = combines_now ? gathered : {8 * LANES{1'b0}};
      assign last_made = carry ^ (combines ? gathered : {8 * LANES{1'b0}});
    end else begin : g_no_xor
      assign earlier = {8 * LANES{1'b0}};
      assign last_made = carry;
      assign pause = 1'b0;
      wire unused = &{1'b0, word_first_source, word_ends};
    end
  endgenerate

  genvar lane;
  generate
    for (lane = 0; lane < LANES; lane = lane + 1) begin : g_lane
      assign made[8*lane+:8] = (from_carry[lane] ? carry[8*lane+:8] : turned[8*lane+:8]) ^ earlier[8*lane+:8];
      always @(posedge clk) if (uses_word && (completes || !from_carry[lane])) carry[8*lane+:8] <= turned[8*lane+:8];
    end
  endgenerate

  // Bursts that are sent and not answered; the stream's answer is that its last beat was taken
  wire answered = a_bvalid || (PORT_B != 0 && b_bvalid) || (s_tvalid && s_tready && wlast);
  wire sends_last = (sends && is_last) || tail_goes;
  wire sent_ending;
  wire [2:0] sent_error;
  wire sent_full;
  reg [OUTSTANDING_LOG2:0] under_way;  // released and not answered
  wire [OUTSTANDING_LOG2:0] under_way_next = under_way + {{OUTSTANDING_LOG2{1'b0}}, release_address} - {{OUTSTANDING_LOG2{1'b0}}, answered};
  reg [2:0] error;  // why the command was killed
  reg [COUNT_W-1:0] tail_less_one;
  wire [COUNT_W-1:0] less_one = {burst_len, burst_last} - {8'd0, burst_first};

  always @(posedge clk) if (go && leaves_tail) tail_less_one <= less_one;

  fifo #(
      .WIDTH(1 + 3 + COUNT_W),
      .LOG2_DEPTH(OUTSTANDING_LOG2)
  ) unanswered (
      .clk(clk),
      .rst(rst),
      .push(sends_last),
      .push_data({tail_goes ? tail_ending : burst_final && run, run || tail_goes ? NONE : error, tail_goes ? tail_less_one : less_one}),
      .full(sent_full),
      .pop(answered),
      .pop_data({sent_ending, sent_error, count_less_one}),
      .empty(sent_none)
  );

  wire [1:0] response = a_bvalid ? a_bresp : PORT_B != 0 && b_bvalid ? b_bresp : 2'b00;

  always @(posedge clk) room_for_answer <= under_way_next < 1 << OUTSTANDING_LOG2;

  always @(posedge clk)
    if (rst) under_way <= 0;
    else under_way <= under_way_next;

  // The oldest command that is not finished
  reg [2:0] cause;  // its first error
  wire [2:0] answer_error = response[1] ? (response[0] ? WRITE_DECODE : WRITE_SLAVE) : sent_error;
  wire [2:0] cause_now = cause != NONE ? cause : answered ? answer_error : NONE;
  wire finishes_here;

  assign counts = answered && !response[1] && sent_error == NONE;
  assign finished = (answered && sent_ending) || finishes_here;
  assign finished_error = finishes_here && cause == NONE ? error : cause_now;

  always @(posedge clk)
    if (rst || finished) cause <= NONE;
    else cause <= cause_now;

  // Killing
  reg addresses_cleared;  // of the command at hand: its final one was taken
  reg bursts_cleared;
  reg words_cleared;
  wire present = command != accepted;
  wire write_failed = answered && response[1] && command == finishes;
  wire read_failed = burst_valid && word_valid && word_error && !owes && !words_cleared;
  wire source_cut = cut_valid && !words_cleared;

  assign kill = run && present && !command_over &&
      (aborting || write_failed || read_failed || source_cut || (burst_valid && burst_cut));
  assign read_stops = reads && (aborting || (!run && command + 1'b1 == accepted));
  assign stream_given_up = state == CLEAR && !words_cleared;
  assign address_taken = release_address || (state == CLEAR && !address_none && !addresses_cleared);
  assign word_taken = (uses_word && all_used) || (state == CLEAR && (word_valid || cut_valid) && !words_cleared);
  assign finishes_here = state == FINISH && sent_none;

  always @(posedge clk)
    if (rst) state <= RUN;
    else
      case (state)
        RUN: if (kill) state <= FLUSH;
        FLUSH: if (ahead == 0 && !tail) state <= CLEAR;
        CLEAR: if (addresses_cleared && bursts_cleared && words_cleared) state <= FINISH;
        default: if (sent_none) state <= RUN;
      endcase

  wire next_command = command_over || finishes_here;

  always @(posedge clk)
    if (rst) begin
      command           <= 0;
      aborting          <= 1'b0;
      addresses_cleared <= 1'b0;
      bursts_cleared    <= 1'b0;
      words_cleared     <= 1'b0;
    end else begin
      if (next_command) command <= command + 1'b1;

      if (abort_all) aborting <= present || accepts;
      else if (run && !present) aborting <= 1'b0;

      if (next_command) addresses_cleared <= 1'b0;
      else if (address_taken && next_final) addresses_cleared <= 1'b1;

      if (next_command) bursts_cleared <= 1'b0;
      else if (burst_taken && burst_final) bursts_cleared <= 1'b1;

      if (next_command) words_cleared <= 1'b0;
      else if (word_taken && (cut_valid || word_final)) words_cleared <= 1'b1;
    end

  always @(posedge clk)
    if (run)
      error <= aborting ? ABORTED : write_failed ? answer_error
               : source_cut || (burst_valid && burst_cut) ? BAD_COMMAND : word_decode ? READ_DECODE : READ_SLAVE;

  assign waits_for_data = burst_valid && !burst_cut && run && !owes && !word_valid && beat_free;
  assign waits_for_slave = !beat_free || !address_free;

  wire unused = &{1'b0, sent_full};

endmodule

`default_nettype wire
