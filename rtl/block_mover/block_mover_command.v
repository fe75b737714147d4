// SPDX-License-Identifier: Apache-2.0
// What the command on the core's input asks for, for block_mover_read: whether it is good, between which ports it goes, and through
// which rows and planes its source and its destination go. No registers.
//
// An XOR reads a piece of each source before the next piece; pieces are its rows, or chunks of its only row. So its inner rounds
// are the sources and its outer rounds the pieces, where other commands have rows and planes.
`default_nettype none

module block_mover_command #(
    parameter ADDR_W     = 32,
    parameter COUNT_W    = 16,
    parameter CHUNK_LOG2 = 11,
    parameter PORT_B     = 1,
    parameter STREAM     = 1,
    parameter XOR        = 1
) (
    // See block_mover_core
    input wire [        1:0] cmd_op,
    input wire [        1:0] cmd_src_port,
    input wire [        1:0] cmd_dst_port,
    input wire [ ADDR_W-1:0] cmd_src,
    input wire [ ADDR_W-1:0] cmd_dst,
    input wire [       31:0] cmd_row_bytes,
    input wire [COUNT_W-1:0] cmd_rows,
    input wire [COUNT_W-1:0] cmd_planes,
    input wire [       31:0] cmd_src_row_stride,
    input wire [       31:0] cmd_src_plane_stride,
    input wire [       31:0] cmd_dst_row_stride,
    input wire [       31:0] cmd_dst_plane_stride,

    output wire                  bad,
    output wire                  combine,      // it is an XOR
    output wire [           1:0] from,         // port A, port B, stream, pattern
    output wire [           1:0] to,
    output wire [   ADDR_W+65:0] source,       // {virtual, joined, address, inner stride, outer stride}, see block_mover_rows
    output wire [   ADDR_W+66:0] destination,  // {virtual, long, joined, address, inner stride, outer stride}
    output wire [2*COUNT_W+49:0] size,         // {inner rounds, outer rounds, length, tail}
    output wire                  joins         // the length of joined rows is needed
);

  localparam [1:0] COPY = 0, FILL = 1, COMBINE = 2;
  localparam [1:0] AT_B = 1, AT_STREAM = 2, AT_PATTERN = 3;

  wire fill = cmd_op == FILL;
  assign combine = XOR != 0 && cmd_op == COMBINE;

  // What is bad goes nowhere: of the ports only those that exist are told apart.
  localparam [1:0] PORTS = {STREAM != 0, PORT_B != 0};
  assign from = fill ? AT_PATTERN : cmd_src_port & PORTS;
  assign to = cmd_dst_port & PORTS;

  wire too_long = |cmd_row_bytes[31:25] || (cmd_row_bytes[24] && |cmd_row_bytes[23:0]);
  wire bad_source = !fill && ((PORT_B == 0 && cmd_src_port == AT_B) || (STREAM == 0 && cmd_src_port == AT_STREAM) ||
      cmd_src_port == 2'd3);
  wire bad_destination = (PORT_B == 0 && cmd_dst_port == AT_B) || (STREAM == 0 && cmd_dst_port == AT_STREAM) ||
      cmd_dst_port == 2'd3;
  wire bad_combination;
  wire bad_op = cmd_op == 2'd3 || (XOR == 0 && cmd_op == COMBINE) || (combine && bad_combination);
  assign bad = cmd_row_bytes == 0 || too_long || cmd_rows == 0 || cmd_planes == 0 || bad_source || bad_destination || bad_op;

  wire several_rows = cmd_rows != 1;
  wire join_source = several_rows && cmd_op == COPY && cmd_src_row_stride == cmd_row_bytes;
  wire join_destination = several_rows && cmd_dst_row_stride == cmd_row_bytes;
  assign joins = join_source || join_destination;

  wire [24:0] row_length = cmd_row_bytes[24:0] - 1'b1;  // less one, as all lengths are
  wire [COUNT_W-1:0] inner, outer;
  wire [31:0] source_inner_stride, source_outer_stride, destination_outer_stride;
  wire [24:0] segment_length, tail_length;

  generate
    if (XOR != 0) begin : g_pieces
      wire [24:0] chunks = {{CHUNK_LOG2{1'b0}}, row_length[24:CHUNK_LOG2]} + 1'b1;
      wire in_pieces = combine && !several_rows && |row_length[24:CHUNK_LOG2];

      assign bad_combination = cmd_planes > 8 || cmd_src_port == AT_STREAM ||
          (several_rows && |row_length[24:CHUNK_LOG2]) || |(chunks >> COUNT_W);
      assign inner = combine ? cmd_planes : cmd_rows;
      assign outer = !combine ? cmd_planes : several_rows ? cmd_rows : chunks[COUNT_W-1:0];
      assign source_inner_stride = combine ? cmd_src_plane_stride : cmd_src_row_stride;
      assign source_outer_stride = !combine ? cmd_src_plane_stride : several_rows ? cmd_src_row_stride : 32'd1 << CHUNK_LOG2;
      assign destination_outer_stride = !combine ? cmd_dst_plane_stride : several_rows ? cmd_dst_row_stride : 32'd1 << CHUNK_LOG2;
      assign segment_length = in_pieces ? {{(25 - CHUNK_LOG2) {1'b0}}, {CHUNK_LOG2{1'b1}}} : row_length;
      assign tail_length = in_pieces ? {{(25 - CHUNK_LOG2) {1'b0}}, row_length[CHUNK_LOG2-1:0]} : row_length;
    end else begin : g_rows
      assign bad_combination = 1'b0;
      assign inner = cmd_rows;
      assign outer = cmd_planes;
      assign source_inner_stride = cmd_src_row_stride;
      assign source_outer_stride = cmd_src_plane_stride;
      assign destination_outer_stride = cmd_dst_plane_stride;
      assign segment_length = row_length;
      assign tail_length = row_length;
    end
  endgenerate

  assign source = {fill || cmd_src_port == AT_STREAM, join_source, cmd_src, source_inner_stride, source_outer_stride};
  assign destination = {
    cmd_dst_port == AT_STREAM, !combine && join_destination, combine || join_destination, cmd_dst, cmd_dst_row_stride, destination_outer_stride
  };
  assign size = {inner, outer, segment_length, tail_length};

endmodule

`default_nettype wire
