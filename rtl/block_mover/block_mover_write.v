// SPDX-License-Identifier: Apache-2.0
// Writing side: makes the bursts of the destination's segments and writes each beat when its bytes are there.
//
// The first write address of a command waits for its first data, so that no bus is held for a read; the others go out with
// the last beat of the burst before. No beat is shown before its address. A killed command finishes the burst that it has
// begun with no strobe set, its data and segments are thrown away, and it ends when its bursts are answered; the commands
// behind it are not touched. A change of port waits until every burst on the old one is answered.
`default_nettype none

module block_mover_write #(
    parameter ADDR_W           = 32,
    parameter LANES_LOG2       = 3,
    parameter BYTES_W          = 32,
    parameter CHUNK_LOG2       = 11,
    parameter WORDS_LOG2       = 11,
    parameter OUTSTANDING_LOG2 = 4,
    parameter SLOT_W           = 3,
    parameter PORT_B           = 1,
    parameter STREAM           = 1,
    parameter POSITION_W       = WORDS_LOG2 + LANES_LOG2 + 1
) (
    input wire clk,
    input wire rst,

    // Of each command, in the cycle after its acceptance: where to, and the length of its segments
    input wire               define,
    input wire [ SLOT_W-1:0] define_slot,
    input wire [        1:0] define_to,        // port A, port B, stream
    input wire [BYTES_W-1:0] define_less_one,

    // Segments, in the order of the commands
    input  wire              segment_valid,
    output wire              segment_taken,
    input  wire [ADDR_W-1:0] segment_address,
    input  wire              segment_final,
    input  wire [SLOT_W-1:0] segment_slot,

    input  wire [(1<<SLOT_W)-1:0] killed,
    output wire                   wrapped,
    output reg  [     SLOT_W-1:0] slot,     // of the command whose segments come next
    output wire                   settles,  // a killed command is being cleared away: no slot may be used again

    // How far the reading side is
    input wire                  reads,       // takes apart ...
    input wire [    SLOT_W-1:0] reads_slot,  // ... this command
    input wire                  read_ends,   // it has taken it apart, and its data end before ...
    input wire [POSITION_W-1:0] read_end,    // ... this position
    input wire                  read_drains,
    input wire                  put,         // data come

    // The buffer
    input  wire                       any,
    input  wire                       enough,
    input  wire                       plenty,
    input  wire [     POSITION_W-1:0] arrived,
    output wire [     LANES_LOG2-1:0] take_less_one,
    output wire                       take,
    output wire                       skip,           // to ...
    output reg  [     POSITION_W-1:0] skip_to,        // ... here
    input  wire [     LANES_LOG2-1:0] next_lane,
    output reg  [     LANES_LOG2-1:0] turn,
    input  wire [(8<<LANES_LOG2)-1:0] word,

    // In the order of the commands: a burst of the oldest unfinished one is answered; it is finished
    output wire                  answered,
    output wire                  answered_clean,     // OKAY, and all its bytes were written
    output wire [CHUNK_LOG2-1:0] answered_less_one,
    output wire                  answer_error,
    output wire                  answer_decode,
    output wire                  finished,

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

  // By slot: where to, how long a segment is, and where its data end
  reg [BYTES_W+1:0] definitions[0:(1<<SLOT_W)-1];
  reg [POSITION_W-1:0] data_ends[0:(1<<SLOT_W)-1];

  always @(posedge clk) if (define) definitions[define_slot] <= {define_to, define_less_one};
  always @(posedge clk) if (read_ends) data_ends[reads_slot] <= read_end;

  // The next burst, of command `slot`
  reg amid;  // in a segment
  reg [ADDR_W-1:0] at;
  reg at_beyond;
  reg [BYTES_W-1:0] at_rest;
  reg opened;  // the command had a burst before
  wire [1:0] next_to;
  wire [BYTES_W-1:0] segment_less_one;
  wire [ADDR_W-1:0] from = amid ? at : segment_address;
  wire more;
  wire [ADDR_W-1:0] next;
  wire next_beyond;
  wire [BYTES_W-1:0] next_rest;
  wire [7:0] len;
  wire [LANES_LOG2-1:0] first;
  wire [LANES_LOG2-1:0] last;
  wire [CHUNK_LOG2-1:0] less_one;
  wire next_killed = killed[slot];
  wire is_final = !more && segment_final;
  wire load;  // it becomes the burst that is written

  assign {next_to, segment_less_one} = definitions[slot];

  block_mover_cut #(
      .ADDR_W(ADDR_W),
      .BYTES_W(BYTES_W),
      .LANES_LOG2(LANES_LOG2),
      .CHUNK_LOG2(CHUNK_LOG2)
  ) cut (
      .from(from),
      .rest(amid ? at_rest : segment_less_one),
      .more(more),
      .next(next),
      .next_beyond(next_beyond),
      .next_rest(next_rest),
      .len(len),
      .first(first),
      .last(last),
      .less_one(less_one)
  );

  wire here = segment_valid && segment_slot == slot;

  assign wrapped = here && amid && at_beyond && next_to != TO_STREAM && !next_killed;

  // The burst that is written, and its next beat
  reg valid;
  reg held;     // its address has not gone out
  reg follows;  // it is not the first of its command
  reg ending;   // it is the last of its command
  reg [1:0] to;
  reg [SLOT_W-1:0] burst_slot;
  reg [CHUNK_LOG2-1:0] burst_less_one;
  reg [LANES_LOG2-1:0] burst_last;  // lane of its last byte
  reg [7:0] left;  // beats after the next
  reg left_none;
  reg left_one;
  reg [LANES_LOG2-1:0] low;   // lanes of the next beat, from ...
  reg [LANES_LOG2-1:0] high;  // ... to
  reg [LANES_LOG2-1:0] span;  // their number less one

  wire dead = killed[burst_slot];
  wire send;
  wire release_early;  // the address goes out as the burst is loaded,
  wire release_late;   // ... or when it can
  wire drop = valid && dead && held;
  wire leaves = (send && left_none) || drop;
  wire beat_free;
  wire address_free;
  wire room_for_answer;
  wire all_answered;

  // Clearing a killed command away: its segments and data, then its end
  localparam [1:0] RUN = 0, CLEAR = 1, SKIP = 2, FINISH = 3;
  reg [1:0] state;
  reg [SLOT_W-1:0] victim;
  reg victim_is_next;   // its segments are not all taken
  reg victim_finishes;  // none of its bursts is the last one: it ends from here
  wire run = state == RUN;
  wire same_port = next_to == to || (all_answered && !valid);

  assign load = here && !next_killed && !wrapped && run && same_port && address_free && (!valid || (leaves && !dead));
  assign send = valid && beat_free && (enough || dead) && !held && run;
  assign release_early = load && room_for_answer && (opened || put || (valid ? plenty : any));
  assign release_late = valid && held && !dead && room_for_answer && (follows || any || put) && run;
  assign segment_taken = (load && !more) || (state == CLEAR && segment_valid && segment_slot == victim);
  assign take_less_one = span;
  assign take = send && !dead;
  assign settles = !run;

  always @(posedge clk)
    if (rst) begin
      valid  <= 1'b0;
      amid   <= 1'b0;
      opened <= 1'b0;
      slot   <= 0;
    end else begin
      if (load) valid <= 1'b1;
      else if (leaves) valid <= 1'b0;

      if (load) amid <= more;
      else if (!run) amid <= victim_is_next ? 1'b0 : amid;

      if (load) opened <= !is_final;
      else if (state == FINISH && victim_is_next) opened <= 1'b0;

      if ((load && is_final) || (state == FINISH && all_answered && victim_is_next)) slot <= slot + 1'b1;
    end

  always @(posedge clk)
    if (load) begin
      at        <= next;
      at_beyond <= next_beyond;
      at_rest   <= next_rest;
    end

  always @(posedge clk)
    if (load) held <= !release_early;
    else if (release_late) held <= 1'b0;

  always @(posedge clk)
    if (load) begin
      awaddr         <= {from[ADDR_W-1:LANES_LOG2], {LANES_LOG2{1'b0}}};
      awlen          <= len;
      follows        <= opened;
      ending         <= is_final;
      to             <= next_to;
      burst_slot     <= slot;
      burst_less_one <= less_one;
      burst_last     <= last;
      turn           <= first - next_lane;
    end

  always @(posedge clk)
    if (load) begin
      left      <= len;
      left_none <= len == 0;
      left_one  <= len == 1;
      low       <= first;
      high      <= len == 0 ? last : TOP;
      span      <= len == 0 ? less_one[LANES_LOG2-1:0] : ~first;
    end else if (send) begin
      left      <= left - 1'b1;
      left_none <= left_one;
      left_one  <= left == 2;
      low       <= 0;
      high      <= left_one ? burst_last : TOP;
      span      <= left_one ? burst_last : TOP;
    end

  // A killed command goes when nothing of it is on its way out any more.
  wire victim_read = !(reads && reads_slot == victim) && !read_drains;
  wire no_segments = !(segment_valid && segment_slot == victim);
  wire [POSITION_W-1:0] beyond = arrived - skip_to;

  assign skip = state == SKIP && !beyond[POSITION_W-1] && !put;

  always @(posedge clk)
    if (rst) state <= RUN;
    else
      case (state)
        RUN: if ((leaves && dead && ending) || (!valid && next_killed)) state <= CLEAR;
        CLEAR: if (victim_read && no_segments) state <= SKIP;
        SKIP: if (skip) state <= victim_finishes ? FINISH : RUN;
        default: if (all_answered) state <= RUN;
      endcase

  always @(posedge clk)
    if (run) begin
      victim          <= valid ? burst_slot : slot;
      victim_is_next  <= !valid;
      victim_finishes <= !valid || drop;
    end

  always @(posedge clk) skip_to <= data_ends[victim];

  // Beats on their way out
  reg beat_valid;
  reg [1:0] beat_to;
  wire beat_taken = beat_to == TO_A ? a_wready : PORT_B != 0 && beat_to == TO_B ? b_wready : s_tready;
  wire [LANES-1:0] strobes = ({LANES{1'b1}} << low) & ~({{(LANES - 1) {1'b1}}, 1'b0} << high);

  assign beat_free = !beat_valid || beat_taken;
  assign a_wvalid = beat_valid && beat_to == TO_A;
  assign b_wvalid = PORT_B != 0 && beat_valid && beat_to == TO_B;
  assign s_tvalid = STREAM != 0 && beat_valid && beat_to == TO_STREAM;

  always @(posedge clk)
    if (rst) beat_valid <= 1'b0;
    else if (beat_free) beat_valid <= send;

  always @(posedge clk)
    if (beat_free) begin
      beat_to <= to;
      wdata   <= word;
      wstrb   <= dead ? {LANES{1'b0}} : strobes;
      wlast   <= left_none;
      s_tlast <= left_none && ending;
    end

  // Its address on its way out
  reg address_valid;

  assign address_free = !address_valid || (PORT_B != 0 && to == TO_B ? b_awready : a_awready);
  assign a_awvalid = address_valid && to == TO_A;
  assign b_awvalid = PORT_B != 0 && address_valid && to == TO_B;

  always @(posedge clk)
    if (rst) address_valid <= 1'b0;
    else if (address_free)
      address_valid <= (release_early && next_to != TO_STREAM) || (release_late && to != TO_STREAM);

  // Bursts that are not answered; the stream's answer is that its last beat was taken
  wire expected_ending;
  wire expects_full;
  wire expects_none;
  wire spoiled;
  wire spoils_full;
  wire spoils_none;

  fifo #(
      .WIDTH(CHUNK_LOG2 + 1),
      .LOG2_DEPTH(OUTSTANDING_LOG2)
  ) expected (
      .clk(clk),
      .rst(rst),
      .push(release_early || release_late),
      .push_data(release_early ? {is_final, less_one} : {ending, burst_less_one}),
      .full(expects_full),
      .pop(answered),
      .pop_data({expected_ending, answered_less_one}),
      .empty(expects_none)
  );

  fifo #(
      .WIDTH(1),
      .LOG2_DEPTH(OUTSTANDING_LOG2)
  ) spoils (
      .clk(clk),
      .rst(rst),
      .push(send && left_none),
      .push_data(dead),
      .full(spoils_full),
      .pop(answered),
      .pop_data(spoiled),
      .empty(spoils_none)
  );

  wire [1:0] response = a_bvalid ? a_bresp : PORT_B != 0 && b_bvalid ? b_bresp : 2'b00;

  assign room_for_answer = !expects_full;
  assign all_answered = expects_none;
  assign answered = a_bvalid || (PORT_B != 0 && b_bvalid) || (s_tvalid && s_tready && wlast);
  assign answer_error = answered && response[1];
  assign answer_decode = response[0];
  assign answered_clean = !response[1] && !spoiled;
  assign finished = (answered && expected_ending) || (state == FINISH && all_answered);

  assign waits_for_data = valid && beat_free && !enough && !dead && run;
  assign waits_for_slave = !beat_free || !address_free;

  // Never full: room_for_answer is the limit.
  wire unused = &{1'b0, spoils_full, spoils_none};

endmodule

`default_nettype wire
