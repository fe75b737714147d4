// SPDX-License-Identifier: Apache-2.0
// The ring of requests in memory: fetches the next one when it is asked for, in one burst of five beats.
`default_nettype none

module disk_node_ring #(
    parameter ADDR_W = 32
) (
    input wire clk,
    input wire rst,

    input  wire               run,
    input  wire [ADDR_W+18:0] ring,    // {tail, log2 of the size, base}
    input  wire               clear,   // it is set up anew
    output wire [       14:0] head,
    output wire [        1:0] error,   // {the ring fails, with a DECERR}

    // Loader
    output reg         want,
    input  wire        chosen,
    output wire [67:0] word,        // {valid, index, word}
    output reg         gives_up,
    input  wire        loaded,

    // AXI4 read
    output reg               m_axi_arvalid,
    input  wire              m_axi_arready,
    output reg  [ADDR_W-1:0] m_axi_araddr,
    input  wire              m_axi_rvalid,
    input  wire [      63:0] m_axi_rdata,
    input  wire [       1:0] m_axi_rresp
);

  localparam [1:0] IDLE = 0, ASK = 1, TAKE = 2, WAIT = 3;

  reg [1:0] state;
  reg bad;
  reg bad_decode;
  reg fails;
  reg fails_decode;
  reg word_valid;
  reg [2:0] word_index;
  reg [63:0] word_data;
  reg [2:0] word_count;
  wire last = m_axi_rvalid && word_count == 3'd4;
  wire [14:0] tail;
  wire [3:0] size_log2;
  wire [ADDR_W-1:0] base;
  wire [14:0] following;
  wire bad_now = bad || m_axi_rresp[1];

  assign {tail, size_log2, base} = ring;
  assign word = {word_valid, word_index, word_data};
  assign error = {fails, fails_decode};

  disk_node_ring_index place (
      .clk(clk),
      .rst(rst),
      .clear(clear),
      .step(loaded && chosen),
      .size_log2(size_log2),
      .index(head),
      .following(following)
  );

  always @(posedge clk)
    if (rst) begin
      state         <= IDLE;
      want          <= 1'b0;
      m_axi_arvalid <= 1'b0;
      word_valid    <= 1'b0;
      gives_up      <= 1'b0;
      fails         <= 1'b0;
    end else begin
      want       <= run && head != tail && state == IDLE && !chosen && !gives_up;
      word_valid <= state == TAKE && m_axi_rvalid && !bad_now;
      gives_up   <= state == TAKE && last && bad_now;
      fails      <= state == TAKE && last && bad_now;
      case (state)
        IDLE:
        if (chosen) begin
          state         <= ASK;
          m_axi_arvalid <= 1'b1;
        end
        ASK:
        if (m_axi_arready) begin
          state         <= TAKE;
          m_axi_arvalid <= 1'b0;
        end
        TAKE: if (last) state <= WAIT;
        default: if (!chosen) state <= IDLE;
      endcase
    end

  always @(posedge clk) begin
    if (state == IDLE) m_axi_araddr <= base + {{(ADDR_W - 21) {1'b0}}, head, 6'd0};
    word_data  <= m_axi_rdata;
    word_index <= word_count;
    if (state != TAKE) begin
      word_count <= 3'd0;
      bad        <= 1'b0;
    end else if (m_axi_rvalid) begin
      word_count <= word_count + 1'b1;
      bad        <= bad_now;
    end
    if (!bad) bad_decode <= m_axi_rresp[0];
    if (state == TAKE && last) fails_decode <= bad ? bad_decode : m_axi_rresp[0];
  end

  wire unused = &{1'b0, following};

endmodule

`default_nettype wire
