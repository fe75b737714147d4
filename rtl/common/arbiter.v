// SPDX-License-Identifier: Apache-2.0
// Round robin: of those that request, the first after the one granted last. The grant is one-hot and depends on this
// cycle's requests; `taken` says that it was used.
`default_nettype none

module arbiter #(
    parameter COUNT = 2
) (
    input  wire             clk,
    input  wire             rst,
    input  wire [COUNT-1:0] request,
    input  wire             taken,
    output wire [COUNT-1:0] grant
);

  // Those after the one granted last; they go before the others.
  reg [COUNT-1:0] after;

  wire [COUNT-1:0] first = request & after;
  wire [COUNT-1:0] candidates = |first ? first : request;

  assign grant = candidates & (~candidates + 1'b1);

  always @(posedge clk)
    if (rst) after <= {COUNT{1'b0}};
    else if (taken && |request) after <= ~(grant | (grant - 1'b1));

endmodule

`default_nettype wire
