// SPDX-License-Identifier: Apache-2.0
// AXI4-Lite slave of a block's registers: 4 KB of words. Every output to the bus comes from a register; a read has no effect and
// waits for nothing; one write and one read are under way at a time.
//
// The first 64 words are registers, in four groups of sixteen. Where FAR is set, the upper 2 KB are a memory that answers when it can.
// SLVERR answers what has no register, and a write that may not be.
`default_nettype none

module register_port #(
    parameter [63:0] THERE = 64'd0,  // addresses at which there is a register
    parameter        CHECK = 0,      // 1: whether a write may be is known a cycle later
    parameter        FAR   = 0       // 1: there is a memory in the upper half
) (
    input wire clk,
    input wire rst,

    // AXI4-Lite slave
    input  wire        s_axil_awvalid,
    output wire        s_axil_awready,
    input  wire [11:0] s_axil_awaddr,
    input  wire        s_axil_wvalid,
    output wire        s_axil_wready,
    input  wire [31:0] s_axil_wdata,
    input  wire [ 3:0] s_axil_wstrb,
    output wire        s_axil_bvalid,
    input  wire        s_axil_bready,
    output reg  [ 1:0] s_axil_bresp,
    input  wire        s_axil_arvalid,
    output wire        s_axil_arready,
    input  wire [11:0] s_axil_araddr,
    output wire        s_axil_rvalid,
    input  wire        s_axil_rready,
    output reg  [31:0] s_axil_rdata,
    output reg  [ 1:0] s_axil_rresp,

    // The write: {write, address[11:2], strobes, data}. `write` is high for one cycle, if it may be; the rest stands until the answer.
    output wire [46:0] access,
    input  wire        writable,      // in the cycle after these stand (CHECK: the second)

    // The read: a word of each group, group 0 in the low bits, in the cycle after `looks`
    output wire         looks,
    output wire [  3:0] looks_at,     // the word
    input  wire [127:0] read_words,

    // Far accesses wait until they are done
    output wire [11:2] far_read_address,
    output wire        far_writes,
    input  wire        far_written,
    output wire        far_reads,
    input  wire        far_read,
    input  wire [31:0] far_word
);

  localparam [1:0] OKAY = 2'd0, SLVERR = 2'd2;

  // Write
  localparam [2:0] WRITE_ACCEPT  = 3'd0,
                   WRITE_CHECK   = 3'd1,
                   WRITE_APPLY   = 3'd2,
                   WRITE_FAR     = 3'd3,
                   WRITE_SETTLE  = 3'd4,  // so that the answer finds the interrupt line as the write makes it
                   WRITE_RESPOND = 3'd5;

  reg [2:0] write_state;
  reg address_held;
  reg data_held;
  reg [11:2] address;
  reg [31:0] data;
  reg [3:0] strobes;

  assign access = {write_state == WRITE_APPLY && writable, address, strobes, data};
  assign far_writes = FAR != 0 && write_state == WRITE_FAR;
  assign s_axil_awready = !address_held;
  assign s_axil_wready = !data_held;
  assign s_axil_bvalid = write_state == WRITE_RESPOND;

  always @(posedge clk)
    if (rst) begin
      write_state  <= WRITE_ACCEPT;
      address_held <= 1'b0;
      data_held    <= 1'b0;
      s_axil_bresp <= OKAY;
    end else begin
      if (s_axil_bvalid && s_axil_bready) begin
        address_held <= 1'b0;
        data_held    <= 1'b0;
      end else begin
        if (s_axil_awvalid) address_held <= 1'b1;
        if (s_axil_wvalid) data_held <= 1'b1;
      end
      case (write_state)
        WRITE_ACCEPT:  if (address_held && data_held) write_state <= CHECK != 0 ? WRITE_CHECK : WRITE_APPLY;
        WRITE_CHECK:   write_state <= WRITE_APPLY;
        WRITE_APPLY: begin
          write_state  <= FAR != 0 && writable && address[11] ? WRITE_FAR : WRITE_SETTLE;
          s_axil_bresp <= writable ? OKAY : SLVERR;
        end
        WRITE_FAR:     if (far_written) write_state <= WRITE_SETTLE;
        WRITE_SETTLE:  write_state <= WRITE_RESPOND;
        default:       if (s_axil_bready) write_state <= WRITE_ACCEPT;
      endcase
    end

  always @(posedge clk) begin
    if (!address_held) address <= s_axil_awaddr[11:2];
    if (!data_held) begin
      data    <= s_axil_wdata;
      strobes <= s_axil_wstrb;
    end
  end

  // Read
  localparam [2:0] READ_ACCEPT  = 3'd0,
                   READ_WORDS   = 3'd1,
                   READ_GROUP   = 3'd2,
                   READ_FAR     = 3'd3,
                   READ_RESPOND = 3'd4;

  reg [2:0] read_state;
  reg [11:2] read_address;
  wire there = read_address[11:8] == 4'd0 && THERE[read_address[7:2]];

  assign far_read_address = read_address;
  assign looks = read_state == READ_WORDS;
  assign looks_at = read_address[5:2];
  assign far_reads = FAR != 0 && read_state == READ_FAR;
  assign s_axil_arready = read_state == READ_ACCEPT;
  assign s_axil_rvalid = read_state == READ_RESPOND;

  always @(posedge clk)
    if (rst) read_state <= READ_ACCEPT;
    else
      case (read_state)
        READ_ACCEPT: if (s_axil_arvalid) read_state <= READ_WORDS;
        READ_WORDS:  read_state <= FAR != 0 && read_address[11] ? READ_FAR : READ_GROUP;
        READ_GROUP:  read_state <= READ_RESPOND;
        READ_FAR:    if (far_read) read_state <= READ_RESPOND;
        default:     if (s_axil_rready) read_state <= READ_ACCEPT;
      endcase

  always @(posedge clk) begin
    if (read_state == READ_ACCEPT) read_address <= s_axil_araddr[11:2];
    if (far_reads) begin
      s_axil_rdata <= far_word;
      s_axil_rresp <= OKAY;
    end else if (read_state == READ_GROUP) begin
      s_axil_rdata <= there ? read_words[32*read_address[7:6]+:32] : 32'd0;
      s_axil_rresp <= there ? OKAY : SLVERR;
    end
  end

  // Registers are words: the two low address bits say nothing.
  wire unused = &{1'b0, s_axil_awaddr[1:0], s_axil_araddr[1:0]};

endmodule

`default_nettype wire
