// SPDX-License-Identifier: Apache-2.0
// Descriptors in flight, from the fetch to the answer of the write-back, in a ring of slots: allocated when the fetch
// goes out, issued when the core takes the command, done when the move has ended, retired when the write-back is answered.
`default_nettype none

module block_mover_slots #(
    parameter ADDR_W   = 32,
    parameter SLOTS    = 8,     // power of two
    parameter PREFETCH = 4
) (
    input  wire              clk,
    input  wire              rst,

    // life of a slot
    input  wire              allocate,
    input  wire [ADDR_W-1:6] allocate_address,
    input  wire              flags_write,      // of the next descriptor to be issued
    input  wire [7:1]        flags,
    input  wire              issue,
    input  wire              done,
    input  wire              done_failed,
    input  wire              retire,
    input  wire              drop,             // forget those that are not issued

    // state
    output reg               available,        // there is room for one more
    output reg               none_waiting,     // nothing is allocated and not issued
    output reg               none_used,
    output wire [ADDR_W-1:6] waiting_address,  // of the next to be issued
    output wire [ADDR_W-1:6] done_address,     // of the next to be done
    output wire [7:1]        done_flags,
    output wire [ADDR_W-1:6] retire_address,   // of the next to be retired
    output wire              retire_interrupts,
    output wire              retire_failed,

    // is an address in flight? the answer comes a cycle later
    input  wire [ADDR_W-1:6] probe_address,
    output wire              probe_conflict
);
  localparam INDEX_W = $clog2(SLOTS);

  reg [INDEX_W-1:0] allocate_index;
  reg [INDEX_W-1:0] issue_index;
  reg [INDEX_W-1:0] done_index;
  reg [INDEX_W-1:0] retire_index;
  reg [INDEX_W:0]   used;
  reg [INDEX_W:0]   waiting;
  reg [INDEX_W:0]   used_next;
  reg [INDEX_W:0]   waiting_next;

  always @* begin
    waiting_next = drop ? {(INDEX_W + 1){1'b0}} : waiting + {{INDEX_W{1'b0}}, allocate} - {{INDEX_W{1'b0}}, issue};
    used_next    = used + {{INDEX_W{1'b0}}, allocate} - {{INDEX_W{1'b0}}, retire} - (drop ? waiting : {(INDEX_W + 1){1'b0}});
  end

  always @(posedge clk) begin
    if (rst) begin
      allocate_index <= {INDEX_W{1'b0}};
      issue_index    <= {INDEX_W{1'b0}};
      done_index     <= {INDEX_W{1'b0}};
      retire_index   <= {INDEX_W{1'b0}};
      used           <= {(INDEX_W + 1){1'b0}};
      waiting        <= {(INDEX_W + 1){1'b0}};
      available      <= 1'b0;
      none_waiting   <= 1'b1;
      none_used      <= 1'b1;
    end else begin
      if (drop) allocate_index <= issue_index;
      else if (allocate) allocate_index <= allocate_index + 1'b1;
      if (issue) issue_index <= issue_index + 1'b1;
      if (done) done_index <= done_index + 1'b1;
      if (retire) retire_index <= retire_index + 1'b1;
      used         <= used_next;
      waiting      <= waiting_next;
      available    <= used_next != SLOTS[INDEX_W:0] && waiting_next < PREFETCH[INDEX_W:0];
      none_waiting <= waiting_next == {(INDEX_W + 1){1'b0}};
      none_used    <= used_next == {(INDEX_W + 1){1'b0}};
    end
  end

  // What is kept of each.
  reg [ADDR_W-1:6] addresses [0:SLOTS-1];
  reg [7:1]        control   [0:SLOTS-1];
  reg [SLOTS-1:0]  interrupts;
  reg [SLOTS-1:0]  failed;

  always @(posedge clk) begin
    if (allocate) addresses[allocate_index] <= allocate_address;
    if (flags_write) control[issue_index] <= flags;
    if (flags_write) interrupts[issue_index] <= flags[1];
    if (done) failed[done_index] <= done_failed;
  end

  assign waiting_address = addresses[issue_index];
  assign done_address    = addresses[done_index];
  assign done_flags      = control[done_index];
  assign retire_address  = addresses[retire_index];
  assign retire_failed   = failed[retire_index];
  assign retire_interrupts = interrupts[retire_index];

  // Comparison with every slot at once.
  wire [SLOTS-1:0] match;
  genvar slot;
  generate
    for (slot = 0; slot < SLOTS; slot = slot + 1) begin : compare
      reg              valid;
      reg [ADDR_W-1:6] address;
      reg              equal;
      always @(posedge clk) begin
        if (rst || none_used) valid <= 1'b0;
        else if (retire && retire_index == slot[INDEX_W-1:0]) valid <= 1'b0;
        if (!rst && allocate && allocate_index == slot[INDEX_W-1:0]) begin
          valid   <= 1'b1;
          address <= allocate_address;
        end
        equal <= valid && address == probe_address;
      end
      assign match[slot] = equal;
    end
  endgenerate
  assign probe_conflict = |match;
endmodule
`default_nettype wire
