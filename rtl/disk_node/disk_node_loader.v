// SPDX-License-Identifier: Apache-2.0
// Takes requests from the slot table, the registers and the ring, in this order of preference, checks them, and hands them to who carries
// them out. A request that cannot be is handed on as failed: it completes with its code and touches neither a disk nor a bus.
`default_nettype none

module disk_node_loader #(
    parameter ADDR_W     = 32,
    parameter LANES_LOG2 = 3,
    parameter BLOCK_LOG2 = 9,
    parameter DISKS      = 8,
    parameter DISK_W     = 3,
    parameter PORT_B     = 1
) (
    input wire        clk,
    input wire        rst,
    input wire [31:0] now,
    input wire [31:0] timeout,   // ticks that a request without a deadline has; 0: for ever

    // Sources: 0 ring, 1 registers, 2 slot table. The chosen one sends words 0 to 4, or gives up.
    input  wire [ 2:0] want,
    output reg  [ 2:0] chosen,
    input  wire [67:0] word_in,   // {valid, index, word}
    input  wire        gives_up,
    output reg         loaded,   // the chosen one's request is on its way

    // Request table
    input  wire        free,
    output reg         request_load,
    output wire [51:0] request,      // {id, timed, deadline, bad}

    // Splitter
    output reg               split_load,
    input  wire              split_ready,
    output wire [DISKS+72:0] split,        // {write, disks, first block, blocks}

    // Placer
    output reg                place_load,
    input  wire               place_ready,
    output wire [ADDR_W+89:0] place        // {write, port, address, bytes, bytes of a row, stride}
);

  localparam [2:0] IDLE = 0, FILL = 1, CHECK = 2, JUDGE = 3, SPLIT = 4, PLACE = 5, REQUEST = 6, REST = 7;

  reg [2:0] state;
  reg [63:0] head;
  reg [63:0] block;
  reg [63:0] extent;    // bytes, deadline
  reg [63:0] address;
  reg [63:0] rows;      // bytes of a row, stride

  wire [15:0] id = head[15:0];
  wire write = head[16];
  wire degraded = head[17];
  wire port = head[18];
  wire timed = head[19];
  wire [7:0] disk = head[31:24];
  wire [31:0] survivors = head[63:32];
  wire [31:0] bytes = extent[31:0];
  wire word_valid;
  wire [2:0] word_index;
  wire [63:0] word;
  reg request_timed, request_bad;
  reg [31:0] request_deadline;
  reg [DISKS-1:0] split_disks;
  reg [23:0] split_blocks;

  assign {word_valid, word_index, word} = word_in;
  assign request = {chosen[2], chosen[1], id, request_timed, request_deadline, request_bad};
  assign split = {write, split_disks, block[47:0], split_blocks};
  assign place = {write, port, address[ADDR_W-1:0], bytes, rows[23:0], rows[63:32]};

  always @(posedge clk)
    if (word_valid)
      case (word_index)
        3'd0: head <= word;
        3'd1: block <= word;
        3'd2: extent <= word;
        3'd3: address <= word;
        default: rows <= word;
      endcase

  // What cannot be
  reg bad_disk, bad_bytes, bad_place, bad_block;
  wire [32-BLOCK_LOG2:0] whole_blocks = {1'b0, bytes[31:BLOCK_LOG2]};
  wire [48:0] block_end = {1'b0, block[47:0]} + {25'd0, split_blocks};
  wire beyond;

  generate
    if (ADDR_W < 64) begin : g_beyond
      assign beyond = |address[63:ADDR_W];
    end else begin : g_all
      assign beyond = 1'b0;
    end
  endgenerate

  always @(posedge clk) begin
    bad_disk  <= degraded ? write || survivors[DISKS-1:0] == 0 || |(survivors >> DISKS) : disk >= DISKS[7:0];
    bad_bytes <= bytes == 0 || (write && bytes[BLOCK_LOG2-1:0] != 0);
    bad_place <= beyond || (PORT_B == 0 && port) || |rows[31:24] || rows[LANES_LOG2-1:0] != 0 || |head[23:20];
    bad_block <= |block[63:48] || (block_end[48] && block_end[47:0] != 0);
    split_blocks     <= {{(BLOCK_LOG2 - 9) {1'b0}}, whole_blocks + {{(32 - BLOCK_LOG2) {1'b0}}, |bytes[BLOCK_LOG2-1:0]}};
    split_disks      <= degraded ? survivors[DISKS-1:0] : {{(DISKS - 1) {1'b0}}, 1'b1} << disk[DISK_W-1:0];
    request_timed    <= timed || timeout != 0;
    if (state == CHECK) request_deadline <= timed ? extent[63:32] : now + timeout;
    if (state == JUDGE) request_bad <= bad_disk || bad_bytes || bad_place || bad_block;
  end

  always @(posedge clk)
    if (rst) begin
      state        <= IDLE;
      chosen       <= 3'd0;
      loaded       <= 1'b0;
      split_load   <= 1'b0;
      place_load   <= 1'b0;
      request_load <= 1'b0;
    end else begin
      loaded       <= 1'b0;
      request_load <= 1'b0;
      case (state)
        IDLE:
        if (free && want != 0) begin
          state  <= FILL;
          chosen <= want[2] ? 3'd4 : want[1] ? 3'd2 : 3'd1;
        end
        FILL:
        if (gives_up) begin
          state  <= REST;
          chosen <= 3'd0;
        end else if (word_valid && word_index[2]) state <= CHECK;   // the last one, 4
        // Two cycles: blocks, then what follows from them.
        CHECK: state <= JUDGE;
        JUDGE: begin
          state      <= SPLIT;
          split_load <= 1'b1;
        end
        SPLIT:
        if (split_ready) begin
          state      <= PLACE;
          split_load <= 1'b0;
          place_load <= 1'b1;
        end
        PLACE:
        if (place_ready) begin
          state        <= REQUEST;
          place_load   <= 1'b0;
          request_load <= 1'b1;
          loaded       <= 1'b1;
        end
        REQUEST: begin
          state  <= REST;
          chosen <= 3'd0;
        end
        // `free` and `want` of the last request are over.
        default: state <= IDLE;
      endcase
    end

endmodule

`default_nettype wire
