// SPDX-License-Identifier: Apache-2.0
// Takes a command apart: bursts of its source and bursts of its destination.
//
// Both sides go through the rows together, one row a cycle where each is one burst. Rows that follow each other in memory are
// joined: that side then has one segment a plane, which it cuts while the other goes through the rows. An XOR has its sources where other commands have rows, and its rows, or
// pieces of its only row, where they have planes.
//
// The first read burst is made in the cycle of `start` itself where it may: a short move has no time to lose. The length
// of joined rows is a product, which comes a cycle later.
//
// Each side of each command ends with exactly one burst that is marked final; if the command is bad, leaves the address
// space or is stopped, that is one marked `cut`, without data.
`default_nettype none

module block_mover_rows #(
    parameter ADDR_W     = 32,
    parameter BYTES_W    = 32,
    parameter ROWS_W     = 16,
    parameter PLANES_W   = 16,
    parameter LANES_LOG2 = 3,
    parameter CHUNK_LOG2 = 11
) (
    input wire clk,
    input wire rst,

    // A command; only while not active
    input wire                start,
    input wire                start_bad,                       // nothing of it is done
    input wire [  ADDR_W-1:0] start_source,
    input wire [  ADDR_W-1:0] start_destination,
    input wire                start_source_virtual,            // its addresses only tell lanes
    input wire                start_destination_virtual,
    input wire [  ROWS_W-1:0] start_inner,                     // rows
    input wire [PLANES_W-1:0] start_outer,                     // planes
    input wire [        31:0] start_source_inner_stride,
    input wire [        31:0] start_source_outer_stride,
    input wire [        31:0] start_destination_inner_stride,
    input wire [        31:0] start_destination_outer_stride,
    input wire [ BYTES_W-1:0] start_less_one,                  // bytes of a row
    input wire [ BYTES_W-1:0] start_tail_less_one,             // ... in the last round of the outer loop
    input wire                start_source_joined,             // one segment a round of the outer loop
    input wire                start_destination_joined,
    input wire                start_destination_long,          // ... of the joined length
    input wire [ BYTES_W-1:0] joined_less_one,                 // in the cycle after start
    input wire                joined_wraps,                    // ... and it is longer than the address space

    input  wire stop,    // makes nothing more
    output reg  active,

    // Bursts of the source
    input  wire                  source_room,
    output reg                   burst_valid,
    input  wire                  burst_taken,
    output reg                   burst_new,       // it stands here for its first cycle
    output reg  [    ADDR_W-1:0] burst_address,
    output reg  [           7:0] burst_len,
    output reg  [LANES_LOG2-1:0] burst_first,
    output reg  [LANES_LOG2-1:0] burst_last,
    output reg                   burst_ends,      // it is the last of its segment
    output reg                   burst_first_source,
    output reg                   burst_last_source,
    output reg                   burst_final,
    output reg                   burst_cut,

    // Bursts of the destination
    input  wire                  destination_room,
    output wire                  piece,
    output wire [ADDR_W-1:LANES_LOG2] piece_address,
    output wire [           7:0] piece_len,
    output wire [LANES_LOG2-1:0] piece_first,
    output wire [LANES_LOG2-1:0] piece_last,
    output wire [  LANES_LOG2:0] piece_following,  // bytes of the same segment after it, at most LANES
    output wire                  piece_final,
    output wire                  piece_cut
);

  reg source_joined;
  reg destination_joined;
  reg destination_long;
  reg [BYTES_W-1:0] less_one;
  reg [BYTES_W-1:0] tail_less_one;
  reg fresh;  // first cycle after start
  reg halts;  // the command is given up; its ends are not out yet

  wire first_inner;
  wire last_inner;
  wire last_outer;
  wire first_outer;  // never needed
  wire last_row = last_inner && last_outer;

  reg source_done;  // in this row, or in this round of joined rows
  reg destination_done;
  reg source_all;       // the final burst is out
  reg destination_all;

  // Of joined rows: in the cycle after start it is only coming in.
  reg [BYTES_W-1:0] long_less_one;
  wire [BYTES_W-1:0] long_now = fresh ? joined_less_one : long_less_one;
  wire [BYTES_W-1:0] row_less_one = last_outer ? tail_less_one : less_one;

  always @(posedge clk) if (fresh) long_less_one <= joined_less_one;

  wire source_amid;
  wire source_more;
  wire source_beyond;
  wire [ADDR_W-1:LANES_LOG2] source_address;
  wire [7:0] source_len;
  wire [LANES_LOG2-1:0] source_first;
  wire [LANES_LOG2-1:0] source_last;
  wire [LANES_LOG2:0] source_following;
  wire destination_amid;
  wire destination_more;
  wire destination_beyond;
  wire row_ends;
  wire source_row_ends = row_ends && (!source_joined || last_inner);
  wire destination_row_ends = row_ends && (!destination_joined || last_inner);
  wire make;
  wire make_cut;

  block_mover_side #(
      .ADDR_W(ADDR_W),
      .BYTES_W(BYTES_W),
      .LANES_LOG2(LANES_LOG2),
      .CHUNK_LOG2(CHUNK_LOG2),
      .FIRST_FROM_START(1)
  ) source (
      .clk(clk),
      .start(start),
      .start_address(start_source),
      .start_virtual(start_source_virtual),
      .start_inner_stride(start_source_inner_stride),
      .start_outer_stride(start_source_outer_stride),
      .start_less_one(start_less_one),
      .active(active),
      .less_one(source_joined ? long_now : row_less_one),
      .cut(make),
      .next_row(source_row_ends),
      .turn(last_inner),
      .amid(source_amid),
      .more(source_more),
      .beyond(source_beyond),
      .address(source_address),
      .len(source_len),
      .first(source_first),
      .last(source_last),
      .following(source_following)
  );

  block_mover_side #(
      .ADDR_W(ADDR_W),
      .BYTES_W(BYTES_W),
      .LANES_LOG2(LANES_LOG2),
      .CHUNK_LOG2(CHUNK_LOG2)
  ) destination (
      .clk(clk),
      .start(start),
      .start_address(start_destination),
      .start_virtual(start_destination_virtual),
      .start_inner_stride(start_destination_inner_stride),
      .start_outer_stride(start_destination_outer_stride),
      .start_less_one(start_less_one),
      .active(active),
      .less_one(destination_long ? long_now : row_less_one),
      .cut(piece && !piece_cut),
      .next_row(destination_row_ends),
      .turn(last_inner),
      .amid(destination_amid),
      .more(destination_more),
      .beyond(destination_beyond),
      .address(piece_address),
      .len(piece_len),
      .first(piece_first),
      .last(piece_last),
      .following(piece_following)
  );

  wire wraps = (fresh && joined_wraps) || (!source_done && source_beyond) || (!destination_done && destination_beyond);
  wire works = active && !halts && !wraps && !stop;
  wire burst_room = (!burst_valid || burst_taken) && source_room;

  assign make = burst_room && (active ? works && !source_done : start && !start_bad && !start_source_joined);
  assign make_cut = burst_room && active && halts && !source_all;
  wire source_final = (active ? last_outer && (source_joined || last_inner) : start_outer == 1 && start_inner == 1) && !source_more;

  assign piece = active && destination_room && (halts ? !destination_all : works && !destination_done);
  assign piece_cut = halts;
  assign piece_final = halts || (last_outer && (destination_joined || last_inner) && !destination_more);

  wire source_ends = source_done || (make && !source_more) || (source_joined && !last_inner);
  wire destination_ends = destination_done || (piece && !destination_more) || (destination_joined && !last_inner);
  assign row_ends = works && source_ends && destination_ends;
  wire over = halts ? (source_all || make_cut) && (destination_all || piece) : row_ends && last_row;

  always @(posedge clk)
    if (rst) begin
      active      <= 1'b0;
      burst_valid <= 1'b0;
      burst_new   <= 1'b0;
    end else begin
      if (start) active <= 1'b1;
      else if (active && over) active <= 1'b0;

      if (make) burst_valid <= 1'b1;
      else if (burst_taken) burst_valid <= 1'b0;

      burst_new <= make || make_cut;
    end

  always @(posedge clk) begin
    fresh <= start;

    if (start) halts <= start_bad;
    else if (wraps || stop) halts <= 1'b1;

    if (source_row_ends) source_done <= 1'b0;
    else if (start || make) source_done <= make && !source_more;

    if (destination_row_ends || start) destination_done <= 1'b0;
    else if (piece) destination_done <= !destination_more;

    if (start || make || make_cut) source_all <= make_cut || (make && source_final);
    if (start || piece) destination_all <= !start && piece_final;
  end

  always @(posedge clk)
    if (make || make_cut) begin
      burst_address      <= {source_address, {LANES_LOG2{1'b0}}};
      burst_len          <= source_len;
      burst_first        <= source_first;
      burst_last         <= source_last;
      burst_ends         <= !source_more;
      burst_first_source <= !active || first_inner;
      burst_last_source  <= active ? last_inner : start_inner == 1;
      burst_final        <= make_cut || source_final;
      burst_cut          <= make_cut;
    end

  always @(posedge clk)
    if (start) begin
      source_joined      <= start_source_joined;
      destination_joined <= start_destination_joined;
      destination_long   <= start_destination_long;
    end

  always @(posedge clk)
    if (start) begin
      less_one      <= start_less_one;
      tail_less_one <= start_tail_less_one;
    end

  block_mover_count #(
      .WIDTH(ROWS_W)
  ) inner (
      .clk(clk),
      .start(start),
      .rounds(start_inner),
      .step(row_ends),
      .first(first_inner),
      .last(last_inner)
  );

  block_mover_count #(
      .WIDTH(PLANES_W)
  ) outer (
      .clk(clk),
      .start(start),
      .rounds(start_outer),
      .step(row_ends && last_inner),
      .first(first_outer),
      .last(last_outer)
  );

  wire unused = &{1'b0, first_outer, source_amid, destination_amid, source_following};

endmodule

`default_nettype wire
