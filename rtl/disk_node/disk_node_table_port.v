// SPDX-License-Identifier: Apache-2.0
// Software's way to the slot table. A read and a write may wait at the same time; the table takes one of them when it has time.
`default_nettype none

module disk_node_table_port (
    input  wire        clk,
    input  wire        rst,

    // Far accesses of register_port
    input  wire        writes,
    input  wire [10:2] write_address,
    input  wire [31:0] write_data,
    output wire        written,
    input  wire        reads,
    input  wire [10:2] read_address,
    output wire        read,

    // The table's
    output wire [42:0] access,        // {valid, write, address, data}
    input  wire        done
);

  reg valid;
  reg write;
  reg [8:0] address;
  reg [31:0] data;

  assign access = {valid, write, address, data};
  assign written = done && write;
  assign read = done && !write;

  always @(posedge clk)
    if (rst) valid <= 1'b0;
    else if (valid) valid <= !done;
    else valid <= !done && (writes || reads);

  always @(posedge clk)
    if (!valid && !done) begin
      write   <= writes;
      address <= writes ? write_address : read_address;
      data    <= write_data;
    end

endmodule

`default_nettype wire
