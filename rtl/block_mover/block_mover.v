// SPDX-License-Identifier: Apache-2.0
// Block mover with registers, descriptor chains and interrupts: what a processor sees of block_mover_core.
//
// Registers are described in block_mover.rdl, descriptors and their use in docs/hardware/block_mover.md. A port's AxCACHE, AxPROT,
// AxQOS and AxID come from its register; all its transactions under way have the same ID, so BID and RID are not looked at.
`default_nettype none

module block_mover #(
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
    input  wire                clk,
    input  wire                rst,
    output wire                irq,

    // AXI4-Lite slave: registers
    input  wire                s_axil_awvalid,
    output wire                s_axil_awready,
    input  wire [11:0]         s_axil_awaddr,
    input  wire                s_axil_wvalid,
    output wire                s_axil_wready,
    input  wire [31:0]         s_axil_wdata,
    input  wire [3:0]          s_axil_wstrb,
    output wire                s_axil_bvalid,
    input  wire                s_axil_bready,
    output wire [1:0]          s_axil_bresp,
    input  wire                s_axil_arvalid,
    output wire                s_axil_arready,
    input  wire [11:0]         s_axil_araddr,
    output wire                s_axil_rvalid,
    input  wire                s_axil_rready,
    output wire [31:0]         s_axil_rdata,
    output wire [1:0]          s_axil_rresp,

    // AXI4 master, port A
    output wire                m_axi_a_arvalid,
    input  wire                m_axi_a_arready,
    output wire [ADDR_W-1:0]   m_axi_a_araddr,
    output wire [7:0]          m_axi_a_arlen,
    output wire [2:0]          m_axi_a_arsize,
    output wire [1:0]          m_axi_a_arburst,
    output wire [ID_W-1:0]     m_axi_a_arid,
    output wire [3:0]          m_axi_a_arcache,
    output wire [2:0]          m_axi_a_arprot,
    output wire [3:0]          m_axi_a_arqos,
    input  wire                m_axi_a_rvalid,
    output wire                m_axi_a_rready,
    input  wire [DATA_W-1:0]   m_axi_a_rdata,
    input  wire [1:0]          m_axi_a_rresp,
    input  wire                m_axi_a_rlast,
    output wire                m_axi_a_awvalid,
    input  wire                m_axi_a_awready,
    output wire [ADDR_W-1:0]   m_axi_a_awaddr,
    output wire [7:0]          m_axi_a_awlen,
    output wire [2:0]          m_axi_a_awsize,
    output wire [1:0]          m_axi_a_awburst,
    output wire [ID_W-1:0]     m_axi_a_awid,
    output wire [3:0]          m_axi_a_awcache,
    output wire [2:0]          m_axi_a_awprot,
    output wire [3:0]          m_axi_a_awqos,
    output wire                m_axi_a_wvalid,
    input  wire                m_axi_a_wready,
    output wire [DATA_W-1:0]   m_axi_a_wdata,
    output wire [DATA_W/8-1:0] m_axi_a_wstrb,
    output wire                m_axi_a_wlast,
    input  wire                m_axi_a_bvalid,
    output wire                m_axi_a_bready,
    input  wire [1:0]          m_axi_a_bresp,

    // AXI4 master, port B
    output wire                m_axi_b_arvalid,
    input  wire                m_axi_b_arready,
    output wire [ADDR_W-1:0]   m_axi_b_araddr,
    output wire [7:0]          m_axi_b_arlen,
    output wire [2:0]          m_axi_b_arsize,
    output wire [1:0]          m_axi_b_arburst,
    output wire [ID_W-1:0]     m_axi_b_arid,
    output wire [3:0]          m_axi_b_arcache,
    output wire [2:0]          m_axi_b_arprot,
    output wire [3:0]          m_axi_b_arqos,
    input  wire                m_axi_b_rvalid,
    output wire                m_axi_b_rready,
    input  wire [DATA_W-1:0]   m_axi_b_rdata,
    input  wire [1:0]          m_axi_b_rresp,
    input  wire                m_axi_b_rlast,
    output wire                m_axi_b_awvalid,
    input  wire                m_axi_b_awready,
    output wire [ADDR_W-1:0]   m_axi_b_awaddr,
    output wire [7:0]          m_axi_b_awlen,
    output wire [2:0]          m_axi_b_awsize,
    output wire [1:0]          m_axi_b_awburst,
    output wire [ID_W-1:0]     m_axi_b_awid,
    output wire [3:0]          m_axi_b_awcache,
    output wire [2:0]          m_axi_b_awprot,
    output wire [3:0]          m_axi_b_awqos,
    output wire                m_axi_b_wvalid,
    input  wire                m_axi_b_wready,
    output wire [DATA_W-1:0]   m_axi_b_wdata,
    output wire [DATA_W/8-1:0] m_axi_b_wstrb,
    output wire                m_axi_b_wlast,
    input  wire                m_axi_b_bvalid,
    output wire                m_axi_b_bready,
    input  wire [1:0]          m_axi_b_bresp,

    // AXI4 master, descriptors
    output wire                m_axi_d_arvalid,
    input  wire                m_axi_d_arready,
    output wire [ADDR_W-1:0]   m_axi_d_araddr,
    output wire [7:0]          m_axi_d_arlen,
    output wire [2:0]          m_axi_d_arsize,
    output wire [1:0]          m_axi_d_arburst,
    output wire [ID_W-1:0]     m_axi_d_arid,
    output wire [3:0]          m_axi_d_arcache,
    output wire [2:0]          m_axi_d_arprot,
    output wire [3:0]          m_axi_d_arqos,
    input  wire                m_axi_d_rvalid,
    output wire                m_axi_d_rready,
    input  wire [63:0]         m_axi_d_rdata,
    input  wire [1:0]          m_axi_d_rresp,
    input  wire                m_axi_d_rlast,
    output wire                m_axi_d_awvalid,
    input  wire                m_axi_d_awready,
    output wire [ADDR_W-1:0]   m_axi_d_awaddr,
    output wire [7:0]          m_axi_d_awlen,
    output wire [2:0]          m_axi_d_awsize,
    output wire [1:0]          m_axi_d_awburst,
    output wire [ID_W-1:0]     m_axi_d_awid,
    output wire [3:0]          m_axi_d_awcache,
    output wire [2:0]          m_axi_d_awprot,
    output wire [3:0]          m_axi_d_awqos,
    output wire                m_axi_d_wvalid,
    input  wire                m_axi_d_wready,
    output wire [63:0]         m_axi_d_wdata,
    output wire [7:0]          m_axi_d_wstrb,
    output wire                m_axi_d_wlast,
    input  wire                m_axi_d_bvalid,
    output wire                m_axi_d_bready,
    input  wire [1:0]          m_axi_d_bresp,

    // AXI-Streams
    input  wire                s_axis_tvalid,
    output wire                s_axis_tready,
    input  wire [DATA_W-1:0]   s_axis_tdata,
    output wire                m_axis_tvalid,
    input  wire                m_axis_tready,
    output wire [DATA_W-1:0]   m_axis_tdata,
    output wire [DATA_W/8-1:0] m_axis_tkeep,
    output wire                m_axis_tlast
);
  generate
    if ((PREFETCH != 2 && PREFETCH != 4 && PREFETCH != 8) || DESCRIPTORS < PREFETCH || DESCRIPTORS > 32 ||
        DESCRIPTORS != 1 << $clog2(DESCRIPTORS) || COMMANDS > 128) begin : g_check
      block_mover_has_a_parameter_out_of_range check ();
    end
  endgenerate

  // What the registers say of the parameters: four words
  localparam [127:0] CAPABILITIES = {
    1'b0, BUFFER_WORDS[30:0], MAX_BURST[15:0], OUTSTANDING[15:0],
    8'd0, DESCRIPTORS[7:0], PREFETCH[7:0], COMMANDS[7:0],
    DATA_W[15:0], ADDR_W[7:0], ID_W[3:0], 1'b0, XOR != 0, STREAM != 0, PORT_B != 0
  };

  // Chain
  wire        run, run_clear, aborting, soft_clear, tail_enable, stop_on_error;
  wire [63:0] head, tail, next_pointer, error_address;
  wire [3:0]  error_code;
  wire        running, at_tail, all_idle;
  wire        event_done, event_end, event_error, event_written;

  // Direct command
  wire        direct_start, direct_busy, direct_done;
  wire [2:0]  direct_index;
  wire [63:0] direct_word;
  wire [7:0]  direct_tag;
  wire [2:0]  direct_error;
  wire [31:0] direct_bytes;

  // Core
  wire        cmd_valid, cmd_ready, core_abort, core_busy, done_valid, done_ready;
  wire [1:0]  cmd_op, cmd_src_port, cmd_dst_port;
  wire [ADDR_W-1:0] cmd_src, cmd_dst;
  wire [31:0] cmd_row_bytes, cmd_src_row_stride, cmd_src_plane_stride, cmd_dst_row_stride, cmd_dst_plane_stride;
  wire [15:0] cmd_rows, cmd_planes;
  wire [7:0]  cmd_tag, done_tag;
  wire [2:0]  done_error;
  wire [31:0] done_bytes;
  wire        stall_read, stall_write, stall_address;

  // Attributes of the ports' transactions: a command takes those of its ports, a stream or a pattern has none
  wire [ID_W+10:0] a_reads, a_writes, b_reads, b_writes, d_reads, d_writes;
  localparam [1:0] AT_B = 2'd1;

  assign {m_axi_d_arid, m_axi_d_arqos, m_axi_d_arprot, m_axi_d_arcache} = d_reads;
  assign {m_axi_d_awid, m_axi_d_awqos, m_axi_d_awprot, m_axi_d_awcache} = d_writes;

  // The end of a soft reset comes when nothing is under way on any port but the registers'.
  wire        inner_rst = rst || soft_clear;
  wire        unused = &{1'b0, m_axi_d_rlast};

  block_mover_registers #(
      .CAPABILITIES(CAPABILITIES),
      .ID_W(ID_W)
  ) registers (
      .clk(clk),
      .rst(rst),
      .irq(irq),
      .s_axil_awvalid(s_axil_awvalid),
      .s_axil_awready(s_axil_awready),
      .s_axil_awaddr(s_axil_awaddr),
      .s_axil_wvalid(s_axil_wvalid),
      .s_axil_wready(s_axil_wready),
      .s_axil_wdata(s_axil_wdata),
      .s_axil_wstrb(s_axil_wstrb),
      .s_axil_bvalid(s_axil_bvalid),
      .s_axil_bready(s_axil_bready),
      .s_axil_bresp(s_axil_bresp),
      .s_axil_arvalid(s_axil_arvalid),
      .s_axil_arready(s_axil_arready),
      .s_axil_araddr(s_axil_araddr),
      .s_axil_rvalid(s_axil_rvalid),
      .s_axil_rready(s_axil_rready),
      .s_axil_rdata(s_axil_rdata),
      .s_axil_rresp(s_axil_rresp),
      .run(run),
      .run_clear(run_clear),
      .aborting(aborting),
      .soft_clear(soft_clear),
      .tail_enable(tail_enable),
      .stop_on_error(stop_on_error),
      .head(head),
      .tail(tail),
      .running(running),
      .all_idle(all_idle),
      .core_busy(core_busy),
      .at_tail(at_tail),
      .chain_next(next_pointer),
      .chain_error(error_code),
      .chain_error_address(error_address),
      .direct_start(direct_start),
      .direct_busy(direct_busy),
      .direct_done(direct_done),
      .direct_tag(direct_tag),
      .direct_error(direct_error),
      .direct_bytes(direct_bytes),
      .direct_index(direct_index),
      .direct_word(direct_word),
      .a_reads(a_reads),
      .a_writes(a_writes),
      .b_reads(b_reads),
      .b_writes(b_writes),
      .d_reads(d_reads),
      .d_writes(d_writes),
      .chain_move_done(event_done),
      .chain_end(event_end),
      .chain_failed(event_error),
      .written(event_written),
      .move_done(done_valid && done_ready),
      .move_failed(done_error != 3'd0),
      .move_bytes(done_bytes),
      .stall_read(stall_read),
      .stall_write(stall_write),
      .stall_address(stall_address)
  );

  block_mover_descriptors #(
      .ADDR_W(ADDR_W),
      .PREFETCH(PREFETCH),
      .SLOTS(DESCRIPTORS)
  ) descriptors (
      .clk(clk),
      .rst(inner_rst),
      .run(run),
      .run_clear(run_clear),
      .aborting(aborting),
      .stop_on_error(stop_on_error),
      .tail_enable(tail_enable),
      .head(head),
      .tail(tail),
      .running(running),
      .at_tail(at_tail),
      .all_idle(all_idle),
      .next_pointer(next_pointer),
      .error_code(error_code),
      .error_address(error_address),
      .event_done(event_done),
      .event_end(event_end),
      .event_error(event_error),
      .event_written(event_written),
      .direct_start(direct_start),
      .direct_busy(direct_busy),
      .direct_index(direct_index),
      .direct_word(direct_word),
      .direct_done(direct_done),
      .direct_tag(direct_tag),
      .direct_error(direct_error),
      .direct_bytes(direct_bytes),
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
      .cmd_tag(cmd_tag),
      .core_abort(core_abort),
      .done_valid(done_valid),
      .done_ready(done_ready),
      .done_tag(done_tag),
      .done_error(done_error),
      .done_bytes(done_bytes),
      .m_axi_d_arvalid(m_axi_d_arvalid),
      .m_axi_d_arready(m_axi_d_arready),
      .m_axi_d_araddr(m_axi_d_araddr),
      .m_axi_d_arlen(m_axi_d_arlen),
      .m_axi_d_arsize(m_axi_d_arsize),
      .m_axi_d_arburst(m_axi_d_arburst),
      .m_axi_d_rvalid(m_axi_d_rvalid),
      .m_axi_d_rready(m_axi_d_rready),
      .m_axi_d_rdata(m_axi_d_rdata),
      .m_axi_d_rresp(m_axi_d_rresp),
      .m_axi_d_awvalid(m_axi_d_awvalid),
      .m_axi_d_awready(m_axi_d_awready),
      .m_axi_d_awaddr(m_axi_d_awaddr),
      .m_axi_d_awlen(m_axi_d_awlen),
      .m_axi_d_awsize(m_axi_d_awsize),
      .m_axi_d_awburst(m_axi_d_awburst),
      .m_axi_d_wvalid(m_axi_d_wvalid),
      .m_axi_d_wready(m_axi_d_wready),
      .m_axi_d_wdata(m_axi_d_wdata),
      .m_axi_d_wstrb(m_axi_d_wstrb),
      .m_axi_d_wlast(m_axi_d_wlast),
      .m_axi_d_bvalid(m_axi_d_bvalid),
      .m_axi_d_bready(m_axi_d_bready),
      .m_axi_d_bresp(m_axi_d_bresp)
  );

  block_mover_core #(
      .ADDR_W(ADDR_W),
      .DATA_W(DATA_W),
      .TAG_W(8),
      .ID_W(ID_W),
      .COUNT_W(16),
      .OUTSTANDING(OUTSTANDING),
      .COMMANDS(COMMANDS),
      .BUFFER_WORDS(BUFFER_WORDS),
      .MAX_BURST(MAX_BURST),
      .PORT_B(PORT_B),
      .STREAM(STREAM),
      .XOR(XOR)
  ) core (
      .clk(clk),
      .rst(inner_rst),
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
      .cmd_src_attributes(cmd_src_port == AT_B ? b_reads : a_reads),
      .cmd_dst_attributes(cmd_dst_port == AT_B ? b_writes : a_writes),
      .cmd_tag(cmd_tag),
      .cmd_abort(core_abort),
      .done_valid(done_valid),
      .done_ready(done_ready),
      .done_tag(done_tag),
      .done_error(done_error),
      .done_bytes(done_bytes),
      .busy(core_busy),
      .stall_read(stall_read),
      .stall_write(stall_write),
      .stall_address(stall_address),
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
      .s_axis_tvalid(s_axis_tvalid),
      .s_axis_tready(s_axis_tready),
      .s_axis_tdata(s_axis_tdata),
      .m_axis_tvalid(m_axis_tvalid),
      .m_axis_tready(m_axis_tready),
      .m_axis_tdata(m_axis_tdata),
      .m_axis_tkeep(m_axis_tkeep),
      .m_axis_tlast(m_axis_tlast)
  );
endmodule
`default_nettype wire
