// SPDX-License-Identifier: Apache-2.0
// Where a ring is, and software's place in it. Four words follow each other: base (two), size, pointer.
`default_nettype none

module disk_node_ring_registers #(
    parameter ADDR_W = 32,
    parameter FIRST  = 0     // address of the first word
) (
    input  wire               clk,
    input  wire               rst,
    input  wire [       46:0] access,  // {write, address, strobes, data}, see register_port

    output wire [ADDR_W+18:0] ring,    // {pointer[14:0], log2 of the size, base}
    output reg                clear,   // it is set up anew
    output reg                fits,    // what stands to be written is a pointer within the ring
    output wire [      127:0] words
);

  localparam [31:0] SIZE = FIRST + 2, POINTER = FIRST + 3;

  wire write;
  wire [11:2] address;
  wire [3:0] strobes;
  wire [31:0] data;
  reg [14:0] pointer;
  wire [3:0] size_log2 = words[67:64];

  assign {write, address, strobes, data} = access;
  assign words[127:96] = {17'd0, pointer};
  assign ring = {pointer, size_log2, words[ADDR_W-1:0]};

  register_words #(
      .WORDS(3),
      .FIRST(FIRST),
      .BITS (96'hF_FFFF_FFFF_FFFF_FFFF)
  ) place (
      .clk(clk),
      .rst(rst),
      .access(access),
      .words(words[95:0])
  );

  always @(posedge clk) begin
    clear  <= write && address == SIZE[9:0];
    fits  <= &strobes && (data >> size_log2) == 0;
  end

  always @(posedge clk)
    if (rst || (write && address == SIZE[9:0])) pointer <= 15'd0;
    else if (write && address == POINTER[9:0]) pointer <= data[14:0];

endmodule

`default_nettype wire
