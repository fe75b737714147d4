// SPDX-License-Identifier: Apache-2.0
// block_mover_core under any slaves and any commands, within what the parameters allow.
//
// FAULTS=0 has neither error answers nor aborts nor bad commands; then the bytes written and told must be those of the commands.
// SMALL limits commands to few short rows, so that runs of the proof's length end them; WAIT is how many cycles in which no
// slave made it wait a command of at most two rows may take from its turn to its status.
`default_nettype none

module core_proof #(
    parameter PORT_B    = 0,
    parameter STREAM    = 0,
    parameter XOR       = 0,
    parameter FAULTS    = 1,
    parameter BAD       = 0,   // 1: every command is bad
    parameter SMALL     = 0,   // bits of a row's length; rows and planes are at most 3 then, places and strides 64 bytes
    parameter JOINED    = 1,   // 0: no rows that follow each other (their length is a product)
    parameter NUMBER    = 0,   // most commands; 0: any
    parameter WAIT      = 0,   // most cycles to a status that no slave delays; 0: not looked at
    parameter CHECKS    = 1023  // sum of those of axi_rules, 16 statuses and their order, 32 nothing is left behind,
                               // 512 an abort in the cycle of an acceptance
) (
    input wire         clk,
    input wire         cmd_valid,
    input wire [  1:0] cmd_op,
    input wire [  1:0] cmd_src_port,
    input wire [  1:0] cmd_dst_port,
    input wire [ 31:0] any_src,
    input wire [ 31:0] any_dst,
    input wire [ 31:0] any_row_bytes,
    input wire [  3:0] any_rows,
    input wire [  3:0] any_planes,
    input wire [ 31:0] any_src_row_stride,
    input wire [ 31:0] any_src_plane_stride,
    input wire [ 31:0] any_dst_row_stride,
    input wire [ 31:0] any_dst_plane_stride,
    input wire [ 14:0] cmd_src_attributes,
    input wire [ 14:0] cmd_dst_attributes,
    input wire [  1:0] cmd_tag,
    input wire         any_abort,
    input wire         done_ready,
    input wire [  1:0] arready,
    input wire [  1:0] rvalid,
    input wire [ 63:0] rdata,
    input wire [  3:0] any_rresp,
    input wire [  1:0] awready,
    input wire [  1:0] wready,
    input wire [  1:0] bvalid,
    input wire [  3:0] any_bresp,
    input wire         s_tvalid,
    input wire [ 31:0] s_tdata,
    input wire [  3:0] any_tkeep,
    input wire         s_tlast,
    input wire         m_tready,
    input wire         follow
);

  localparam OUTSTANDING = 4;
  localparam COMMANDS = 2;
  localparam MAX_BURST = 4;

  // Small commands are so by their wires, which spares the solver most of the addresses.
  wire small = SMALL != 0;
  wire [31:0] cmd_src = small ? {26'h1000000, any_src[5:0]} : any_src;
  wire [31:0] cmd_dst = small ? {26'h2000000, any_dst[5:0]} : any_dst;
  wire [31:0] cmd_row_bytes = small ? any_row_bytes & (1 << SMALL) - 1 : any_row_bytes;
  wire [3:0] cmd_rows = WAIT != 0 ? {2'd0, any_rows[1], any_rows[0] && !any_rows[1]} : small ? {2'd0, any_rows[1:0]} : any_rows;
  wire [3:0] cmd_planes = WAIT != 0 ? {3'd0, any_planes[0]} : small ? {2'd0, any_planes[1:0]} : any_planes;
  wire [31:0] cmd_src_row_stride = small ? {{26{any_src_row_stride[5]}}, any_src_row_stride[5:0]} : any_src_row_stride;
  wire [31:0] cmd_src_plane_stride = small ? {{26{any_src_plane_stride[5]}}, any_src_plane_stride[5:0]} : any_src_plane_stride;
  wire [31:0] cmd_dst_row_stride = small ? {{26{any_dst_row_stride[5]}}, any_dst_row_stride[5:0]} : any_dst_row_stride;
  wire [31:0] cmd_dst_plane_stride = small ? {{26{any_dst_plane_stride[5]}}, any_dst_plane_stride[5:0]} : any_dst_plane_stride;
  wire cmd_abort = FAULTS != 0 && any_abort;
  wire [3:0] rresp = FAULTS != 0 ? any_rresp : 4'd0;
  wire [3:0] bresp = FAULTS != 0 ? any_bresp : 4'd0;

  reg started = 1'b0;
  wire rst = !started;
  always @(posedge clk) started <= 1'b1;

  wire cmd_ready;
  wire done_valid;
  wire [1:0] done_tag;
  wire [2:0] done_error;
  wire done_short, done_long;
  wire [31:0] done_bytes;
  wire busy;
  wire stall_read, stall_write, stall_address;
  wire [1:0] arvalid, rready, awvalid, wvalid, wlast, bready;
  wire [31:0] araddr[0:1], awaddr[0:1], wdata[0:1];
  wire [7:0] arlen[0:1], awlen[0:1];
  wire [2:0] arsize[0:1], awsize[0:1];
  wire [1:0] arburst[0:1], awburst[0:1];
  wire [14:0] ar_attributes[0:1], aw_attributes[0:1];  // {id, qos, prot, cache}
  wire [3:0] wstrb[0:1];
  wire s_tready;
  wire m_tvalid;
  wire [31:0] m_tdata;
  wire [3:0] m_tkeep;
  wire m_tlast;
  wire m_tuser;

  block_mover_core #(
      .ADDR_W(32),
      .DATA_W(32),
      .TAG_W(2),
      .COUNT_W(4),
      .OUTSTANDING(OUTSTANDING),
      .COMMANDS(COMMANDS),
      .BUFFER_WORDS(256),
      .MAX_BURST(MAX_BURST),
      .PORT_B(PORT_B),
      .STREAM(STREAM),
      .XOR(XOR)
  ) dut (
      .clk(clk),
      .rst(rst),
      .cmd_valid(cmd_valid),
      .cmd_ready(cmd_ready),
      .cmd_op(cmd_op),
      .cmd_src_port(cmd_src_port),
      .cmd_dst_port(cmd_dst_port),
      .cmd_src(cmd_src),
      .cmd_dst(cmd_dst),
      .cmd_row_bytes(cmd_row_bytes),
      .cmd_rows(cmd_rows),
      .cmd_planes(cmd_planes),
      .cmd_src_row_stride(cmd_src_row_stride),
      .cmd_src_plane_stride(cmd_src_plane_stride),
      .cmd_dst_row_stride(cmd_dst_row_stride),
      .cmd_dst_plane_stride(cmd_dst_plane_stride),
      .cmd_src_attributes(cmd_src_attributes),
      .cmd_dst_attributes(cmd_dst_attributes),
      .cmd_tag(cmd_tag),
      .cmd_abort(cmd_abort),
      .done_valid(done_valid),
      .done_ready(done_ready),
      .done_tag(done_tag),
      .done_error(done_error),
      .done_short(done_short),
      .done_long(done_long),
      .done_bytes(done_bytes),
      .busy(busy),
      .stall_read(stall_read),
      .stall_write(stall_write),
      .stall_address(stall_address),
      .m_axi_a_arvalid(arvalid[0]),
      .m_axi_a_arready(arready[0]),
      .m_axi_a_araddr(araddr[0]),
      .m_axi_a_arlen(arlen[0]),
      .m_axi_a_arsize(arsize[0]),
      .m_axi_a_arburst(arburst[0]),
      .m_axi_a_arid(ar_attributes[0][14:11]),
      .m_axi_a_arcache(ar_attributes[0][3:0]),
      .m_axi_a_arprot(ar_attributes[0][6:4]),
      .m_axi_a_arqos(ar_attributes[0][10:7]),
      .m_axi_a_rvalid(rvalid[0]),
      .m_axi_a_rready(rready[0]),
      .m_axi_a_rdata(rdata[31:0]),
      .m_axi_a_rresp(rresp[1:0]),
      .m_axi_a_rlast(1'b0),
      .m_axi_a_awvalid(awvalid[0]),
      .m_axi_a_awready(awready[0]),
      .m_axi_a_awaddr(awaddr[0]),
      .m_axi_a_awlen(awlen[0]),
      .m_axi_a_awsize(awsize[0]),
      .m_axi_a_awburst(awburst[0]),
      .m_axi_a_awid(aw_attributes[0][14:11]),
      .m_axi_a_awcache(aw_attributes[0][3:0]),
      .m_axi_a_awprot(aw_attributes[0][6:4]),
      .m_axi_a_awqos(aw_attributes[0][10:7]),
      .m_axi_a_wvalid(wvalid[0]),
      .m_axi_a_wready(wready[0]),
      .m_axi_a_wdata(wdata[0]),
      .m_axi_a_wstrb(wstrb[0]),
      .m_axi_a_wlast(wlast[0]),
      .m_axi_a_bvalid(bvalid[0]),
      .m_axi_a_bready(bready[0]),
      .m_axi_a_bresp(bresp[1:0]),
      .m_axi_b_arvalid(arvalid[1]),
      .m_axi_b_arready(arready[1]),
      .m_axi_b_araddr(araddr[1]),
      .m_axi_b_arlen(arlen[1]),
      .m_axi_b_arsize(arsize[1]),
      .m_axi_b_arburst(arburst[1]),
      .m_axi_b_arid(ar_attributes[1][14:11]),
      .m_axi_b_arcache(ar_attributes[1][3:0]),
      .m_axi_b_arprot(ar_attributes[1][6:4]),
      .m_axi_b_arqos(ar_attributes[1][10:7]),
      .m_axi_b_rvalid(rvalid[1]),
      .m_axi_b_rready(rready[1]),
      .m_axi_b_rdata(rdata[63:32]),
      .m_axi_b_rresp(rresp[3:2]),
      .m_axi_b_rlast(1'b0),
      .m_axi_b_awvalid(awvalid[1]),
      .m_axi_b_awready(awready[1]),
      .m_axi_b_awaddr(awaddr[1]),
      .m_axi_b_awlen(awlen[1]),
      .m_axi_b_awsize(awsize[1]),
      .m_axi_b_awburst(awburst[1]),
      .m_axi_b_awid(aw_attributes[1][14:11]),
      .m_axi_b_awcache(aw_attributes[1][3:0]),
      .m_axi_b_awprot(aw_attributes[1][6:4]),
      .m_axi_b_awqos(aw_attributes[1][10:7]),
      .m_axi_b_wvalid(wvalid[1]),
      .m_axi_b_wready(wready[1]),
      .m_axi_b_wdata(wdata[1]),
      .m_axi_b_wstrb(wstrb[1]),
      .m_axi_b_wlast(wlast[1]),
      .m_axi_b_bvalid(bvalid[1]),
      .m_axi_b_bready(bready[1]),
      .m_axi_b_bresp(bresp[3:2]),
      .s_axis_tvalid(s_tvalid),
      .s_axis_tready(s_tready),
      .s_axis_tdata(s_tdata),
      .s_axis_tkeep(s_tkeep),
      .s_axis_tlast(s_tlast),
      .m_axis_tvalid(m_tvalid),
      .m_axis_tready(m_tready),
      .m_axis_tdata(m_tdata),
      .m_axis_tkeep(m_tkeep),
      .m_axis_tlast(m_tlast),
      .m_axis_tuser(m_tuser)
  );

  // Ports
  wire [1:0] quiet;
  wire [1:0] waits;
  wire [7:0] strobed[0:1];

  genvar p;
  generate
    for (p = 0; p < 2; p = p + 1) begin : g_port
      axi_rules #(
          .OUTSTANDING(OUTSTANDING),
          .MAX_BURST(MAX_BURST),
          .FAULTS(FAULTS),
          .CHECKS(CHECKS)
      ) rules (
          .clk(clk),
          .rst(rst),
          .arvalid(arvalid[p]),
          .arready(arready[p]),
          .araddr(araddr[p]),
          .arlen(arlen[p]),
          .arsize(arsize[p]),
          .arburst(arburst[p]),
          .ar_attributes(ar_attributes[p]),
          .rvalid(rvalid[p]),
          .rready(rready[p]),
          .rresp(rresp[2*p+:2]),
          .awvalid(awvalid[p]),
          .awready(awready[p]),
          .awaddr(awaddr[p]),
          .awlen(awlen[p]),
          .awsize(awsize[p]),
          .awburst(awburst[p]),
          .aw_attributes(aw_attributes[p]),
          .wvalid(wvalid[p]),
          .wready(wready[p]),
          .wdata(wdata[p]),
          .wstrb(wstrb[p]),
          .wlast(wlast[p]),
          .bvalid(bvalid[p]),
          .bready(bready[p]),
          .bresp(bresp[2*p+:2]),
          .quiet(quiet[p]),
          .waits(waits[p]),
          .strobed(strobed[p])
      );
    end
  endgenerate

  // Stream out
  reg m_held = 1'b0;
  reg [37:0] m_before = 0;
  wire [37:0] m_now = {m_tdata, m_tkeep, m_tlast, m_tuser};
  wire [3:0] kept = m_tkeep[0] + m_tkeep[1] + m_tkeep[2] + m_tkeep[3];

  always @(posedge clk) begin
    m_held   <= !rst && m_tvalid && !m_tready;
    m_before <= m_now;
  end

  // Stream in: within a packet, which is drained even when no command wants it
  wire [3:0] s_tkeep = FAULTS != 0 ? any_tkeep : 4'hf;
  reg s_amid = 1'b0;

  always @(posedge clk)
    if (rst) s_amid <= 1'b0;
    else if (s_tvalid && s_tready) s_amid <= !s_tlast;

  // Commands
  wire accept = cmd_valid && cmd_ready;
  wire gives = done_valid && done_ready;
  wire combines = cmd_op == 2;
  wire source_exists = cmd_op == 1 || cmd_src_port == 0 || (PORT_B != 0 && cmd_src_port == 1) ||
      (STREAM != 0 && cmd_src_port == 2 && !combines);
  wire target_exists = cmd_dst_port == 0 || (PORT_B != 0 && cmd_dst_port == 1) || (STREAM != 0 && cmd_dst_port == 2);
  wire good = cmd_row_bytes != 0 && cmd_row_bytes <= 1 << 24 && cmd_rows != 0 && cmd_planes != 0 && source_exists &&
      target_exists && (cmd_op < 2 || (XOR != 0 && combines && cmd_planes <= 8 && cmd_row_bytes <= 16));

  wire certainly_bad = cmd_row_bytes == 0 || cmd_row_bytes > 1 << 24 || cmd_rows == 0 || cmd_planes == 0 || !target_exists ||
      (cmd_op != 1 && (cmd_src_port == 3 || (PORT_B == 0 && cmd_src_port == 1) || (STREAM == 0 && cmd_src_port == 2))) || cmd_op == 3;
  reg [7:0] number = 0;      // accepted
  reg [2:0] under_way = 0;   // accepted and without status
  reg done_held = 1'b0;
  reg [38:0] done_before = 0;
  wire [38:0] done_now = {done_tag, done_error, done_short, done_long, done_bytes};

  always @(posedge clk) begin
    done_held   <= !rst && done_valid && !done_ready;
    done_before <= done_now;
    if (rst) begin
      number    <= 0;
      under_way <= 0;
    end else begin
      if (accept && !(&number)) number <= number + 1'b1;
      under_way <= under_way + accept - gives;
    end
  end

  always @* begin
    if (NUMBER != 0) assume (!(cmd_valid && number >= NUMBER));
    if (BAD != 0) assume (!cmd_valid || certainly_bad);
    if (FAULTS == 0) assume (!cmd_valid || good);
    if (JOINED == 0) assume (!cmd_valid || (cmd_src_row_stride != cmd_row_bytes && cmd_dst_row_stride != cmd_row_bytes));
  end

  always @*
    if (!rst) begin
      if (CHECKS & 1) begin
        if (m_held) assert (m_tvalid && m_now == m_before);
        if (PORT_B == 0) assert (!arvalid[1] && !awvalid[1] && !wvalid[1]);
        if (STREAM == 0) assert (!m_tvalid && !s_tready);
      end
      if (CHECKS & 8) begin
        if (m_tvalid) assert ((m_tkeep & (m_tkeep + 1'b1)) == 0);
        if (m_tvalid && !m_tlast) assert (m_tkeep != 0);
        if (m_tvalid && m_tuser) assert (m_tlast && m_tkeep == 0);
      end
      if (BAD != 0) assert (arvalid == 0 && awvalid == 0 && wvalid == 0 && !m_tvalid && !s_tready);
      if (BAD != 0 && done_valid) assert ((done_error == 5 || done_error == 6) && done_bytes == 0);
      if (CHECKS & 16) begin
        if (FAULTS == 0 && done_valid) assert (done_error == 0);
        assert (under_way <= COMMANDS);
        assert (busy == (under_way != 0));
        if (done_valid) assert (under_way != 0);
        if (done_valid) assert (!(done_short && done_long) && (done_error == 0 || !(done_short || done_long)));
        if (done_held) assert (done_valid && done_now == done_before);
      end
      // No bus is touched by nobody's command, and none is left behind by one that has its status.
      if ((CHECKS & 32) && under_way == 0) assert (quiet == 2'b11 && !m_tvalid && (!s_tready || s_amid));
    end

  // Order: one command, any, is followed to its status.
  reg following = 1'b0;
  reg doomed = 1'b0;  // accepted in the cycle of an abort
  reg [2:0] before = 0;
  reg [1:0] tag = 0;

  always @(posedge clk)
    if (rst) following <= 1'b0;
    else if (follow && accept && !following) begin
      following <= 1'b1;
      doomed    <= cmd_abort;
      before    <= under_way - gives;
      tag       <= cmd_tag;
    end else if (following && gives) begin
      before <= before - 1'b1;
      if (before == 0) following <= 1'b0;
    end

  always @* if (!rst && (CHECKS & 16) && following && before == 0 && done_valid) assert (done_tag == tag);
  always @* if (!rst && (CHECKS & 512) && following && doomed && before == 0 && done_valid) assert (done_error == 6 && done_bytes == 0);

  // Bytes of all commands: asked for, written, and told; only where nothing fails.
  reg [11:0] asked = 0;
  reg [11:0] written = 0;
  reg [11:0] told = 0;
  wire [11:0] bytes_asked = cmd_row_bytes[7:0] * cmd_rows[1:0] * (combines ? 2'd1 : cmd_planes[1:0]);

  always @(posedge clk)
    if (rst) begin
      asked   <= 0;
      written <= 0;
      told    <= 0;
    end else if (FAULTS == 0 && SMALL != 0) begin
      if (accept) asked <= asked + bytes_asked;
      written <= written + strobed[0] + strobed[1] + (m_tvalid && m_tready ? kept : 4'd0);
      if (gives) told <= told + done_bytes[11:0];
    end

  always @* if (!rst && FAULTS == 0 && SMALL != 0) begin
    assert (written <= asked);
    if (under_way == 0) assert (written == asked && told == asked);
  end

  // Cycles without a status in which nobody outside made the core wait.
  reg [7:0] idle = 0;
  wire held_up = |waits || (done_valid && !done_ready) || (s_tready && !s_tvalid) || (m_tvalid && !m_tready);

  always @(posedge clk)
    if (rst || under_way == 0 || gives) idle <= 0;
    else if (!held_up && !(&idle)) idle <= idle + 1'b1;

  always @* if (!rst && WAIT != 0) assert (idle <= WAIT);

  wire unused = &{1'b0, stall_read, stall_write, stall_address};

endmodule

`default_nettype wire
