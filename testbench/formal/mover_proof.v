// SPDX-License-Identifier: Apache-2.0
// The three AXI4 master ports of `block_mover` under any slaves, each by the same rules. What its registers say may be anything at any time,
// and so may the commands where ports A and B are looked at; a soft reset there is none, since it waits until nothing is under way.
`default_nettype none

module mover_proof #(
    parameter CHECKS_A = 0,  // of axi_rules, for each port
    parameter CHECKS_B = 0,
    parameter CHECKS_D = 0
) (
    input wire        clk,
    input wire [ 2:0] arready,
    input wire [ 2:0] rvalid,
    input wire [31:0] a_rdata,
    input wire [31:0] b_rdata,
    input wire [63:0] d_rdata,
    input wire [ 5:0] rresp,
    input wire [ 2:0] awready,
    input wire [ 2:0] wready,
    input wire [ 2:0] bvalid,
    input wire [ 5:0] bresp,
    input wire        s_tvalid,
    input wire [31:0] s_tdata,
    input wire [ 3:0] s_tkeep,
    input wire        s_tlast,
    input wire        m_tready
);

  reg started = 1'b0;
  wire rst = !started;
  always @(posedge clk) started <= 1'b1;

  (* hierconn *)wire \dut.soft_clear ;
  always @* assume (!\dut.soft_clear );

  // Ports A, B and D
  wire [2:0] arvalid, rready, awvalid, wvalid, wlast, bready;
  wire [31:0] araddr[0:2], awaddr[0:2], a_wdata, b_wdata;
  wire [7:0] arlen[0:2], awlen[0:2], d_wstrb;
  wire [2:0] arsize[0:2], awsize[0:2];
  wire [1:0] arburst[0:2], awburst[0:2];
  wire [14:0] ar_attributes[0:2], aw_attributes[0:2];  // {id, qos, prot, cache}
  wire [63:0] d_wdata;
  wire [3:0] a_wstrb, b_wstrb;

  block_mover #(
      .ADDR_W(32),
      .DATA_W(32),
      .OUTSTANDING(4),
      .COMMANDS(2),
      .BUFFER_WORDS(256),
      .MAX_BURST(4),
      .PREFETCH(2),
      .DESCRIPTORS(2)
  ) dut (
      .clk(clk),
      .rst(rst),
      .s_axil_awvalid(1'b0),
      .s_axil_wvalid(1'b0),
      .s_axil_bready(1'b1),
      .s_axil_arvalid(1'b0),
      .s_axil_rready(1'b1),
      .m_axi_a_arvalid(arvalid[0]),
      .m_axi_a_arready(arready[0]),
      .m_axi_a_araddr(araddr[0]),
      .m_axi_a_arlen(arlen[0]),
      .m_axi_a_arsize(arsize[0]),
      .m_axi_a_arburst(arburst[0]),
      .m_axi_a_arid(ar_attributes[0][14:11]),
      .m_axi_a_arqos(ar_attributes[0][10:7]),
      .m_axi_a_arprot(ar_attributes[0][6:4]),
      .m_axi_a_arcache(ar_attributes[0][3:0]),
      .m_axi_a_rvalid(rvalid[0]),
      .m_axi_a_rready(rready[0]),
      .m_axi_a_rdata(a_rdata),
      .m_axi_a_rresp(rresp[1:0]),
      .m_axi_a_rlast(1'b0),
      .m_axi_a_awvalid(awvalid[0]),
      .m_axi_a_awready(awready[0]),
      .m_axi_a_awaddr(awaddr[0]),
      .m_axi_a_awlen(awlen[0]),
      .m_axi_a_awsize(awsize[0]),
      .m_axi_a_awburst(awburst[0]),
      .m_axi_a_awid(aw_attributes[0][14:11]),
      .m_axi_a_awqos(aw_attributes[0][10:7]),
      .m_axi_a_awprot(aw_attributes[0][6:4]),
      .m_axi_a_awcache(aw_attributes[0][3:0]),
      .m_axi_a_wvalid(wvalid[0]),
      .m_axi_a_wready(wready[0]),
      .m_axi_a_wdata(a_wdata),
      .m_axi_a_wstrb(a_wstrb),
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
      .m_axi_b_arqos(ar_attributes[1][10:7]),
      .m_axi_b_arprot(ar_attributes[1][6:4]),
      .m_axi_b_arcache(ar_attributes[1][3:0]),
      .m_axi_b_rvalid(rvalid[1]),
      .m_axi_b_rready(rready[1]),
      .m_axi_b_rdata(b_rdata),
      .m_axi_b_rresp(rresp[3:2]),
      .m_axi_b_rlast(1'b0),
      .m_axi_b_awvalid(awvalid[1]),
      .m_axi_b_awready(awready[1]),
      .m_axi_b_awaddr(awaddr[1]),
      .m_axi_b_awlen(awlen[1]),
      .m_axi_b_awsize(awsize[1]),
      .m_axi_b_awburst(awburst[1]),
      .m_axi_b_awid(aw_attributes[1][14:11]),
      .m_axi_b_awqos(aw_attributes[1][10:7]),
      .m_axi_b_awprot(aw_attributes[1][6:4]),
      .m_axi_b_awcache(aw_attributes[1][3:0]),
      .m_axi_b_wvalid(wvalid[1]),
      .m_axi_b_wready(wready[1]),
      .m_axi_b_wdata(b_wdata),
      .m_axi_b_wstrb(b_wstrb),
      .m_axi_b_wlast(wlast[1]),
      .m_axi_b_bvalid(bvalid[1]),
      .m_axi_b_bready(bready[1]),
      .m_axi_b_bresp(bresp[3:2]),
      .m_axi_d_arvalid(arvalid[2]),
      .m_axi_d_arready(arready[2]),
      .m_axi_d_araddr(araddr[2]),
      .m_axi_d_arlen(arlen[2]),
      .m_axi_d_arsize(arsize[2]),
      .m_axi_d_arburst(arburst[2]),
      .m_axi_d_arid(ar_attributes[2][14:11]),
      .m_axi_d_arqos(ar_attributes[2][10:7]),
      .m_axi_d_arprot(ar_attributes[2][6:4]),
      .m_axi_d_arcache(ar_attributes[2][3:0]),
      .m_axi_d_rvalid(rvalid[2]),
      .m_axi_d_rready(rready[2]),
      .m_axi_d_rdata(d_rdata),
      .m_axi_d_rresp(rresp[5:4]),
      .m_axi_d_rlast(1'b0),
      .m_axi_d_awvalid(awvalid[2]),
      .m_axi_d_awready(awready[2]),
      .m_axi_d_awaddr(awaddr[2]),
      .m_axi_d_awlen(awlen[2]),
      .m_axi_d_awsize(awsize[2]),
      .m_axi_d_awburst(awburst[2]),
      .m_axi_d_awid(aw_attributes[2][14:11]),
      .m_axi_d_awqos(aw_attributes[2][10:7]),
      .m_axi_d_awprot(aw_attributes[2][6:4]),
      .m_axi_d_awcache(aw_attributes[2][3:0]),
      .m_axi_d_wvalid(wvalid[2]),
      .m_axi_d_wready(wready[2]),
      .m_axi_d_wdata(d_wdata),
      .m_axi_d_wstrb(d_wstrb),
      .m_axi_d_wlast(wlast[2]),
      .m_axi_d_bvalid(bvalid[2]),
      .m_axi_d_bready(bready[2]),
      .m_axi_d_bresp(bresp[5:4]),
      .s_axis_tvalid(s_tvalid),
      .s_axis_tdata(s_tdata),
      .s_axis_tkeep(s_tkeep),
      .s_axis_tlast(s_tlast),
      .m_axis_tready(m_tready)
  );

  axi_rules #(
      .OUTSTANDING(4),
      .MAX_BURST(4),
      .CHECKS(CHECKS_A)
  ) rules_a (
      .clk(clk),
      .rst(rst),
      .arvalid(arvalid[0]),
      .arready(arready[0]),
      .araddr(araddr[0]),
      .arlen(arlen[0]),
      .arsize(arsize[0]),
      .arburst(arburst[0]),
      .ar_attributes(ar_attributes[0]),
      .rvalid(rvalid[0]),
      .rready(rready[0]),
      .rresp(rresp[1:0]),
      .awvalid(awvalid[0]),
      .awready(awready[0]),
      .awaddr(awaddr[0]),
      .awlen(awlen[0]),
      .awsize(awsize[0]),
      .awburst(awburst[0]),
      .aw_attributes(aw_attributes[0]),
      .wvalid(wvalid[0]),
      .wready(wready[0]),
      .wdata(a_wdata),
      .wstrb(a_wstrb),
      .wlast(wlast[0]),
      .bvalid(bvalid[0]),
      .bready(bready[0]),
      .bresp(bresp[1:0])
  );

  axi_rules #(
      .OUTSTANDING(4),
      .MAX_BURST(4),
      .CHECKS(CHECKS_B)
  ) rules_b (
      .clk(clk),
      .rst(rst),
      .arvalid(arvalid[1]),
      .arready(arready[1]),
      .araddr(araddr[1]),
      .arlen(arlen[1]),
      .arsize(arsize[1]),
      .arburst(arburst[1]),
      .ar_attributes(ar_attributes[1]),
      .rvalid(rvalid[1]),
      .rready(rready[1]),
      .rresp(rresp[3:2]),
      .awvalid(awvalid[1]),
      .awready(awready[1]),
      .awaddr(awaddr[1]),
      .awlen(awlen[1]),
      .awsize(awsize[1]),
      .awburst(awburst[1]),
      .aw_attributes(aw_attributes[1]),
      .wvalid(wvalid[1]),
      .wready(wready[1]),
      .wdata(b_wdata),
      .wstrb(b_wstrb),
      .wlast(wlast[1]),
      .bvalid(bvalid[1]),
      .bready(bready[1]),
      .bresp(bresp[3:2])
  );

  axi_rules #(
      .LANES_LOG2(3),
      .OUTSTANDING(2),
      .MAX_BURST(8),
      .READ_BEATS(8),
      .WRITE_BEATS(2),
      .CHECKS(CHECKS_D)
  ) rules_d (
      .clk(clk),
      .rst(rst),
      .arvalid(arvalid[2]),
      .arready(arready[2]),
      .araddr(araddr[2]),
      .arlen(arlen[2]),
      .arsize(arsize[2]),
      .arburst(arburst[2]),
      .ar_attributes(ar_attributes[2]),
      .rvalid(rvalid[2]),
      .rready(rready[2]),
      .rresp(rresp[5:4]),
      .awvalid(awvalid[2]),
      .awready(awready[2]),
      .awaddr(awaddr[2]),
      .awlen(awlen[2]),
      .awsize(awsize[2]),
      .awburst(awburst[2]),
      .aw_attributes(aw_attributes[2]),
      .wvalid(wvalid[2]),
      .wready(wready[2]),
      .wdata(d_wdata),
      .wstrb(d_wstrb),
      .wlast(wlast[2]),
      .bvalid(bvalid[2]),
      .bready(bready[2]),
      .bresp(bresp[5:4])
  );

  // How descriptors are counted: what the port's rules follow from, and that the words fetched always have their places
  (* hierconn *)wire [2:0] \dut.descriptors.fetch.state ;
  (* hierconn *)wire [1:0] \dut.descriptors.fetch.bursts ;
  (* hierconn *)wire [2:0] \dut.descriptors.fetch.beat ;
  (* hierconn *)wire [4:0] \dut.descriptors.fetch.write_index ;
  (* hierconn *)wire [4:0] \dut.descriptors.fetch.read_index ;
  (* hierconn *)wire [2:0] \dut.descriptors.issue.state ;
  (* hierconn *)wire [2:0] \dut.descriptors.issue.index ;
  (* hierconn *)wire \dut.descriptors.issue.direct ;
  (* hierconn *)wire [1:0] \dut.descriptors.slots.waiting ;
  (* hierconn *)wire [1:0] \dut.descriptors.slots.used ;
  (* hierconn *)wire \dut.descriptors.slots.available ;
  (* hierconn *)wire [1:0] \dut.descriptors.chain_in_core ;
  (* hierconn *)wire [1:0] \dut.descriptors.before_direct ;
  (* hierconn *)wire \dut.descriptors.direct_in_core ;
  (* hierconn *)wire \dut.descriptors.direct_waiting ;
  (* hierconn *)wire \dut.descriptors.direct_busy ;
  (* hierconn *)wire \dut.descriptors.direct_start ;
  (* hierconn *)wire \dut.descriptors.written ;
  (* hierconn *)wire \dut.descriptors.done_valid ;
  (* hierconn *)wire [2:0] \rules_d.reads ;
  (* hierconn *)wire [7:0] \rules_d.read_beat ;
  (* hierconn *)wire [2:0] \rules_d.presented ;
  (* hierconn *)wire [2:0] \rules_d.addressed ;
  (* hierconn *)wire [2:0] \rules_d.finished ;
  (* hierconn *)wire \rules_d.address_seen ;
  (* hierconn *)wire [7:0] \rules_d.write_beat ;

  localparam [2:0] FETCH_IDLE = 0, FETCH_COMPARE = 1, FETCH_DECIDE = 2, FETCH_ADDRESS = 3, FETCH_POINTER = 4;
  localparam [2:0] ISSUE_IDLE = 0, ISSUE_DESCRIPTOR = 1, ISSUE_DIRECT = 2, ISSUE_CHECK = 3, ISSUE_OFFER = 4;

  wire [2:0] fetch = \dut.descriptors.fetch.state ;
  wire [2:0] issue = \dut.descriptors.issue.state ;
  wire direct = \dut.descriptors.issue.direct ;
  wire [7:0] bursts = \dut.descriptors.fetch.bursts ;
  wire [7:0] beat = \dut.descriptors.fetch.beat ;
  wire [4:0] words_held = \dut.descriptors.fetch.write_index - \dut.descriptors.fetch.read_index ;
  wire [7:0] words_handled = direct ? 8'd0 : issue == ISSUE_DESCRIPTOR ? \dut.descriptors.issue.index : issue >= ISSUE_CHECK ? 8'd8 : 8'd0;
  wire [7:0] waiting = \dut.descriptors.slots.waiting ;
  wire [7:0] in_core = \dut.descriptors.chain_in_core ;
  wire [7:0] used = \dut.descriptors.slots.used ;
  wire [7:0] unwritten = \rules_d.addressed + awvalid[2] + \dut.descriptors.written ;
  wire room = used < 2 && waiting < 2;

  reg [29:0] attributes_before = 0;
  reg was_running = 1'b0;
  always @(posedge clk) begin
    attributes_before <= {ar_attributes[2], aw_attributes[2]};
    was_running       <= !rst;
  end

  always @*
    if (!rst && CHECKS_D != 0) begin
      // The attributes of the descriptors' port are not written while it is busy.
      assume (!was_running || {ar_attributes[2], aw_attributes[2]} == attributes_before);
      // The core ends what it has taken, and the registers refuse a second direct command.
      assume (!\dut.descriptors.done_valid || \dut.descriptors.direct_in_core || in_core != 0);
      assume (!\dut.descriptors.direct_start || !\dut.descriptors.direct_busy );

      assert (fetch <= 5 && issue <= ISSUE_OFFER);
      assert (bursts == \rules_d.reads && beat == \rules_d.read_beat && bursts <= 2 && (bursts != 0 || beat == 0));
      if (fetch == FETCH_IDLE) assert (bursts == 0);
      // The pointer of the burst before has come.
      if (fetch == FETCH_COMPARE || fetch == FETCH_DECIDE || fetch == FETCH_ADDRESS) assert (bursts == 0 || (bursts == 1 && beat > 2));
      if (fetch == FETCH_POINTER) assert (bursts == 1 ? beat <= 2 : bursts == 2 && beat > 2);
      if (fetch > FETCH_POINTER) assert (bursts == 0 || (bursts == 1 && beat > 2));

      // Words
      assert (words_held + (8 * bursts - beat) + words_handled <= 8 * waiting);
      assert (words_held <= 16);
      // Slots
      assert (waiting + in_core + unwritten == used && used <= 2 && waiting <= 2);
      if (\dut.descriptors.slots.available || fetch == FETCH_ADDRESS) assert (room);

      // Direct command
      if (\dut.descriptors.direct_in_core ) assert (\dut.descriptors.direct_busy && !\dut.descriptors.direct_waiting );
      if (\dut.descriptors.direct_in_core ) assert (\dut.descriptors.before_direct <= in_core);
      if (\dut.descriptors.direct_waiting ) assert (\dut.descriptors.direct_busy );
      if (direct && issue != ISSUE_IDLE) assert (\dut.descriptors.direct_waiting );
      if (issue == ISSUE_DIRECT) assert (direct);
      if (issue == ISSUE_DESCRIPTOR) assert (!direct);

      // Write-backs
      assert (\rules_d.addressed + awvalid[2] == \rules_d.finished + wvalid[2]);
      assert (\rules_d.presented + (awvalid[2] && !\rules_d.address_seen ) == wvalid[2]);
      assert (\rules_d.write_beat == (wvalid[2] && wlast[2]));
      if (awvalid[2] && !\rules_d.address_seen ) assert (wvalid[2] && !wlast[2]);
      if (\rules_d.address_seen ) assert (awvalid[2]);
    end

endmodule

`default_nettype wire
