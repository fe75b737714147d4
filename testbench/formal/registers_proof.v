// SPDX-License-Identifier: Apache-2.0
// The registers of the block mover under any master: what is not there, what cannot be written, what reads as it was written, and what a
// write starts. How the slave answers is register_port_proof's.
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
    input wire        direct_done
);

  reg started = 1'b0;
  wire rst = !started;
  wire awready, wready, bvalid, arready, rvalid;
  wire [1:0] bresp, rresp;
  wire [31:0] rdata;
  wire irq, run, aborting, soft_clear, tail_enable, stop_on_error, direct_start;
  wire [63:0] head, tail, direct_word;
  wire [14:0] attributes[0:5];

  always @(posedge clk) started <= 1'b1;

  block_mover_registers dut (
      .clk(clk),
      .rst(rst),
      .irq(irq),
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
      .soft_clear(soft_clear),
      .tail_enable(tail_enable),
      .stop_on_error(stop_on_error),
      .head(head),
      .tail(tail),
      .running(1'b0),
      .all_idle(idle),
      .core_busy(1'b0),
      .at_tail(1'b0),
      .chain_next(64'd0),
      .chain_error(4'd0),
      .chain_error_address(64'd0),
      .direct_start(direct_start),
      .direct_busy(direct_busy),
      .direct_done(direct_done),
      .direct_tag(8'd0),
      .direct_error(3'd0),
      .direct_bytes(32'd0),
      .direct_index(3'd0),
      .direct_word(direct_word),
      .a_reads(attributes[0]),
      .a_writes(attributes[1]),
      .b_reads(attributes[2]),
      .b_writes(attributes[3]),
      .d_reads(attributes[4]),
      .d_writes(attributes[5]),
      .chain_move_done(1'b0),
      .chain_end(1'b0),
      .chain_failed(1'b0),
      .written(1'b0),
      .move_done(1'b0),
      .move_failed(1'b0),
      .move_bytes(32'd0),
      .stall_read(1'b0),
      .stall_write(1'b0),
      .stall_address(1'b0)
  );

  // What was transferred and not answered
  reg addressed = 1'b0, given = 1'b0, quiet = 1'b0;
  reg [11:2] write_address = 0, read_address = 0;
  reg [31:0] write_data = 0;
  reg [3:0] write_strobes = 0;
  localparam [11:2] INTERRUPT_ENABLE = 10'h00C, DIRECT_CONTROL = 10'h020;
  reg [3:0] enabled = 0;   // INTERRUPT_ENABLE as software sees it

  always @(posedge clk)
    if (rst) begin
      addressed <= 1'b0;
      given     <= 1'b0;
      enabled   <= 4'd0;
      quiet     <= 1'b0;
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
      if (arvalid && arready) read_address <= araddr[11:2];
      // A read that no write and no soft reset has met
      if (addressed || given || soft_clear) quiet <= 1'b0;
      else if (arvalid && arready) quiet <= 1'b1;
      if (soft_clear) enabled <= 4'd0;
      else if (bvalid && bresp == 0 && write_address == INTERRUPT_ENABLE && write_strobes[0]) enabled <= write_data[3:0];
    end

  always @*
    if (!rst) begin
      // The identity, holes, and beyond the registers
      if (rvalid && read_address == 0) assert (rresp == 0 && rdata == 32'h564D_4C42);
      if (rvalid && (read_address == 6 || read_address == 'h3F || read_address[11:8] != 0)) assert (rresp == 2 && rdata == 0);
      // Read only, holes
      if (bvalid && (write_address == 0 || write_address == 6 || write_address == 'h3F || write_address[11:8] != 0)) assert (bresp == 2);
      // As written
      if (rvalid && quiet && !soft_clear && read_address == INTERRUPT_ENABLE) assert (rdata == {28'd0, enabled});
      // Nothing starts but by a write to its register.
      if (direct_start) assert (addressed && given && write_address == DIRECT_CONTROL && write_strobes[0] && write_data[0]);
    end

  // Port D's attributes stand while anything is under way.
  reg [14:0] d_before = 0;
  reg [1:0] busy_for = 0;
  always @(posedge clk) begin
    d_before <= attributes[4];
    busy_for <= rst || idle || soft_clear ? 2'd0 : busy_for == 3 ? 2'd3 : busy_for + 1'b1;
  end
  always @* if (!rst && busy_for == 3) assert (attributes[4] == d_before);

  wire unused = &{1'b0, irq, run, aborting, tail_enable, stop_on_error, head, tail, direct_word, attributes[0], attributes[1], attributes[2],
                  attributes[3], attributes[5]};

endmodule

`default_nettype wire
