// SPDX-License-Identifier: Apache-2.0
// Takes a command apart: bursts of its source and bursts of its destination, each side at its own pace.
//
// Rows that follow each other in memory are joined: that side then has one segment a plane. An XOR has its sources where other
// commands have rows, and its rows, or pieces of its only row, where they have planes.
//
// Each side of each command ends with exactly one burst that is marked final; if the command is bad, leaves the address
// space or is stopped, that is one marked `cut`, without data.
`default_nettype none

module block_mover_rows #(
    parameter ADDR_W     = 32,
    parameter BYTES_W    = 33,
    parameter ROWS_W     = 16,
    parameter PLANES_W   = 16,
    parameter LANES_LOG2 = 3,
    parameter CHUNK_LOG2 = 11,
    parameter XOR        = 0
) (
    input wire clk,
    input wire rst,

    // A command; only while not active
    input wire                        start,
    input wire                        start_bad,          // nothing of it is done
    input wire [         ADDR_W+65:0] start_source,       // {virtual, joined, address, inner stride, outer stride}
    input wire [         ADDR_W+66:0] start_destination,  // {virtual, long, joined, address, inner stride, outer stride}
    input wire [ROWS_W+PLANES_W+49:0] start_size,         // {inner rounds: rows, outer rounds: planes, length, tail}

    // From the second cycle after start until the end
    input wire [BYTES_W-1:0] joined_length,  // of all rows of a plane, less one
    input wire               joined_wraps,   // it is longer than the address space

    input  wire stop,    // makes nothing more after the next cycle
    output wire active,

    // Bursts of the source
    input  wire                         source_room,
    output wire                         source_valid,
    input  wire                         source_taken,
    output wire [ADDR_W-1:LANES_LOG2] source_address,
    output wire [                7:0] source_len,
    output wire                         source_single,
    output wire [       LANES_LOG2:0] source_first_bytes,
    output wire [     LANES_LOG2-1:0] source_first,
    output wire [     LANES_LOG2-1:0] source_last,
    output wire                         source_ends,          // last of its segment
    output wire                         source_first_inner,
    output wire                         source_last_inner,
    output wire                         source_final,
    output wire                         source_cut,

    // Bursts of the destination
    output wire                       destination_valid,
    input  wire                       destination_taken,
    output wire [ADDR_W-1:LANES_LOG2] destination_address,
    output wire [  5*LANES_LOG2+14:0] destination_burst     // {len, single, double, first, first bytes, second bytes, last, following, final, cut}
);

  // virtual: no addresses. joined: one segment a round of the outer loop; of the source always, and of the destination if long, of the
  // joined length. length: bytes of a row less one; tail: the same in the last round of the outer loop, of an XOR.
  wire start_source_virtual, start_source_joined;
  wire [ADDR_W-1:0] start_source_address;
  wire [31:0] start_source_inner_stride, start_source_outer_stride;
  wire start_destination_virtual, start_destination_long, start_destination_joined;
  wire [ADDR_W-1:0] start_destination_address;
  wire [31:0] start_destination_inner_stride, start_destination_outer_stride;
  wire [ROWS_W-1:0] start_inner;
  wire [PLANES_W-1:0] start_outer;
  wire [24:0] start_length, start_tail;

  assign {start_source_virtual, start_source_joined, start_source_address, start_source_inner_stride, start_source_outer_stride} = start_source;
  assign {start_destination_virtual, start_destination_long, start_destination_joined, start_destination_address, start_destination_inner_stride,
          start_destination_outer_stride} = start_destination;
  assign {start_inner, start_outer, start_length, start_tail} = start_size;

  reg [24:0] length;
  reg [24:0] tail;
  reg source_long;
  reg destination_long;
  reg fresh;  // first cycle after start,
  reg known;  // ... second: the joined length is there
  reg halts;  // the command is given up; its ends are not out yet

  wire source_active;
  wire destination_active;
  wire source_beyond;
  wire destination_beyond;
  wire source_tail;
  wire destination_tail;
  wire source_double;              // never needed
  wire [LANES_LOG2:0] source_second_bytes;
  wire [LANES_LOG2:0] source_following;
  wire destination_first_inner;
  wire destination_last_inner;
  wire destination_ends;
  wire [7:0] destination_len;
  wire destination_single, destination_double, destination_final, destination_cut;
  wire [LANES_LOG2-1:0] destination_first, destination_last;
  wire [LANES_LOG2:0] destination_first_bytes, destination_second_bytes, destination_following;

  reg stops;
  wire hold = stops || (known && joined_wraps);
  wire [24:0] source_row = XOR != 0 && source_tail ? tail : length;
  wire [24:0] destination_row = XOR != 0 && destination_tail ? tail : length;

  assign active = source_active || destination_active;
  assign destination_burst = {
    destination_len, destination_single, destination_double, destination_first, destination_first_bytes, destination_second_bytes, destination_last,
    destination_following, destination_final, destination_cut
  };

  always @(posedge clk) begin
    fresh <= start && !rst;
    known <= fresh && !rst;
    stops <= stop && !rst;

    if (start) halts <= start_bad;
    else if (hold || source_beyond || destination_beyond) halts <= 1'b1;
  end

  always @(posedge clk)
    if (start) begin
      length           <= start_length;
      tail             <= start_tail;
      source_long      <= start_source_joined;
      destination_long <= start_destination_long;
    end

  block_mover_side #(
      .ADDR_W(ADDR_W),
      .BYTES_W(BYTES_W),
      .INNER_W(ROWS_W),
      .OUTER_W(PLANES_W),
      .LANES_LOG2(LANES_LOG2),
      .CHUNK_LOG2(CHUNK_LOG2)
  ) source (
      .clk(clk),
      .rst(rst),
      .start(start),
      .start_bad(start_bad),
      .start_address(start_source_address),
      .start_virtual(start_source_virtual),
      .start_length(start_length),
      .start_long(start_source_joined),
      .start_once(start_source_joined),
      .start_inner(start_inner),
      .start_outer(start_outer),
      .start_inner_stride(start_source_inner_stride),
      .start_outer_stride(start_source_outer_stride),
      .length(source_long ? joined_length : {{(BYTES_W - 25) {1'b0}}, source_row}),
      .unknown(fresh),
      .hold(hold),
      .halts(halts),
      .active(source_active),
      .beyond(source_beyond),
      .last_outer(source_tail),
      .room(source_room),
      .burst_valid(source_valid),
      .burst_taken(source_taken),
      .burst_address(source_address),
      .burst_len(source_len),
      .burst_single(source_single),
      .burst_double(source_double),
      .burst_first(source_first),
      .burst_first_bytes(source_first_bytes),
      .burst_second_bytes(source_second_bytes),
      .burst_last(source_last),
      .burst_following(source_following),
      .burst_ends(source_ends),
      .burst_first_inner(source_first_inner),
      .burst_last_inner(source_last_inner),
      .burst_final(source_final),
      .burst_cut(source_cut)
  );

  block_mover_side #(
      .ADDR_W(ADDR_W),
      .BYTES_W(BYTES_W),
      .INNER_W(ROWS_W),
      .OUTER_W(PLANES_W),
      .LANES_LOG2(LANES_LOG2),
      .CHUNK_LOG2(CHUNK_LOG2)
  ) destination (
      .clk(clk),
      .rst(rst),
      .start(start),
      .start_bad(start_bad),
      .start_address(start_destination_address),
      .start_virtual(start_destination_virtual),
      .start_length(start_length),
      .start_long(start_destination_long),
      .start_once(start_destination_joined),
      .start_inner(start_inner),
      .start_outer(start_outer),
      .start_inner_stride(start_destination_inner_stride),
      .start_outer_stride(start_destination_outer_stride),
      .length(destination_long ? joined_length : {{(BYTES_W - 25) {1'b0}}, destination_row}),
      .unknown(fresh),
      .hold(hold),
      .halts(halts),
      .active(destination_active),
      .beyond(destination_beyond),
      .last_outer(destination_tail),
      .room(1'b1),
      .burst_valid(destination_valid),
      .burst_taken(destination_taken),
      .burst_address(destination_address),
      .burst_len(destination_len),
      .burst_single(destination_single),
      .burst_double(destination_double),
      .burst_first(destination_first),
      .burst_first_bytes(destination_first_bytes),
      .burst_second_bytes(destination_second_bytes),
      .burst_last(destination_last),
      .burst_following(destination_following),
      .burst_ends(destination_ends),
      .burst_first_inner(destination_first_inner),
      .burst_last_inner(destination_last_inner),
      .burst_final(destination_final),
      .burst_cut(destination_cut)
  );

  wire unused = &{1'b0, source_double, source_second_bytes, source_following, destination_first_inner, destination_last_inner, destination_ends, tail,
                  source_tail, destination_tail};

endmodule

`default_nettype wire
