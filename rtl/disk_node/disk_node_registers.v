// SPDX-License-Identifier: Apache-2.0
// The registers of disk_node.rdl, with the interrupts, counters and time behind them, and the way to the slot table.
//
// A write is refused (SLVERR) where it is of a value that cannot be: a pointer beyond its ring, a base that is not aligned, a ring that
// changes while it runs, attributes of the ports while anything does.
`default_nettype none

module disk_node_registers #(
    parameter        ADDR_W            = 32,
    parameter [31:0] CAPABILITY_SIZES  = 32'd0,
    parameter [31:0] CAPABILITY_DATA   = 32'd0,
    parameter        ID_W              = 4
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

    // Time, in ticks
    output wire        tick,
    output wire [31:0] now,

    // Settings
    output reg         run,              // the ring of requests
    output reg         streams_run,
    output wire [ 7:0] depth,
    output wire [15:0] max_blocks,
    output wire [31:0] timeout,
    output wire [ 5:0] last_slot,
    output wire [31:0] slot_ticks,

    // Rings: {pointer, size, base}, see disk_node_ring_registers; errors: fails, and was a DECERR
    output wire [ADDR_W+18:0] request_ring,
    output wire               request_clear,
    input  wire [       14:0] request_head,
    input  wire [        1:0] request_error,
    output wire [ADDR_W+18:0] completion_ring,
    output wire               completion_clear,
    input  wire [       14:0] completion_tail,
    input  wire               completion_full,
    input  wire [        1:0] completion_error,

    // Direct request
    output wire        direct_want,
    input  wire        direct_chosen,
    output wire [67:0] direct_word,      // {valid, index, word}

    // Slot table: {valid, write, address, data}
    output wire [42:0] table_access,
    input  wire        table_done,
    input  wire [31:0] table_word,

    // Attributes of the ports' transactions
    output wire [ID_W+10:0] a_reads,
    output wire [ID_W+10:0] a_writes,
    output wire [ID_W+10:0] b_reads,
    output wire [ID_W+10:0] b_writes,
    output wire [ID_W+10:0] d_reads,
    output wire [ID_W+10:0] d_writes,

    // State, and events, one cycle each
    input wire        idle,
    input wire        ended,             // a request; the next three with it
    input wire        ended_direct,
    input wire        ended_failed,
    input wire [ 3:0] ended_code,
    input wire [31:0] ended_bytes,
    input wire        stray,
    input wire        underrun
);

  localparam [31:0] IDENTITY = 32'h444E_4B44;   // "DKND" in memory order
  localparam [31:0] VERSION  = 32'h0001_0001;   // 1.1

  // Word addresses at which there is a register, in groups of sixteen: control and interrupts, time and rings, direct request, counters
  // and attributes
  localparam [63:0] THERE = 64'h700F_0007_FFFF_FF0F;

  // Word addresses
  localparam [31:0] CONTROL              = 'h008,
                    SETTINGS             = 'h00A,
                    TICK                 = 'h00B,
                    INTERRUPT_ENABLE     = 'h00C,
                    INTERRUPT_STATUS     = 'h00D,
                    COALESCE_COUNT       = 'h00E,
                    COALESCE_TIMEOUT     = 'h00F,
                    TIMEOUT              = 'h011,
                    REQUEST_BASE_LOW     = 'h014,
                    REQUEST_BASE_HIGH    = 'h015,
                    REQUEST_SIZE         = 'h016,
                    REQUEST_TAIL         = 'h017,
                    COMPLETION_BASE_LOW  = 'h019,
                    COMPLETION_BASE_HIGH = 'h01A,
                    COMPLETION_SIZE      = 'h01B,
                    COMPLETION_HEAD      = 'h01C,
                    SLOTS                = 'h01E,
                    DIRECT_CONTROL       = 'h020,
                    DIRECT_WORDS         = 'h024,  // ten of them
                    DIRECT_END           = 'h02E,
                    ATTRIBUTES_A         = 'h03C,
                    ATTRIBUTES_B         = 'h03D,
                    ATTRIBUTES_D         = 'h03E;
  localparam [31:0] SLOT_TICKS = SLOTS + 1;

  wire [46:0] access;
  wire write;
  wire [11:2] address;
  wire [3:0] strobes;
  wire [31:0] data;
  wire looks;
  wire [3:0] looks_at;
  reg [127:0] read_words;
  wire [11:2] far_read_address;
  wire far_writes, far_written, far_reads, far_read;

  assign {write, address, strobes, data} = access;

  // What the checks ask of the data, then whether the register exists, can be written, and may become that
  reg writable;
  reg aligned;
  reg no_high;
  wire in_request_ring, in_completion_ring;
  wire direct_busy;
  wire whole = &strobes;

  always @(posedge clk) begin
    no_high <= ADDR_W >= 64 || (data >> (ADDR_W - 32)) == 0;
    aligned <= whole && data[5:0] == 6'd0;
    case (address)
      CONTROL[9:0], TICK[9:0], INTERRUPT_ENABLE[9:0], INTERRUPT_STATUS[9:0], COALESCE_COUNT[9:0], COALESCE_TIMEOUT[9:0], TIMEOUT[9:0]:
                                 writable <= 1'b1;
      SETTINGS[9:0]:             writable <= whole && data[7:0] != 8'd0 && data[31:16] != 16'd0;
      SLOTS[9:0]:                writable <= !streams_run;
      SLOT_TICKS[9:0]:           writable <= !streams_run && whole && data != 32'd0;
      REQUEST_BASE_LOW[9:0]:     writable <= !run && aligned;
      REQUEST_BASE_HIGH[9:0]:    writable <= !run && whole && no_high;
      REQUEST_SIZE[9:0]:         writable <= !run && whole;
      REQUEST_TAIL[9:0]:         writable <= in_request_ring;
      COMPLETION_BASE_LOW[9:0]:  writable <= idle && !run && aligned;
      COMPLETION_BASE_HIGH[9:0]: writable <= idle && !run && whole && no_high;
      COMPLETION_SIZE[9:0]:      writable <= idle && !run && whole;
      COMPLETION_HEAD[9:0]:      writable <= in_completion_ring;
      DIRECT_CONTROL[9:0]:       writable <= !direct_busy;
      ATTRIBUTES_A[9:0], ATTRIBUTES_B[9:0], ATTRIBUTES_D[9:0]:
                                 writable <= idle && !run && !streams_run && !direct_busy;
      default:
      writable <= whole && (address[11] || (address >= DIRECT_WORDS[9:0] && address < DIRECT_END[9:0] && !direct_busy));
    endcase
  end

  register_port #(
      .THERE(THERE),
      .CHECK(1),
      .FAR  (1)
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
      .far_read_address(far_read_address),
      .far_writes(far_writes),
      .far_written(far_written),
      .far_reads(far_reads),
      .far_read(far_read),
      .far_word(table_word)
  );

  // Reads
  reg [2:0] ring_error;
  wire [31:0] control = {30'd0, streams_run, run};
  wire [31:0] status = {28'd0, direct_busy, completion_full, ring_error != 3'd0, idle};
  wire [63:0] rates;        // SETTINGS, TICK
  wire [159:0] interrupt_words;
  wire [127:0] request_words, completion_words;
  wire [63:0] slot_words;   // SLOTS, SLOT_TICKS
  wire [95:0] direct_words;
  wire [127:0] counts;
  wire [95:0] attributes;

  function [31:0] word_of(input [511:0] group, input [3:0] at);
    word_of = group[32*at+:32];
  endfunction

  // Gone a cycle later: what software has read is no part of the state.
  always @(posedge clk)
    if (!looks) read_words <= 128'd0;
    else begin
      read_words[31:0] <= word_of({interrupt_words[127:0], rates, status, control, 128'd0, CAPABILITY_DATA, CAPABILITY_SIZES, VERSION, IDENTITY}, looks_at);
      read_words[63:32] <= word_of({
        slot_words, 17'd0, completion_tail, completion_words, 17'd0, request_head, request_words, 29'd0, ring_error, now, timeout,
        interrupt_words[159:128]
      }, looks_at);
      read_words[95:64] <= word_of({416'd0, direct_words}, looks_at);
      read_words[127:96] <= word_of({32'd0, attributes, 256'd0, counts}, looks_at);
    end

  // Control
  wire write_control = write && address == CONTROL[9:0] && strobes[0];
  wire request_fails = request_error[1];
  wire stops = request_fails || completion_error[1];

  always @(posedge clk)
    if (rst) begin
      run         <= 1'b0;
      streams_run <= 1'b0;
      ring_error  <= 3'd0;
    end else begin
      if (stops) run <= 1'b0;
      else if (write_control) run <= data[0];
      if (write_control) streams_run <= data[1];
      if (stops)
        ring_error <= request_fails ? {1'b0, request_error[0], !request_error[0]} : {completion_error[0], {2{!completion_error[0]}}};
      else if (write_control && data[0] && !run) ring_error <= 3'd0;
    end

  // Settings
  assign {max_blocks, depth} = {rates[31:16], rates[7:0]};
  assign last_slot = slot_words[5:0];
  assign slot_ticks = slot_words[63:32];

  register_words #(
      .WORDS(2),
      .FIRST(SETTINGS),
      .RESET(64'h0000_0032_0040_0002),
      .BITS (64'h0000_FFFF_FFFF_00FF)
  ) general (
      .clk(clk),
      .rst(rst),
      .access(access),
      .words(rates)
  );

  register_words #(
      .FIRST(TIMEOUT)
  ) patience (
      .clk(clk),
      .rst(rst),
      .access(access),
      .words(timeout)
  );

  register_words #(
      .WORDS(2),
      .FIRST(SLOTS),
      .RESET(64'h0000_0001_0000_0000),
      .BITS (64'hFFFF_FFFF_0000_003F)
  ) slots (
      .clk(clk),
      .rst(rst),
      .access(access),
      .words(slot_words)
  );

  disk_node_ring_registers #(
      .ADDR_W(ADDR_W),
      .FIRST(REQUEST_BASE_LOW)
  ) requests (
      .clk(clk),
      .rst(rst),
      .access(access),
      .ring(request_ring),
      .clear(request_clear),
      .fits(in_request_ring),
      .words(request_words)
  );

  disk_node_ring_registers #(
      .ADDR_W(ADDR_W),
      .FIRST(COMPLETION_BASE_LOW)
  ) completions (
      .clk(clk),
      .rst(rst),
      .access(access),
      .ring(completion_ring),
      .clear(completion_clear),
      .fits(in_completion_ring),
      .words(completion_words)
  );

  // Behind the registers
  disk_node_time ticks (
      .clk(clk),
      .rst(rst),
      .tick_cycles(rates[47:32]),
      .tick(tick),
      .now(now)
  );

  disk_node_direct direct (
      .clk(clk),
      .rst(rst),
      .access(access),
      .busy(direct_busy),
      .want(direct_want),
      .chosen(direct_chosen),
      .word(direct_word),
      .done(ended_direct),
      .done_code(ended_code),
      .done_bytes(ended_bytes),
      .words(direct_words)
  );

  disk_node_table_port slot_table (
      .clk(clk),
      .rst(rst),
      .writes(far_writes),
      .write_address(address[10:2]),
      .write_data(data),
      .written(far_written),
      .reads(far_reads),
      .read_address(far_read_address[10:2]),
      .read(far_read),
      .access(table_access),
      .done(table_done)
  );

  interrupts interrupt (
      .clk(clk),
      .rst(rst),
      .access(access),
      .done({1'b0, ended}),
      .stopped(stops),
      .error(ended_failed),
      .irq(irq),
      .words(interrupt_words)
  );

  port_attributes #(
      .ID_W(ID_W)
  ) ports (
      .clk(clk),
      .rst(rst),
      .access(access),
      .words(attributes),
      .a_reads(a_reads),
      .a_writes(a_writes),
      .b_reads(b_reads),
      .b_writes(b_writes),
      .d_reads(d_reads),
      .d_writes(d_writes)
  );

  event_counters #(
      .COUNT(4)
  ) counters (
      .clk(clk),
      .clear(rst),
      .events({underrun, stray, ended_failed, ended}),
      .counts(counts)
  );

  wire unused = &{1'b0, far_read_address[11]};

endmodule

`default_nettype wire
