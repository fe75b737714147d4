// SPDX-License-Identifier: Apache-2.0
// The direct request: ten words that software writes, which go to the loader in five steps, and its result.
`default_nettype none

module disk_node_direct (
    input wire        clk,
    input wire        rst,
    input wire [46:0] access,         // {write, address, strobes, data}, see register_port

    output reg         busy,
    output reg         want,
    input  wire        chosen,
    output wire [67:0] word,          // {valid, index, word} of a request
    input  wire        done,
    input  wire [ 3:0] done_code,
    input  wire [31:0] done_bytes,

    output wire [95:0] words          // DIRECT_CONTROL, DIRECT_STATUS, DIRECT_BYTES
);

  localparam [9:0] DIRECT_CONTROL = 10'h020, DIRECT_WORDS = 10'h024, DIRECT_END = 10'h02E;

  wire write;
  wire [11:2] address;
  wire [3:0] strobes;
  wire [31:0] data;
  wire starts = write && address == DIRECT_CONTROL && strobes[0] && data[0];
  wire [3:0] put_at = address[5:2] - DIRECT_WORDS[3:0];
  reg [31:0] request[0:15];
  reg sending;
  reg [3:0] send_at;
  wire [31:0] half = request[send_at];
  reg word_valid;
  reg [2:0] word_index;
  reg [63:0] word_data;
  reg result_done;
  reg [3:0] result_code;
  reg [31:0] result_bytes;

  assign {write, address, strobes, data} = access;
  assign word = {word_valid, word_index, word_data};
  assign words = {result_bytes, 24'd0, result_code, 3'd0, result_done, 31'd0, busy};

  always @(posedge clk) if (write && address >= DIRECT_WORDS && address < DIRECT_END) request[put_at] <= data;

  always @(posedge clk)
    if (rst) begin
      busy         <= 1'b0;
      want         <= 1'b0;
      word_valid   <= 1'b0;
      sending      <= 1'b0;
      send_at      <= 4'd0;
      result_done  <= 1'b0;
      result_code  <= 4'd0;
      result_bytes <= 32'd0;
    end else begin
      word_valid <= sending && send_at[0];
      if (starts) begin
        busy        <= 1'b1;
        want        <= 1'b1;
        result_done <= 1'b0;
      end
      if (want && chosen) begin
        want    <= 1'b0;
        sending <= 1'b1;
        send_at <= 4'd0;
      end
      if (sending) begin
        send_at <= send_at + 1'b1;
        if (send_at == 4'd9) sending <= 1'b0;
      end
      if (done) begin
        busy         <= 1'b0;
        result_done  <= 1'b1;
        result_code  <= done_code;
        result_bytes <= done_bytes;
      end
    end

  always @(posedge clk) begin
    word_index <= send_at[3:1];
    if (send_at[0]) word_data[63:32] <= half;
    else word_data[31:0] <= half;
  end

  wire unused = &{1'b0, strobes[3:1]};

endmodule

`default_nettype wire
