// SPDX-License-Identifier: Apache-2.0
// AXI4-Lite slave with the registers of disk_node.rdl, and the way to the slot table. Every output comes from a register.
//
// SLVERR answers an address without a register, a write to a read-only register, and a write of a value that cannot be: a pointer beyond
// its ring, a base that is not aligned, a ring that changes while it runs, attributes of the ports while anything does. Such a write
// changes nothing.
`default_nettype none

module disk_node_registers #(
    parameter        ADDR_W            = 32,
    parameter [31:0] CAPABILITY_SIZES  = 32'd0,
    parameter [31:0] CAPABILITY_DATA   = 32'd0,
    parameter        ID_W              = 4
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

    // Time
    output reg         tick,
    output reg  [31:0] now,

    // Settings
    output reg         run,              // the ring of requests
    output reg         streams_run,
    output reg  [ 7:0] depth,
    output reg  [15:0] max_blocks,
    output reg  [31:0] timeout,
    output reg  [ 5:0] last_slot,
    output reg  [31:0] slot_ticks,

    // Rings
    output reg  [63:0] request_base,
    output reg  [ 3:0] request_size,
    output reg  [14:0] request_tail,
    output reg         request_clear,
    input  wire [14:0] request_head,
    input  wire        request_fails,
    input  wire        request_fails_decode,
    output reg  [63:0] completion_base,
    output reg  [ 3:0] completion_size,
    output reg  [14:0] completion_head,
    output reg         completion_clear,
    input  wire [14:0] completion_tail,
    input  wire        completion_full,
    input  wire        completion_fails,
    input  wire        completion_fails_decode,

    // Interrupts
    output reg  [ 3:0] interrupt_enable,
    output wire [ 3:0] interrupt_clear,
    output reg  [15:0] coalesce_count,
    output reg  [31:0] coalesce_timeout,
    input  wire [ 3:0] interrupt_status,
    input  wire [15:0] coalesce_pending,

    // Direct request
    output reg         direct_want,
    input  wire        direct_chosen,
    output reg         direct_word_valid,
    output reg  [ 2:0] direct_word_index,
    output reg  [63:0] direct_word,
    input  wire        direct_done,
    input  wire [ 3:0] done_code,
    input  wire [31:0] done_bytes,

    // Slot table
    output reg         table_access,
    output reg         table_write,
    output reg  [ 8:0] table_address,
    output reg  [31:0] table_data,
    input  wire        table_done,
    input  wire [31:0] table_word,

    // Attributes of the ports' transactions
    output wire [ID_W+10:0] a_reads,
    output wire [ID_W+10:0] a_writes,
    output wire [ID_W+10:0] b_reads,
    output wire [ID_W+10:0] b_writes,
    output wire [ID_W+10:0] d_reads,
    output wire [ID_W+10:0] d_writes,

    // State and counters
    input wire        idle,
    input wire        ended,
    input wire        ended_failed,
    input wire        stray,
    input wire        underrun
);

  localparam [31:0] IDENTITY = 32'h444E_4B44;   // "DKND" in memory order
  localparam [31:0] VERSION  = 32'h0001_0001;   // 1.1

  // Word addresses
  localparam [9:0] ID                 = 10'h000,
                   VERSION_REGISTER   = 10'h001,
                   SIZES              = 10'h002,
                   DATA               = 10'h003,
                   CONTROL            = 10'h008,
                   STATUS             = 10'h009,
                   SETTINGS           = 10'h00A,
                   TICK               = 10'h00B,
                   INTERRUPT_ENABLE   = 10'h00C,
                   INTERRUPT_STATUS   = 10'h00D,
                   COALESCE_COUNT     = 10'h00E,
                   COALESCE_TIMEOUT   = 10'h00F,
                   COALESCE_PENDING   = 10'h010,
                   TIMEOUT            = 10'h011,
                   TIME               = 10'h012,
                   RING_ERROR         = 10'h013,
                   REQUEST_BASE_LOW   = 10'h014,
                   REQUEST_BASE_HIGH  = 10'h015,
                   REQUEST_SIZE       = 10'h016,
                   REQUEST_TAIL       = 10'h017,
                   REQUEST_HEAD       = 10'h018,
                   COMPLETION_BASE_LOW  = 10'h019,
                   COMPLETION_BASE_HIGH = 10'h01A,
                   COMPLETION_SIZE    = 10'h01B,
                   COMPLETION_HEAD    = 10'h01C,
                   COMPLETION_TAIL    = 10'h01D,
                   SLOTS              = 10'h01E,
                   SLOT_TICKS         = 10'h01F,
                   DIRECT_CONTROL     = 10'h020,
                   DIRECT_STATUS      = 10'h021,
                   DIRECT_BYTES       = 10'h022,
                   DIRECT_WORDS       = 10'h024,   // ten of them
                   COUNT_REQUESTS     = 10'h030,
                   COUNT_ERRORS       = 10'h031,
                   COUNT_STRAY        = 10'h032,
                   COUNT_UNDERRUN     = 10'h033,
                   ATTRIBUTES_A       = 10'h03C,
                   ATTRIBUTES_B       = 10'h03D,
                   ATTRIBUTES_D       = 10'h03E;

  localparam [1:0] OKAY = 2'd0, SLVERR = 2'd2;

  function [31:0] merge(input [31:0] old, input [31:0] data, input [3:0] strobes);
    merge = {strobes[3] ? data[31:24] : old[31:24], strobes[2] ? data[23:16] : old[23:16],
             strobes[1] ? data[15:8]  : old[15:8],  strobes[0] ? data[7:0]   : old[7:0]};
  endfunction

  // ------------------------------------------------------------------------------------------------------------- write
  localparam [2:0] WRITE_ACCEPT  = 3'd0,
                   WRITE_CHECK   = 3'd1,
                   WRITE_APPLY   = 3'd2,
                   WRITE_TABLE   = 3'd3,
                   WRITE_SETTLE  = 3'd4,  // so that the answer finds the interrupt line as the write makes it
                   WRITE_RESPOND = 3'd5;

  reg  [2:0]  write_state;
  reg         address_held;
  reg         data_held;
  reg  [11:2] write_address;
  reg  [31:0] write_data;
  reg  [3:0]  write_strobes;
  reg         writable;
  reg         aligned;
  reg         no_high;
  reg         in_request_ring;
  reg         in_completion_ring;
  wire        apply = write_state == WRITE_APPLY && writable;
  wire        to_table = write_address[11];
  wire        whole = &write_strobes;

  assign s_axil_awready = !address_held;
  assign s_axil_wready  = !data_held;
  assign s_axil_bvalid  = write_state == WRITE_RESPOND;

  always @(posedge clk) begin
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
        WRITE_ACCEPT:  if (address_held && data_held) write_state <= WRITE_CHECK;
        WRITE_CHECK:   write_state <= WRITE_APPLY;
        WRITE_APPLY: begin
          write_state  <= writable && to_table ? WRITE_TABLE : WRITE_SETTLE;
          s_axil_bresp <= writable ? OKAY : SLVERR;
        end
        WRITE_TABLE:   if (table_done && table_write) write_state <= WRITE_SETTLE;
        WRITE_SETTLE:  write_state <= WRITE_RESPOND;
        default:       if (s_axil_bready) write_state <= WRITE_ACCEPT;
      endcase
    end
  end

  always @(posedge clk) begin
    if (!address_held) write_address <= s_axil_awaddr[11:2];
    if (!data_held) begin
      write_data    <= s_axil_wdata;
      write_strobes <= s_axil_wstrb;
    end
  end

  // What the checks ask of the data, then whether the register exists, can be written, and may become that.
  wire direct_busy;

  always @(posedge clk) begin
    no_high            <= ADDR_W >= 64 || (write_data >> (ADDR_W - 32)) == 0;
    aligned            <= whole && write_data[5:0] == 6'd0;
    in_request_ring    <= whole && (write_data >> request_size) == 0;
    in_completion_ring <= whole && (write_data >> completion_size) == 0;
    case (write_address)
      CONTROL, TICK, INTERRUPT_ENABLE, INTERRUPT_STATUS, COALESCE_COUNT, COALESCE_TIMEOUT, TIMEOUT:
                            writable <= 1'b1;
      SETTINGS:             writable <= whole && write_data[7:0] != 8'd0 && write_data[31:16] != 16'd0;
      SLOTS:                writable <= !streams_run;
      SLOT_TICKS:           writable <= !streams_run && whole && write_data != 32'd0;
      REQUEST_BASE_LOW:     writable <= !run && aligned;
      REQUEST_BASE_HIGH:    writable <= !run && whole && no_high;
      REQUEST_SIZE:         writable <= !run && whole;
      REQUEST_TAIL:         writable <= in_request_ring;
      COMPLETION_BASE_LOW:  writable <= idle && !run && aligned;
      COMPLETION_BASE_HIGH: writable <= idle && !run && whole && no_high;
      COMPLETION_SIZE:      writable <= idle && !run && whole;
      COMPLETION_HEAD:      writable <= in_completion_ring;
      DIRECT_CONTROL:       writable <= !direct_busy;
      ATTRIBUTES_A, ATTRIBUTES_B, ATTRIBUTES_D:
                            writable <= idle && !run && !streams_run && !direct_busy;
      default:
      writable <= whole && (to_table || (write_address >= DIRECT_WORDS && write_address < DIRECT_WORDS + 10'd10 && !direct_busy));
    endcase
  end

  assign interrupt_clear = apply && write_address == INTERRUPT_STATUS && write_strobes[0] ? write_data[3:0] : 4'd0;

  wire [31:0] count_merged = merge({16'd0, coalesce_count}, write_data, write_strobes);
  wire [31:0] tick_merged = merge({16'd0, tick_cycles}, write_data, write_strobes);

  // Registers are words: the two low address bits say nothing.
  wire unused = &{1'b0, s_axil_awaddr[1:0], s_axil_araddr[1:0], count_merged[31:16], tick_merged[31:16]};

  // -------------------------------------------------------------------------------------------------- control, settings
  reg [2:0] ring_error;
  reg [15:0] tick_cycles;
  reg [15:0] tick_left;
  wire write_control = apply && write_address == CONTROL && write_strobes[0];
  wire stops = request_fails || completion_fails;

  always @(posedge clk) begin
    request_clear    <= apply && write_address == REQUEST_SIZE;
    completion_clear <= apply && write_address == COMPLETION_SIZE;
    if (rst) begin
      run              <= 1'b0;
      streams_run      <= 1'b0;
      ring_error       <= 3'd0;
      depth            <= 8'd2;
      max_blocks       <= 16'd64;
      timeout          <= 32'd0;
      tick_cycles      <= 16'd50;
      last_slot        <= 6'd0;
      slot_ticks       <= 32'd1;
      request_base     <= 64'd0;
      request_size     <= 4'd0;
      request_tail     <= 15'd0;
      completion_base  <= 64'd0;
      completion_size  <= 4'd0;
      completion_head  <= 15'd0;
      interrupt_enable <= 4'd0;
      coalesce_count   <= 16'd0;
      coalesce_timeout <= 32'd0;
    end else begin
      if (stops) run <= 1'b0;
      else if (write_control) run <= write_data[0];
      if (write_control) streams_run <= write_data[1];
      if (stops) ring_error <= request_fails ? {1'b0, request_fails_decode, !request_fails_decode} : {2'b01, 1'b1} + {2'b00, completion_fails_decode};
      else if (write_control && write_data[0] && !run) ring_error <= 3'd0;
      if (apply)
        case (write_address)
          SETTINGS: begin
            depth      <= write_data[7:0];
            max_blocks <= write_data[31:16];
          end
          TICK:                 tick_cycles <= tick_merged[15:0];
          TIMEOUT:              timeout <= merge(timeout, write_data, write_strobes);
          SLOTS:                if (write_strobes[0]) last_slot <= write_data[5:0];
          SLOT_TICKS:           slot_ticks <= write_data;
          INTERRUPT_ENABLE:     if (write_strobes[0]) interrupt_enable <= write_data[3:0];
          COALESCE_COUNT:       coalesce_count <= count_merged[15:0];
          COALESCE_TIMEOUT:     coalesce_timeout <= merge(coalesce_timeout, write_data, write_strobes);
          REQUEST_BASE_LOW:     request_base[31:0] <= write_data;
          REQUEST_BASE_HIGH:    request_base[63:32] <= write_data;
          REQUEST_SIZE: begin
            request_size <= write_data[3:0];
            request_tail <= 15'd0;
          end
          REQUEST_TAIL:         request_tail <= write_data[14:0];
          COMPLETION_BASE_LOW:  completion_base[31:0] <= write_data;
          COMPLETION_BASE_HIGH: completion_base[63:32] <= write_data;
          COMPLETION_SIZE: begin
            completion_size <= write_data[3:0];
            completion_head <= 15'd0;
          end
          COMPLETION_HEAD:      completion_head <= write_data[14:0];
          default: ;
        endcase
    end
  end

  // Time
  always @(posedge clk)
    if (rst) begin
      tick      <= 1'b0;
      tick_left <= 16'd0;
      now       <= 32'd0;
    end else begin
      tick      <= tick_left <= 16'd1;
      tick_left <= tick_left <= 16'd1 ? tick_cycles : tick_left - 1'b1;
      if (tick) now <= now + 1'b1;
    end

  // ---------------------------------------------------------------------------------------------------- direct request
  reg [31:0] direct_words[0:15];
  reg        direct_under_way;
  reg        result_done;
  reg [3:0]  result_code;
  reg [31:0] result_bytes;
  reg        sending;
  reg [3:0]  send_at;
  wire [31:0] direct_half = direct_words[send_at];
  wire       starts = apply && write_address == DIRECT_CONTROL && write_strobes[0] && write_data[0];
  wire       write_direct = apply && write_address >= DIRECT_WORDS && write_address < ATTRIBUTES_A;
  wire [3:0] direct_at = write_address[5:2] - DIRECT_WORDS[3:0];

  assign direct_busy = direct_under_way;

  always @(posedge clk)
    if (write_direct) direct_words[direct_at] <= write_data;

  always @(posedge clk)
    if (rst) begin
      direct_under_way  <= 1'b0;
      direct_want       <= 1'b0;
      direct_word_valid <= 1'b0;
      sending           <= 1'b0;
      send_at           <= 4'd0;
      result_done       <= 1'b0;
      result_code       <= 4'd0;
      result_bytes      <= 32'd0;
    end else begin
      direct_word_valid <= sending && send_at[0];
      if (starts) begin
        direct_under_way <= 1'b1;
        direct_want      <= 1'b1;
        result_done      <= 1'b0;
      end
      if (direct_want && direct_chosen) begin
        direct_want <= 1'b0;
        sending     <= 1'b1;
        send_at     <= 4'd0;
      end
      if (sending) begin
        send_at <= send_at + 1'b1;
        if (send_at == 4'd9) sending <= 1'b0;
      end
      if (direct_done) begin
        direct_under_way <= 1'b0;
        result_done      <= 1'b1;
        result_code      <= done_code;
        result_bytes     <= done_bytes;
      end
    end

  always @(posedge clk) begin
    direct_word_index <= send_at[3:1];
    if (send_at[0]) direct_word[63:32] <= direct_half;
    else direct_word[31:0] <= direct_half;
  end

  // -------------------------------------------------------------------------------------------------------- attributes
  wire [31:0] attributes_a, attributes_b, attributes_d;

  port_attributes #(
      .ID_W(ID_W)
  ) port_a (
      .clk(clk),
      .rst(rst),
      .write(apply && write_address == ATTRIBUTES_A),
      .data(write_data),
      .strobes(write_strobes),
      .word(attributes_a),
      .reads(a_reads),
      .writes(a_writes)
  );

  port_attributes #(
      .ID_W(ID_W)
  ) port_b (
      .clk(clk),
      .rst(rst),
      .write(apply && write_address == ATTRIBUTES_B),
      .data(write_data),
      .strobes(write_strobes),
      .word(attributes_b),
      .reads(b_reads),
      .writes(b_writes)
  );

  port_attributes #(
      .ID_W(ID_W)
  ) port_d (
      .clk(clk),
      .rst(rst),
      .write(apply && write_address == ATTRIBUTES_D),
      .data(write_data),
      .strobes(write_strobes),
      .word(attributes_d),
      .reads(d_reads),
      .writes(d_writes)
  );

  // ---------------------------------------------------------------------------------------------------------- counters
  reg [31:0] count_requests, count_errors, count_stray, count_underrun;

  always @(posedge clk)
    if (rst) begin
      count_requests <= 32'd0;
      count_errors   <= 32'd0;
      count_stray    <= 32'd0;
      count_underrun <= 32'd0;
    end else begin
      if (ended) count_requests <= count_requests + 1'b1;
      if (ended_failed) count_errors <= count_errors + 1'b1;
      if (stray) count_stray <= count_stray + 1'b1;
      if (underrun) count_underrun <= count_underrun + 1'b1;
    end

  // -------------------------------------------------------------------------------------------------------------- read
  // Two steps: a word of each of the four groups of 16 words, then the group.
  localparam [2:0] READ_ACCEPT  = 3'd0,
                   READ_WORDS   = 3'd1,
                   READ_GROUP   = 3'd2,
                   READ_TABLE   = 3'd3,
                   READ_RESPOND = 3'd4;

  reg [2:0]  read_state;
  reg [11:2] read_address;
  reg [31:0] group_control, group_rings, group_direct, group_count;
  reg [3:0]  group_valid;

  assign s_axil_arready = read_state == READ_ACCEPT;
  assign s_axil_rvalid  = read_state == READ_RESPOND;

  always @(posedge clk) begin
    if (rst) begin
      read_state <= READ_ACCEPT;
    end else begin
      case (read_state)
        READ_ACCEPT:  if (s_axil_arvalid) read_state <= READ_WORDS;
        READ_WORDS:   read_state <= read_address[11] ? READ_TABLE : READ_GROUP;
        READ_GROUP:   read_state <= READ_RESPOND;
        READ_TABLE:   if (table_done && !table_write) read_state <= READ_RESPOND;
        default:      if (s_axil_rready) read_state <= READ_ACCEPT;
      endcase
    end
  end

  always @(posedge clk) begin
    if (read_state == READ_ACCEPT) read_address <= s_axil_araddr[11:2];

    group_valid <= 4'b1111;
    case (read_address[5:2])
      ID[3:0]:               group_control <= IDENTITY;
      VERSION_REGISTER[3:0]: group_control <= VERSION;
      SIZES[3:0]:            group_control <= CAPABILITY_SIZES;
      DATA[3:0]:             group_control <= CAPABILITY_DATA;
      CONTROL[3:0]:          group_control <= {30'd0, streams_run, run};
      STATUS[3:0]:           group_control <= {28'd0, direct_busy, completion_full, ring_error != 3'd0, idle};
      SETTINGS[3:0]:         group_control <= {max_blocks, 8'd0, depth};
      TICK[3:0]:             group_control <= {16'd0, tick_cycles};
      INTERRUPT_ENABLE[3:0]: group_control <= {28'd0, interrupt_enable};
      INTERRUPT_STATUS[3:0]: group_control <= {28'd0, interrupt_status};
      COALESCE_COUNT[3:0]:   group_control <= {16'd0, coalesce_count};
      COALESCE_TIMEOUT[3:0]: group_control <= coalesce_timeout;
      default: begin
        group_control  <= 32'd0;
        group_valid[0] <= 1'b0;
      end
    endcase
    case (read_address[5:2])
      COALESCE_PENDING[3:0]:     group_rings <= {16'd0, coalesce_pending};
      TIMEOUT[3:0]:              group_rings <= timeout;
      TIME[3:0]:                 group_rings <= now;
      RING_ERROR[3:0]:           group_rings <= {29'd0, ring_error};
      REQUEST_BASE_LOW[3:0]:     group_rings <= request_base[31:0];
      REQUEST_BASE_HIGH[3:0]:    group_rings <= request_base[63:32];
      REQUEST_SIZE[3:0]:         group_rings <= {28'd0, request_size};
      REQUEST_TAIL[3:0]:         group_rings <= {17'd0, request_tail};
      REQUEST_HEAD[3:0]:         group_rings <= {17'd0, request_head};
      COMPLETION_BASE_LOW[3:0]:  group_rings <= completion_base[31:0];
      COMPLETION_BASE_HIGH[3:0]: group_rings <= completion_base[63:32];
      COMPLETION_SIZE[3:0]:      group_rings <= {28'd0, completion_size};
      COMPLETION_HEAD[3:0]:      group_rings <= {17'd0, completion_head};
      COMPLETION_TAIL[3:0]:      group_rings <= {17'd0, completion_tail};
      SLOTS[3:0]:                group_rings <= {26'd0, last_slot};
      default:                   group_rings <= slot_ticks;
    endcase
    case (read_address[5:2])
      DIRECT_CONTROL[3:0]: group_direct <= {31'd0, direct_busy};
      DIRECT_STATUS[3:0]:  group_direct <= {24'd0, result_code, 3'd0, result_done};
      DIRECT_BYTES[3:0]:   group_direct <= result_bytes;
      default: begin
        group_direct   <= 32'd0;
        group_valid[2] <= 1'b0;
      end
    endcase
    case (read_address[5:2])
      COUNT_REQUESTS[3:0]: group_count <= count_requests;
      COUNT_ERRORS[3:0]:   group_count <= count_errors;
      COUNT_STRAY[3:0]:    group_count <= count_stray;
      COUNT_UNDERRUN[3:0]: group_count <= count_underrun;
      ATTRIBUTES_A[3:0]:   group_count <= attributes_a;
      ATTRIBUTES_B[3:0]:   group_count <= attributes_b;
      ATTRIBUTES_D[3:0]:   group_count <= attributes_d;
      default: begin
        group_count    <= 32'd0;
        group_valid[3] <= 1'b0;
      end
    endcase
  end

  always @(posedge clk) begin
    if (read_state == READ_TABLE) begin
      s_axil_rdata <= table_word;
      s_axil_rresp <= OKAY;
    end else if (read_state == READ_GROUP) begin
      if (read_address[11:8] != 4'd0) begin
        s_axil_rdata <= 32'd0;
        s_axil_rresp <= SLVERR;
      end else begin
        case (read_address[7:6])
          2'd0: s_axil_rdata <= group_control;
          2'd1: s_axil_rdata <= group_rings;
          2'd2: s_axil_rdata <= group_direct;
          2'd3: s_axil_rdata <= group_count;
        endcase
        s_axil_rresp <= group_valid[read_address[7:6]] ? OKAY : SLVERR;
      end
    end
  end

  // --------------------------------------------------------------------------------------------------------- slot table
  // A read and a write may wait at the same time.
  always @(posedge clk)
    if (rst) table_access <= 1'b0;
    else if (table_access) table_access <= !table_done;
    else table_access <= !table_done && (write_state == WRITE_TABLE || read_state == READ_TABLE);

  always @(posedge clk)
    if (!table_access && !table_done) begin
      table_write   <= write_state == WRITE_TABLE;
      table_address <= write_state == WRITE_TABLE ? write_address[10:2] : read_address[10:2];
      table_data    <= write_data;
    end

endmodule

`default_nettype wire
