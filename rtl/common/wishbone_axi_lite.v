// SPDX-License-Identifier: Apache-2.0
// A bridge from Wishbone B4 to AXI4-Lite, one access at a time, for classic and for pipelined masters.
//
// A classic master holds its strobe until it is answered and does not look at wb_stall; a pipelined one takes it away when wb_stall is
// low. Both are served alike, for an access is taken once and none is taken in the cycle of an answer. Data must stay 32 bits wide.
// An error response becomes wb_err. A master that gives its cycle up gets no answer, though the access is carried out.
`default_nettype none

module wishbone_axi_lite #(
    parameter ADDR_W = 12  // bits of a byte address: 3 or more
) (
    input  wire              clk,
    input  wire              rst,

    // Wishbone; addresses count words
    input  wire              wb_cyc,
    input  wire              wb_stb,
    input  wire              wb_we,
    input  wire [ADDR_W-3:0] wb_adr,
    input  wire [3:0]        wb_sel,
    input  wire [31:0]       wb_dat_w,
    output reg  [31:0]       wb_dat_r,
    output wire              wb_ack,
    output wire              wb_err,
    output wire              wb_stall,

    // AXI4-Lite master
    output reg               m_axil_awvalid,
    input  wire              m_axil_awready,
    output wire [ADDR_W-1:0] m_axil_awaddr,
    output reg               m_axil_wvalid,
    input  wire              m_axil_wready,
    output reg  [31:0]       m_axil_wdata,
    output reg  [3:0]        m_axil_wstrb,
    input  wire              m_axil_bvalid,
    output wire              m_axil_bready,
    input  wire [1:0]        m_axil_bresp,
    output reg               m_axil_arvalid,
    input  wire              m_axil_arready,
    output wire [ADDR_W-1:0] m_axil_araddr,
    input  wire              m_axil_rvalid,
    output wire              m_axil_rready,
    input  wire [31:0]       m_axil_rdata,
    input  wire [1:0]        m_axil_rresp
);
  localparam [1:0] IDLE = 2'd0, BUSY = 2'd1, ANSWER = 2'd2;

  reg [1:0]        state;
  reg              writes;
  reg              failed;
  reg              given_up;
  reg [ADDR_W-3:0] word;

  wire taken = state == IDLE && wb_cyc && wb_stb;
  wire ended = (m_axil_bvalid && m_axil_bready) || (m_axil_rvalid && m_axil_rready);
  // OKAY and EXOKAY differ from the errors in the upper bit.
  wire unused = &{1'b0, m_axil_bresp[0], m_axil_rresp[0]};

  assign wb_stall = state != IDLE;
  assign wb_ack = state == ANSWER && !failed && !given_up;
  assign wb_err = state == ANSWER && failed && !given_up;
  assign m_axil_awaddr = {word, 2'b00};
  assign m_axil_araddr = {word, 2'b00};
  assign m_axil_bready = state == BUSY && writes;
  assign m_axil_rready = state == BUSY && !writes;

  always @(posedge clk) begin
    if (rst) begin
      state          <= IDLE;
      m_axil_awvalid <= 1'b0;
      m_axil_wvalid  <= 1'b0;
      m_axil_arvalid <= 1'b0;
    end else begin
      if (m_axil_awready) m_axil_awvalid <= 1'b0;
      if (m_axil_wready) m_axil_wvalid <= 1'b0;
      if (m_axil_arready) m_axil_arvalid <= 1'b0;
      case (state)
        IDLE: begin
          if (taken) begin
            state          <= BUSY;
            m_axil_awvalid <= wb_we;
            m_axil_wvalid  <= wb_we;
            m_axil_arvalid <= !wb_we;
          end
        end
        BUSY: if (ended) state <= ANSWER;
        default: state <= IDLE;
      endcase
    end
  end

  always @(posedge clk) begin
    if (taken) begin
      writes       <= wb_we;
      word         <= wb_adr;
      m_axil_wdata <= wb_dat_w;
      m_axil_wstrb <= wb_sel;
    end
    given_up <= !taken && (given_up || !wb_cyc);
    if (ended) begin
      failed   <= writes ? m_axil_bresp[1] : m_axil_rresp[1];
      wb_dat_r <= m_axil_rdata;
    end
  end
endmodule
`default_nettype wire
