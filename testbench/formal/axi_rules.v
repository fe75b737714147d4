// SPDX-License-Identifier: Apache-2.0
// An AXI4 master port under any slave: what the slave keeps to is assumed, what the master keeps to is asserted.
//
// The slave answers reads in order, after their addresses, and writes after their address and last beat; when and with what
// is free. `idle` is what liveness looks at: no side of this port makes the master wait.
`default_nettype none

module axi_rules #(
    parameter ADDR_W      = 32,
    parameter LANES_LOG2  = 2,
    parameter OUTSTANDING = 4,
    parameter MAX_BURST   = 4,
    parameter FAULTS      = 1,  // 0: every answer is OKAY
    parameter READ_BEATS  = 0,  // of every burst; 0: any, up to MAX_BURST
    parameter WRITE_BEATS = 0,
    // Sum of 1 handshakes, 2 number under way, 4 beats behind their address, 8 strobes, 64 write bursts, 128 WLAST, 256 read bursts
    parameter CHECKS      = 463
) (
    input wire                       clk,
    input wire                       rst,
    input wire                       arvalid,
    input wire                       arready,
    input wire [         ADDR_W-1:0] araddr,
    input wire [                7:0] arlen,
    input wire [                2:0] arsize,
    input wire [                1:0] arburst,
    input wire [               14:0] ar_attributes,  // {id, qos, prot, cache}
    input wire                       rvalid,
    input wire                       rready,
    input wire [                1:0] rresp,
    input wire                       awvalid,
    input wire                       awready,
    input wire [         ADDR_W-1:0] awaddr,
    input wire [                7:0] awlen,
    input wire [                2:0] awsize,
    input wire [                1:0] awburst,
    input wire [               14:0] aw_attributes,
    input wire                       wvalid,
    input wire                       wready,
    input wire [(8<<LANES_LOG2)-1:0] wdata,
    input wire [(1<<LANES_LOG2)-1:0] wstrb,
    input wire                       wlast,
    input wire                       bvalid,
    input wire                       bready,
    input wire [                1:0] bresp,

    output wire       quiet,   // nothing is presented, nothing is owed
    output wire       waits,   // for the slave
    output wire [7:0] strobed  // lanes that are written at the coming edge
);

  localparam LANES = 1 << LANES_LOG2;
  localparam SLOTS_LOG2 = $clog2(OUTSTANDING) + 1;
  localparam SLOTS = 1 << SLOTS_LOG2;

  // Reads: lengths of the bursts under way, oldest first
  reg [7:0] read_lens[0:SLOTS-1];
  reg [SLOTS_LOG2-1:0] read_head = 0;
  reg [SLOTS_LOG2-1:0] read_tail = 0;
  reg [SLOTS_LOG2:0] reads = 0;
  reg [7:0] read_beat = 0;
  wire read_last = read_beat == (READ_BEATS != 0 ? READ_BEATS - 1 : read_lens[read_head]);

  always @(posedge clk) if (arvalid && arready) read_lens[read_tail] <= arlen;

  always @(posedge clk)
    if (rst) begin
      read_head <= 0;
      read_tail <= 0;
      reads     <= 0;
      read_beat <= 0;
    end else begin
      if (arvalid && arready) read_tail <= read_tail + 1'b1;
      if (rvalid) read_beat <= read_last ? 8'd0 : read_beat + 1'b1;
      if (rvalid && read_last) read_head <= read_head + 1'b1;
      reads <= reads + (arvalid && arready) - (rvalid && read_last);
    end

  // Writes: lengths of the bursts whose address was presented and whose beats are not all taken, oldest first
  reg [7:0] write_lens[0:SLOTS-1];
  reg [SLOTS_LOG2-1:0] write_head = 0;
  reg [SLOTS_LOG2-1:0] write_tail = 0;
  reg [SLOTS_LOG2:0] presented = 0;
  reg [7:0] write_beat = 0;
  reg address_seen = 1'b0;  // it was presented in an earlier cycle
  wire presents = awvalid && !address_seen;
  wire [7:0] write_len = WRITE_BEATS != 0 ? WRITE_BEATS - 1 : presented == 0 ? awlen : write_lens[write_head];
  wire writes_last = wvalid && wready && wlast;

  always @(posedge clk) if (presents) write_lens[write_tail] <= awlen;

  always @(posedge clk)
    if (rst) begin
      write_head   <= 0;
      write_tail   <= 0;
      presented    <= 0;
      write_beat   <= 0;
      address_seen <= 1'b0;
    end else begin
      address_seen <= awvalid && !awready;
      if (presents) write_tail <= write_tail + 1'b1;
      if (wvalid && wready) write_beat <= wlast ? 8'd0 : write_beat + 1'b1;
      if (writes_last) write_head <= write_head + 1'b1;
      presented <= presented + presents - writes_last;
    end

  // Answers that are owed: to addresses taken, and to last beats taken
  reg [SLOTS_LOG2:0] addressed = 0;
  reg [SLOTS_LOG2:0] finished = 0;
  always @(posedge clk)
    if (rst) begin
      addressed <= 0;
      finished  <= 0;
    end else begin
      addressed <= addressed + (awvalid && awready) - bvalid;
      finished  <= finished + writes_last - bvalid;
    end

  always @*
    if (!rst) begin
      assume (!rvalid || reads != 0);
      assume (!bvalid || (addressed != 0 && finished != 0));
    end else assume (!rvalid && !bvalid);

  assign quiet = !arvalid && !awvalid && !wvalid && reads == 0 && addressed == 0 && finished == 0;
  assign waits = (arvalid && !arready) || (awvalid && !awready) || (wvalid && !wready) ||
      (reads != 0 && !rvalid) || (addressed != 0 && finished != 0 && !bvalid);

  reg [7:0] lanes;
  integer lane;
  always @* begin
    lanes = 0;
    for (lane = 0; lane < LANES; lane = lane + 1) lanes = lanes + wstrb[lane];
  end
  assign strobed = wvalid && wready ? lanes : 8'd0;

  reg reset = 1'b0;
  always @(posedge clk) reset <= rst;

  // Offers stand until taken
  reg ar_held = 1'b0, aw_held = 1'b0, w_held = 1'b0;
  reg [ADDR_W-1:0] ar_address = 0, aw_address = 0;
  reg [7:0] ar_len = 0, aw_len = 0;
  reg [14:0] ar_carries = 0, aw_carries = 0;
  reg [8*LANES-1:0] w_data = 0;
  reg [LANES-1:0] w_strobes = 0;
  reg w_last = 1'b0;

  always @(posedge clk) begin
    ar_held    <= !rst && arvalid && !arready;
    aw_held    <= !rst && awvalid && !awready;
    w_held     <= !rst && wvalid && !wready;
    ar_address <= araddr;
    ar_len     <= arlen;
    aw_address <= awaddr;
    aw_len     <= awlen;
    ar_carries <= ar_attributes;
    aw_carries <= aw_attributes;
    w_data     <= wdata;
    w_strobes  <= wstrb;
    w_last     <= wlast;
  end

  wire [LANES-1:0] lifted = wstrb | (wstrb - 1'b1);  // lanes below the lowest strobe are filled up

  always @*
    if (!rst) begin
      if (CHECKS & 1) begin
        if (ar_held) assert (arvalid && araddr == ar_address && arlen == ar_len && ar_attributes == ar_carries);
        if (aw_held) assert (awvalid && awaddr == aw_address && awlen == aw_len && aw_attributes == aw_carries);
        if (w_held) assert (wvalid && wdata == w_data && wstrb == w_strobes && wlast == w_last);
        if (arvalid) assert (arburst == 2'b01 && arsize == LANES_LOG2 && araddr[LANES_LOG2-1:0] == 0);
        if (awvalid) assert (awburst == 2'b01 && awsize == LANES_LOG2 && awaddr[LANES_LOG2-1:0] == 0);
        assert (rready && bready);
        if (arvalid && READ_BEATS != 0) assert (arlen == READ_BEATS - 1);
        if (awvalid && WRITE_BEATS != 0) assert (awlen == WRITE_BEATS - 1);
        // The cycle after a reset
        if (reset) assert (!arvalid && !awvalid && !wvalid);
      end
      // The last beat is in the same 4 KB as the first.
      if (CHECKS & 256) begin
        if (arvalid) assert (arlen < MAX_BURST && {1'b0, araddr[11:0]} + (arlen << LANES_LOG2) < 4096);
      end
      if (CHECKS & 64) begin
        if (awvalid) assert (awlen < MAX_BURST && {1'b0, awaddr[11:0]} + (awlen << LANES_LOG2) < 4096);
      end
      // What is presented counts as under way.
      if (CHECKS & 2) begin
        assert (reads + arvalid <= OUTSTANDING);
        assert (addressed + awvalid <= OUTSTANDING);
      end
      // A beat belongs to a burst whose address was presented, at the latest now, and tells its end.
      if (CHECKS & 4) begin
        if (wvalid) assert (presented != 0 || presents);
      end
      if (CHECKS & 128) begin
        if (wvalid) assert (wlast == (write_beat == write_len));
      end
      if (CHECKS & 8) begin
        if (wvalid) assert ((lifted & (lifted + 1'b1)) == 0);
        if (wvalid && FAULTS == 0) assert (wstrb != 0);
      end
    end

endmodule

`default_nettype wire
