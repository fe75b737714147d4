// SPDX-License-Identifier: Apache-2.0
// Completions into their ring in memory, 16 bytes each, one burst of two beats. Where the ring is full a completion waits, and the
// request keeps its place: none is lost.
`default_nettype none

module disk_node_completion #(
    parameter ADDR_W = 32
) (
    input wire clk,
    input wire rst,

    input  wire [ADDR_W+18:0] ring,         // {next that software reads, log2 of the size, base}; size 0: there is none
    input  wire               clear,        // it is set up anew
    output wire [       14:0] tail,         // next that is written
    output reg                full,
    output wire [        1:0] error,        // {the ring fails, with a DECERR}

    // A completion
    input  wire         valid,
    output wire         ready,
    input  wire [117:0] completion,         // {id, code, bytes, tick of acceptance, tick of the end}

    // What has ended, when memory has it
    output reg         event_done,
    output reg         event_direct,
    output reg         event_stream,
    output reg         event_failed,

    // AXI4 write
    output reg               m_axi_awvalid,
    input  wire              m_axi_awready,
    output reg  [ADDR_W-1:0] m_axi_awaddr,
    output reg               m_axi_wvalid,
    input  wire              m_axi_wready,
    output reg  [      63:0] m_axi_wdata,
    output reg               m_axi_wlast,
    input  wire              m_axi_bvalid,
    input  wire [       1:0] m_axi_bresp
);

  localparam [1:0] IDLE = 0, WRITE = 1, ANSWER = 2, REST = 3;

  reg [1:0] state;
  reg phase;
  wire [14:0] head;
  wire [3:0] size_log2;
  wire [ADDR_W-1:0] base;
  wire stream, direct;
  wire [15:0] id;
  wire [3:0] code;
  wire [31:0] bytes, began, ended;
  wire [14:0] following;
  reg [14:0] next;      // follows `tail` while its entry rests
  reg fails;
  reg fails_decode;
  wire silent = direct || size_log2 == 0;
  reg can;            // there is one, and there is room for it
  reg answered;       // B may come as soon as the last beat is taken
  reg [1:0] answer;
  wire written = state == ANSWER && answered;

  assign {head, size_log2, base} = ring;
  assign {stream, direct, id, code, bytes, began, ended} = completion;
  assign error = {fails, fails_decode};

  disk_node_ring_index place (
      .clk(clk),
      .rst(rst),
      .clear(clear),
      .step(written),
      .size_log2(size_log2),
      .index(tail),
      .following(following)
  );

  assign ready = written || (state == IDLE && valid && silent);

  always @(posedge clk)
    if (rst) begin
      state         <= IDLE;
      m_axi_awvalid <= 1'b0;
      m_axi_wvalid  <= 1'b0;
      phase         <= 1'b1;
      can           <= 1'b0;
      full          <= 1'b0;
      fails         <= 1'b0;
      event_done    <= 1'b0;
      event_direct  <= 1'b0;
      event_stream  <= 1'b0;
      event_failed  <= 1'b0;
    end else begin
      can          <= valid && !silent && next != head && state == IDLE && !can;
      full         <= size_log2 != 0 && next == head;
      fails        <= written && answer[1];
      event_done   <= ready;
      event_direct <= ready && direct;
      event_stream <= ready && stream;
      event_failed <= ready && code != 4'd0;
      case (state)
        IDLE:
        if (can) begin
          state         <= WRITE;
          m_axi_awvalid <= 1'b1;
          m_axi_wvalid  <= 1'b1;
          m_axi_wlast   <= 1'b0;
        end else if (valid && silent) state <= REST;
        WRITE: begin
          if (m_axi_awready) m_axi_awvalid <= 1'b0;
          if (m_axi_wvalid && m_axi_wready) begin
            m_axi_wlast <= 1'b1;
            if (m_axi_wlast) m_axi_wvalid <= 1'b0;
          end
          if (!m_axi_awvalid && !m_axi_wvalid) state <= ANSWER;
        end
        ANSWER: if (answered) state <= REST;
        default: state <= IDLE;
      endcase
      if (clear) phase <= 1'b1;
      else if (written && next == 15'd0) phase <= !phase;
    end

  always @(posedge clk) begin
    if (state == IDLE) m_axi_awaddr <= base + {{(ADDR_W - 19) {1'b0}}, tail, 4'd0};
    if (state == IDLE) m_axi_wdata <= {bytes, phase, 6'd0, stream, 4'd0, code, id};
    else if (m_axi_wready) m_axi_wdata <= {ended, began};
    fails_decode <= answer[0];
    next         <= following;
    answered     <= !rst && (m_axi_bvalid || (answered && state != REST));
    if (m_axi_bvalid) answer <= m_axi_bresp;
  end

endmodule

`default_nettype wire
