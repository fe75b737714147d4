// SPDX-License-Identifier: Apache-2.0
// What software says of the transactions of AXI4 ports A, B and D: AxCACHE, AxPROT, AxQOS and AxID, a register each.
//
// They go with addresses as {id, qos, prot, cache}. A port has one ID, so its answers come in the order of its addresses: the owner
// lets the registers change only while the ports are at rest.
`default_nettype none

module port_attributes #(
    parameter ID_W = 4  // 1 to 8
) (
    input  wire             clk,
    input  wire             rst,
    input  wire [     46:0] access,   // {write, address, strobes, data}, see register_port
    output wire [     95:0] words,    // the registers, A in the low bits

    // What addresses carry
    output wire [ID_W+10:0] a_reads,
    output wire [ID_W+10:0] a_writes,
    output wire [ID_W+10:0] b_reads,
    output wire [ID_W+10:0] b_writes,
    output wire [ID_W+10:0] d_reads,
    output wire [ID_W+10:0] d_writes
);

  localparam ATTRIBUTES_A = 'h03C;  // the address of the first

  // Normal memory that an interconnect may buffer but not cache; data accesses, non-secure, without privilege.
  localparam [31:0] RESET = 32'h0000_2233;
  localparam [31:0] FIELDS = (32'hFF00_0000 & ~(32'hFF00_0000 << ID_W)) | 32'h000F_77FF;

  register_words #(
      .WORDS(3),
      .FIRST(ATTRIBUTES_A),
      .RESET({3{RESET}}),
      .BITS ({3{FIELDS}})
  ) registers (
      .clk(clk),
      .rst(rst),
      .access(access),
      .words(words)
  );

  localparam W = ID_W + 11;
  wire [3*W-1:0] reads;
  wire [3*W-1:0] writes;

  genvar p;
  generate
    for (p = 0; p < 3; p = p + 1) begin : g_port
      assign reads[W*p+:W] = {words[32*p+24+:ID_W], words[32*p+16+:4], words[32*p+8+:3], words[32*p+:4]};
      assign writes[W*p+:W] = {words[32*p+24+:ID_W], words[32*p+16+:4], words[32*p+12+:3], words[32*p+4+:4]};
    end
  endgenerate

  assign {d_reads, b_reads, a_reads} = reads;
  assign {d_writes, b_writes, a_writes} = writes;

endmodule

`default_nettype wire
