// SPDX-License-Identifier: Apache-2.0
// From the buffers to the block mover's stream: the words of a job, each the XOR of the same word of all of its tags. The buffer's read
// port is busy in each cycle, so a degraded read goes as fast as the channel brings the surviving units.
`default_nettype none

module disk_node_gather #(
    parameter DATA_W     = 64,
    parameter TAGS       = 8,
    parameter TAG_W      = 3,
    parameter LANES_LOG2 = 3,
    parameter WORD_LOG2  = 6,
    parameter PLACE_LOG2 = 2
) (
    input wire clk,
    input wire rst,
    input wire flush,

    // Jobs
    input  wire                                            job_valid,
    output wire                                            job_ready,
    input  wire [TAGS+PLACE_LOG2+2*WORD_LOG2+LANES_LOG2:0] job,   // {tags, place of the block, offset, words, lanes of the last; 0: all}

    // Into the buffer
    input wire [TAG_W+PLACE_LOG2+WORD_LOG2+DATA_W:0] put_word,   // {there is one, address, data}

    // To the block mover: a packet a job
    output wire                     m_tvalid,
    input  wire                     m_tready,
    output wire [       DATA_W-1:0] m_tdata,
    output wire [(1<<LANES_LOG2)-1:0] m_tkeep,
    output wire                     m_tlast
);

  localparam QUEUE_LOG2 = 4;

  wire [TAGS-1:0] job_tags;
  wire [PLACE_LOG2-1:0] job_place;
  wire [WORD_LOG2-1:0] job_offset;
  wire [WORD_LOG2:0] job_words;
  wire [LANES_LOG2-1:0] job_lanes;
  wire put;
  wire [TAG_W+PLACE_LOG2+WORD_LOG2-1:0] put_address;
  wire [DATA_W-1:0] put_data;

  assign {job_tags, job_place, job_offset, job_words, job_lanes} = job;
  assign {put, put_address, put_data} = put_word;

  wire clear = rst || flush;

  // A word of a tag in each cycle
  reg active;
  reg [TAGS-1:0] tags;
  reg [TAGS-1:0] left;        // of this word
  reg ends;                   // ... no more than one: worked out before, as much depends on it
  reg alone;                  // the same of `tags`
  reg first;
  reg [PLACE_LOG2-1:0] place;
  reg [WORD_LOG2-1:0] word;
  reg [WORD_LOG2:0] words;    // left
  reg last_word;
  reg [LANES_LOG2-1:0] lanes;
  wire room;
  wire [TAGS-1:0] rest = left & (left - 1'b1);
  wire [TAGS-1:0] this_tag = left & ~rest;
  wire step = active && room;
  wire job_alone = (job_tags & (job_tags - 1'b1)) == 0;
  wire job_ends = step && ends && last_word;

  assign job_ready = !active || job_ends;

  always @(posedge clk)
    if (clear) active <= 1'b0;
    else if (job_ready) active <= job_valid;

  always @(posedge clk)
    if (job_ready) begin
      tags      <= job_tags;
      left      <= job_tags;
      ends      <= job_alone;
      alone     <= job_alone;
      first     <= 1'b1;
      place     <= job_place;
      word      <= job_offset;
      words     <= job_words;
      last_word <= job_words == 1;
      lanes     <= job_lanes;
    end else if (step) begin
      left  <= ends ? tags : rest;
      ends  <= ends ? alone : (rest & (rest - 1'b1)) == 0;
      first <= ends;
      if (ends) begin
        word      <= word + 1'b1;
        words     <= words - 1'b1;
        last_word <= words == 2;
      end
    end

  wire [TAG_W-1:0] number;

  disk_node_pick #(
      .COUNT(TAGS),
      .NUMBER_W(TAG_W)
  ) pick (
      .one_hot(this_tag),
      .number(number)
  );

  // Address, word, sum
  reg reads, reads_first, reads_last, comes, comes_first, comes_last, made;
  reg [LANES_LOG2:0] reads_end, comes_end, made_end;  // last of the job, and its lanes
  reg [TAG_W+PLACE_LOG2+WORD_LOG2-1:0] address;
  reg [DATA_W-1:0] sum;
  wire [DATA_W-1:0] came;

  always @(posedge clk)
    if (clear) begin
      reads <= 1'b0;
      comes <= 1'b0;
      made  <= 1'b0;
    end else begin
      reads <= step;
      comes <= reads;
      made  <= comes && comes_last;
    end

  always @(posedge clk) begin
    address     <= {number, place, word};
    reads_first <= first;
    reads_last  <= ends;
    comes_first <= reads_first;
    comes_last  <= reads_last;
    reads_end   <= {last_word, last_word ? lanes : {LANES_LOG2{1'b0}}};
    comes_end   <= reads_end;
    made_end    <= comes_end;
    if (comes) sum <= came ^ (comes_first ? {DATA_W{1'b0}} : sum);
  end

  ram_1r1w #(
      .WIDTH(DATA_W),
      .LOG2_DEPTH(TAG_W + PLACE_LOG2 + WORD_LOG2)
  ) buffers (
      .clk(clk),
      .write(put),
      .write_address(put_address),
      .write_data(put_data),
      .read(reads),
      .read_address(address),
      .read_data(came)
  );

  wire full;
  wire [LANES_LOG2-1:0] kept;

  assign m_tkeep = {(1 << LANES_LOG2) {kept == 0}} | ~({(1 << LANES_LOG2) {1'b1}} << kept);

  fifo_registered #(
      .WIDTH(1 + LANES_LOG2 + DATA_W),
      .LOG2_DEPTH(QUEUE_LOG2)
  ) queue (
      .clk(clk),
      .rst(clear),
      .push(made),
      .push_data({made_end, sum}),
      .full(full),
      .pop(m_tvalid && m_tready),
      .pop_data({m_tlast, kept, m_tdata}),
      .valid(m_tvalid)
  );

  disk_node_credits #(
      .PLACES(1 << QUEUE_LOG2)
  ) places (
      .clk(clk),
      .rst(clear),
      .take(step && ends),
      .give(m_tvalid && m_tready),
      .available(room)
  );

  wire unused = &{1'b0, full};

endmodule

`default_nettype wire
