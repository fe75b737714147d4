// SPDX-License-Identifier: Apache-2.0
// What is known of the commands under way: each has a slot from its acceptance until its status is taken.
//
// The first error of a command kills it; the engines look at `killed` and stop. Statuses leave in the order of the commands.
`default_nettype none

module block_mover_status #(
    parameter SLOT_W     = 3,
    parameter TAG_W      = 8,
    parameter CHUNK_LOG2 = 11
) (
    input wire clk,
    input wire rst,

    input  wire              accept,
    input  wire [ TAG_W-1:0] accept_tag,
    output reg  [SLOT_W-1:0] accept_slot,
    output wire              full,

    // Errors
    input wire              aborts,        // of every command accepted before
    input wire              read_error,
    input wire              read_decode,
    input wire [SLOT_W-1:0] read_slot,
    input wire              write_error,   // of the oldest unfinished command
    input wire              write_decode,
    input wire              bad,           // command, or it leaves the address space
    input wire [SLOT_W-1:0] bad_slot,

    output reg [(1<<SLOT_W)-1:0] killed,  // and not finished

    // Answers to bursts, in order
    input wire                  answered_clean,
    input wire [CHUNK_LOG2-1:0] answered_less_one,
    input wire                  finished,

    output wire             done_valid,
    input  wire             done_ready,
    output wire [TAG_W-1:0] done_tag,
    output wire [      2:0] done_error,
    output wire [     31:0] done_bytes,
    output wire             busy
);

  localparam SLOTS = 1 << SLOT_W;
  localparam [1:0] BY_READ = 0, BY_WRITE = 1, BY_COMMAND = 2, BY_ABORT = 3;
  localparam [2:0] READ_SLAVE = 1, READ_DECODE = 2, WRITE_SLAVE = 3, WRITE_DECODE = 4, BAD_COMMAND = 5, ABORTED = 6;

  reg [TAG_W-1:0] tags[0:SLOTS-1];
  reg [31:0] counts[0:SLOTS-1];
  reg [2*SLOTS-1:0] causes;
  reg [SLOTS-1:0] decodes;
  reg [SLOTS-1:0] failed;
  reg [SLOTS-1:0] unfinished;
  reg [SLOTS-1:0] occupied;
  reg [SLOT_W-1:0] finish_slot;
  reg [SLOT_W-1:0] done_slot;
  reg [31:0] bytes;  // of the oldest unfinished command

  wire [31:0] bytes_now = bytes + (answered_clean ? {{(32 - CHUNK_LOG2) {1'b0}}, answered_less_one} + 1'b1 : 32'd0);
  wire taken = done_valid && done_ready;
  wire [1:0] done_cause = causes[2*done_slot+:2];
  wire done_decode = decodes[done_slot];

  assign full = occupied[accept_slot];
  assign busy = |occupied;
  assign done_valid = occupied[done_slot] && !unfinished[done_slot];
  assign done_tag = tags[done_slot];
  assign done_bytes = counts[done_slot];
  assign done_error = !failed[done_slot] ? 3'd0
                      : done_cause == BY_READ ? (done_decode ? READ_DECODE : READ_SLAVE)
                      : done_cause == BY_WRITE ? (done_decode ? WRITE_DECODE : WRITE_SLAVE)
                      : done_cause == BY_COMMAND ? BAD_COMMAND : ABORTED;

  always @(posedge clk) if (accept) tags[accept_slot] <= accept_tag;
  always @(posedge clk) if (finished) counts[finish_slot] <= bytes_now;

  always @(posedge clk)
    if (rst) begin
      accept_slot <= 0;
      finish_slot <= 0;
      done_slot   <= 0;
      bytes       <= 0;
    end else begin
      if (accept) accept_slot <= accept_slot + 1'b1;
      if (finished) finish_slot <= finish_slot + 1'b1;
      if (taken) done_slot <= done_slot + 1'b1;
      bytes <= finished ? 32'd0 : bytes_now;
    end

  genvar slot;
  generate
    for (slot = 0; slot < SLOTS; slot = slot + 1) begin : g_slot
      localparam [SLOT_W-1:0] SLOT = slot;
      wire enters = accept && accept_slot == SLOT;
      wire finishes = finished && finish_slot == SLOT;
      wire by_read = read_error && read_slot == SLOT;
      wire by_write = write_error && finish_slot == SLOT;
      wire by_command = bad && bad_slot == SLOT;
      wire fails = by_read || by_write || by_command || (aborts && unfinished[slot]);

      always @(posedge clk)
        if (rst) begin
          occupied[slot]   <= 1'b0;
          unfinished[slot] <= 1'b0;
          killed[slot]     <= 1'b0;
        end else begin
          if (enters) occupied[slot] <= 1'b1;
          else if (taken && done_slot == SLOT) occupied[slot] <= 1'b0;

          if (enters) unfinished[slot] <= 1'b1;
          else if (finishes) unfinished[slot] <= 1'b0;

          if (finishes) killed[slot] <= 1'b0;
          else if (fails) killed[slot] <= 1'b1;
        end

      always @(posedge clk) begin
        if (enters) failed[slot] <= 1'b0;
        else if (fails) failed[slot] <= 1'b1;

        if (!failed[slot]) begin
          causes[2*slot+:2] <= by_read ? BY_READ : by_write ? BY_WRITE : by_command ? BY_COMMAND : BY_ABORT;
          decodes[slot] <= by_read ? read_decode : write_decode;
        end
      end
    end
  endgenerate

endmodule

`default_nettype wire
