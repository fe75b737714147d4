// SPDX-License-Identifier: Apache-2.0
// From the block mover's stream to the channel: blocks of writes. Room is taken before a block is asked for, so the block mover never waits
// here; a block goes out only when the block mover has said that all of it is good.
`default_nettype none

module disk_node_send #(
    parameter DATA_W     = 64,
    parameter TAGS       = 8,
    parameter TAG_W      = 3,
    parameter WORD_LOG2  = 6,
    parameter PLACE_LOG2 = 2,   // blocks
    parameter QUEUE_LOG2 = 4    // words
) (
    input wire clk,
    input wire rst,

    // Room, in blocks
    input  wire reserve,      // only while `room`
    output wire room,
    input  wire gives_up,     // a reserved block will not come

    // From the block mover
    input wire              s_tvalid,
    input wire [DATA_W-1:0] s_tdata,
    input wire              flush,       // forget what is not committed

    // A block is whole
    input wire            commits,
    input wire [TAGS-1:0] commits_tag,

    // To the channel
    output wire              m_tvalid,
    input  wire              m_tready,
    output wire [DATA_W-1:0] m_tdata,
    output wire [ TAG_W-1:0] m_ttag,
    output wire              m_tlast,   // of the block
    output reg  [  TAGS-1:0] sent       // the channel has taken a block of this tag
);

  reg [PLACE_LOG2+WORD_LOG2-1:0] write_at;
  reg [PLACE_LOG2:0] committed;
  reg [PLACE_LOG2-1:0] reading;      // block
  reg [WORD_LOG2-1:0] word;
  reg [TAG_W-1:0] tags[0:(1<<PLACE_LOG2)-1];
  wire [TAG_W-1:0] commits_number;
  reg active;
  wire queue_room;
  wire step = active && queue_room;
  wire ends = step && &word;
  reg put;
  reg [PLACE_LOG2+WORD_LOG2-1:0] put_at;
  reg [DATA_W-1:0] put_data;

  disk_node_pick #(
      .COUNT(TAGS),
      .NUMBER_W(TAG_W)
  ) pick (
      .one_hot(commits_tag),
      .number(commits_number)
  );

  always @(posedge clk) if (commits) tags[committed[PLACE_LOG2-1:0]] <= commits_number;

  always @(posedge clk)
    if (rst) put <= 1'b0;
    else put <= s_tvalid;

  always @(posedge clk) begin
    put_at   <= write_at;
    put_data <= s_tdata;
  end

  reg lap;
  wire [PLACE_LOG2:0] read_next = {lap, reading} + 1'b1;

  always @(posedge clk)
    if (rst) begin
      write_at  <= 0;
      committed <= 0;
      lap       <= 1'b0;
      reading   <= 0;
      word      <= 0;
      active    <= 1'b0;
    end else begin
      if (flush) write_at <= {committed[PLACE_LOG2-1:0], {WORD_LOG2{1'b0}}};
      else if (s_tvalid) write_at <= write_at + 1'b1;
      if (commits) committed <= committed + 1'b1;
      if (step) word <= word + 1'b1;
      if (ends) {lap, reading} <= read_next;
      active <= ends ? committed != read_next : committed != {lap, reading};
    end

  // Address, word
  reg comes, comes_last;
  reg [TAG_W-1:0] comes_tag;
  wire [DATA_W-1:0] came;
  wire full;

  always @(posedge clk)
    if (rst) comes <= 1'b0;
    else comes <= step;

  always @(posedge clk) begin
    comes_last <= &word;
    comes_tag  <= tags[reading];
  end

  ram_1r1w #(
      .WIDTH(DATA_W),
      .LOG2_DEPTH(PLACE_LOG2 + WORD_LOG2)
  ) blocks (
      .clk(clk),
      .write(put),
      .write_address(put_at),
      .write_data(put_data),
      .read(step),
      .read_address({reading, word}),
      .read_data(came)
  );

  fifo_registered #(
      .WIDTH(DATA_W + TAG_W + 1),
      .LOG2_DEPTH(QUEUE_LOG2)
  ) queue (
      .clk(clk),
      .rst(rst),
      .push(comes),
      .push_data({comes_last, comes_tag, came}),
      .full(full),
      .pop(m_tvalid && m_tready),
      .pop_data({m_tlast, m_ttag, m_tdata}),
      .valid(m_tvalid)
  );

  disk_node_credits #(
      .PLACES(1 << QUEUE_LOG2)
  ) places (
      .clk(clk),
      .rst(rst),
      .take(step),
      .give(m_tvalid && m_tready),
      .available(queue_room)
  );

  // A block's place is free when the block has left the memory. The tag is told when the channel has all of it.
  reg block_read;
  reg [PLACE_LOG2:0] given_up;   // places that are to be given back: one in each cycle
  wire give_one = !block_read && given_up != 0;

  always @(posedge clk)
    if (rst) begin
      block_read <= 1'b0;
      given_up   <= 0;
      sent       <= 0;
    end else begin
      block_read <= ends;
      given_up   <= given_up + {{PLACE_LOG2{1'b0}}, gives_up} - {{PLACE_LOG2{1'b0}}, give_one};
      sent       <= m_tvalid && m_tready && m_tlast ? {{(TAGS - 1) {1'b0}}, 1'b1} << m_ttag : {TAGS{1'b0}};
    end

  disk_node_credits #(
      .PLACES(1 << PLACE_LOG2)
  ) reserved (
      .clk(clk),
      .rst(rst),
      .take(reserve),
      .give(block_read || give_one),
      .available(room)
  );

  wire unused = &{1'b0, full};

endmodule

`default_nettype wire
