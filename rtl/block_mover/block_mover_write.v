// SPDX-License-Identifier: Apache-2.0
// Writing side: takes commands from a queue, makes the bursts of their destination, and writes each beat when its bytes are there.
//
// The first write address of a command waits for its first data, so that no bus is held for a read; the others go out with
// the last beat of the burst before. No beat goes before its address is taken. A killed command finishes the burst that it has begun with no strobe set, throws away
// what was read for it, and ends when all its bursts are answered; the commands behind it are not touched.
// A change of port waits until every burst on the old one is answered.
`default_nettype none

module block_mover_write #(
    parameter ADDR_W           = 32,
    parameter LANES_LOG2       = 3,
    parameter BYTES_W          = 32,
    parameter COUNT_W          = 16,
    parameter CHUNK_LOG2       = 11,
    parameter WORDS_LOG2       = 10,
    parameter OUTSTANDING_LOG2 = 4,
    parameter SLOT_W           = 3,
    parameter PORT_B           = 1,
    parameter STREAM           = 1,
    parameter POSITION_W       = WORDS_LOG2 + LANES_LOG2 + 1
) (
    input wire clk,
    input wire rst,

    // A command; room is promised.
    input wire               start,
    input wire [        1:0] start_to,            // port A, port B, stream
    input wire [ SLOT_W-1:0] start_slot,
    input wire [ ADDR_W-1:0] start_address,
    input wire [BYTES_W-1:0] start_less_one,
    input wire               start_late,
    input wire [COUNT_W-1:0] start_rows,
    input wire [COUNT_W-1:0] start_planes,
    input wire [       31:0] start_row_stride,
    input wire [       31:0] start_plane_stride,
    input wire               late_store,          // a cycle after start: the length of joined rows, or anything
    input wire [ SLOT_W-1:0] late_slot,
    input wire [BYTES_W-1:0] late_less_one,

    input  wire [(1<<SLOT_W)-1:0] killed,
    output wire                   wrapped,
    output wire [     SLOT_W-1:0] wrapped_slot,

    // How far the reading side is
    input wire                  reads,          // addresses of ...
    input wire [    SLOT_W-1:0] reads_slot,     // ... this command
    input wire                  read_ends,      // it has made the last, and its data end before ...
    input wire [POSITION_W-1:0] read_end,       // ... this position
    input wire                  put,            // data come

    // The buffer
    input  wire                       any,
    input  wire                       enough,
    input  wire                       plenty,
    output wire [     LANES_LOG2-1:0] take_less_one,
    output wire                       take,
    input  wire [     LANES_LOG2-1:0] next_lane,
    input  wire [     POSITION_W-1:0] taken,
    output reg  [     LANES_LOG2-1:0] turn,
    input  wire [(8<<LANES_LOG2)-1:0] word,

    // In the order of the commands: a burst of the oldest unfinished one is answered; it is finished
    output wire                  answered,
    output wire                  answered_clean,   // OKAY, and all its bytes were written
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
  localparam ENTRY_W = ADDR_W + BYTES_W + 2 * COUNT_W + 64 + 3 + SLOT_W;

  // Commands that wait
  wire none_waits;
  wire waits_full;  // never: a command has a slot first
  wire next;        // the oldest goes to the address generator
  wire [1:0] w_to;
  wire [SLOT_W-1:0] w_slot;
  wire [ADDR_W-1:0] w_address;
  wire [BYTES_W-1:0] w_less_one;
  wire w_late;
  wire [COUNT_W-1:0] w_rows;
  wire [COUNT_W-1:0] w_planes;
  wire [31:0] w_row_stride;
  wire [31:0] w_plane_stride;

  fifo #(
      .WIDTH(ENTRY_W),
      .LOG2_DEPTH(SLOT_W)
  ) waiting (
      .clk(clk),
      .rst(rst),
      .push(start),
      .push_data({start_to, start_slot, start_address, start_less_one, start_late, start_rows, start_planes,
                  start_row_stride, start_plane_stride}),
      .full(waits_full),
      .pop(next),
      .pop_data({w_to, w_slot, w_address, w_less_one, w_late, w_rows, w_planes, w_row_stride, w_plane_stride}),
      .empty(none_waits)
  );

  // Lengths of joined rows, and where the data of a command end, by slot
  reg [BYTES_W-1:0] lates[0:(1<<SLOT_W)-1];
  reg [POSITION_W-1:0] ends[0:(1<<SLOT_W)-1];
  always @(posedge clk) if (late_store) lates[late_slot] <= late_less_one;
  always @(posedge clk) if (read_ends) ends[reads_slot] <= read_end;

  // Addresses: of the command in `a_*`
  reg a_active;
  reg [1:0] a_to;
  reg [SLOT_W-1:0] a_slot;
  wire a_killed = a_active && killed[a_slot];
  wire load;      // its next burst becomes the one that is written
  wire give_up;   // it is killed, and nothing of it is written any more
  wire idle;
  wire burst_valid;
  wire burst_new;
  wire [ADDR_W-1:0] burst_address;
  wire [7:0] burst_len;
  wire [LANES_LOG2-1:0] burst_first;
  wire [LANES_LOG2-1:0] burst_last;
  wire [CHUNK_LOG2-1:0] burst_less_one;
  wire burst_opens;
  wire burst_inner_first;
  wire burst_inner_last;
  wire burst_final;

  block_mover_bursts #(
      .ADDR_W(ADDR_W),
      .BYTES_W(BYTES_W),
      .COUNT_W(COUNT_W),
      .LANES_LOG2(LANES_LOG2),
      .CHUNK_LOG2(CHUNK_LOG2)
  ) bursts (
      .clk(clk),
      .rst(rst),
      .start(next && !killed[w_slot]),
      .start_address(w_address),
      .start_less_one(w_less_one),
      .start_late(w_late),
      .late_less_one(lates[a_slot]),
      .tail_less_one(w_less_one),
      .start_inner(w_rows),
      .start_outer(w_planes),
      .start_inner_stride(w_row_stride),
      .start_outer_stride(w_plane_stride),
      .step_at_start(1'b1),
      .step(1'b1),
      .stop(a_killed),
      .idle(idle),
      .wrapped(wrapped),
      .burst_valid(burst_valid),
      .burst_taken(load || a_killed),
      .burst_new(burst_new),
      .burst_address(burst_address),
      .burst_len(burst_len),
      .burst_first(burst_first),
      .burst_last(burst_last),
      .burst_less_one(burst_less_one),
      .burst_opens(burst_opens),
      .burst_inner_first(burst_inner_first),
      .burst_inner_last(burst_inner_last),
      .burst_final(burst_final)
  );

  assign next = !none_waits && !a_active;
  assign wrapped_slot = a_slot;

  always @(posedge clk)
    if (rst) a_active <= 1'b0;
    else if (next) a_active <= 1'b1;
    else if ((load && burst_final) || give_up) a_active <= 1'b0;

  always @(posedge clk)
    if (next) begin
      a_to   <= w_to;
      a_slot <= w_slot;
    end

  // The burst that is written, and its next beat
  reg valid;
  reg held;         // its address has not gone out
  reg follows;      // it is not the first of its command
  reg last_burst;
  reg [1:0] to;
  reg [SLOT_W-1:0] slot;
  reg [CHUNK_LOG2-1:0] less_one;
  reg [7:0] left;  // beats after the next
  reg [LANES_LOG2-1:0] last;  // lane of the burst's last byte
  reg [LANES_LOG2-1:0] low;   // lanes of the next beat, from ...
  reg [LANES_LOG2-1:0] high;  // ... to
  reg [LANES_LOG2-1:0] span;  // their number less one
  reg opened;  // a burst of the command in a_* went before

  wire dead = killed[slot];
  wire send;
  wire release_early;  // the address goes out as the burst is loaded,
  wire release_late;   // ... or when it can
  wire drop = valid && dead && held;
  wire leaves = (send && left == 0) || drop;
  wire beat_free;
  wire address_free;
  wire room_for_answer;
  wire all_answered;

  // What becomes of a killed command
  localparam [1:0] RUN = 0, DISCARD = 1, FINISH = 2;
  reg [1:0] state;
  reg [SLOT_W-1:0] victim;
  reg victim_finishes;   // no final burst of it was sent: it is finished from here
  reg victim_addresses;  // it still stands in a_*

  wire same_port = a_to == to || (all_answered && !valid);

  assign load = burst_valid && !a_killed && state == RUN && same_port && address_free && (!valid || (leaves && !dead));
  assign send = valid && beat_free && (enough || dead) && !held && address_free && state == RUN;
  assign release_early = load && room_for_answer && (opened || put || (valid ? plenty : any));
  assign release_late = valid && held && !dead && room_for_answer && (follows || any || put) && state == RUN;

  always @(posedge clk)
    if (rst) valid <= 1'b0;
    else if (load) valid <= 1'b1;
    else if (leaves) valid <= 1'b0;

  always @(posedge clk)
    if (load) held <= !release_early;
    else if (release_late) held <= 1'b0;

  always @(posedge clk)
    if (next) opened <= 1'b0;
    else if (load) opened <= 1'b1;

  always @(posedge clk)
    if (load) begin
      follows  <= opened;
      last_burst    <= burst_final;
      to       <= a_to;
      slot     <= a_slot;
      awaddr   <= burst_address;
      awlen    <= burst_len;
      less_one <= burst_less_one;
      last     <= burst_last;
      turn     <= burst_first - next_lane;
    end

  always @(posedge clk)
    if (load) begin
      left <= burst_len;
      low  <= burst_first;
      high <= burst_len == 0 ? burst_last : TOP;
      span <= burst_len == 0 ? burst_less_one[LANES_LOG2-1:0] : ~burst_first;
    end else if (send) begin
      left <= left - 1'b1;
      low  <= 0;
      high <= left == 1 ? last : TOP;
      span <= left == 1 ? last : TOP;
    end

  // Throwing away what was read for a killed command
  wire victim_read = !(reads && reads_slot == victim);
  wire [POSITION_W-1:0] rest = ends[victim] - taken;
  wire discard = state == DISCARD && victim_read && rest != 0 && enough;

  assign take_less_one = state == RUN ? span
                         : |rest[POSITION_W-1:LANES_LOG2] ? TOP : rest[LANES_LOG2-1:0] - 1'b1;
  assign take = (send && !dead) || discard;
  assign give_up = state == FINISH && all_answered && victim_addresses;

  always @(posedge clk)
    if (rst) state <= RUN;
    else
      case (state)
        RUN: if ((leaves && dead && last_burst) || (!valid && a_killed)) state <= DISCARD;
        DISCARD: if (victim_read && rest == 0) state <= victim_finishes ? FINISH : RUN;
        default: if (all_answered) state <= RUN;
      endcase

  always @(posedge clk)
    if (state == RUN) begin
      victim           <= valid ? slot : a_slot;
      victim_finishes  <= !valid || drop;
      victim_addresses <= !valid;
    end

  // Beats on their way out
  reg beat_valid;
  reg [1:0] beat_to;
  wire beat_taken = beat_to == TO_A ? a_wready : PORT_B != 0 && beat_to == TO_B ? b_wready : s_tready;

  assign beat_free = !beat_valid || beat_taken;
  assign a_wvalid = beat_valid && beat_to == TO_A;
  assign b_wvalid = PORT_B != 0 && beat_valid && beat_to == TO_B;
  assign s_tvalid = STREAM != 0 && beat_valid && beat_to == TO_STREAM;

  always @(posedge clk)
    if (rst) beat_valid <= 1'b0;
    else if (beat_free) beat_valid <= send;

  wire [LANES-1:0] strobes = ({LANES{1'b1}} << low) & ~({{(LANES - 1) {1'b1}}, 1'b0} << high);

  always @(posedge clk)
    if (beat_free) begin
      wstrb   <= dead ? {LANES{1'b0}} : strobes;
      beat_to <= to;
      wdata   <= word;
      wlast   <= left == 0;
      s_tlast <= left == 0 && last_burst;
    end

  // Its address on its way out
  reg address_valid;

  assign address_free = !address_valid || (to == TO_A ? a_awready : b_awready);
  assign a_awvalid = address_valid && to == TO_A;
  assign b_awvalid = PORT_B != 0 && address_valid && to == TO_B;

  always @(posedge clk)
    if (rst) address_valid <= 1'b0;
    else if (address_free) address_valid <= (release_early && a_to != TO_STREAM) || (release_late && to != TO_STREAM);

  // Bursts that are not answered; the stream's answer is that its last beat was taken
  wire expected_final;
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
      .push_data(release_early ? {burst_final, burst_less_one} : {last_burst, less_one}),
      .full(expects_full),
      .pop(answered),
      .pop_data({expected_final, answered_less_one}),
      .empty(expects_none)
  );

  fifo #(
      .WIDTH(1),
      .LOG2_DEPTH(OUTSTANDING_LOG2)
  ) spoils (
      .clk(clk),
      .rst(rst),
      .push(send && left == 0),
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
  assign finished = (answered && expected_final) || (state == FINISH && all_answered && victim_finishes);

  assign waits_for_data = valid && beat_free && !enough && !dead && state == RUN;
  assign waits_for_slave = !beat_free || !address_free;

  // The counts that these would tell are limited elsewhere.
  wire unused = &{1'b0, waits_full, spoils_full, spoils_none, idle, burst_new, burst_opens, burst_inner_first, burst_inner_last};

endmodule

`default_nettype wire
