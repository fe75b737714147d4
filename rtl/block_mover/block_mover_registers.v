// SPDX-License-Identifier: Apache-2.0
// The registers of block_mover.rdl, with the interrupts and counters behind them.
//
// A write is refused (SLVERR) where it could not be carried out: to the direct command while it is under way, to the ports' attributes
// while anything is, to CONTROL or DIRECT_CONTROL during an abort, and to anything during a soft reset.
`default_nettype none

module block_mover_registers #(
    parameter [127:0] CAPABILITIES = 128'd0,  // the four registers, the first in the low bits
    parameter         ID_W         = 4
) (
    input  wire clk,
    input  wire rst,
    output wire irq,

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
    output wire [ 1:0] s_axil_bresp,
    input  wire        s_axil_arvalid,
    output wire        s_axil_arready,
    input  wire [11:0] s_axil_araddr,
    output wire        s_axil_rvalid,
    input  wire        s_axil_rready,
    output wire [31:0] s_axil_rdata,
    output wire [ 1:0] s_axil_rresp,

    // Control
    output wire        run,
    input  wire        run_clear,
    output wire        aborting,       // abort or soft reset, until everything is idle
    output wire        soft_clear,     // last cycle of a soft reset
    output wire        tail_enable,
    output wire        stop_on_error,
    output wire [63:0] head,
    output wire [63:0] tail,

    // State
    input wire        running,
    input wire        all_idle,
    input wire        core_busy,
    input wire        at_tail,
    input wire [63:0] chain_next,
    input wire [ 3:0] chain_error,
    input wire [63:0] chain_error_address,

    // Direct command
    output wire        direct_start,
    input  wire        direct_busy,
    input  wire        direct_done,
    input  wire [ 7:0] direct_tag,
    input  wire [ 2:0] direct_error,
    input  wire [31:0] direct_bytes,
    input  wire [ 2:0] direct_index,   // word of the descriptor ...
    output wire [63:0] direct_word,    // ... that the direct command is, in the same cycle

    // Attributes of the ports' transactions
    output wire [ID_W+10:0] a_reads,
    output wire [ID_W+10:0] a_writes,
    output wire [ID_W+10:0] b_reads,
    output wire [ID_W+10:0] b_writes,
    output wire [ID_W+10:0] d_reads,
    output wire [ID_W+10:0] d_writes,

    // Events, one cycle each, and what is counted
    input wire        chain_move_done,
    input wire        chain_end,
    input wire        chain_failed,
    input wire        written,
    input wire        move_done,
    input wire        move_failed,     // with move_done
    input wire [31:0] move_bytes,      // with move_done
    input wire        stall_read,
    input wire        stall_write,
    input wire        stall_address
);

  localparam [31:0] IDENTITY = 32'h564D_4C42;   // "BLMV" in memory order
  localparam [31:0] VERSION  = 32'h0001_0001;   // 1.1

  // Word addresses at which there is a register, in groups of sixteen: control and interrupts, chain, direct command, counters
  // and attributes
  localparam [63:0] THERE = 64'h71FF_FFC7_1FF1_F73F;

  // Word addresses that may be written
  localparam [9:0] CONTROL           = 10'h008,
                   SETTINGS          = 10'h00A,
                   INTERRUPT_ENABLE  = 10'h00C,
                   COALESCE_TIMEOUT  = 10'h00F,
                   CHAIN_HEAD_LOW    = 10'h014,
                   CHAIN_TAIL_HIGH   = 10'h017,
                   DIRECT_CONTROL    = 10'h020,
                   DIRECT_SOURCE_LOW = 10'h026,
                   DIRECT_DST_PLANE_STRIDE = 10'h02F,
                   ATTRIBUTES_A      = 10'h03C,
                   ATTRIBUTES_D      = 10'h03E;

  wire soft_reset, clear_counters, direct_interrupts;
  wire clear = rst || soft_clear;
  wire idle = all_idle && !core_busy;
  wire [46:0] access;
  wire [11:2] address = access[45:36];
  reg writable;
  wire looks;
  wire [3:0] looks_at;
  reg [127:0] read_words;

  // Looked up a cycle before the write
  always @(posedge clk)
    if (address == CONTROL) writable <= !aborting;
    else if (address == DIRECT_CONTROL) writable <= !aborting && !direct_busy;
    else if (address >= DIRECT_SOURCE_LOW && address <= DIRECT_DST_PLANE_STRIDE) writable <= !soft_reset && !direct_busy;
    else if (address >= ATTRIBUTES_A && address <= ATTRIBUTES_D) writable <= !soft_reset && idle;
    else
      writable <= !soft_reset && (address == SETTINGS || (address >= INTERRUPT_ENABLE && address <= COALESCE_TIMEOUT) ||
                                  (address >= CHAIN_HEAD_LOW && address <= CHAIN_TAIL_HIGH));

  wire [11:0] far;  // there is nothing in the upper half

  register_port #(
      .THERE(THERE)
  ) port (
      .clk(clk),
      .rst(rst),
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
      .access(access),
      .writable(writable),
      .looks(looks),
      .looks_at(looks_at),
      .read_words(read_words),
      .far_read_address(far[9:0]),
      .far_writes(far[10]),
      .far_written(1'b0),
      .far_reads(far[11]),
      .far_read(1'b0),
      .far_word(32'd0)
  );

  // Reads
  wire [31:0] control = {29'd0, soft_reset, aborting && !soft_reset, run};
  wire [31:0] status = {26'd0, aborting, at_tail, core_busy, chain_error != 4'd0, idle, running};
  wire [31:0] settings, direct_control, direct_status, result_bytes;
  wire [63:0] tail_written;
  wire [159:0] interrupt_words;
  wire [319:0] direct_place;
  wire [63:0] count_bytes;
  wire [223:0] counts;
  wire [95:0] attributes;

  function [31:0] word_of(input [511:0] group, input [3:0] at);
    word_of = group[32*at+:32];
  endfunction

  // Gone a cycle later: what software has read is no part of the state.
  always @(posedge clk)
    if (!looks) read_words <= 128'd0;
    else begin
      read_words[31:0]   <= word_of({interrupt_words[127:0], 32'd0, settings, status, control, 64'd0, CAPABILITIES, VERSION, IDENTITY}, looks_at);
      read_words[63:32]  <= word_of({124'd0, chain_error, chain_error_address, chain_next, tail_written, head, 96'd0, interrupt_words[159:128]}, looks_at);
      read_words[95:64]  <= word_of({direct_place, 96'd0, result_bytes, direct_status, direct_control}, looks_at);
      read_words[127:96] <= word_of({32'd0, attributes, 96'd0, counts, count_bytes}, looks_at);
    end

  // Behind the registers
  assign tail_enable = settings[0];
  assign stop_on_error = settings[1];

  block_mover_control controls (
      .clk(clk),
      .rst(rst),
      .access(access),
      .idle(idle),
      .run_clear(run_clear),
      .run(run),
      .aborting(aborting),
      .soft_reset(soft_reset),
      .soft_clear(soft_clear),
      .clear_counters(clear_counters),
      .settings(settings),
      .head(head),
      .tail(tail),
      .tail_written(tail_written)
  );

  block_mover_direct direct (
      .clk(clk),
      .rst(clear),
      .access(access),
      .start(direct_start),
      .busy(direct_busy),
      .done(direct_done),
      .tag(direct_tag),
      .error(direct_error),
      .bytes(direct_bytes),
      .interrupts(direct_interrupts),
      .index(direct_index),
      .word(direct_word),
      .control(direct_control),
      .status(direct_status),
      .result_bytes(result_bytes),
      .place(direct_place)
  );

  interrupts interrupt (
      .clk(clk),
      .rst(clear),
      .access(access),
      .done({direct_done && direct_interrupts, chain_move_done}),
      .stopped(chain_end),
      .error(chain_failed || (direct_done && direct_error != 3'd0)),
      .irq(irq),
      .words(interrupt_words)
  );

  port_attributes #(
      .ID_W(ID_W)
  ) ports (
      .clk(clk),
      .rst(clear),
      .access(access),
      .words(attributes),
      .a_reads(a_reads),
      .a_writes(a_writes),
      .b_reads(b_reads),
      .b_writes(b_writes),
      .d_reads(d_reads),
      .d_writes(d_writes)
  );

  block_mover_counters counters (
      .clk(clk),
      .clear(clear || clear_counters),
      .move_done(move_done),
      .move_failed(move_failed),
      .move_bytes(move_bytes),
      .descriptor_done(written),
      .busy(core_busy),
      .stall_read(stall_read),
      .stall_write(stall_write),
      .stall_address(stall_address),
      .bytes(count_bytes),
      .counts(counts)
  );

  wire unused = &{1'b0, far};

endmodule

`default_nettype wire
