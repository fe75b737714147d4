// SPDX-License-Identifier: Apache-2.0
// The requests under way: whether each goes well, until when it has time, and how many bytes it has moved. One of them is looked at in
// every fourth cycle: past its deadline it fails; when nothing of it is under way any more its completion is handed on.
`default_nettype none

module disk_node_requests #(
    parameter TAGS      = 8,
    parameter REQUESTS  = 8,
    parameter REQUEST_W = 3,
    parameter BYTES_W   = 10   // of what a job moves
) (
    input wire        clk,
    input wire        rst,
    input wire [31:0] now,   // ticks

    // A new request, in the place that is offered
    output reg                  free,
    output reg  [REQUEST_W-1:0] free_request,
    input  wire                 load,
    input  wire [         51:0] load_entry,    // {id and where it comes from, timed, deadline, bad}

    // State
    output reg  [REQUESTS-1:0] valid,
    output reg  [REQUESTS-1:0] failed,
    output wire [REQUESTS-1:0] live,

    // What is under way
    input wire [          REQUESTS-1:0] more,            // bytes without a job
    input wire [          REQUESTS-1:0] has_jobs,
    input wire [              TAGS-1:0] owned,
    input wire [TAGS*REQUEST_W-1:0]     owner,
    input wire [           REQUEST_W:0] split_at,        // {at work, request}
    input wire [           REQUEST_W:0] placed_at,

    // What has happened
    input wire [ REQUEST_W+4:0] channel_failure,   // {there is one, request, code}
    input wire [   REQUEST_W:0] excess_failure,    // {there is one, request}
    input wire [ REQUEST_W+4:0] mover_failure,     // {there is one, request, code}
    input wire [REQUEST_W+BYTES_W:0] moved_bytes_of,   // {bytes were moved, request, how many}

    // Completions
    output reg          done_valid,
    input  wire         done_ready,
    output wire [117:0] done            // {id, code, bytes, tick of acceptance, tick of the end}
);

  localparam [1:0] LOOK = 0, MATCH = 1, JUDGE = 2, NEXT = 3;
  localparam [3:0] BAD_REQUEST = 4'd1, DEADLINE = 4'd5, EXCESS = 4'd7;

  wire [17:0] load_id;
  wire load_timed, load_bad;
  wire [31:0] load_deadline;
  wire splitting, placing, channel_fails, excess_fails, mover_fails, moved;
  wire [REQUEST_W-1:0] splitting_request, placing_request, channel_request, excess_request, mover_request, moved_request;
  wire [3:0] channel_code, mover_code;
  wire [BYTES_W-1:0] moved_bytes;

  assign {load_id, load_timed, load_deadline, load_bad} = load_entry;
  assign {splitting, splitting_request} = split_at;
  assign {placing, placing_request} = placed_at;
  assign {channel_fails, channel_request, channel_code} = channel_failure;
  assign {excess_fails, excess_request} = excess_failure;
  assign {mover_fails, mover_request, mover_code} = mover_failure;
  assign {moved, moved_request, moved_bytes} = moved_bytes_of;

  reg [17:0] done_id;
  reg [3:0] done_code;
  reg [31:0] done_bytes, done_began, done_ended;
  assign done = {done_id, done_code, done_bytes, done_began, done_ended};

  assign live = valid & ~failed;

  // What is kept of each
  reg [82:0] entries[0:REQUESTS-1];   // id, timed, deadline, tick of acceptance
  wire [REQUESTS*4-1:0] codes;
  reg [31:0] bytes[0:REQUESTS-1];

  always @(posedge clk) if (load) entries[free_request] <= {load_id, load_timed, load_deadline, now};

  // Bytes: a sum is written two cycles after its job; jobs are further apart than that, or wait.
  reg add;
  reg [REQUEST_W-1:0] add_to;
  reg [BYTES_W-1:0] add_bytes;
  always @(posedge clk)
    if (rst) add <= 1'b0;
    else add <= moved;
  always @(posedge clk) begin
    add_to    <= moved_request;
    add_bytes <= moved_bytes;
  end
  wire [REQUEST_W-1:0] sum_at = add ? add_to : free_request;
  wire [31:0] sum = add ? bytes[add_to] + {{(32 - BYTES_W) {1'b0}}, add_bytes} : 32'd0;
  // A place without a request is set to zero while it is offered.
  always @(posedge clk) if (add || free) bytes[sum_at] <= sum;

  // A free place
  wire [REQUESTS-1:0] lowest = ~valid & (valid + 1'b1);
  wire [REQUEST_W-1:0] lowest_number;
  disk_node_pick #(
      .COUNT(REQUESTS),
      .NUMBER_W(REQUEST_W)
  ) pick (
      .one_hot(lowest),
      .number(lowest_number)
  );

  reg zeroed;   // for long enough
  always @(posedge clk)
    if (rst || load) begin
      free   <= 1'b0;
      zeroed <= 1'b0;
    end else begin
      zeroed <= ~&valid;
      free   <= zeroed;
    end
  always @(posedge clk) if (!free) free_request <= lowest_number;

  // One at a time
  reg [1:0] state;
  reg [REQUEST_W-1:0] at;
  wire [82:0] entry = entries[at];
  reg [TAGS-1:0] match;
  reg is_live, is_failed, is_placed;
  reg timed, quiet;
  reg is_late;
  wire late = state == JUDGE && is_live && timed && is_late;
  wire ends = state == NEXT && quiet && (is_failed || (is_placed && !failed[at])) && !done_valid;

  genvar t;
  generate
    for (t = 0; t < TAGS; t = t + 1) begin : g_tag
      always @(posedge clk) match[t] <= owned[t] && owner[t*REQUEST_W+:REQUEST_W] == at;
    end
  endgenerate

  always @(posedge clk)
    if (rst) begin
      state <= LOOK;
      at    <= 0;
    end else
      case (state)
        LOOK: state <= MATCH;
        MATCH: state <= JUDGE;
        JUDGE: state <= NEXT;
        NEXT: begin
          state <= LOOK;
          at    <= at + 1'b1;
        end
      endcase

  // `busy` of splitter and placer is looked at two cycles after `failed`: who has begun before that shows it by then. A request that seems to
  // go well is asked again at the end, since what is under way may end with its failure.
  always @(posedge clk)
    case (state)
      LOOK: begin
        is_live   <= valid[at] && !failed[at];
        is_failed <= valid[at] && failed[at];
        is_placed <= valid[at] && !more[at];
        timed     <= entry[64];
        is_late   <= $signed(entry[63:32] - now) < 0;
      end
      JUDGE:
      quiet <= match == 0 && !has_jobs[at] && !(splitting && splitting_request == at) && !(placing && placing_request == at);
      default: ;
    endcase

  genvar r;
  generate
    for (r = 0; r < REQUESTS; r = r + 1) begin : g_request
      wire at_channel = channel_fails && channel_request == r[REQUEST_W-1:0];
      wire at_excess = excess_fails && excess_request == r[REQUEST_W-1:0];
      wire at_mover = mover_fails && mover_request == r[REQUEST_W-1:0];
      wire at_deadline = late && at == r[REQUEST_W-1:0];
      wire loads = load && free_request == r[REQUEST_W-1:0];
      reg [3:0] code;
      always @(posedge clk)
        if (rst) begin
          valid[r]  <= 1'b0;
          failed[r] <= 1'b0;
        end else if (loads) begin
          valid[r]  <= 1'b1;
          failed[r] <= load_bad;
        end else if (ends && at == r[REQUEST_W-1:0]) begin
          valid[r]  <= 1'b0;
          failed[r] <= 1'b0;
        end else if (at_channel || at_excess || at_mover || at_deadline) failed[r] <= valid[r];
      always @(posedge clk)
        if (loads) code <= load_bad ? BAD_REQUEST : 4'd0;
        else if (!failed[r]) begin
          if (at_excess) code <= EXCESS;
          else if (at_channel) code <= channel_code;
          else if (at_mover) code <= mover_code;
          else if (at_deadline) code <= DEADLINE;
        end
      assign codes[r*4+:4] = code;
    end
  endgenerate

  always @(posedge clk)
    if (rst) done_valid <= 1'b0;
    else if (ends) done_valid <= 1'b1;
    else if (done_ready) done_valid <= 1'b0;

  always @(posedge clk)
    if (ends) begin
      done_id    <= entry[82:65];
      done_code  <= codes[at*4+:4];
      done_bytes <= bytes[at];
      done_began <= entry[31:0];
      done_ended <= now;
    end

endmodule

`default_nettype wire
