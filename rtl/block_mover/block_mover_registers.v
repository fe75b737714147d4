// SPDX-License-Identifier: Apache-2.0
// AXI4-Lite slave with the registers of block_mover.rdl. Every output comes from a register.
//
// Reads have no effect. Writes take the bytes of WSTRB. SLVERR answers an address without a register, a write to a
// read-only register, a write to the direct command while it is under way, to the ports' attributes while anything is, a write to
// CONTROL or DIRECT_CONTROL during an abort, and every write during a soft reset; such a write changes nothing.
`default_nettype none

module block_mover_registers #(
    parameter [31:0] CAPABILITY_PORTS   = 32'd0,
    parameter [31:0] CAPABILITY_CORE    = 32'd0,
    parameter [31:0] CAPABILITY_BURSTS  = 32'd0,
    parameter [31:0] CAPABILITY_BUFFER  = 32'd0,
    parameter        ID_W               = 4
) (
    input  wire        clk,
    input  wire        rst,

    // AXI4-Lite slave
    input  wire        s_axil_awvalid,
    output wire        s_axil_awready,
    input  wire [11:0] s_axil_awaddr,
    input  wire        s_axil_wvalid,
    output wire        s_axil_wready,
    input  wire [31:0] s_axil_wdata,
    input  wire [3:0]  s_axil_wstrb,
    output wire        s_axil_bvalid,
    input  wire        s_axil_bready,
    output reg  [1:0]  s_axil_bresp,
    input  wire        s_axil_arvalid,
    output wire        s_axil_arready,
    input  wire [11:0] s_axil_araddr,
    output wire        s_axil_rvalid,
    input  wire        s_axil_rready,
    output reg  [31:0] s_axil_rdata,
    output reg  [1:0]  s_axil_rresp,

    // control
    output reg         run,
    input  wire        run_clear,
    output reg         aborting,          // abort or soft reset, until everything is idle
    output reg         clear_counters,
    output reg         soft_clear,        // last cycle of a soft reset
    output reg         tail_enable,
    output reg         stop_on_error,
    output reg  [63:0] head,
    output reg  [63:0] tail,              // changes with the low word of the register

    // interrupts
    output reg  [3:0]  interrupt_enable,
    output wire [3:0]  interrupt_clear,
    output reg  [15:0] coalesce_count,
    output reg  [31:0] coalesce_timeout,
    input  wire [3:0]  interrupt_status,
    input  wire [15:0] coalesce_pending,

    // direct command
    output reg         direct_start,
    input  wire        direct_busy,
    input  wire        direct_done,
    input  wire [7:0]  direct_tag,
    input  wire [2:0]  direct_error,
    input  wire        direct_short,
    input  wire        direct_long,
    input  wire [31:0] direct_bytes,
    output wire        direct_interrupts,
    input  wire [2:0]  direct_index,      // word of the descriptor ...
    output reg  [63:0] direct_word,       // ... that the direct command is, in the same cycle

    // attributes of the ports' transactions
    output wire [ID_W+10:0] a_reads,
    output wire [ID_W+10:0] a_writes,
    output wire [ID_W+10:0] b_reads,
    output wire [ID_W+10:0] b_writes,
    output wire [ID_W+10:0] d_reads,
    output wire [ID_W+10:0] d_writes,

    // state
    input  wire        running,
    input  wire        idle,
    input  wire        core_busy,
    input  wire        at_tail,
    input  wire [63:0] chain_next,
    input  wire [3:0]  chain_error,
    input  wire [63:0] chain_error_address,

    // counters
    input  wire [63:0] count_bytes,
    input  wire [31:0] count_moves,
    input  wire [31:0] count_errors,
    input  wire [31:0] count_descriptors,
    input  wire [31:0] count_busy,
    input  wire [31:0] count_stall_read,
    input  wire [31:0] count_stall_write,
    input  wire [31:0] count_stall_address
);
  localparam [31:0] IDENTITY = 32'h564D_4C42;   // "BLMV" in memory order
  localparam [31:0] VERSION  = 32'h0001_0001;   // 1.1

  // Word addresses.
  localparam [9:0] ID                   = 10'h000,
                   VERSION_REGISTER     = 10'h001,
                   PORTS                = 10'h002,
                   CORE                 = 10'h003,
                   BURSTS               = 10'h004,
                   BUFFER               = 10'h005,
                   CONTROL              = 10'h008,
                   STATUS               = 10'h009,
                   SETTINGS             = 10'h00A,
                   INTERRUPT_ENABLE     = 10'h00C,
                   INTERRUPT_STATUS     = 10'h00D,
                   COALESCE_COUNT       = 10'h00E,
                   COALESCE_TIMEOUT     = 10'h00F,
                   COALESCE_PENDING     = 10'h010,
                   CHAIN_HEAD_LOW       = 10'h014,
                   CHAIN_HEAD_HIGH      = 10'h015,
                   CHAIN_TAIL_LOW       = 10'h016,
                   CHAIN_TAIL_HIGH      = 10'h017,
                   CHAIN_NEXT_LOW       = 10'h018,
                   CHAIN_NEXT_HIGH      = 10'h019,
                   CHAIN_ERROR_LOW      = 10'h01A,
                   CHAIN_ERROR_HIGH     = 10'h01B,
                   CHAIN_ERROR          = 10'h01C,
                   DIRECT_CONTROL       = 10'h020,
                   DIRECT_STATUS        = 10'h021,
                   DIRECT_BYTES         = 10'h022,
                   DIRECT_SOURCE_LOW    = 10'h026,
                   DIRECT_SOURCE_HIGH   = 10'h027,
                   DIRECT_TARGET_LOW    = 10'h028,
                   DIRECT_TARGET_HIGH   = 10'h029,
                   DIRECT_ROW_BYTES     = 10'h02A,
                   DIRECT_COUNTS        = 10'h02B,
                   DIRECT_SRC_ROW_STRIDE   = 10'h02C,
                   DIRECT_SRC_PLANE_STRIDE = 10'h02D,
                   DIRECT_DST_ROW_STRIDE   = 10'h02E,
                   DIRECT_DST_PLANE_STRIDE = 10'h02F,
                   COUNT_BYTES_LOW      = 10'h030,
                   COUNT_BYTES_HIGH     = 10'h031,
                   COUNT_MOVES          = 10'h032,
                   COUNT_ERRORS         = 10'h033,
                   COUNT_DESCRIPTORS    = 10'h034,
                   COUNT_BUSY           = 10'h035,
                   COUNT_STALL_READ     = 10'h036,
                   COUNT_STALL_WRITE    = 10'h037,
                   COUNT_STALL_ADDRESS  = 10'h038,
                   ATTRIBUTES_A         = 10'h03C,
                   ATTRIBUTES_B         = 10'h03D,
                   ATTRIBUTES_D         = 10'h03E;

  localparam [1:0] OKAY = 2'd0, SLVERR = 2'd2;

  function [31:0] merge(input [31:0] old, input [31:0] data, input [3:0] strobes);
    merge = {strobes[3] ? data[31:24] : old[31:24], strobes[2] ? data[23:16] : old[23:16],
             strobes[1] ? data[15:8]  : old[15:8],  strobes[0] ? data[7:0]   : old[7:0]};
  endfunction

  // ------------------------------------------------------------------------------------------------------------- write
  localparam [1:0] WRITE_ACCEPT  = 2'd0,
                   WRITE_APPLY   = 2'd1,
                   WRITE_SETTLE  = 2'd2,  // so that the answer finds the interrupt line as the write makes it
                   WRITE_RESPOND = 2'd3;

  reg  [1:0]  write_state;
  reg         address_held;
  reg         data_held;
  reg  [11:2] write_address;
  reg  [31:0] write_data;
  reg  [3:0]  write_strobes;
  reg         writable;
  reg         soft_reset;
  wire        respond_taken = s_axil_bvalid && s_axil_bready;
  wire        apply = write_state == WRITE_APPLY && writable;

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
      if (respond_taken) begin
        address_held <= 1'b0;
        data_held    <= 1'b0;
      end else begin
        if (s_axil_awvalid) address_held <= 1'b1;
        if (s_axil_wvalid) data_held <= 1'b1;
      end
      case (write_state)
        WRITE_ACCEPT:  if (address_held && data_held) write_state <= WRITE_APPLY;
        WRITE_APPLY: begin
          write_state  <= WRITE_SETTLE;
          s_axil_bresp <= writable ? OKAY : SLVERR;
        end
        WRITE_SETTLE:  write_state <= WRITE_RESPOND;
        WRITE_RESPOND: if (s_axil_bready) write_state <= WRITE_ACCEPT;
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

  // The register exists, can be written, and may be written now; looked up a cycle before the write.
  always @(posedge clk) begin
    case (write_address)
      CONTROL:        writable <= !aborting;
      DIRECT_CONTROL: writable <= !aborting && !direct_busy;
      SETTINGS, INTERRUPT_ENABLE, INTERRUPT_STATUS, COALESCE_COUNT, COALESCE_TIMEOUT, CHAIN_HEAD_LOW, CHAIN_HEAD_HIGH,
      CHAIN_TAIL_LOW, CHAIN_TAIL_HIGH:
                      writable <= !soft_reset;
      DIRECT_SOURCE_LOW, DIRECT_SOURCE_HIGH, DIRECT_TARGET_LOW, DIRECT_TARGET_HIGH, DIRECT_ROW_BYTES, DIRECT_COUNTS,
      DIRECT_SRC_ROW_STRIDE, DIRECT_SRC_PLANE_STRIDE, DIRECT_DST_ROW_STRIDE, DIRECT_DST_PLANE_STRIDE:
                      writable <= !soft_reset && !direct_busy;
      ATTRIBUTES_A, ATTRIBUTES_B, ATTRIBUTES_D:
                      writable <= !soft_reset && idle;
      default:        writable <= 1'b0;
    endcase
  end

  assign interrupt_clear = apply && write_address == INTERRUPT_STATUS && write_strobes[0] ? write_data[3:0] : 4'd0;

  wire [31:0] count_merged = merge({16'd0, coalesce_count}, write_data, write_strobes);

  // Registers are words: the two low address bits say nothing.
  wire unused = &{1'b0, s_axil_awaddr[1:0], s_axil_araddr[1:0], count_merged[31:16]};

  // ----------------------------------------------------------------------------------------------------------- control
  wire write_control = apply && write_address == CONTROL && write_strobes[0];

  always @(posedge clk) begin
    if (rst || soft_clear) begin
      run             <= 1'b0;
      aborting        <= 1'b0;
      soft_reset      <= 1'b0;
      soft_clear      <= 1'b0;
    end else begin
      if (write_control) run <= write_data[0];
      else if (run_clear) run <= 1'b0;
      if (write_control) begin
        aborting   <= write_data[1] || write_data[2];
        soft_reset <= write_data[2];
      end else if (aborting && idle) begin
        aborting   <= 1'b0;
        soft_clear <= soft_reset;
      end
    end
  end

  wire write_settings = apply && write_address == SETTINGS && write_strobes[0];
  always @(posedge clk) begin
    clear_counters <= write_settings && write_data[2];
    if (rst || soft_clear) begin
      tail_enable   <= 1'b0;
      stop_on_error <= 1'b0;
    end else if (write_settings) begin
      tail_enable   <= write_data[0];
      stop_on_error <= write_data[1];
    end
  end

  // -------------------------------------------------------------------------------------------------------- interrupts

  always @(posedge clk) begin
    if (rst || soft_clear) begin
      interrupt_enable <= 4'd0;
      coalesce_count   <= 16'd0;
      coalesce_timeout <= 32'd0;
    end else if (apply) begin
      case (write_address)
        INTERRUPT_ENABLE: if (write_strobes[0]) interrupt_enable <= write_data[3:0];
        COALESCE_COUNT:   coalesce_count   <= count_merged[15:0];
        COALESCE_TIMEOUT: coalesce_timeout <= merge(coalesce_timeout, write_data, write_strobes);
        default: ;
      endcase
    end
  end

  // ------------------------------------------------------------------------------------------------------------- chain
  reg [63:0] tail_written;

  always @(posedge clk) begin
    if (rst || soft_clear) begin
      head         <= 64'd0;
      tail_written <= 64'd0;
      tail         <= 64'd0;
    end else if (apply) begin
      case (write_address)
        CHAIN_HEAD_LOW:  head[31:0]  <= merge(head[31:0], write_data, write_strobes);
        CHAIN_HEAD_HIGH: head[63:32] <= merge(head[63:32], write_data, write_strobes);
        CHAIN_TAIL_LOW: begin
          tail_written[31:0] <= merge(tail_written[31:0], write_data, write_strobes);
          tail               <= {tail_written[63:32], merge(tail_written[31:0], write_data, write_strobes)};
        end
        CHAIN_TAIL_HIGH: tail_written[63:32] <= merge(tail_written[63:32], write_data, write_strobes);
        default: ;
      endcase
    end
  end

  // ---------------------------------------------------------------------------------------------------- direct command
  reg [31:0] direct_control;    // bit 0 is direct_busy
  reg [63:0] direct_source;
  reg [63:0] direct_target;
  reg [31:0] direct_row_bytes;
  reg [31:0] direct_counts;
  reg [31:0] direct_src_row_stride;
  reg [31:0] direct_src_plane_stride;
  reg [31:0] direct_dst_row_stride;
  reg [31:0] direct_dst_plane_stride;
  reg        result_done;
  reg [7:0]  result_tag;
  reg [2:0]  result_error;
  reg        result_short;
  reg        result_long;
  reg [31:0] result_bytes;

  localparam [31:0] DIRECT_CONTROL_FIELDS = 32'hFF00_333A;

  always @(posedge clk) begin
    direct_start <= !rst && apply && write_address == DIRECT_CONTROL && write_strobes[0] && write_data[0];
    if (rst || soft_clear) begin
      direct_control          <= 32'd0;
      direct_source           <= 64'd0;
      direct_target           <= 64'd0;
      direct_row_bytes        <= 32'd0;
      direct_counts           <= 32'd0;
      direct_src_row_stride   <= 32'd0;
      direct_src_plane_stride <= 32'd0;
      direct_dst_row_stride   <= 32'd0;
      direct_dst_plane_stride <= 32'd0;
    end else if (apply) begin
      case (write_address)
        DIRECT_CONTROL:     direct_control          <= merge(direct_control, write_data, write_strobes) & DIRECT_CONTROL_FIELDS;
        DIRECT_SOURCE_LOW:  direct_source[31:0]     <= merge(direct_source[31:0], write_data, write_strobes);
        DIRECT_SOURCE_HIGH: direct_source[63:32]    <= merge(direct_source[63:32], write_data, write_strobes);
        DIRECT_TARGET_LOW:  direct_target[31:0]     <= merge(direct_target[31:0], write_data, write_strobes);
        DIRECT_TARGET_HIGH: direct_target[63:32]    <= merge(direct_target[63:32], write_data, write_strobes);
        DIRECT_ROW_BYTES:   direct_row_bytes        <= merge(direct_row_bytes, write_data, write_strobes);
        DIRECT_COUNTS:      direct_counts           <= merge(direct_counts, write_data, write_strobes);
        DIRECT_SRC_ROW_STRIDE:   direct_src_row_stride   <= merge(direct_src_row_stride, write_data, write_strobes);
        DIRECT_SRC_PLANE_STRIDE: direct_src_plane_stride <= merge(direct_src_plane_stride, write_data, write_strobes);
        DIRECT_DST_ROW_STRIDE:   direct_dst_row_stride   <= merge(direct_dst_row_stride, write_data, write_strobes);
        DIRECT_DST_PLANE_STRIDE: direct_dst_plane_stride <= merge(direct_dst_plane_stride, write_data, write_strobes);
        default: ;
      endcase
    end
  end

  always @(posedge clk) begin
    if (rst || soft_clear) begin
      result_done  <= 1'b0;
      result_tag   <= 8'd0;
      result_error <= 3'd0;
      result_short <= 1'b0;
      result_long  <= 1'b0;
      result_bytes <= 32'd0;
    end else if (direct_done) begin
      result_done  <= 1'b1;
      result_tag   <= direct_tag;
      result_error <= direct_error;
      result_short <= direct_short;
      result_long  <= direct_long;
      result_bytes <= direct_bytes;
    end else if (direct_start) begin
      result_done  <= 1'b0;
    end
  end

  assign direct_interrupts = direct_control[1];

  always @* begin
    case (direct_index)
      3'd0:    direct_word = {32'd0, direct_control};
      3'd3:    direct_word = direct_source;
      3'd4:    direct_word = direct_target;
      3'd5:    direct_word = {direct_counts, direct_row_bytes};
      3'd6:    direct_word = {direct_src_plane_stride, direct_src_row_stride};
      3'd7:    direct_word = {direct_dst_plane_stride, direct_dst_row_stride};
      default: direct_word = 64'd0;
    endcase
  end

  // -------------------------------------------------------------------------------------------------------- attributes
  wire [31:0] attributes_a, attributes_b, attributes_d;

  port_attributes #(
      .ID_W(ID_W)
  ) port_a (
      .clk(clk),
      .rst(rst || soft_clear),
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
      .rst(rst || soft_clear),
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
      .rst(rst || soft_clear),
      .write(apply && write_address == ATTRIBUTES_D),
      .data(write_data),
      .strobes(write_strobes),
      .word(attributes_d),
      .reads(d_reads),
      .writes(d_writes)
  );

  // -------------------------------------------------------------------------------------------------------------- read
  // Two steps: a word of each of the four groups of 16 words, then the group.
  localparam [1:0] READ_ACCEPT  = 2'd0,
                   READ_WORDS   = 2'd1,
                   READ_GROUP   = 2'd2,
                   READ_RESPOND = 2'd3;

  reg [1:0]  read_state;
  reg [11:2] read_address;
  reg [31:0] group_control, group_chain, group_direct, group_count;
  reg [3:0]  group_valid;

  assign s_axil_arready = read_state == READ_ACCEPT;
  assign s_axil_rvalid  = read_state == READ_RESPOND;

  always @(posedge clk) begin
    if (rst) begin
      read_state <= READ_ACCEPT;
    end else begin
      case (read_state)
        READ_ACCEPT:  if (s_axil_arvalid) read_state <= READ_WORDS;
        READ_WORDS:   read_state <= READ_GROUP;
        READ_GROUP:   read_state <= READ_RESPOND;
        READ_RESPOND: if (s_axil_rready) read_state <= READ_ACCEPT;
      endcase
    end
  end

  wire [31:0] status = {26'd0, aborting, at_tail, core_busy, chain_error != 4'd0, idle, running};

  always @(posedge clk) begin
    if (read_state == READ_ACCEPT) read_address <= s_axil_araddr[11:2];

    group_valid   <= 4'b1111;
    case (read_address[5:2])
      ID[3:0]:               group_control <= IDENTITY;
      VERSION_REGISTER[3:0]: group_control <= VERSION;
      PORTS[3:0]:            group_control <= CAPABILITY_PORTS;
      CORE[3:0]:             group_control <= CAPABILITY_CORE;
      BURSTS[3:0]:           group_control <= CAPABILITY_BURSTS;
      BUFFER[3:0]:           group_control <= CAPABILITY_BUFFER;
      CONTROL[3:0]:          group_control <= {29'd0, soft_reset, aborting && !soft_reset, run};
      STATUS[3:0]:           group_control <= status;
      SETTINGS[3:0]:         group_control <= {30'd0, stop_on_error, tail_enable};
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
      COALESCE_PENDING[3:0]: group_chain <= {16'd0, coalesce_pending};
      CHAIN_HEAD_LOW[3:0]:   group_chain <= head[31:0];
      CHAIN_HEAD_HIGH[3:0]:  group_chain <= head[63:32];
      CHAIN_TAIL_LOW[3:0]:   group_chain <= tail_written[31:0];
      CHAIN_TAIL_HIGH[3:0]:  group_chain <= tail_written[63:32];
      CHAIN_NEXT_LOW[3:0]:   group_chain <= chain_next[31:0];
      CHAIN_NEXT_HIGH[3:0]:  group_chain <= chain_next[63:32];
      CHAIN_ERROR_LOW[3:0]:  group_chain <= chain_error_address[31:0];
      CHAIN_ERROR_HIGH[3:0]: group_chain <= chain_error_address[63:32];
      CHAIN_ERROR[3:0]:      group_chain <= {28'd0, chain_error};
      default: begin
        group_chain    <= 32'd0;
        group_valid[1] <= 1'b0;
      end
    endcase
    case (read_address[5:2])
      DIRECT_CONTROL[3:0]:          group_direct <= direct_control | {31'd0, direct_start || direct_busy};
      DIRECT_STATUS[3:0]:           group_direct <= {result_tag, 14'd0, result_long, result_short, 1'b0, result_error, 3'd0, result_done};
      DIRECT_BYTES[3:0]:            group_direct <= result_bytes;
      DIRECT_SOURCE_LOW[3:0]:       group_direct <= direct_source[31:0];
      DIRECT_SOURCE_HIGH[3:0]:      group_direct <= direct_source[63:32];
      DIRECT_TARGET_LOW[3:0]:       group_direct <= direct_target[31:0];
      DIRECT_TARGET_HIGH[3:0]:      group_direct <= direct_target[63:32];
      DIRECT_ROW_BYTES[3:0]:        group_direct <= direct_row_bytes;
      DIRECT_COUNTS[3:0]:           group_direct <= direct_counts;
      DIRECT_SRC_ROW_STRIDE[3:0]:   group_direct <= direct_src_row_stride;
      DIRECT_SRC_PLANE_STRIDE[3:0]: group_direct <= direct_src_plane_stride;
      DIRECT_DST_ROW_STRIDE[3:0]:   group_direct <= direct_dst_row_stride;
      DIRECT_DST_PLANE_STRIDE[3:0]: group_direct <= direct_dst_plane_stride;
      default: begin
        group_direct   <= 32'd0;
        group_valid[2] <= 1'b0;
      end
    endcase
    case (read_address[5:2])
      COUNT_BYTES_LOW[3:0]:     group_count <= count_bytes[31:0];
      COUNT_BYTES_HIGH[3:0]:    group_count <= count_bytes[63:32];
      COUNT_MOVES[3:0]:         group_count <= count_moves;
      COUNT_ERRORS[3:0]:        group_count <= count_errors;
      COUNT_DESCRIPTORS[3:0]:   group_count <= count_descriptors;
      COUNT_BUSY[3:0]:          group_count <= count_busy;
      COUNT_STALL_READ[3:0]:    group_count <= count_stall_read;
      COUNT_STALL_WRITE[3:0]:   group_count <= count_stall_write;
      COUNT_STALL_ADDRESS[3:0]: group_count <= count_stall_address;
      ATTRIBUTES_A[3:0]:        group_count <= attributes_a;
      ATTRIBUTES_B[3:0]:        group_count <= attributes_b;
      ATTRIBUTES_D[3:0]:        group_count <= attributes_d;
      default: begin
        group_count    <= 32'd0;
        group_valid[3] <= 1'b0;
      end
    endcase
  end

  always @(posedge clk) begin
    if (read_state == READ_GROUP) begin
      if (read_address[11:8] != 4'd0) begin
        s_axil_rdata <= 32'd0;
        s_axil_rresp <= SLVERR;
      end else begin
        case (read_address[7:6])
          2'd0: s_axil_rdata <= group_control;
          2'd1: s_axil_rdata <= group_chain;
          2'd2: s_axil_rdata <= group_direct;
          2'd3: s_axil_rdata <= group_count;
        endcase
        s_axil_rresp <= group_valid[read_address[7:6]] ? OKAY : SLVERR;
      end
    end
  end
endmodule
`default_nettype wire
