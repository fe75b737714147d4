// SPDX-License-Identifier: Apache-2.0
// The block mover with the names from which tools for systems make interfaces; made by .venv/bin/python rtl/tools/integration.py.
//
// aresetn is synchronous to aclk. The answers' IDs are not looked at: a port has one ID at a time.
`default_nettype none

module block_mover_axi #(
    parameter ADDR_W       = 32,    // 32 to 64
    parameter DATA_W       = 64,    // of ports A and B and of the streams: 32, 64, 128, 256, 512
    parameter ID_W         = 4,     // of AxID: 1 to 8
    parameter OUTSTANDING  = 16,    // bursts under way in each direction: 4, 8, 16, ...
    parameter COMMANDS     = 8,     // moves in the core: 2, 4, 8, ... 128
    parameter BUFFER_WORDS = 1024,  // a power of two, 256 or more, and four bursts or more
    parameter MAX_BURST    = 256,   // beats: 2, 4, ... 256
    parameter PORT_B       = 1,     // 0: none
    parameter STREAM       = 1,     // 0: none
    parameter XOR          = 1,     // 0: none
    parameter PREFETCH     = 4,     // descriptors fetched ahead: 2, 4, 8
    parameter DESCRIPTORS  = 8      // in flight, from fetch to write-back: PREFETCH, 2 PREFETCH, ... 32
) (
    // Clock, reset, interrupt
    (* X_INTERFACE_INFO = "xilinx.com:signal:clock:1.0 aclk CLK", X_INTERFACE_PARAMETER = "ASSOCIATED_BUSIF s_axi_lite:m_axi_a:m_axi_b:m_axi_d:s_axis:m_axis, ASSOCIATED_RESET aresetn" *)
    input  wire                aclk,
    (* X_INTERFACE_INFO = "xilinx.com:signal:reset:1.0 aresetn RST", X_INTERFACE_PARAMETER = "POLARITY ACTIVE_LOW" *)
    input  wire                aresetn,
    (* X_INTERFACE_INFO = "xilinx.com:signal:interrupt:1.0 irq INTERRUPT", X_INTERFACE_PARAMETER = "SENSITIVITY LEVEL_HIGH" *)
    output wire                irq,

    // Registers: 4 KB
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm_rtl:1.0 s_axi_lite AWVALID" *)
    input  wire                s_axi_lite_awvalid,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm_rtl:1.0 s_axi_lite AWREADY" *)
    output wire                s_axi_lite_awready,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm_rtl:1.0 s_axi_lite AWADDR" *)
    input  wire [11:0]         s_axi_lite_awaddr,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm_rtl:1.0 s_axi_lite WVALID" *)
    input  wire                s_axi_lite_wvalid,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm_rtl:1.0 s_axi_lite WREADY" *)
    output wire                s_axi_lite_wready,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm_rtl:1.0 s_axi_lite WDATA" *)
    input  wire [31:0]         s_axi_lite_wdata,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm_rtl:1.0 s_axi_lite WSTRB" *)
    input  wire [3:0]          s_axi_lite_wstrb,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm_rtl:1.0 s_axi_lite BVALID" *)
    output wire                s_axi_lite_bvalid,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm_rtl:1.0 s_axi_lite BREADY" *)
    input  wire                s_axi_lite_bready,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm_rtl:1.0 s_axi_lite BRESP" *)
    output wire [1:0]          s_axi_lite_bresp,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm_rtl:1.0 s_axi_lite ARVALID" *)
    input  wire                s_axi_lite_arvalid,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm_rtl:1.0 s_axi_lite ARREADY" *)
    output wire                s_axi_lite_arready,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm_rtl:1.0 s_axi_lite ARADDR" *)
    input  wire [11:0]         s_axi_lite_araddr,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm_rtl:1.0 s_axi_lite RVALID" *)
    output wire                s_axi_lite_rvalid,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm_rtl:1.0 s_axi_lite RREADY" *)
    input  wire                s_axi_lite_rready,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm_rtl:1.0 s_axi_lite RDATA" *)
    output wire [31:0]         s_axi_lite_rdata,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm_rtl:1.0 s_axi_lite RRESP" *)
    output wire [1:0]          s_axi_lite_rresp,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm_rtl:1.0 s_axi_lite AWPROT" *)
    input  wire [2:0]          s_axi_lite_awprot,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm_rtl:1.0 s_axi_lite ARPROT" *)
    input  wire [2:0]          s_axi_lite_arprot,

    // Port A
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm_rtl:1.0 m_axi_a ARVALID" *)
    output wire                m_axi_a_arvalid,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm_rtl:1.0 m_axi_a ARREADY" *)
    input  wire                m_axi_a_arready,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm_rtl:1.0 m_axi_a ARADDR" *)
    output wire [ADDR_W-1:0]   m_axi_a_araddr,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm_rtl:1.0 m_axi_a ARLEN" *)
    output wire [7:0]          m_axi_a_arlen,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm_rtl:1.0 m_axi_a ARSIZE" *)
    output wire [2:0]          m_axi_a_arsize,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm_rtl:1.0 m_axi_a ARBURST" *)
    output wire [1:0]          m_axi_a_arburst,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm_rtl:1.0 m_axi_a ARID" *)
    output wire [ID_W-1:0]     m_axi_a_arid,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm_rtl:1.0 m_axi_a ARCACHE" *)
    output wire [3:0]          m_axi_a_arcache,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm_rtl:1.0 m_axi_a ARPROT" *)
    output wire [2:0]          m_axi_a_arprot,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm_rtl:1.0 m_axi_a ARQOS" *)
    output wire [3:0]          m_axi_a_arqos,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm_rtl:1.0 m_axi_a RVALID" *)
    input  wire                m_axi_a_rvalid,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm_rtl:1.0 m_axi_a RREADY" *)
    output wire                m_axi_a_rready,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm_rtl:1.0 m_axi_a RDATA" *)
    input  wire [DATA_W-1:0]   m_axi_a_rdata,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm_rtl:1.0 m_axi_a RRESP" *)
    input  wire [1:0]          m_axi_a_rresp,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm_rtl:1.0 m_axi_a RLAST" *)
    input  wire                m_axi_a_rlast,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm_rtl:1.0 m_axi_a AWVALID" *)
    output wire                m_axi_a_awvalid,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm_rtl:1.0 m_axi_a AWREADY" *)
    input  wire                m_axi_a_awready,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm_rtl:1.0 m_axi_a AWADDR" *)
    output wire [ADDR_W-1:0]   m_axi_a_awaddr,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm_rtl:1.0 m_axi_a AWLEN" *)
    output wire [7:0]          m_axi_a_awlen,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm_rtl:1.0 m_axi_a AWSIZE" *)
    output wire [2:0]          m_axi_a_awsize,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm_rtl:1.0 m_axi_a AWBURST" *)
    output wire [1:0]          m_axi_a_awburst,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm_rtl:1.0 m_axi_a AWID" *)
    output wire [ID_W-1:0]     m_axi_a_awid,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm_rtl:1.0 m_axi_a AWCACHE" *)
    output wire [3:0]          m_axi_a_awcache,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm_rtl:1.0 m_axi_a AWPROT" *)
    output wire [2:0]          m_axi_a_awprot,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm_rtl:1.0 m_axi_a AWQOS" *)
    output wire [3:0]          m_axi_a_awqos,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm_rtl:1.0 m_axi_a WVALID" *)
    output wire                m_axi_a_wvalid,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm_rtl:1.0 m_axi_a WREADY" *)
    input  wire                m_axi_a_wready,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm_rtl:1.0 m_axi_a WDATA" *)
    output wire [DATA_W-1:0]   m_axi_a_wdata,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm_rtl:1.0 m_axi_a WSTRB" *)
    output wire [DATA_W/8-1:0] m_axi_a_wstrb,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm_rtl:1.0 m_axi_a WLAST" *)
    output wire                m_axi_a_wlast,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm_rtl:1.0 m_axi_a BVALID" *)
    input  wire                m_axi_a_bvalid,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm_rtl:1.0 m_axi_a BREADY" *)
    output wire                m_axi_a_bready,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm_rtl:1.0 m_axi_a BRESP" *)
    input  wire [1:0]          m_axi_a_bresp,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm_rtl:1.0 m_axi_a BID" *)
    input  wire [ID_W-1:0]     m_axi_a_bid,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm_rtl:1.0 m_axi_a RID" *)
    input  wire [ID_W-1:0]     m_axi_a_rid,

    // Port B
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm_rtl:1.0 m_axi_b ARVALID" *)
    output wire                m_axi_b_arvalid,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm_rtl:1.0 m_axi_b ARREADY" *)
    input  wire                m_axi_b_arready,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm_rtl:1.0 m_axi_b ARADDR" *)
    output wire [ADDR_W-1:0]   m_axi_b_araddr,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm_rtl:1.0 m_axi_b ARLEN" *)
    output wire [7:0]          m_axi_b_arlen,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm_rtl:1.0 m_axi_b ARSIZE" *)
    output wire [2:0]          m_axi_b_arsize,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm_rtl:1.0 m_axi_b ARBURST" *)
    output wire [1:0]          m_axi_b_arburst,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm_rtl:1.0 m_axi_b ARID" *)
    output wire [ID_W-1:0]     m_axi_b_arid,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm_rtl:1.0 m_axi_b ARCACHE" *)
    output wire [3:0]          m_axi_b_arcache,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm_rtl:1.0 m_axi_b ARPROT" *)
    output wire [2:0]          m_axi_b_arprot,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm_rtl:1.0 m_axi_b ARQOS" *)
    output wire [3:0]          m_axi_b_arqos,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm_rtl:1.0 m_axi_b RVALID" *)
    input  wire                m_axi_b_rvalid,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm_rtl:1.0 m_axi_b RREADY" *)
    output wire                m_axi_b_rready,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm_rtl:1.0 m_axi_b RDATA" *)
    input  wire [DATA_W-1:0]   m_axi_b_rdata,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm_rtl:1.0 m_axi_b RRESP" *)
    input  wire [1:0]          m_axi_b_rresp,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm_rtl:1.0 m_axi_b RLAST" *)
    input  wire                m_axi_b_rlast,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm_rtl:1.0 m_axi_b AWVALID" *)
    output wire                m_axi_b_awvalid,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm_rtl:1.0 m_axi_b AWREADY" *)
    input  wire                m_axi_b_awready,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm_rtl:1.0 m_axi_b AWADDR" *)
    output wire [ADDR_W-1:0]   m_axi_b_awaddr,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm_rtl:1.0 m_axi_b AWLEN" *)
    output wire [7:0]          m_axi_b_awlen,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm_rtl:1.0 m_axi_b AWSIZE" *)
    output wire [2:0]          m_axi_b_awsize,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm_rtl:1.0 m_axi_b AWBURST" *)
    output wire [1:0]          m_axi_b_awburst,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm_rtl:1.0 m_axi_b AWID" *)
    output wire [ID_W-1:0]     m_axi_b_awid,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm_rtl:1.0 m_axi_b AWCACHE" *)
    output wire [3:0]          m_axi_b_awcache,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm_rtl:1.0 m_axi_b AWPROT" *)
    output wire [2:0]          m_axi_b_awprot,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm_rtl:1.0 m_axi_b AWQOS" *)
    output wire [3:0]          m_axi_b_awqos,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm_rtl:1.0 m_axi_b WVALID" *)
    output wire                m_axi_b_wvalid,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm_rtl:1.0 m_axi_b WREADY" *)
    input  wire                m_axi_b_wready,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm_rtl:1.0 m_axi_b WDATA" *)
    output wire [DATA_W-1:0]   m_axi_b_wdata,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm_rtl:1.0 m_axi_b WSTRB" *)
    output wire [DATA_W/8-1:0] m_axi_b_wstrb,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm_rtl:1.0 m_axi_b WLAST" *)
    output wire                m_axi_b_wlast,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm_rtl:1.0 m_axi_b BVALID" *)
    input  wire                m_axi_b_bvalid,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm_rtl:1.0 m_axi_b BREADY" *)
    output wire                m_axi_b_bready,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm_rtl:1.0 m_axi_b BRESP" *)
    input  wire [1:0]          m_axi_b_bresp,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm_rtl:1.0 m_axi_b BID" *)
    input  wire [ID_W-1:0]     m_axi_b_bid,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm_rtl:1.0 m_axi_b RID" *)
    input  wire [ID_W-1:0]     m_axi_b_rid,

    // Descriptors
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm_rtl:1.0 m_axi_d ARVALID" *)
    output wire                m_axi_d_arvalid,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm_rtl:1.0 m_axi_d ARREADY" *)
    input  wire                m_axi_d_arready,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm_rtl:1.0 m_axi_d ARADDR" *)
    output wire [ADDR_W-1:0]   m_axi_d_araddr,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm_rtl:1.0 m_axi_d ARLEN" *)
    output wire [7:0]          m_axi_d_arlen,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm_rtl:1.0 m_axi_d ARSIZE" *)
    output wire [2:0]          m_axi_d_arsize,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm_rtl:1.0 m_axi_d ARBURST" *)
    output wire [1:0]          m_axi_d_arburst,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm_rtl:1.0 m_axi_d ARID" *)
    output wire [ID_W-1:0]     m_axi_d_arid,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm_rtl:1.0 m_axi_d ARCACHE" *)
    output wire [3:0]          m_axi_d_arcache,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm_rtl:1.0 m_axi_d ARPROT" *)
    output wire [2:0]          m_axi_d_arprot,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm_rtl:1.0 m_axi_d ARQOS" *)
    output wire [3:0]          m_axi_d_arqos,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm_rtl:1.0 m_axi_d RVALID" *)
    input  wire                m_axi_d_rvalid,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm_rtl:1.0 m_axi_d RREADY" *)
    output wire                m_axi_d_rready,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm_rtl:1.0 m_axi_d RDATA" *)
    input  wire [63:0]         m_axi_d_rdata,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm_rtl:1.0 m_axi_d RRESP" *)
    input  wire [1:0]          m_axi_d_rresp,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm_rtl:1.0 m_axi_d RLAST" *)
    input  wire                m_axi_d_rlast,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm_rtl:1.0 m_axi_d AWVALID" *)
    output wire                m_axi_d_awvalid,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm_rtl:1.0 m_axi_d AWREADY" *)
    input  wire                m_axi_d_awready,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm_rtl:1.0 m_axi_d AWADDR" *)
    output wire [ADDR_W-1:0]   m_axi_d_awaddr,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm_rtl:1.0 m_axi_d AWLEN" *)
    output wire [7:0]          m_axi_d_awlen,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm_rtl:1.0 m_axi_d AWSIZE" *)
    output wire [2:0]          m_axi_d_awsize,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm_rtl:1.0 m_axi_d AWBURST" *)
    output wire [1:0]          m_axi_d_awburst,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm_rtl:1.0 m_axi_d AWID" *)
    output wire [ID_W-1:0]     m_axi_d_awid,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm_rtl:1.0 m_axi_d AWCACHE" *)
    output wire [3:0]          m_axi_d_awcache,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm_rtl:1.0 m_axi_d AWPROT" *)
    output wire [2:0]          m_axi_d_awprot,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm_rtl:1.0 m_axi_d AWQOS" *)
    output wire [3:0]          m_axi_d_awqos,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm_rtl:1.0 m_axi_d WVALID" *)
    output wire                m_axi_d_wvalid,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm_rtl:1.0 m_axi_d WREADY" *)
    input  wire                m_axi_d_wready,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm_rtl:1.0 m_axi_d WDATA" *)
    output wire [63:0]         m_axi_d_wdata,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm_rtl:1.0 m_axi_d WSTRB" *)
    output wire [7:0]          m_axi_d_wstrb,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm_rtl:1.0 m_axi_d WLAST" *)
    output wire                m_axi_d_wlast,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm_rtl:1.0 m_axi_d BVALID" *)
    input  wire                m_axi_d_bvalid,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm_rtl:1.0 m_axi_d BREADY" *)
    output wire                m_axi_d_bready,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm_rtl:1.0 m_axi_d BRESP" *)
    input  wire [1:0]          m_axi_d_bresp,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm_rtl:1.0 m_axi_d BID" *)
    input  wire [ID_W-1:0]     m_axi_d_bid,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm_rtl:1.0 m_axi_d RID" *)
    input  wire [ID_W-1:0]     m_axi_d_rid,

    // Stream to the block mover
    (* X_INTERFACE_INFO = "xilinx.com:interface:axis_rtl:1.0 s_axis TVALID" *)
    input  wire                s_axis_tvalid,
    (* X_INTERFACE_INFO = "xilinx.com:interface:axis_rtl:1.0 s_axis TREADY" *)
    output wire                s_axis_tready,
    (* X_INTERFACE_INFO = "xilinx.com:interface:axis_rtl:1.0 s_axis TDATA" *)
    input  wire [DATA_W-1:0]   s_axis_tdata,
    (* X_INTERFACE_INFO = "xilinx.com:interface:axis_rtl:1.0 s_axis TKEEP" *)
    input  wire [DATA_W/8-1:0] s_axis_tkeep,
    (* X_INTERFACE_INFO = "xilinx.com:interface:axis_rtl:1.0 s_axis TLAST" *)
    input  wire                s_axis_tlast,

    // Stream from the block mover
    (* X_INTERFACE_INFO = "xilinx.com:interface:axis_rtl:1.0 m_axis TVALID" *)
    output wire                m_axis_tvalid,
    (* X_INTERFACE_INFO = "xilinx.com:interface:axis_rtl:1.0 m_axis TREADY" *)
    input  wire                m_axis_tready,
    (* X_INTERFACE_INFO = "xilinx.com:interface:axis_rtl:1.0 m_axis TDATA" *)
    output wire [DATA_W-1:0]   m_axis_tdata,
    (* X_INTERFACE_INFO = "xilinx.com:interface:axis_rtl:1.0 m_axis TKEEP" *)
    output wire [DATA_W/8-1:0] m_axis_tkeep,
    (* X_INTERFACE_INFO = "xilinx.com:interface:axis_rtl:1.0 m_axis TLAST" *)
    output wire                m_axis_tlast,
    (* X_INTERFACE_INFO = "xilinx.com:interface:axis_rtl:1.0 m_axis TUSER" *)
    output wire                m_axis_tuser
);
  wire unused = &{1'b0, s_axi_lite_awprot, s_axi_lite_arprot, m_axi_a_bid, m_axi_a_rid, m_axi_b_bid, m_axi_b_rid, m_axi_d_bid, m_axi_d_rid};

  block_mover #(
      .ADDR_W(ADDR_W),
      .DATA_W(DATA_W),
      .ID_W(ID_W),
      .OUTSTANDING(OUTSTANDING),
      .COMMANDS(COMMANDS),
      .BUFFER_WORDS(BUFFER_WORDS),
      .MAX_BURST(MAX_BURST),
      .PORT_B(PORT_B),
      .STREAM(STREAM),
      .XOR(XOR),
      .PREFETCH(PREFETCH),
      .DESCRIPTORS(DESCRIPTORS)
  ) block_mover (
      .clk(aclk),
      .rst(!aresetn),
      .irq(irq),
      .s_axil_awvalid(s_axi_lite_awvalid),
      .s_axil_awready(s_axi_lite_awready),
      .s_axil_awaddr(s_axi_lite_awaddr),
      .s_axil_wvalid(s_axi_lite_wvalid),
      .s_axil_wready(s_axi_lite_wready),
      .s_axil_wdata(s_axi_lite_wdata),
      .s_axil_wstrb(s_axi_lite_wstrb),
      .s_axil_bvalid(s_axi_lite_bvalid),
      .s_axil_bready(s_axi_lite_bready),
      .s_axil_bresp(s_axi_lite_bresp),
      .s_axil_arvalid(s_axi_lite_arvalid),
      .s_axil_arready(s_axi_lite_arready),
      .s_axil_araddr(s_axi_lite_araddr),
      .s_axil_rvalid(s_axi_lite_rvalid),
      .s_axil_rready(s_axi_lite_rready),
      .s_axil_rdata(s_axi_lite_rdata),
      .s_axil_rresp(s_axi_lite_rresp),
      .m_axi_a_arvalid(m_axi_a_arvalid),
      .m_axi_a_arready(m_axi_a_arready),
      .m_axi_a_araddr(m_axi_a_araddr),
      .m_axi_a_arlen(m_axi_a_arlen),
      .m_axi_a_arsize(m_axi_a_arsize),
      .m_axi_a_arburst(m_axi_a_arburst),
      .m_axi_a_arid(m_axi_a_arid),
      .m_axi_a_arcache(m_axi_a_arcache),
      .m_axi_a_arprot(m_axi_a_arprot),
      .m_axi_a_arqos(m_axi_a_arqos),
      .m_axi_a_rvalid(m_axi_a_rvalid),
      .m_axi_a_rready(m_axi_a_rready),
      .m_axi_a_rdata(m_axi_a_rdata),
      .m_axi_a_rresp(m_axi_a_rresp),
      .m_axi_a_rlast(m_axi_a_rlast),
      .m_axi_a_awvalid(m_axi_a_awvalid),
      .m_axi_a_awready(m_axi_a_awready),
      .m_axi_a_awaddr(m_axi_a_awaddr),
      .m_axi_a_awlen(m_axi_a_awlen),
      .m_axi_a_awsize(m_axi_a_awsize),
      .m_axi_a_awburst(m_axi_a_awburst),
      .m_axi_a_awid(m_axi_a_awid),
      .m_axi_a_awcache(m_axi_a_awcache),
      .m_axi_a_awprot(m_axi_a_awprot),
      .m_axi_a_awqos(m_axi_a_awqos),
      .m_axi_a_wvalid(m_axi_a_wvalid),
      .m_axi_a_wready(m_axi_a_wready),
      .m_axi_a_wdata(m_axi_a_wdata),
      .m_axi_a_wstrb(m_axi_a_wstrb),
      .m_axi_a_wlast(m_axi_a_wlast),
      .m_axi_a_bvalid(m_axi_a_bvalid),
      .m_axi_a_bready(m_axi_a_bready),
      .m_axi_a_bresp(m_axi_a_bresp),
      .m_axi_b_arvalid(m_axi_b_arvalid),
      .m_axi_b_arready(m_axi_b_arready),
      .m_axi_b_araddr(m_axi_b_araddr),
      .m_axi_b_arlen(m_axi_b_arlen),
      .m_axi_b_arsize(m_axi_b_arsize),
      .m_axi_b_arburst(m_axi_b_arburst),
      .m_axi_b_arid(m_axi_b_arid),
      .m_axi_b_arcache(m_axi_b_arcache),
      .m_axi_b_arprot(m_axi_b_arprot),
      .m_axi_b_arqos(m_axi_b_arqos),
      .m_axi_b_rvalid(m_axi_b_rvalid),
      .m_axi_b_rready(m_axi_b_rready),
      .m_axi_b_rdata(m_axi_b_rdata),
      .m_axi_b_rresp(m_axi_b_rresp),
      .m_axi_b_rlast(m_axi_b_rlast),
      .m_axi_b_awvalid(m_axi_b_awvalid),
      .m_axi_b_awready(m_axi_b_awready),
      .m_axi_b_awaddr(m_axi_b_awaddr),
      .m_axi_b_awlen(m_axi_b_awlen),
      .m_axi_b_awsize(m_axi_b_awsize),
      .m_axi_b_awburst(m_axi_b_awburst),
      .m_axi_b_awid(m_axi_b_awid),
      .m_axi_b_awcache(m_axi_b_awcache),
      .m_axi_b_awprot(m_axi_b_awprot),
      .m_axi_b_awqos(m_axi_b_awqos),
      .m_axi_b_wvalid(m_axi_b_wvalid),
      .m_axi_b_wready(m_axi_b_wready),
      .m_axi_b_wdata(m_axi_b_wdata),
      .m_axi_b_wstrb(m_axi_b_wstrb),
      .m_axi_b_wlast(m_axi_b_wlast),
      .m_axi_b_bvalid(m_axi_b_bvalid),
      .m_axi_b_bready(m_axi_b_bready),
      .m_axi_b_bresp(m_axi_b_bresp),
      .m_axi_d_arvalid(m_axi_d_arvalid),
      .m_axi_d_arready(m_axi_d_arready),
      .m_axi_d_araddr(m_axi_d_araddr),
      .m_axi_d_arlen(m_axi_d_arlen),
      .m_axi_d_arsize(m_axi_d_arsize),
      .m_axi_d_arburst(m_axi_d_arburst),
      .m_axi_d_arid(m_axi_d_arid),
      .m_axi_d_arcache(m_axi_d_arcache),
      .m_axi_d_arprot(m_axi_d_arprot),
      .m_axi_d_arqos(m_axi_d_arqos),
      .m_axi_d_rvalid(m_axi_d_rvalid),
      .m_axi_d_rready(m_axi_d_rready),
      .m_axi_d_rdata(m_axi_d_rdata),
      .m_axi_d_rresp(m_axi_d_rresp),
      .m_axi_d_rlast(m_axi_d_rlast),
      .m_axi_d_awvalid(m_axi_d_awvalid),
      .m_axi_d_awready(m_axi_d_awready),
      .m_axi_d_awaddr(m_axi_d_awaddr),
      .m_axi_d_awlen(m_axi_d_awlen),
      .m_axi_d_awsize(m_axi_d_awsize),
      .m_axi_d_awburst(m_axi_d_awburst),
      .m_axi_d_awid(m_axi_d_awid),
      .m_axi_d_awcache(m_axi_d_awcache),
      .m_axi_d_awprot(m_axi_d_awprot),
      .m_axi_d_awqos(m_axi_d_awqos),
      .m_axi_d_wvalid(m_axi_d_wvalid),
      .m_axi_d_wready(m_axi_d_wready),
      .m_axi_d_wdata(m_axi_d_wdata),
      .m_axi_d_wstrb(m_axi_d_wstrb),
      .m_axi_d_wlast(m_axi_d_wlast),
      .m_axi_d_bvalid(m_axi_d_bvalid),
      .m_axi_d_bready(m_axi_d_bready),
      .m_axi_d_bresp(m_axi_d_bresp),
      .s_axis_tvalid(s_axis_tvalid),
      .s_axis_tready(s_axis_tready),
      .s_axis_tdata(s_axis_tdata),
      .s_axis_tkeep(s_axis_tkeep),
      .s_axis_tlast(s_axis_tlast),
      .m_axis_tvalid(m_axis_tvalid),
      .m_axis_tready(m_axis_tready),
      .m_axis_tdata(m_axis_tdata),
      .m_axis_tkeep(m_axis_tkeep),
      .m_axis_tlast(m_axis_tlast),
      .m_axis_tuser(m_axis_tuser)
  );
endmodule
`default_nettype wire
