// SPDX-License-Identifier: Apache-2.0
// A first simulation for who takes the block into a system: a copy and a fill within a small memory on port A, compared byte
// by byte. The tests proper are in testbench/rtl.
`default_nettype none

module block_mover_core_tb;

  localparam SIZE = 4096;
  localparam SOURCE = 'h103, TARGET = 'h805, ROW = 37, ROWS = 5, SOURCE_STRIDE = 61, TARGET_STRIDE = 50;
  localparam FILLED = 'hc01, FILL_BYTES = 29;
  localparam [31:0] PATTERN = 32'hd1c2b3a4;

  reg clk = 0;
  reg rst = 1;
  always #5 clk = !clk;

  reg cmd_valid = 0;
  wire cmd_ready;
  reg [1:0] cmd_op;
  reg [31:0] cmd_src, cmd_dst, cmd_row_bytes;
  reg [15:0] cmd_rows;
  reg [7:0] cmd_tag;
  wire done_valid;
  reg done_ready = 0;
  wire [7:0] done_tag;
  wire [2:0] done_error;
  wire [31:0] done_bytes;

  wire arvalid, awvalid, wvalid, wlast;
  wire [31:0] araddr, awaddr;
  wire [7:0] arlen, awlen;
  wire [63:0] wdata;
  wire [7:0] wstrb;
  reg rvalid = 0;
  reg bvalid = 0;
  reg [63:0] rdata;

  block_mover_core core (
      .clk(clk),
      .rst(rst),
      .cmd_valid(cmd_valid),
      .cmd_ready(cmd_ready),
      .cmd_op(cmd_op),
      .cmd_src_port(2'd0),
      .cmd_dst_port(2'd0),
      .cmd_src(cmd_src),
      .cmd_dst(cmd_dst),
      .cmd_row_bytes(cmd_row_bytes),
      .cmd_rows(cmd_rows),
      .cmd_planes(16'd1),
      .cmd_src_row_stride(SOURCE_STRIDE),
      .cmd_src_plane_stride(32'd0),
      .cmd_dst_row_stride(TARGET_STRIDE),
      .cmd_dst_plane_stride(32'd0),
      .cmd_src_attributes(15'h0023),
      .cmd_dst_attributes(15'h0023),
      .cmd_tag(cmd_tag),
      .cmd_abort(1'b0),
      .done_valid(done_valid),
      .done_ready(done_ready),
      .done_tag(done_tag),
      .done_error(done_error),
      .done_short(),
      .done_long(),
      .done_bytes(done_bytes),
      .busy(),
      .stall_read(),
      .stall_write(),
      .stall_address(),
      .m_axi_a_arvalid(arvalid),
      .m_axi_a_arready(!reading),
      .m_axi_a_araddr(araddr),
      .m_axi_a_arlen(arlen),
      .m_axi_a_arsize(),
      .m_axi_a_arburst(),
      .m_axi_a_arid(),
      .m_axi_a_arcache(),
      .m_axi_a_arprot(),
      .m_axi_a_arqos(),
      .m_axi_a_rvalid(rvalid),
      .m_axi_a_rready(),
      .m_axi_a_rdata(rdata),
      .m_axi_a_rresp(2'b00),
      .m_axi_a_rlast(reads_left == 0),
      .m_axi_a_awvalid(awvalid),
      .m_axi_a_awready(!writing),
      .m_axi_a_awaddr(awaddr),
      .m_axi_a_awlen(awlen),
      .m_axi_a_awsize(),
      .m_axi_a_awburst(),
      .m_axi_a_awid(),
      .m_axi_a_awcache(),
      .m_axi_a_awprot(),
      .m_axi_a_awqos(),
      .m_axi_a_wvalid(wvalid),
      .m_axi_a_wready(writing),
      .m_axi_a_wdata(wdata),
      .m_axi_a_wstrb(wstrb),
      .m_axi_a_wlast(wlast),
      .m_axi_a_bvalid(bvalid),
      .m_axi_a_bready(),
      .m_axi_a_bresp(2'b00),
      .m_axi_b_arvalid(),
      .m_axi_b_arready(1'b0),
      .m_axi_b_araddr(),
      .m_axi_b_arlen(),
      .m_axi_b_arsize(),
      .m_axi_b_arburst(),
      .m_axi_b_arid(),
      .m_axi_b_arcache(),
      .m_axi_b_arprot(),
      .m_axi_b_arqos(),
      .m_axi_b_rvalid(1'b0),
      .m_axi_b_rready(),
      .m_axi_b_rdata(64'd0),
      .m_axi_b_rresp(2'b00),
      .m_axi_b_rlast(1'b0),
      .m_axi_b_awvalid(),
      .m_axi_b_awready(1'b0),
      .m_axi_b_awaddr(),
      .m_axi_b_awlen(),
      .m_axi_b_awsize(),
      .m_axi_b_awburst(),
      .m_axi_b_awid(),
      .m_axi_b_awcache(),
      .m_axi_b_awprot(),
      .m_axi_b_awqos(),
      .m_axi_b_wvalid(),
      .m_axi_b_wready(1'b0),
      .m_axi_b_wdata(),
      .m_axi_b_wstrb(),
      .m_axi_b_wlast(),
      .m_axi_b_bvalid(1'b0),
      .m_axi_b_bready(),
      .m_axi_b_bresp(2'b00),
      .s_axis_tvalid(1'b0),
      .s_axis_tready(),
      .s_axis_tdata(64'd0),
      .s_axis_tkeep(8'd0),
      .s_axis_tlast(1'b0),
      .m_axis_tvalid(),
      .m_axis_tready(1'b0),
      .m_axis_tdata(),
      .m_axis_tkeep(),
      .m_axis_tlast(),
      .m_axis_tuser()
  );

  // A memory that takes one burst at a time in each direction
  reg [7:0] memory[0:SIZE-1];
  reg [7:0] expected[0:SIZE-1];
  reg reading = 0;
  reg writing = 0;
  reg [31:0] read_at, write_at;
  reg [7:0] reads_left;
  integer lane;

  always @(posedge clk) begin
    rvalid <= 1'b0;
    if (!reading) begin
      read_at <= araddr;
      reads_left <= arlen + 1'b1;
      reading <= arvalid && !rst;
    end else begin
      for (lane = 0; lane < 8; lane = lane + 1) rdata[8*lane+:8] <= memory[read_at+lane];
      rvalid <= 1'b1;
      read_at <= read_at + 8;
      reads_left <= reads_left - 1'b1;
      reading <= reads_left != 1;
    end
  end

  always @(posedge clk) begin
    bvalid <= writing && wvalid && wlast;
    if (!writing) begin
      write_at <= awaddr;
      writing <= awvalid && !rst;
    end else if (wvalid) begin
      for (lane = 0; lane < 8; lane = lane + 1) if (wstrb[lane]) memory[write_at+lane] <= wdata[8*lane+:8];
      write_at <= write_at + 8;
      writing <= !wlast;
    end
  end

  integer row, byte_at, wrong;

  task command(input [1:0] op, input [31:0] source, input [31:0] target, input [31:0] bytes, input [15:0] rows);
    begin
      cmd_valid <= 1'b1;
      cmd_op <= op;
      cmd_src <= source;
      cmd_dst <= target;
      cmd_row_bytes <= bytes;
      cmd_rows <= rows;
      cmd_tag <= {6'd9, op};
      @(posedge clk);
      while (!cmd_ready) @(posedge clk);
      cmd_valid <= 1'b0;
    end
  endtask

  task status(input [7:0] tag, input [31:0] bytes);
    begin
      done_ready <= 1'b1;
      @(posedge clk);
      while (!done_valid) @(posedge clk);
      done_ready <= 1'b0;
      if (done_tag != tag || done_error != 0 || done_bytes != bytes) begin
        $display("status: tag %0d, error %0d, %0d bytes", done_tag, done_error, done_bytes);
        wrong = wrong + 1;
      end
    end
  endtask

  initial begin
    wrong = 0;
    for (byte_at = 0; byte_at < SIZE; byte_at = byte_at + 1) begin
      memory[byte_at] = byte_at * 7 + (byte_at >> 8);
      expected[byte_at] = byte_at * 7 + (byte_at >> 8);
    end
    for (row = 0; row < ROWS; row = row + 1)
      for (byte_at = 0; byte_at < ROW; byte_at = byte_at + 1)
        expected[TARGET+row*TARGET_STRIDE+byte_at] = memory[SOURCE+row*SOURCE_STRIDE+byte_at];
    for (byte_at = 0; byte_at < FILL_BYTES; byte_at = byte_at + 1)
      expected[FILLED+byte_at] = PATTERN >> 8 * (byte_at % 4);

    repeat (4) @(posedge clk);
    rst <= 1'b0;
    @(posedge clk);
    command(2'd0, SOURCE, TARGET, ROW, ROWS);
    command(2'd1, PATTERN, FILLED, FILL_BYTES, 16'd1);
    status({6'd9, 2'd0}, ROW * ROWS);
    status({6'd9, 2'd1}, FILL_BYTES);

    for (byte_at = 0; byte_at < SIZE; byte_at = byte_at + 1)
      if (memory[byte_at] !== expected[byte_at]) begin
        $display("byte %0d is %h, expected %h", byte_at, memory[byte_at], expected[byte_at]);
        wrong = wrong + 1;
      end
    if (wrong != 0) $display("FAILED: %0d differences", wrong);
    else $display("passed: %0d bytes copied, %0d filled", ROW * ROWS, FILL_BYTES);
    $finish;
  end

  initial begin
    repeat (5000) @(posedge clk);
    $display("FAILED: no end");
    $finish;
  end

endmodule

`default_nettype wire
