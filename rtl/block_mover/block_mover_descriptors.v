// SPDX-License-Identifier: Apache-2.0
// Chains of descriptors: fetched ahead, issued to the core in their order, written back, and stopped for a reason. The
// direct command shares the core with them.
`default_nettype none

module block_mover_descriptors #(
    parameter ADDR_W   = 32,
    parameter PREFETCH = 4,
    parameter SLOTS    = 8
) (
    input  wire              clk,
    input  wire              rst,

    // control, from the registers
    input  wire              run,
    output reg               run_clear,          // the chain has come to its end: run falls
    input  wire              aborting,
    input  wire              stop_on_error,
    input  wire              tail_enable,
    input  wire [63:0]       head,
    input  wire [63:0]       tail,

    // state, to the registers
    output reg               running,            // until the last write-back is answered
    output reg               at_tail,            // everything up to the tail is done
    output reg               all_idle,           // nothing is left: no chain, no direct command, nothing in the core
    output reg  [63:0]       next_pointer,       // of the descriptor that the core gets next
    output reg  [3:0]        error_code,
    output reg  [63:0]       error_address,

    // events, one cycle each
    output reg               event_done,         // a descriptor that asks for it is written back
    output reg               event_end,          // the chain is idle again
    output reg               event_error,        // a move failed, or the chain was stopped by an error
    output reg               event_written,      // a descriptor is written back

    // direct command
    input  wire              direct_start,
    output reg               direct_busy,
    output wire [2:0]        direct_index,
    input  wire [63:0]       direct_word,
    output reg               direct_done,        // one cycle; with it what the core said
    output reg  [7:0]        direct_tag,
    output reg  [2:0]        direct_error,
    output reg               direct_short,
    output reg               direct_long,
    output reg  [31:0]       direct_bytes,

    // core: commands and their status
    output wire              cmd_valid,
    input  wire              cmd_ready,
    output wire [1:0]        cmd_op,
    output wire [1:0]        cmd_src_port,
    output wire [1:0]        cmd_dst_port,
    output wire [ADDR_W-1:0] cmd_src,
    output wire [ADDR_W-1:0] cmd_dst,
    output wire [31:0]       cmd_row_bytes,
    output wire [15:0]       cmd_rows,
    output wire [15:0]       cmd_planes,
    output wire [31:0]       cmd_src_row_stride,
    output wire [31:0]       cmd_src_plane_stride,
    output wire [31:0]       cmd_dst_row_stride,
    output wire [31:0]       cmd_dst_plane_stride,
    output wire [7:0]        cmd_tag,
    output reg               core_abort,
    input  wire              done_valid,
    output wire              done_ready,
    input  wire [7:0]        done_tag,
    input  wire [2:0]        done_error,
    input  wire              done_short,
    input  wire              done_long,
    input  wire [31:0]       done_bytes,

    // AXI4 master for descriptors
    output wire              m_axi_d_arvalid,
    input  wire              m_axi_d_arready,
    output wire [ADDR_W-1:0] m_axi_d_araddr,
    output wire [7:0]        m_axi_d_arlen,
    output wire [2:0]        m_axi_d_arsize,
    output wire [1:0]        m_axi_d_arburst,
    input  wire              m_axi_d_rvalid,
    output wire              m_axi_d_rready,
    input  wire [63:0]       m_axi_d_rdata,
    input  wire [1:0]        m_axi_d_rresp,
    output wire              m_axi_d_awvalid,
    input  wire              m_axi_d_awready,
    output wire [ADDR_W-1:0] m_axi_d_awaddr,
    output wire [7:0]        m_axi_d_awlen,
    output wire [2:0]        m_axi_d_awsize,
    output wire [1:0]        m_axi_d_awburst,
    output wire              m_axi_d_wvalid,
    input  wire              m_axi_d_wready,
    output wire [63:0]       m_axi_d_wdata,
    output wire [7:0]        m_axi_d_wstrb,
    output wire              m_axi_d_wlast,
    input  wire              m_axi_d_bvalid,
    output wire              m_axi_d_bready,
    input  wire [1:0]        m_axi_d_bresp
);
  // Values of the register CHAIN_ERROR that are decided here; block_mover_fetch has the others.
  localparam [3:0] CHAIN_OK           = 4'd0,
                   CHAIN_WRITE_SLVERR = 4'd8,
                   CHAIN_WRITE_DECERR = 4'd9,
                   CHAIN_MOVE_FAILED  = 4'd10,
                   CHAIN_ABORTED      = 4'd11;

  localparam [1:0] CHAIN_IDLE  = 2'd0,
                   CHAIN_RUN   = 2'd1,
                   CHAIN_STOP  = 2'd2,  // until no fetch is on the way and no descriptor is on offer to the core
                   CHAIN_DRAIN = 2'd3;  // until every issued descriptor is written back

  localparam [2:0] ABORTED = 3'd6;      // error of a move

  reg  [1:0] state;
  reg        paused;                    // stopped because software cleared run
  wire       start = state == CHAIN_IDLE && run && !aborting && !run_clear;
  wire       stop  = state != CHAIN_RUN;
  wire       flush;

  // ---------------------------------------------------------------------------------------------- fetch, issue, slots
  wire              drained, fetched_tail, pointer_bad;
  wire [3:0]        pointer_code;
  wire [63:0]       pointer_address;
  wire              allocate;
  wire [ADDR_W-1:6] probe_address;
  wire              probe_conflict;
  wire              available, none_waiting, none_used;
  wire [ADDR_W-1:6] waiting_address, done_address, retire_address;
  wire [7:1]        done_flags;
  wire              retire_failed, retire_interrupts;
  wire              word_valid, word_pop;
  wire [63:0]       word_data;
  wire [3:0]        word_code;
  wire              quiet, flags_write, issued, issued_last, refused, direct_issued, direct_dropped;
  wire [7:1]        flags;
  wire [63:0]       issued_next;
  wire [3:0]        refused_code;
  wire              written;
  wire [1:0]        response;
  wire              writeback_ready;
  reg               direct_waiting;     // not yet in the core
  reg               core_empty;

  block_mover_fetch #(
      .ADDR_W(ADDR_W),
      .PREFETCH(PREFETCH)
  ) fetch (
      .clk(clk),
      .rst(rst),
      .start(start),
      .start_address(head),
      .stop(stop),
      .flush(flush),
      .drained(drained),
      .tail_enable(tail_enable),
      .tail(tail),
      .at_tail(fetched_tail),
      .pointer_bad(pointer_bad),
      .pointer_code(pointer_code),
      .pointer_address(pointer_address),
      .slot_available(available),
      .allocate(allocate),
      .probe_address(probe_address),
      .probe_conflict(probe_conflict),
      .word_valid(word_valid),
      .word_pop(word_pop),
      .word_data(word_data),
      .word_code(word_code),
      .m_axi_d_arvalid(m_axi_d_arvalid),
      .m_axi_d_arready(m_axi_d_arready),
      .m_axi_d_araddr(m_axi_d_araddr),
      .m_axi_d_arlen(m_axi_d_arlen),
      .m_axi_d_arsize(m_axi_d_arsize),
      .m_axi_d_arburst(m_axi_d_arburst),
      .m_axi_d_rvalid(m_axi_d_rvalid),
      .m_axi_d_rready(m_axi_d_rready),
      .m_axi_d_rdata(m_axi_d_rdata),
      .m_axi_d_rresp(m_axi_d_rresp)
  );

  block_mover_issue #(
      .ADDR_W(ADDR_W)
  ) issue (
      .clk(clk),
      .rst(rst),
      .stop(stop),
      .aborting(aborting),
      .core_empty(core_empty),
      .quiet(quiet),
      .word_valid(word_valid),
      .word_pop(word_pop),
      .word_data(word_data),
      .word_code(word_code),
      .direct_valid(direct_waiting),
      .direct_index(direct_index),
      .direct_word(direct_word),
      .direct_issued(direct_issued),
      .direct_dropped(direct_dropped),
      .flags_write(flags_write),
      .flags(flags),
      .issued(issued),
      .issued_last(issued_last),
      .issued_next(issued_next),
      .refused(refused),
      .refused_code(refused_code),
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
      .cmd_tag(cmd_tag)
  );

  // ------------------------------------------------------------------------------------------------- status of the core
  // Commands end in their order and at most one of them is the direct one: its place among those of the chain suffices.
  localparam COUNT_W = $clog2(SLOTS) + 1;
  reg  [COUNT_W-1:0] chain_in_core;
  reg  [COUNT_W-1:0] chain_in_core_next;
  reg                direct_in_core;
  reg  [COUNT_W-1:0] before_direct;      // commands of the chain ahead of the direct one
  wire               done_is_direct = direct_in_core && before_direct == {COUNT_W{1'b0}};
  wire               done_taken = done_valid && done_ready;
  wire               chain_done = done_taken && !done_is_direct;

  assign done_ready = writeback_ready;

  always @* chain_in_core_next = chain_in_core + {{(COUNT_W - 1){1'b0}}, issued} - {{(COUNT_W - 1){1'b0}}, chain_done};

  always @(posedge clk) begin
    if (rst) begin
      chain_in_core  <= {COUNT_W{1'b0}};
      direct_in_core <= 1'b0;
      before_direct  <= {COUNT_W{1'b0}};
      core_empty     <= 1'b1;
    end else begin
      chain_in_core <= chain_in_core_next;
      if (direct_issued) begin
        direct_in_core <= 1'b1;
        before_direct  <= chain_in_core_next;
      end else if (done_taken && direct_in_core) begin
        direct_in_core <= !done_is_direct;
        before_direct  <= before_direct - 1'b1;
      end
      core_empty <= chain_in_core_next == {COUNT_W{1'b0}} && !direct_issued && (!direct_in_core || (done_taken && done_is_direct));
    end
  end

  // Direct command: waiting, in the core, ended.
  always @(posedge clk) begin
    if (rst) begin
      direct_waiting <= 1'b0;
      direct_busy    <= 1'b0;
      direct_done    <= 1'b0;
    end else begin
      direct_done <= direct_dropped || (done_taken && done_is_direct);
      if (direct_start) begin
        direct_waiting <= 1'b1;
        direct_busy    <= 1'b1;
      end else begin
        if (direct_issued || direct_dropped) direct_waiting <= 1'b0;
        if (direct_done) direct_busy <= 1'b0;
      end
    end
  end

  always @(posedge clk) begin
    direct_tag   <= direct_dropped ? direct_word[31:24] : done_tag;
    direct_error <= direct_dropped ? ABORTED : done_error;
    direct_short <= !direct_dropped && done_short;
    direct_long  <= !direct_dropped && done_long;
    direct_bytes <= direct_dropped ? 32'd0 : done_bytes;
  end

  block_mover_slots #(
      .ADDR_W(ADDR_W),
      .SLOTS(SLOTS),
      .PREFETCH(PREFETCH)
  ) slots (
      .clk(clk),
      .rst(rst),
      .allocate(allocate),
      .allocate_address(probe_address),
      .flags_write(flags_write),
      .flags(flags),
      .issue(issued),
      .done(chain_done),
      .done_failed(done_error != 3'd0),
      .retire(written),
      .drop(flush),
      .available(available),
      .none_waiting(none_waiting),
      .none_used(none_used),
      .waiting_address(waiting_address),
      .done_address(done_address),
      .done_flags(done_flags),
      .retire_address(retire_address),
      .retire_interrupts(retire_interrupts),
      .retire_failed(retire_failed),
      .probe_address(probe_address),
      .probe_conflict(probe_conflict)
  );

  block_mover_writeback #(
      .ADDR_W(ADDR_W)
  ) writeback (
      .clk(clk),
      .rst(rst),
      .valid(chain_done),
      .ready(writeback_ready),
      .address(done_address),
      .flags(done_flags),
      .error(done_error),
      .is_short(done_short),
      .is_long(done_long),
      .bytes(done_bytes),
      .written(written),
      .response(response),
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

  // ------------------------------------------------------------------------------------------------------------- chain
  wire write_failed   = written && response[1];
  wire move_failed    = chain_done && done_error != 3'd0 && stop_on_error;
  wire pointer_failed = state == CHAIN_RUN && pointer_bad && none_waiting;
  wire abort_now      = state != CHAIN_IDLE && aborting;
  wire last_issued    = issued && issued_last;
  wire failed         = write_failed || move_failed || pointer_failed || refused || abort_now;

  assign flush = state == CHAIN_STOP && drained && quiet;

  always @(posedge clk) begin
    if (rst) begin
      state     <= CHAIN_IDLE;
      running   <= 1'b0;
      paused    <= 1'b0;
      run_clear <= 1'b0;
      event_end <= 1'b0;
    end else begin
      run_clear <= 1'b0;
      event_end <= 1'b0;
      case (state)
        CHAIN_IDLE: begin
          paused <= 1'b0;
          if (start) begin
            state   <= CHAIN_RUN;
            running <= 1'b1;
          end else begin
            run_clear <= run && aborting;
          end
        end
        CHAIN_RUN: begin
          if (failed || last_issued || !run) state <= CHAIN_STOP;
          paused <= !failed && !last_issued && !run;
        end
        CHAIN_STOP: begin
          if (failed) paused <= 1'b0;
          if (drained && quiet) state <= CHAIN_DRAIN;
        end
        CHAIN_DRAIN: begin
          if (failed) paused <= 1'b0;
          if (none_used) begin
            state     <= CHAIN_IDLE;
            running   <= 1'b0;
            run_clear <= !paused;
            event_end <= 1'b1;
          end
        end
      endcase
    end
  end

  // The first reason counts. Pointers: the descriptor that was bad, or the pointer that led nowhere.
  always @(posedge clk) begin
    if (rst) begin
      error_code    <= CHAIN_OK;
      error_address <= 64'd0;
    end else if (start) begin
      error_code    <= CHAIN_OK;
      error_address <= 64'd0;
    end else if (error_code == CHAIN_OK) begin
      if (write_failed) begin
        error_code    <= response[0] ? CHAIN_WRITE_DECERR : CHAIN_WRITE_SLVERR;
        error_address <= {{(64 - ADDR_W){1'b0}}, retire_address, 6'd0};
      end else if (move_failed) begin
        error_code    <= CHAIN_MOVE_FAILED;
        error_address <= {{(64 - ADDR_W){1'b0}}, done_address, 6'd0};
      end else if (refused) begin
        error_code    <= refused_code;
        error_address <= {{(64 - ADDR_W){1'b0}}, waiting_address, 6'd0};
      end else if (pointer_failed) begin
        error_code    <= pointer_code;
        error_address <= pointer_address;
      end else if (abort_now) begin
        error_code    <= CHAIN_ABORTED;
        error_address <= next_pointer;
      end
    end else if (error_code == CHAIN_ABORTED && state != CHAIN_IDLE) begin
      error_address <= next_pointer;
    end
  end

  always @(posedge clk) begin
    if (rst) next_pointer <= 64'd0;
    else if (start) next_pointer <= head;
    else if (issued) next_pointer <= issued_next;
  end

  // A command that the core had not taken when the abort came gets an abort of its own.
  reg aborting_before;
  always @(posedge clk) begin
    if (rst) begin
      aborting_before <= 1'b0;
      core_abort      <= 1'b0;
    end else begin
      aborting_before <= aborting;
      core_abort      <= aborting && (!aborting_before || (cmd_valid && cmd_ready));
    end
  end

  always @(posedge clk) begin
    if (rst) begin
      at_tail  <= 1'b0;
      all_idle <= 1'b1;
    end else begin
      at_tail  <= state == CHAIN_RUN && fetched_tail && none_used;
      all_idle <= state == CHAIN_IDLE && !running && !direct_busy && core_empty;
    end
  end

  always @(posedge clk) begin
    event_written <= written && !rst;
    event_done    <= written && retire_interrupts && !rst;
    event_error   <= !rst && ((written && retire_failed) || (failed && !abort_now && error_code == CHAIN_OK));
  end
endmodule
`default_nettype wire
