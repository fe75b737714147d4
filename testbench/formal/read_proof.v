// SPDX-License-Identifier: Apache-2.0
// `block_mover_read` under any commands, any slaves that answer what they are asked, and any user that takes what is there: never more
// words are asked for than the queue has places, so no word that comes finds it full.
//
// Bursts are of up to 64 beats of 32 bit and the queue has 256 places, so the room, and not the number of bursts, is the limit. What
// commands are is free: their addresses and lengths come as they like, within what a burst may be.
`default_nettype none

module read_proof #(
    parameter OUTSTANDING_LOG2 = 4
) (
    input wire        clk,
    input wire        start,
    input wire        start_xor,
    input wire [ 1:0] start_from,
    input wire        start_bad,
    input wire [31:0] start_source,
    input wire [31:0] start_destination,
    input wire [ 1:0] start_to,
    input wire        start_destination_virtual,
    input wire [ 3:0] start_inner,
    input wire [ 3:0] start_outer,
    input wire [31:0] stride,
    input wire        start_source_joined,
    input wire        start_destination_joined,
    input wire [28:0] length,
    input wire        stop,
    input wire        piece_taken,
    input wire        info_taken,
    input wire        info_done,
    input wire        word_taken,
    input wire        word_given_up,
    input wire        a_arready,
    input wire        b_arready,
    input wire        a_rvalid,
    input wire        b_rvalid,
    input wire        s_tvalid
);

  localparam WORDS_LOG2 = 8;
  localparam PLACES = 1 << WORDS_LOG2;

  reg started = 1'b0;
  wire rst = !started;
  always @(posedge clk) started <= 1'b1;

  wire ready, active, info_valid, word_valid, a_arvalid, b_arvalid, s_tready;
  wire [31:0] araddr;
  wire [7:0] arlen;

  block_mover_read #(
      .ADDR_W(32),
      .LANES_LOG2(2),
      .BYTES_W(29),
      .ROWS_W(4),
      .PLANES_W(4),
      .CHUNK_LOG2(8),
      .WORDS_LOG2(WORDS_LOG2),
      .OUTSTANDING_LOG2(OUTSTANDING_LOG2),
      .PORT_B(1),
      .STREAM(1),
      .XOR(1)
  ) dut (
      .clk(clk),
      .rst(rst),
      .start(start && ready && !rst),
      .ready(ready),
      .start_xor(start_xor),
      .start_from(start_from),
      .start_pattern(start_source),
      .start_bad(start_bad),
      .start_to(start_to),
      .start_source({start_from[1], start_source_joined, start_source, stride, stride}),
      .start_destination({
        start_destination_virtual, start_destination_joined && !start_xor, start_destination_joined, start_destination, stride, stride
      }),
      .start_size({start_inner, start_outer, length[24:0], length[24:0]}),
      .joined_length(length),
      .joined_wraps(1'b0),
      .stop(stop),
      .active(active),
      .piece_taken(piece_taken),
      .info_valid(info_valid),
      .info_taken(info_taken),
      .info_done(info_done),
      .word_valid(word_valid),
      .word_taken(word_taken),
      .word_given_up(word_given_up),
      .a_arvalid(a_arvalid),
      .b_arvalid(b_arvalid),
      .a_arready(a_arready),
      .b_arready(b_arready),
      .araddr(araddr),
      .arlen(arlen),
      .a_rvalid(a_rvalid),
      .b_rvalid(b_rvalid),
      .a_rdata(32'd0),
      .b_rdata(32'd0),
      .a_rresp(2'd0),
      .b_rresp(2'd0),
      .s_tvalid(s_tvalid),
      .s_tready(s_tready),
      .s_tdata(32'd0),
      .s_tkeep(4'hf),
      .s_tlast(1'b0)
  );

  // What the module counts of itself is not believed: words that were asked for and have not come, and words in its queue.
  (* hierconn *)wire \dut.put ;
  (* hierconn *)wire \dut.none ;
  (* hierconn *)wire \dut.counted ;
  (* hierconn *)wire \dut.adds ;
  (* hierconn *)wire [7:0] \dut.adds_len ;
  (* hierconn *)wire \dut.stream_valid ;
  (* hierconn *)wire [1:0] \dut.port ;
  (* hierconn *)wire \dut.pattern_comes ;
  (* hierconn *)wire \dut.expects ;
  (* hierconn *)wire [WORDS_LOG2:0] \dut.in_use ;
  (* hierconn *)wire [WORDS_LOG2:0] \dut.to_come ;
  wire put = \dut.put ;
  reg [WORDS_LOG2:0] queued = 0;
  reg [WORDS_LOG2:0] asked = 0;
  wire counted = \dut.counted ;
  wire [WORDS_LOG2:0] more = counted ? arlen + 9'd1 : 9'd0;
  wire [WORDS_LOG2:0] not_told = \dut.adds ? \dut.adds_len + 9'd1 : 9'd0;
  wire comes = a_rvalid || b_rvalid;

  always @(posedge clk)
    if (rst) begin
      queued <= 0;
      asked  <= 0;
    end else begin
      queued <= queued + put - word_taken;
      asked  <= asked + more - put;
    end

  always @* begin
    // `words` proves this; the stream's words are as many as it was asked for.
    assume (rst || \dut.none == (queued == 0));
    assume (!\dut.stream_valid || (asked != 0 && \dut.port == 2));
    assume (!word_taken || queued != 0 || put);
    assume (!(a_rvalid && b_rvalid) && (!comes || asked != 0));
    if (!rst) begin
      assert (queued <= PLACES && asked <= PLACES && queued + asked <= PLACES);
      assert (!put || queued != PLACES);
      assert (!counted || arlen < 64);
      // Steps to it
      assert (\dut.to_come + not_told == asked && \dut.expects == (asked != 0));
      assert (\dut.in_use + not_told == queued + asked);
      assert (\dut.in_use + 64 * (\dut.adds + counted) <= PLACES);
      assert (\dut.pattern_comes == (asked != 0 && \dut.port == 3));
      assert (!\dut.adds || \dut.adds_len < 64);
    end
  end

endmodule

`default_nettype wire
