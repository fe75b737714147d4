// SPDX-License-Identifier: Apache-2.0
// Completions into their ring in memory, 16 bytes each, one burst of two beats. Where the ring is full a completion waits, and the
// request keeps its place: none is lost.
`default_nettype none

module disk_node_completion #(
    parameter ADDR_W = 32
) (
    input wire clk,
    input wire rst,

    input  wire        clear,       // the ring is set up anew
    input  wire [63:0] base,
    input  wire [ 3:0] size_log2,   // 0: there is none
    input  wire [14:0] head,        // next that software reads
    output reg  [14:0] tail,        // next that is written
    output reg         full,
    output reg         fails,
    output reg         fails_decode,

    // A completion
    input  wire        valid,
    output wire        ready,
    input  wire [17:0] id,
    input  wire [ 3:0] code,
    input  wire [31:0] bytes,
    input  wire [31:0] began,
    input  wire [31:0] ended,

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
  wire direct = id[16];
  wire stream = id[17];
  reg [14:0] mask;
  reg [14:0] next;      // follows `tail` while its entry rests
  wire silent = direct || size_log2 == 0;
  reg can;            // there is one, and there is room for it
  reg answered;       // B may come as soon as the last beat is taken
  reg [1:0] answer;
  wire written = state == ANSWER && answered;

  assign ready = written || (state == IDLE && valid && silent);

  always @(posedge clk)
    if (rst) begin
      state         <= IDLE;
      m_axi_awvalid <= 1'b0;
      m_axi_wvalid  <= 1'b0;
      tail          <= 15'd0;
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
      if (clear) begin
        tail  <= 15'd0;
        phase <= 1'b1;
      end else if (written) begin
        tail <= next;
        if (next == 15'd0) phase <= !phase;
      end
    end

  always @(posedge clk) begin
    if (state == IDLE) m_axi_awaddr <= base[ADDR_W-1:0] + {{(ADDR_W - 19) {1'b0}}, tail, 4'd0};
    if (state == IDLE) m_axi_wdata <= {bytes, phase, 6'd0, stream, 4'd0, code, id[15:0]};
    else if (m_axi_wready) m_axi_wdata <= {ended, began};
    fails_decode <= answer[0];
    mask         <= ~(15'h7FFF << size_log2);
    next         <= (tail + 1'b1) & mask;
    answered     <= !rst && (m_axi_bvalid || (answered && state != REST));
    if (m_axi_bvalid) answer <= m_axi_bresp;
  end

  generate
    if (ADDR_W < 64) begin : g_high
      wire unused = &{1'b0, base[63:ADDR_W]};
    end
  endgenerate

endmodule

`default_nettype wire
