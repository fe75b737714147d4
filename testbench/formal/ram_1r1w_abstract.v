// SPDX-License-Identifier: Apache-2.0
// Stands for `ram_1r1w` in proofs.
//
// By default it is the memory of its description: a word written and read at the same edge reads as anything. With
// CUT_MEMORY it reads as anything at all, which only gives the design more ways to be wrong: proofs of what does not depend
// on data hold all the same. Its highest bit is set wherever the next one is: so in the queue of words a read failed, which may come at any
// time, and no packet ended, which only comes from the stream. FAULTLESS clears both.
`default_nettype none

module ram_1r1w #(
    parameter WIDTH      = 8,
    parameter LOG2_DEPTH = 9
) (
    input  wire                  clk,
    input  wire                  write,
    input  wire [LOG2_DEPTH-1:0] write_address,
    input  wire [     WIDTH-1:0] write_data,
    input  wire                  read,
    input  wire [LOG2_DEPTH-1:0] read_address,
    output reg  [     WIDTH-1:0] read_data
);

  wire [WIDTH-1:0] anything;
  assign anything = $anyseq;

`ifdef CUT_MEMORY
  always @(posedge clk) begin
    if (read) read_data <= anything;
    if (read) read_data[WIDTH-1] <= anything[WIDTH-1] || anything[WIDTH-2];
`ifdef FAULTLESS
    if (read) read_data[WIDTH-1:WIDTH-2] <= 2'b00;
`endif
  end
`else
`ifdef FEW_WORDS
  localparam USED = 3;
  // More than that are not put between reset and the end of the runs that are looked at.
  reg started = 1'b0;
  always @(posedge clk) started <= 1'b1;
  always @* if (started && write) assert (write_address >> USED == 0);
`else
  localparam USED = LOG2_DEPTH;
`endif
  reg [WIDTH-1:0] words[0:(1<<USED)-1];

  always @(posedge clk) begin
    if (write) words[write_address[USED-1:0]] <= write_data;
    if (read) read_data <= write && write_address == read_address ? anything : words[read_address[USED-1:0]];
  end
`endif

endmodule

`default_nettype wire
