// SPDX-License-Identifier: Apache-2.0
// Reads descriptors, one burst of eight 64-bit words each, and follows their next pointers.
//
// The next pointer is the third word: the following fetch starts while the rest of the burst still arrives, so a chain
// costs one memory latency plus six cycles a descriptor. At most two bursts are on the way at a time. Room for a whole
// descriptor is taken before its address is sent; RREADY never falls.
`default_nettype none

module block_mover_fetch #(
    parameter ADDR_W   = 32,
    parameter PREFETCH = 4      // descriptors that wait for the core, a power of two
) (
    input  wire                clk,
    input  wire                rst,

    // chain control
    input  wire                start,           // begin at start_address
    input  wire [63:0]         start_address,
    input  wire                stop,            // send no further address
    input  wire                flush,           // forget what was fetched; only while drained
    output wire                drained,         // nothing on the way
    input  wire                tail_enable,
    input  wire [63:0]         tail,
    output wire                at_tail,         // everything up to the tail is fetched
    output reg                 pointer_bad,     // the next fetch would be at an address that cannot be
    output reg  [3:0]          pointer_code,
    output wire [63:0]         pointer_address,

    // descriptors in flight
    input  wire                slot_available,
    output wire                allocate,        // the descriptor at probe_address is being fetched
    output wire [ADDR_W-1:6]   probe_address,   // is it in flight? the answer comes a cycle later
    input  wire                probe_conflict,

    // words, eight a descriptor
    output wire                word_valid,
    input  wire                word_pop,
    output wire [63:0]         word_data,
    output wire [3:0]          word_code,       // with the eighth: 0, or what is wrong with this descriptor

    // AXI4 read channels
    output wire                m_axi_d_arvalid,
    input  wire                m_axi_d_arready,
    output wire [ADDR_W-1:0]   m_axi_d_araddr,
    output wire [7:0]          m_axi_d_arlen,
    output wire [2:0]          m_axi_d_arsize,
    output wire [1:0]          m_axi_d_arburst,
    input  wire                m_axi_d_rvalid,
    output wire                m_axi_d_rready,
    input  wire [63:0]         m_axi_d_rdata,
    input  wire [1:0]          m_axi_d_rresp
);
  // Values of the register CHAIN_ERROR.
  localparam [3:0] CHAIN_OK           = 4'd0,
                   CHAIN_MISALIGNED   = 4'd1,
                   CHAIN_OUT_OF_RANGE = 4'd2,
                   CHAIN_NOT_OWNED    = 4'd3,
                   CHAIN_RESERVED     = 4'd4,
                   CHAIN_ITSELF       = 4'd5,
                   CHAIN_FETCH_SLVERR = 4'd6,
                   CHAIN_FETCH_DECERR = 4'd7;

  localparam WORDS_LOG2 = $clog2(PREFETCH) + 3;

  localparam [2:0] FETCH_IDLE    = 3'd0,
                   FETCH_COMPARE = 3'd1,  // the pointer is compared with what is in flight and with the tail
                   FETCH_DECIDE  = 3'd2,
                   FETCH_ADDRESS = 3'd3,
                   FETCH_POINTER = 3'd4,  // until the next pointer has come
                   FETCH_HALT    = 3'd5;  // end of list, bad descriptor or bad pointer

  reg [2:0]        state;
  reg [63:0]       pointer;       // of the next fetch
  reg [ADDR_W-1:6] last_fetched;
  reg              first;         // nothing has been fetched since the start
  reg              same_as_last;
  reg              last_is_tail;
  reg              misaligned;
  reg              out_of_range;

  // What is known of the descriptor that arrives.
  reg [1:0]  bursts;              // on the way
  reg [2:0]  beat;
  reg [1:0]  response;            // the first that was not OKAY
  reg        owned;
  reg        end_of_list;
  reg        reserved_value;
  reg        points_to_itself;
  reg        spoiled;             // one was bad: what follows it is not wanted

  wire       address_taken = m_axi_d_arvalid && m_axi_d_arready;
  wire       last_beat     = m_axi_d_rvalid && beat == 3'd7;
  wire       pointer_beat  = m_axi_d_rvalid && beat == 3'd2;
  wire [1:0] response_now  = beat != 3'd0 && response[1] ? response : m_axi_d_rresp;
  wire       above_range;

  assign m_axi_d_arvalid  = state == FETCH_ADDRESS;
  assign m_axi_d_araddr   = {pointer[ADDR_W-1:6], 6'd0};
  assign m_axi_d_arlen    = 8'd7;
  assign m_axi_d_arsize   = 3'd3;
  assign m_axi_d_arburst  = 2'd1;
  assign m_axi_d_rready   = 1'b1;

  assign allocate         = address_taken;
  assign probe_address    = pointer[ADDR_W-1:6];
  assign pointer_address  = pointer;
  assign drained          = bursts == 2'd0 && state != FETCH_ADDRESS;
  assign at_tail          = state == FETCH_DECIDE && last_is_tail;

  generate
    if (ADDR_W < 64) begin : narrow
      assign above_range = |pointer[63:ADDR_W];
    end else begin : wide
      assign above_range = 1'b0;
    end
  endgenerate

  // Comparisons, a cycle after the pointer. The tail may move at any time.
  wire [63:0] last_address = {{(64 - ADDR_W){1'b0}}, last_fetched, 6'd0};
  always @(posedge clk) begin
    same_as_last <= !first && pointer == last_address;
    last_is_tail <= !first && tail_enable && tail == last_address;
    misaligned   <= |pointer[5:0];
    out_of_range <= above_range;
  end

  always @(posedge clk) begin
    if (rst || flush) begin
      state        <= FETCH_IDLE;
      pointer_bad  <= 1'b0;
      pointer_code <= CHAIN_OK;
    end else begin
      case (state)
        FETCH_IDLE:    if (start) state <= FETCH_COMPARE;
        FETCH_COMPARE: state <= FETCH_DECIDE;
        FETCH_DECIDE: begin
          if (same_as_last) begin
            state <= FETCH_HALT;
          end else if (!stop && !last_is_tail && !spoiled) begin
            if (misaligned || out_of_range) begin
              state        <= FETCH_HALT;
              pointer_bad  <= 1'b1;
              pointer_code <= misaligned ? CHAIN_MISALIGNED : CHAIN_OUT_OF_RANGE;
            end else if (slot_available && !probe_conflict) begin
              state <= FETCH_ADDRESS;
            end
          end
        end
        FETCH_ADDRESS: if (m_axi_d_arready) state <= FETCH_POINTER;
        FETCH_POINTER:
          if (pointer_beat)
            state <= owned && !end_of_list && !reserved_value && !response_now[1] ? FETCH_COMPARE : FETCH_HALT;
        FETCH_HALT:    ;
        default:       state <= FETCH_IDLE;
      endcase
    end
  end

  always @(posedge clk) begin
    if (start && state == FETCH_IDLE) pointer <= start_address;
    else if (pointer_beat) pointer <= m_axi_d_rdata;
    if (address_taken) last_fetched <= pointer[ADDR_W-1:6];
    if (rst || flush) first <= 1'b1;
    else if (address_taken) first <= 1'b0;
  end

  always @(posedge clk) begin
    if (rst) begin
      bursts <= 2'd0;
      beat   <= 3'd0;
    end else begin
      case ({address_taken, last_beat})
        2'b10:   bursts <= bursts + 2'd1;
        2'b01:   bursts <= bursts - 2'd1;
        default: ;
      endcase
      if (m_axi_d_rvalid) beat <= beat + 3'd1;
    end
  end

  // The first word: ownership, end of list, operation 3, ports 3.
  always @(posedge clk) begin
    if (m_axi_d_rvalid) begin
      response <= response_now;
      if (beat == 3'd0) begin
        owned          <= m_axi_d_rdata[0];
        end_of_list    <= m_axi_d_rdata[2];
        reserved_value <= &m_axi_d_rdata[5:4] || &m_axi_d_rdata[9:8] || &m_axi_d_rdata[13:12];
      end
    end
    if (m_axi_d_rvalid && beat == 3'd0) points_to_itself <= 1'b0;
    else if (state == FETCH_DECIDE && same_as_last) points_to_itself <= 1'b1;
  end

  // Words for the core. The verdict on a descriptor goes with its eighth word: the pointer that came with the third
  // has been compared by then.
  reg [63:0]           words [0:8*PREFETCH-1];
  reg [3:0]            codes [0:PREFETCH-1];
  reg [WORDS_LOG2:0]   write_index;
  reg [WORDS_LOG2:0]   read_index;
  reg [3:0]            verdict;

  always @* begin
    if (response_now[1])       verdict = response_now[0] ? CHAIN_FETCH_DECERR : CHAIN_FETCH_SLVERR;
    else if (!owned)           verdict = CHAIN_NOT_OWNED;
    else if (reserved_value)   verdict = CHAIN_RESERVED;
    else if (points_to_itself) verdict = CHAIN_ITSELF;
    else                       verdict = CHAIN_OK;
  end

  always @(posedge clk) begin
    if (rst || flush) spoiled <= 1'b0;
    else if (last_beat && verdict != CHAIN_OK) spoiled <= 1'b1;
  end

  always @(posedge clk) begin
    if (m_axi_d_rvalid) words[write_index[WORDS_LOG2-1:0]] <= m_axi_d_rdata;
    if (last_beat) codes[write_index[WORDS_LOG2-1:3]] <= verdict;
  end

  always @(posedge clk) begin
    if (rst || flush) begin
      write_index <= {(WORDS_LOG2 + 1){1'b0}};
      read_index  <= {(WORDS_LOG2 + 1){1'b0}};
    end else begin
      if (m_axi_d_rvalid) write_index <= write_index + 1'b1;
      if (word_pop) read_index <= read_index + 1'b1;
    end
  end

  assign word_valid = write_index != read_index;
  assign word_data  = words[read_index[WORDS_LOG2-1:0]];
  assign word_code  = codes[read_index[WORDS_LOG2-1:3]];
endmodule
`default_nettype wire
