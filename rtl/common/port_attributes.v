// SPDX-License-Identifier: Apache-2.0
// What software says of an AXI4 port's transactions: AxCACHE, AxPROT, AxQOS and AxID, in one register.
//
// They go with addresses as {id, qos, prot, cache}, one word for reads and one for writes. A port has one ID, so its answers
// come in the order of its addresses. The owner lets the register change only while the port is at rest.
`default_nettype none

module port_attributes #(
    parameter ID_W = 4  // 1 to 8
) (
    input wire clk,
    input wire rst,

    // Register
    input  wire        write,
    input  wire [31:0] data,
    input  wire [ 3:0] strobes,
    output wire [31:0] word,

    // What addresses carry
    output wire [ID_W+10:0] reads,
    output wire [ID_W+10:0] writes
);

  localparam [3:0] NON_CACHEABLE_BUFFERABLE = 4'b0011;
  localparam [2:0] NON_SECURE_DATA = 3'b010;

  reg [3:0] arcache;
  reg [3:0] awcache;
  reg [2:0] arprot;
  reg [2:0] awprot;
  reg [3:0] qos;
  reg [ID_W-1:0] id;

  assign word = {{(8 - ID_W) {1'b0}}, id, 4'd0, qos, 1'b0, awprot, 1'b0, arprot, awcache, arcache};
  assign reads = {id, qos, arprot, arcache};
  assign writes = {id, qos, awprot, awcache};

  always @(posedge clk)
    if (rst) begin
      arcache <= NON_CACHEABLE_BUFFERABLE;
      awcache <= NON_CACHEABLE_BUFFERABLE;
      arprot  <= NON_SECURE_DATA;
      awprot  <= NON_SECURE_DATA;
      qos     <= 4'd0;
      id      <= 0;
    end else if (write) begin
      if (strobes[0]) {awcache, arcache} <= data[7:0];
      if (strobes[1]) {awprot, arprot} <= {data[14:12], data[10:8]};
      if (strobes[2]) qos <= data[19:16];
      if (strobes[3]) id <= data[24+:ID_W];
    end

  wire unused = &{1'b0, data};

endmodule

`default_nettype wire
