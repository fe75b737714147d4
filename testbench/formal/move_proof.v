// SPDX-License-Identifier: Apache-2.0
// A whole move through block_mover_core, from reset to its status, for every command of a small form: one byte of it, any, is followed
// from where it is read to where it is written, and one byte outside, any, is never written.
//
// The followed byte is byte `column` of row `row` of plane `plane`. Whatever else the slave gives is free. Slaves may make the core wait
// STALLS cycles in all, wherever they like; so each run has an end, and the status must have come BOUND cycles after the command.
`default_nettype none

module move_proof #(
    parameter OPERATION = 0,  // copy, fill, xor
    parameter FROM      = 0,  // port A, port B
    parameter TO        = 0,
    parameter LENGTH    = 3,  // bits of a row's length
    parameter ROWS      = 2,  // most rows: 1 to 3
    parameter PLANES    = 1,  // most planes, or sources: 1 or 2
    parameter STALLS    = 1,
    parameter FAULTS    = 0,  // 1: error answers and aborts
    parameter BOUND     = 20
) (
    input wire        clk,
    input wire [ 4:0] any_stall,
    input wire [31:0] any_data,
    input wire [ 1:0] any_rresp,
    input wire [ 1:0] any_bresp,
    input wire        any_abort,
    input wire [14:0] any_attributes
);

  localparam [1:0] COPY = 0, FILL = 1, COMBINE = 2;
  localparam OPERATION_IS_FILL = OPERATION == 1;
  localparam OPERATION_IS_COMBINE = OPERATION == 2;
  // All places are within these 256 bytes.
  localparam [23:0] SOURCE = 24'h100000, DESTINATION = 24'h200000;

  reg started = 1'b0;
  wire rst = !started;
  always @(posedge clk) started <= 1'b1;

  // The command
  wire [LENGTH-1:0] bytes = $anyconst;
  wire [1:0] rows = $anyconst;
  wire [1:0] planes = $anyconst;
  wire [5:0] any_source = $anyconst;
  wire [5:0] any_destination = $anyconst;
  wire [5:0] source_row_stride = $anyconst;
  wire [5:0] source_plane_stride = $anyconst;
  wire [5:0] destination_row_stride = $anyconst;
  wire [5:0] destination_plane_stride = $anyconst;
  wire [31:0] pattern = $anyconst;
  wire [7:0] source = {2'b01, any_source};
  wire [7:0] destination = {2'b01, any_destination};

  // The byte that is followed, and one that is not the command's
  wire [LENGTH-1:0] column = $anyconst;
  wire [1:0] row = $anyconst;
  wire plane = $anyconst;
  wire [7:0] value = $anyconst;
  wire [7:0] other_value = $anyconst;  // of the second source of an XOR
  wire [7:0] foreign = $anyconst;

  function [7:0] place(input [7:0] first, input [5:0] row_stride, input [5:0] plane_stride, input [1:0] which_row, input which_plane);
    reg [7:0] wide_row, wide_plane;
    begin
      wide_row = {{2{row_stride[5]}}, row_stride};
      wide_plane = {{2{plane_stride[5]}}, plane_stride};
      place = first + (which_row[0] ? wide_row : 8'd0) + (which_row[1] ? wide_row << 1 : 8'd0) + (which_plane ? wide_plane : 8'd0);
    end
  endfunction

  wire several = OPERATION_IS_COMBINE && planes == 2;
  wire [7:0] from = place(source, source_row_stride, source_plane_stride, row, plane && !OPERATION_IS_COMBINE) + column;
  wire [7:0] from_other = place(source, source_row_stride, source_plane_stride, row, 1'b1) + column;
  wire [7:0] to = place(destination, destination_row_stride, destination_plane_stride, row, plane) + column;
  wire [7:0] expected = OPERATION_IS_FILL ? pattern[8*column[1:0]+:8] : several ? value ^ other_value : value;

  integer r, p;
  reg [7:0] first;
  always @* begin
    assume (bytes != 0 && rows != 0 && rows <= ROWS && planes != 0 && planes <= PLANES);
    assume (column < bytes && row < rows && plane < planes && !(OPERATION_IS_COMBINE && plane));
    if (several && from == from_other) assume (value == other_value);
    for (r = 0; r < ROWS; r = r + 1)
      for (p = 0; p < PLANES; p = p + 1)
        if (r < rows && p < planes && !(OPERATION_IS_COMBINE && p != 0)) begin
          first = place(destination, destination_row_stride, destination_plane_stride, r, p);
          assume (foreign - first >= bytes);
          // Where rows of the destination overlap, the last one counts; not those are looked at.
          if (r != row || p != plane) assume (to - first >= bytes);
        end
  end

  // How long it takes
  reg asks = 1'b1;
  reg [5:0] age = 0;
  reg over = 1'b0;
  wire cmd_ready, done_valid, busy;
  wire [2:0] done_error;
  wire [31:0] done_bytes;
  wire [1:0] done_tag;
  wire [7:0] all = bytes * rows * (OPERATION_IS_COMBINE ? 2'd1 : planes);

  always @(posedge clk)
    if (!rst) begin
      if (cmd_ready) asks <= 1'b0;
      if (!asks && !(&age)) age <= age + 1'b1;
      if (done_valid) over <= 1'b1;
    end

  reg [3:0] spent = 0;
  wire [4:0] stall = spent < STALLS ? any_stall : 5'd0;
  always @(posedge clk) if (!rst && |stall) spent <= spent + 1'b1;

  // Reads: address of the next beat, and how many there are, oldest first
  wire [1:0] arvalid, awvalid, wvalid, wlast;
  wire [31:0] araddr[0:1], awaddr[0:1], wdata[0:1];
  wire [7:0] arlen[0:1], awlen[0:1];
  wire [3:0] wstrb[0:1];
  wire arready = !stall[0];
  wire asked = arvalid[FROM] && arready;
  reg [7:2] read_at[0:3];
  reg [1:0] read_len[0:3];
  reg [1:0] read_tail = 0, read_head = 0, read_beat = 0;
  reg [2:0] reads = 0;
  wire rvalid = reads != 0 && !stall[1];
  wire read_over = rvalid && read_beat == read_len[read_head];
  wire [7:2] read_word = read_at[read_head] + read_beat;
  wire [1:0] rresp = FAULTS ? any_rresp : 2'd0;
  reg [31:0] rdata;

  always @* begin
    rdata = any_data;
    if (several && read_word == from_other[7:2]) rdata[8*from_other[1:0]+:8] = other_value;
    if (read_word == from[7:2]) rdata[8*from[1:0]+:8] = value;
  end

  always @(posedge clk)
    if (!rst) begin
      if (asked) begin
        read_at[read_tail]  <= araddr[FROM][7:2];
        read_len[read_tail] <= arlen[FROM][1:0];
        read_tail           <= read_tail + 1'b1;
      end
      if (rvalid) read_beat <= read_over ? 2'd0 : read_beat + 1'b1;
      if (read_over) read_head <= read_head + 1'b1;
      reads <= reads + asked - read_over;
    end

  // Writes: addresses presented, oldest first, each with its beats behind it or beside it
  wire awready = !stall[2];
  wire wready = !stall[3];
  reg shown = 1'b0;
  wire shows = awvalid[TO] && !shown;
  wire written = wvalid[TO] && wready;
  wire write_over = written && wlast[TO];
  reg [7:2] write_at[0:3];
  reg [1:0] write_tail = 0, write_head = 0, write_beat = 0;
  reg [2:0] writes = 0, addressed = 0, finished = 0;
  wire bvalid = addressed != 0 && finished != 0 && !stall[4];
  wire [1:0] bresp = FAULTS ? any_bresp : 2'd0;
  wire [7:2] write_word = (writes == 0 ? awaddr[TO][7:2] : write_at[write_head]) + write_beat;

  always @(posedge clk)
    if (!rst) begin
      shown <= awvalid[TO] && !awready;
      if (shows) begin
        write_at[write_tail] <= awaddr[TO][7:2];
        write_tail           <= write_tail + 1'b1;
      end
      if (written) write_beat <= wlast[TO] ? 2'd0 : write_beat + 1'b1;
      if (write_over) write_head <= write_head + 1'b1;
      writes    <= writes + shows - write_over;
      addressed <= addressed + (awvalid[TO] && awready) - bvalid;
      finished  <= finished + write_over - bvalid;
    end

  wire meets = written && write_word == to[7:2] && wstrb[TO][to[1:0]];
  reg met = 1'b0;
  always @(posedge clk) if (!rst && meets) met <= 1'b1;

  always @*
    if (!rst) begin
      if (arvalid[FROM]) assert (araddr[FROM][31:8] == SOURCE && arlen[FROM] < 4);
      if (awvalid[TO]) assert (awaddr[TO][31:8] == DESTINATION && awlen[TO] < 4);
      if (OPERATION_IS_FILL) assert (arvalid == 0);
      assert (FROM == 1 || !arvalid[1]);
      assert (FROM == 0 || !arvalid[0]);
      assert (TO == 1 || (!awvalid[1] && !wvalid[1]));
      assert (TO == 0 || (!awvalid[0] && !wvalid[0]));
      assert (!(written && write_word == foreign[7:2] && wstrb[TO][foreign[1:0]]));
      if (meets) assert (wdata[TO][8*to[1:0]+:8] == expected && !met);
      if (done_valid && !over) begin
        assert (FAULTS || (done_error == 0 && met && done_bytes == all));
        assert (done_error != 0 || met);
        assert (reads == 0 && writes == 0 && addressed == 0 && finished == 0 && arvalid == 0 && awvalid == 0 && wvalid == 0);
      end
      if (over) assert (!busy && !done_valid && arvalid == 0 && awvalid == 0 && wvalid == 0);
      assert (age != BOUND || over);
    end

  block_mover_core #(
      .ADDR_W(32),
      .DATA_W(32),
      .TAG_W(2),
      .COUNT_W(4),
      .OUTSTANDING(4),
      .COMMANDS(2),
      .BUFFER_WORDS(256),
      .MAX_BURST(4),
      .PORT_B(FROM == 1 || TO == 1),
      .STREAM(0),
      .XOR(OPERATION == 2)
  ) dut (
      .clk(clk),
      .rst(rst),
      .cmd_valid(asks && !rst),
      .cmd_ready(cmd_ready),
      .cmd_op(OPERATION[1:0]),
      .cmd_src_port(FROM[1:0]),
      .cmd_dst_port(TO[1:0]),
      .cmd_src(OPERATION_IS_FILL ? pattern : {SOURCE, source}),
      .cmd_dst({DESTINATION, destination}),
      .cmd_row_bytes({{(32 - LENGTH) {1'b0}}, bytes}),
      .cmd_rows({2'd0, rows}),
      .cmd_planes({2'd0, planes}),
      .cmd_src_row_stride({{26{source_row_stride[5]}}, source_row_stride}),
      .cmd_src_plane_stride({{26{source_plane_stride[5]}}, source_plane_stride}),
      .cmd_dst_row_stride({{26{destination_row_stride[5]}}, destination_row_stride}),
      .cmd_dst_plane_stride({{26{destination_plane_stride[5]}}, destination_plane_stride}),
      .cmd_src_attributes(any_attributes),
      .cmd_dst_attributes(any_attributes),
      .cmd_tag(2'd1),
      .cmd_abort(FAULTS && any_abort),
      .done_valid(done_valid),
      .done_ready(1'b1),
      .done_tag(done_tag),
      .done_error(done_error),
      .done_bytes(done_bytes),
      .busy(busy),
      .m_axi_a_arvalid(arvalid[0]),
      .m_axi_a_arready(arready),
      .m_axi_a_araddr(araddr[0]),
      .m_axi_a_arlen(arlen[0]),
      .m_axi_a_rvalid(FROM == 0 && rvalid),
      .m_axi_a_rdata(rdata),
      .m_axi_a_rresp(rresp),
      .m_axi_a_rlast(read_over),
      .m_axi_a_awvalid(awvalid[0]),
      .m_axi_a_awready(awready),
      .m_axi_a_awaddr(awaddr[0]),
      .m_axi_a_awlen(awlen[0]),
      .m_axi_a_wvalid(wvalid[0]),
      .m_axi_a_wready(wready),
      .m_axi_a_wdata(wdata[0]),
      .m_axi_a_wstrb(wstrb[0]),
      .m_axi_a_wlast(wlast[0]),
      .m_axi_a_bvalid(TO == 0 && bvalid),
      .m_axi_a_bresp(bresp),
      .m_axi_b_arvalid(arvalid[1]),
      .m_axi_b_arready(arready),
      .m_axi_b_araddr(araddr[1]),
      .m_axi_b_arlen(arlen[1]),
      .m_axi_b_rvalid(FROM == 1 && rvalid),
      .m_axi_b_rdata(rdata),
      .m_axi_b_rresp(rresp),
      .m_axi_b_rlast(read_over),
      .m_axi_b_awvalid(awvalid[1]),
      .m_axi_b_awready(awready),
      .m_axi_b_awaddr(awaddr[1]),
      .m_axi_b_awlen(awlen[1]),
      .m_axi_b_wvalid(wvalid[1]),
      .m_axi_b_wready(wready),
      .m_axi_b_wdata(wdata[1]),
      .m_axi_b_wstrb(wstrb[1]),
      .m_axi_b_wlast(wlast[1]),
      .m_axi_b_bvalid(TO == 1 && bvalid),
      .m_axi_b_bresp(bresp)
  );

endmodule

`default_nettype wire
