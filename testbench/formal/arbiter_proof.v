// SPDX-License-Identifier: Apache-2.0
// What `arbiter` promises: one grant, to one that requests; who keeps requesting waits for at most one turn of each other.
`default_nettype none

module arbiter_proof #(
    parameter COUNT = 4
) (
    input wire             clk,
    input wire [COUNT-1:0] request,
    input wire             taken,
    input wire [COUNT-1:0] choice
);

  reg started = 1'b0;
  wire rst = !started;
  wire [COUNT-1:0] grant;

  always @(posedge clk) started <= 1'b1;

  arbiter #(
      .COUNT(COUNT)
  ) dut (
      .clk(clk),
      .rst(rst),
      .request(request),
      .taken(taken),
      .grant(grant)
  );

  // One requester, any, one-hot.
  reg [COUNT-1:0] chosen = 1;
  reg [COUNT-1:0] turns = 0;  // of others while it requests
  reg [COUNT-1:0] went = 0;   // which others had one

  always @(posedge clk)
    if (rst) begin
      turns  <= 0;
      went   <= 0;
      chosen <= choice & (~choice + 1'b1);
    end else if (!(|(request & chosen)) || (taken && |(grant & chosen))) begin
      turns <= 0;
      went  <= 0;
    end else if (taken) begin
      turns <= turns + 1'b1;
      went  <= went | grant;
    end

  always @* begin
    if (rst) assume (choice != 0);
    if (!rst) begin
      assert ((grant & (grant - 1'b1)) == 0);
      assert ((grant & ~request) == 0);
      assert ((grant == 0) == (request == 0));
      assert (turns < COUNT);
      if (|(request & chosen) && taken) assert ((grant & went) == 0);
    end
  end

endmodule

`default_nettype wire
