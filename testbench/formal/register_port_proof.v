// SPDX-License-Identifier: Apache-2.0
// What `register_port` promises under any master and any registers behind it: each transfer has one answer, which stands until taken; a
// write is handed on once if it may be, as it was sent, and never otherwise; a read gets the word of its address.
`default_nettype none

module register_port_proof #(
    parameter CHECK = 0,
    parameter FAR   = 0
) (
    input wire         clk,
    input wire         awvalid,
    input wire [ 11:0] awaddr,
    input wire         wvalid,
    input wire [ 31:0] wdata,
    input wire [  3:0] wstrb,
    input wire         bready,
    input wire         arvalid,
    input wire [ 11:0] araddr,
    input wire         rready,
    input wire         writable,
    input wire [127:0] read_words,
    input wire         far_written,
    input wire         far_read,
    input wire [ 31:0] far_word
);

  localparam [63:0] THERE = 64'h8000_00FF_1234_5679;

  reg started = 1'b0;
  wire rst = !started;
  wire awready, wready, bvalid, arready, rvalid, looks, far_writes, far_reads;
  wire [1:0] bresp, rresp;
  wire [31:0] rdata;
  wire [46:0] access;
  wire [3:0] looks_at;
  wire [11:2] far_read_address;

  always @(posedge clk) started <= 1'b1;

  register_port #(
      .THERE(THERE),
      .CHECK(CHECK),
      .FAR(FAR)
  ) dut (
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
      .access(access),
      .writable(writable),
      .looks(looks),
      .looks_at(looks_at),
      .read_words(read_words),
      .far_read_address(far_read_address),
      .far_writes(far_writes),
      .far_written(far_written),
      .far_reads(far_reads),
      .far_read(far_read),
      .far_word(far_word)
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
  reg [1:0] writes = 0;     // of this write
  reg carried = 1'b0;       // ... out elsewhere
  reg looked = 1'b0;        // in the cycle before
  reg [31:0] word = 0;      // of the read's address, when it was looked at
  wire write = access[46];
  wire there = read_address[11:8] == 0 && THERE[read_address[7:2]];
  wire far = FAR != 0 && read_address[11];

  always @(posedge clk)
    if (rst) begin
      addressed <= 1'b0;
      given     <= 1'b0;
      asked     <= 1'b0;
      b_held    <= 1'b0;
      r_held    <= 1'b0;
      writes    <= 0;
      looked    <= 1'b0;
      carried   <= 1'b0;
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
      write_waits <= addressed && given && !bvalid && !far_writes ? write_waits + 1'b1 : 4'd0;
      read_waits  <= asked && !rvalid && !far_reads ? read_waits + 1'b1 : 4'd0;
      if (bvalid && bready) writes <= 0;
      else if (write && writes != 3) writes <= writes + 1'b1;
      if (bvalid && bready) carried <= 1'b0;
      else if (far_writes && far_written) carried <= 1'b1;
      looked <= looks;
      if (looked) word <= read_words[32*read_address[7:6]+:32];
      if (far_reads && far_read) word <= far_word;
    end

  always @*
    if (!rst) begin
      if (b_held) assert (bvalid && bresp == b_before);
      if (r_held) assert (rvalid && {rdata, rresp} == r_before);
      if (bvalid) assert (addressed && given);
      if (rvalid) assert (asked);
      if (addressed) assert (!awready);
      if (given) assert (!wready);
      assert (write_waits < 5 + CHECK && read_waits < 4);
      if (bvalid) assert (bresp == 0 || bresp == 2);
      if (rvalid) assert (rresp == 0 || rresp == 2);
      // As it was sent, once, and only with OKAY
      if (write) assert (addressed && given && !bvalid && writes == 0 && writable && access[45:0] == {write_address, write_strobes, write_data});
      if (bvalid) assert (writes == (bresp == 0) && carried == (FAR != 0 && bresp == 0 && write_address[11]));
      if (far_writes) assert (FAR != 0 && write_address[11] && writes == 1);
      // The word, or nothing and SLVERR
      if (looks) assert (asked && looks_at == read_address[5:2]);
      if (far_reads) assert (far && far_read_address == read_address);
      if (rvalid) assert (far || there ? rresp == 0 && rdata == word : rresp == 2 && rdata == 0);
    end

endmodule

`default_nettype wire
