// SPDX-License-Identifier: Apache-2.0
// The bursts of block_mover_side against a second way to cut a command, which does it byte by byte and in no hurry: each burst begins
// where the one before ended, goes on to the end of its segment or of its chunk, and ends the command with the last byte. Only the
// first burst of joined rows may be shorter. What a burst says of its beats must be true too, while it stands.
`default_nettype none

module side_proof #(
    parameter LANES_LOG2 = 1,
    parameter CHUNK_LOG2 = 4
) (
    input wire        clk,
    input wire        any_start,
    input wire [15:0] any_address,
    input wire [ 5:0] any_length,
    input wire        joined,
    input wire [ 1:0] rows,
    input wire [ 1:0] planes,
    input wire [ 7:0] any_inner_stride,
    input wire [ 7:0] any_outer_stride,
    input wire        room,
    input wire        burst_taken
);

  localparam LANES = 1 << LANES_LOG2;
  localparam CHUNK = 1 << CHUNK_LOG2;

  wire active;
  wire burst_valid;
  wire [31:LANES_LOG2] burst_address;
  wire [7:0] burst_len;
  wire burst_single, burst_double, burst_ends, burst_final, burst_cut, beyond;
  wire [LANES_LOG2-1:0] burst_first, burst_last;
  wire [LANES_LOG2:0] burst_first_bytes, burst_second_bytes, burst_following;

  reg started = 1'b0;
  wire rst = !started;
  always @(posedge clk) started <= 1'b1;

  wire start = any_start && !active && !rst;
  wire [31:0] address = {16'h1000, any_address};
  wire [31:0] inner_stride = {{24{any_inner_stride[7]}}, any_inner_stride};
  wire [31:0] outer_stride = {{24{any_outer_stride[7]}}, any_outer_stride};
  wire [8:0] row_bytes = {3'd0, any_length} + 1'b1;
  wire [8:0] joined_bytes = row_bytes * {7'd0, rows};
  wire one_segment = joined && rows != 1;

  always @* assume (rows != 0 && planes != 0);

  // The command at hand
  reg of_joined;
  reg fresh;
  reg [8:0] segment;
  reg [1:0] all_rows;
  reg [31:0] inner, outer;
  wire [8:0] length = segment - 1'b1;

  always @(posedge clk) fresh <= start;

  always @(posedge clk)
    if (start) begin
      of_joined <= one_segment;
      segment   <= one_segment ? joined_bytes : row_bytes;
      all_rows  <= one_segment ? 2'd1 : rows;
      inner     <= inner_stride;
      outer     <= outer_stride;
    end

  block_mover_side #(
      .ADDR_W(32),
      .BYTES_W(33),
      .INNER_W(2),
      .OUTER_W(2),
      .LANES_LOG2(LANES_LOG2),
      .CHUNK_LOG2(CHUNK_LOG2)
  ) dut (
      .clk(clk),
      .rst(rst),
      .start(start),
      .start_bad(1'b0),
      .start_address(address),
      .start_virtual(1'b0),
      .start_length({19'd0, any_length}),
      .start_long(one_segment),
      .start_once(one_segment),
      .start_inner(rows),
      .start_outer(planes),
      .start_inner_stride(inner_stride),
      .start_outer_stride(outer_stride),
      .length(of_joined && fresh ? 33'd0 : {24'd0, length}),
      .unknown(fresh),
      .hold(1'b0),
      .halts(1'b0),
      .active(active),
      .beyond(beyond),
      .last_outer(),
      .room(room),
      .burst_valid(burst_valid),
      .burst_taken(burst_taken),
      .burst_address(burst_address),
      .burst_len(burst_len),
      .burst_single(burst_single),
      .burst_double(burst_double),
      .burst_first(burst_first),
      .burst_first_bytes(burst_first_bytes),
      .burst_second_bytes(burst_second_bytes),
      .burst_following(burst_following),
      .burst_last(burst_last),
      .burst_ends(burst_ends),
      .burst_first_inner(),
      .burst_last_inner(),
      .burst_final(burst_final),
      .burst_cut(burst_cut)
  );

  // The second way
  reg [31:0] next;        // byte
  reg [8:0] left;         // of the segment
  reg [31:0] row, plane;  // where they begin
  reg [1:0] rows_left, planes_left;
  reg begins;             // nothing of the command is done
  wire [8:0] to_chunk = CHUNK - {{(9 - CHUNK_LOG2) {1'b0}}, next[CHUNK_LOG2-1:0]};
  wire [8:0] longest = left < to_chunk ? left : to_chunk;
  wire [11:0] bytes = ({4'd0, burst_len} + 1'b1 << LANES_LOG2) - {{(12 - LANES_LOG2) {1'b0}}, burst_first} - (LANES - 1) +
      {{(12 - LANES_LOG2) {1'b0}}, burst_last};
  wire [8:0] moved = bytes[8:0];
  wire [8:0] in_first = LANES - {{(9 - LANES_LOG2) {1'b0}}, next[LANES_LOG2-1:0]};
  wire [8:0] first_bytes = left < in_first ? left : in_first;
  wire [8:0] behind_first = left - first_bytes;
  wire [8:0] behind = left - moved;
  wire ends = moved == left;
  wire done = ends && rows_left == 1 && planes_left == 1;

  always @(posedge clk)
    if (start) begin
      next        <= address;
      row         <= address;
      plane       <= address;
      left        <= one_segment ? joined_bytes : row_bytes;
      rows_left   <= one_segment ? 2'd1 : rows;
      planes_left <= planes;
      begins      <= 1'b1;
    end else if (burst_valid && burst_taken) begin
      begins <= 1'b0;
      if (!ends) begin
        next <= next + {23'd0, moved};
        left <= left - moved;
      end else if (rows_left != 1) begin
        next      <= row + inner;
        row       <= row + inner;
        left      <= segment;
        rows_left <= rows_left - 1'b1;
      end else begin
        next        <= plane + outer;
        row         <= plane + outer;
        plane       <= plane + outer;
        left        <= segment;
        rows_left   <= all_rows;
        planes_left <= planes_left - 1'b1;
      end
    end

  reg over = 1'b0;  // the last burst was taken in the cycle before
  reg stood = 1'b0;
  always @(posedge clk) over <= burst_valid && burst_taken && done;
  always @(posedge clk) stood <= !rst && burst_valid && !burst_taken;

  always @* begin
    if (!rst && burst_valid) begin
      assert (active && !burst_cut && !beyond);
      assert ({burst_address, burst_first} == next);
      assert (bytes <= {3'd0, longest});
      assert ((of_joined && begins) || moved == longest);
      assert (moved == longest || burst_last == LANES - 1);
      assert (burst_ends == ends);
      assert (burst_final == done);
      assert (burst_single == (burst_len == 0) && burst_double == (burst_len == 1));
      assert (burst_first_bytes == first_bytes);
      assert (burst_second_bytes == (behind_first < LANES ? behind_first : LANES));
      assert (burst_following == (behind < LANES ? behind : LANES));
    end
    assert (!over || !active);
    assert (!stood || burst_valid);
  end

endmodule

`default_nettype wire
