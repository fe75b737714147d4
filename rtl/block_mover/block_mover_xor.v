// SPDX-License-Identifier: Apache-2.0
// Combines the sources of an XOR on their way to the byte buffer; what other commands read passes in the same cycle.
//
// The sources of a piece of up to 2^PIECE_LOG2 bytes come one after another. All but the last are `hidden`: they are
// gathered in a memory in the lanes of the stream, and the words of the last one leave with the others in them. It takes a cycle:
// the reading side lets no other command follow while words of an XOR may still come.
`default_nettype none

module block_mover_xor #(
    parameter LANES_LOG2 = 3,
    parameter PIECE_LOG2 = 11,
    parameter POSITION_W = 14
) (
    input wire clk,
    input wire rst,

    input wire                       in_put,
    input wire                       in_xor,
    input wire                       in_hidden,    // another source follows
    input wire                       in_first,     // of the first source
    input wire [(8<<LANES_LOG2)-1:0] in_data,
    input wire [(1<<LANES_LOG2)-1:0] in_lanes,
    input wire [     POSITION_W-2:0] in_position,
    input wire [     POSITION_W-1:0] in_end,

    output wire                       put,
    output wire [(8<<LANES_LOG2)-1:0] put_data,
    output wire [(1<<LANES_LOG2)-1:0] put_lanes,
    output wire [     POSITION_W-2:0] put_position,
    output wire [     POSITION_W-1:0] put_end
);

  localparam LANES = 1 << LANES_LOG2;
  localparam WORD_W = PIECE_LOG2 - LANES_LOG2 + 1;  // an unaligned piece touches one word more

  reg valid;
  reg hidden;
  reg first;
  reg [8*LANES-1:0] data;
  reg [LANES-1:0] lanes;
  reg [POSITION_W-2:0] position;
  reg [POSITION_W-1:0] ending;
  wire [8*LANES-1:0] combined;

  always @(posedge clk)
    if (rst) valid <= 1'b0;
    else valid <= in_put && in_xor;

  always @(posedge clk) begin
    hidden   <= in_hidden;
    first    <= in_first;
    data     <= in_data;
    lanes    <= in_lanes;
    position <= in_position;
    ending   <= in_end;
  end

  assign put = valid ? !hidden : in_put && !in_xor;
  assign put_data = valid ? combined : in_data;
  assign put_lanes = valid ? lanes : in_lanes;
  assign put_position = valid ? position : in_position;
  assign put_end = valid ? ending : in_end;

  wire [LANES-1:0] below = ~({LANES{1'b1}} << in_position[LANES_LOG2-1:0]);

  genvar lane;
  generate
    for (lane = 0; lane < LANES; lane = lane + 1) begin : g_lane
      wire [WORD_W-1:0] in_word = in_position[LANES_LOG2+:WORD_W] + {{(WORD_W - 1) {1'b0}}, below[lane]};
      wire [7:0] stored;
      reg [7:0] fresh;  // written in the cycle in which it was read
      reg is_fresh;
      reg [WORD_W-1:0] word;

      ram_1r1w #(
          .WIDTH(8),
          .LOG2_DEPTH(WORD_W)
      ) gathered (
          .clk(clk),
          .write(valid && lanes[lane]),
          .write_address(word),
          .write_data(combined[8*lane+:8]),
          .read(in_put),
          .read_address(in_word),
          .read_data(stored)
      );

      always @(posedge clk) begin
        word     <= in_word;
        fresh    <= combined[8*lane+:8];
        is_fresh <= valid && lanes[lane] && word == in_word;
      end

      assign combined[8*lane+:8] = data[8*lane+:8] ^ (first ? 8'd0 : is_fresh ? fresh : stored);
    end
  endgenerate

endmodule

`default_nettype wire
