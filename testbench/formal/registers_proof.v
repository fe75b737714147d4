// SPDX-License-Identifier: Apache-2.0
// The AXI4-Lite slave of the block mover under any master: answers stand until taken, each transfer has one, registers hold what
// was written to them, reads change nothing.
`default_nettype none

module registers_proof (
    input wire        clk,
    input wire        awvalid,
    input wire [11:0] awaddr,
    input wire        wvalid,
    input wire [31:0] wdata,
    input wire [ 3:0] wstrb,
    input wire        bready,
    input wire        arvalid,
    input wire [11:0] araddr,
    input wire        rready,
    input wire        run_clear,
    input wire        idle,
    input wire        direct_busy,
    input wire        direct_done,
    input wire [ 3:0] interrupt_status
);

  reg started = 1'b0;
  wire rst = !started;
  wire awready, wready, bvalid, arready, rvalid;
  wire [1:0] bresp, rresp;
  wire [31:0] rdata;
  wire run, aborting, clear_counters, soft_clear, tail_enable, stop_on_error, direct_start, direct_interrupts;
  wire [63:0] head, tail, direct_word;
  wire [3:0] interrupt_enable, interrupt_clear;
  wire [15:0] coalesce_count;
  wire [31:0] coalesce_timeout;

  always @(posedge clk) started <= 1'b1;

  wire [14:0] attributes[0:5];

  block_mover_registers dut (
      .clk(clk),
      .rst(rst),
      .s_axil_awvalid(awvalid),
      .s_axil_awready(awready),
      .s_axil_awaddr(awaddr),
      .s_axil_wvalid(wvalid),
      .s_axil_wready(wready),
      .s_axil_wdata(wdata),
      .s_axil_wstrb(wstrb),
      .s_axil_bvalid(bvalid),
      .s_axil_bready(bready),
      .s_axil_bresp(bresp),
      .s_axil_arvalid(arvalid),
      .s_axil_arready(arready),
      .s_axil_araddr(araddr),
      .s_axil_rvalid(rvalid),
      .s_axil_rready(rready),
      .s_axil_rdata(rdata),
      .s_axil_rresp(rresp),
      .run(run),
      .run_clear(run_clear),
      .aborting(aborting),
      .clear_counters(clear_counters),
      .soft_clear(soft_clear),
      .tail_enable(tail_enable),
      .stop_on_error(stop_on_error),
      .head(head),
      .tail(tail),
      .interrupt_enable(interrupt_enable),
      .interrupt_clear(interrupt_clear),
      .coalesce_count(coalesce_count),
      .coalesce_timeout(coalesce_timeout),
      .interrupt_status(interrupt_status),
      .coalesce_pending(16'd0),
      .direct_start(direct_start),
      .direct_busy(direct_busy),
      .direct_done(direct_done),
      .direct_tag(8'd0),
      .direct_error(3'd0),
      .direct_bytes(32'd0),
      .direct_interrupts(direct_interrupts),
      .direct_index(3'd0),
      .direct_word(direct_word),
      .a_reads(attributes[0]),
      .a_writes(attributes[1]),
      .b_reads(attributes[2]),
      .b_writes(attributes[3]),
      .d_reads(attributes[4]),
      .d_writes(attributes[5]),
      .running(1'b0),
      .idle(idle),
      .core_busy(1'b0),
      .at_tail(1'b0),
      .chain_next(64'd0),
      .chain_error(4'd0),
      .chain_error_address(64'd0),
      .count_bytes(64'd0),
      .count_moves(32'd0),
      .count_errors(32'd0),
      .count_descriptors(32'd0),
      .count_busy(32'd0),
      .count_stall_read(32'd0),
      .count_stall_write(32'd0),
      .count_stall_address(32'd0)
  );

  // What was transferred and not answered
  reg addressed = 1'b0, given = 1'b0, asked = 1'b0;
  reg [11:2] write_address = 0, read_address = 0;
  reg [31:0] write_data = 0;
  reg [3:0] write_strobes = 0;
  reg b_held = 1'b0, r_held = 1'b0;
  reg [1:0] b_before = 0;
  reg [33:0] r_before = 0;
  reg [3:0] write_waits = 0, read_waits = 0;
  reg [1:0] clears = 0;  // of interrupt causes, in this write
  reg soft_before = 1'b0;

  always @(posedge clk)
    if (rst) begin
      addressed <= 1'b0;
      given     <= 1'b0;
      asked     <= 1'b0;
      b_held    <= 1'b0;
      r_held    <= 1'b0;
    end else begin
      if (awvalid && awready) begin
        addressed     <= 1'b1;
        write_address <= awaddr[11:2];
      end else if (bvalid && bready) addressed <= 1'b0;
      if (wvalid && wready) begin
        given         <= 1'b1;
        write_data    <= wdata;
        write_strobes <= wstrb;
      end else if (bvalid && bready) given <= 1'b0;
      if (arvalid && arready) begin
        asked        <= 1'b1;
        read_address <= araddr[11:2];
      end else if (rvalid && rready) asked <= 1'b0;
      b_held      <= bvalid && !bready;
      r_held      <= rvalid && !rready;
      b_before    <= bresp;
      r_before    <= {rdata, rresp};
      write_waits <= addressed && given && !bvalid ? write_waits + 1'b1 : 4'd0;
      read_waits  <= asked && !rvalid ? read_waits + 1'b1 : 4'd0;
    end

  // INTERRUPT_ENABLE as software sees it
  localparam [11:2] INTERRUPT_ENABLE = 10'h00C, INTERRUPT_STATUS = 10'h00D, DIRECT_CONTROL = 10'h020;
  reg [3:0] enabled = 0;
  reg answers_write = 1'b0;  // in the next cycle

  always @(posedge clk) begin
    answers_write <= !rst && bvalid;
    soft_before   <= !rst && soft_clear;
    if (rst || soft_clear) enabled <= 0;
    else if (bvalid && !answers_write && bresp == 0 && write_address == INTERRUPT_ENABLE && write_strobes[0]) enabled <= write_data[3:0];
    if (rst || (bvalid && bready)) clears <= 0;
    else if (interrupt_clear != 0 && clears != 3) clears <= clears + 1'b1;
  end

  always @*
    if (!rst) begin
      if (b_held) assert (bvalid && bresp == b_before);
      if (r_held) assert (rvalid && {rdata, rresp} == r_before);
      if (bvalid) assert (addressed && given);
      if (rvalid) assert (asked);
      if (addressed) assert (!awready);
      if (given) assert (!wready);
      assert (write_waits < 5 && read_waits < 4);
      if (bvalid) assert (bresp == 0 || bresp == 2);
      if (rvalid) assert (rresp == 0 || rresp == 2);
      // The identity, a hole, and beyond the registers
      if (rvalid && read_address == 0) assert (rresp == 0 && rdata == 32'h564D_4C42);
      if (rvalid && (read_address == 6 || read_address[11:8] != 0)) assert (rresp == 2 && rdata == 0);
      // Read only, a hole
      if (bvalid && (write_address == 0 || write_address == 6 || write_address[11:8] != 0)) assert (bresp == 2);
      // A cause is cleared by a one written to it, once a write, and by nothing else.
      if (interrupt_clear != 0)
        assert (addressed && given && write_address == INTERRUPT_STATUS && write_strobes[0] && interrupt_clear == write_data[3:0] && clears == 0);
      if (bvalid && bresp == 0 && write_address == INTERRUPT_STATUS && write_strobes[0] && write_data[3:0] != 0) assert (clears == 1);
      // As written, from the answer on
      if (answers_write || !bvalid) assert (interrupt_enable == enabled || soft_before || (addressed && given && !bvalid));
      // Nothing starts but by a write to its register.
      if (direct_start) assert (addressed && given && write_address == DIRECT_CONTROL && write_strobes[0] && write_data[0]);
    end

  wire unused = &{1'b0, run, aborting, clear_counters, tail_enable, stop_on_error, head, tail, direct_word, coalesce_count,
                  coalesce_timeout, direct_interrupts, attributes[0], attributes[1], attributes[2], attributes[3], attributes[4],
                  attributes[5]};

endmodule

`default_nettype wire
