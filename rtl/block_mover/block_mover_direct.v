// SPDX-License-Identifier: Apache-2.0
// The direct command: registers with the layout of a descriptor, and its result.
`default_nettype none

module block_mover_direct (
    input wire        clk,
    input wire        rst,
    input wire [46:0] access,         // {write, address, strobes, data}, see register_port

    output reg         start,
    input  wire        busy,
    input  wire        done,          // one cycle; with it what the core said
    input  wire [ 7:0] tag,
    input  wire [ 2:0] error,
    input  wire [31:0] bytes,
    output wire        interrupts,    // its end does

    // As eight words of a descriptor
    input  wire [2:0]  index,
    output wire [63:0] word,

    // Registers
    output wire [31:0] control,
    output wire [31:0] status,
    output reg  [31:0] result_bytes,
    output wire [319:0] place         // from DIRECT_SOURCE_LOW to DIRECT_DESTINATION_PLANE_STRIDE
);

  localparam [31:0] DIRECT_CONTROL = 'h020, DIRECT_SOURCE_LOW = 'h026;

  wire [31:0] fields;  // without the bit that starts
  reg result_done;
  reg [7:0] result_tag;
  reg [2:0] result_error;

  assign control = {fields[31:1], start || busy};
  assign status = {result_tag, 17'd0, result_error, 3'd0, result_done};
  assign interrupts = fields[1];

  wire [511:0] words = {place, 160'd0, fields};
  assign word = words[64*index+:64];

  register_words #(
      .FIRST(DIRECT_CONTROL),
      .BITS (32'hFF00_333A)
  ) controls (
      .clk(clk),
      .rst(rst),
      .access(access),
      .words(fields)
  );

  register_words #(
      .WORDS(10),
      .FIRST(DIRECT_SOURCE_LOW)
  ) places (
      .clk(clk),
      .rst(rst),
      .access(access),
      .words(place)
  );

  always @(posedge clk) start <= !rst && access[46] && access[45:36] == DIRECT_CONTROL[9:0] && access[32] && access[0];

  always @(posedge clk)
    if (rst) begin
      result_done  <= 1'b0;
      result_tag   <= 8'd0;
      result_error <= 3'd0;
      result_bytes <= 32'd0;
    end else if (done) begin
      result_done  <= 1'b1;
      result_tag   <= tag;
      result_error <= error;
      result_bytes <= bytes;
    end else if (start) result_done <= 1'b0;

endmodule

`default_nettype wire
