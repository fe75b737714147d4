// SPDX-License-Identifier: Apache-2.0
// What `disk_node_send` promises: each block that is committed goes out once, whole, in the order of the commits, with its tag, and TLAST with
// its last word; nothing else goes out; an offered word stands until it is taken; a tag is told that its block is sent after that.
//
// The user reserves a block only where there is room, and commits or gives up only what it has reserved.
`default_nettype none

module send_proof #(
    parameter WORD_LOG2  = 1,
    parameter PLACE_LOG2 = 1
) (
    input wire       clk,
    input wire       reserves,
    input wire       gives_up,
    input wire       s_tvalid,
    input wire       s_tdata,
    input wire       flush,
    input wire       commits,
    input wire       commits_tag,
    input wire       m_tready,
    input wire       follow
);

  localparam WORDS = 1 << WORD_LOG2;

  reg started = 1'b0;
  wire rst = !started;
  wire room, m_tvalid, m_tdata, m_ttag, m_tlast;
  wire [1:0] sent;
  wire reserve = reserves && room && !rst;
  reg [3:0] open = 0;       // reserved, neither committed nor given up
  wire commit = commits && open != 0 && !rst;
  wire give_up = gives_up && open != 0 && !commit && !rst;
  wire out = m_tvalid && m_tready;

  always @(posedge clk) started <= 1'b1;

  disk_node_send #(
      .DATA_W(1),
      .TAGS(2),
      .TAG_W(1),
      .WORD_LOG2(WORD_LOG2),
      .PLACE_LOG2(PLACE_LOG2),
      .QUEUE_LOG2(1)
  ) dut (
      .clk(clk),
      .rst(rst),
      .reserve(reserve),
      .room(room),
      .gives_up(give_up),
      .s_tvalid(s_tvalid),
      .s_tdata(s_tdata),
      .flush(flush),
      .commits(commit),
      .commits_tag({commits_tag, !commits_tag}),
      .m_tvalid(m_tvalid),
      .m_tready(m_tready),
      .m_tdata(m_tdata),
      .m_ttag(m_ttag),
      .m_tlast(m_tlast),
      .sent(sent)
  );

  reg [4:0] owed = 0;                 // words of committed blocks
  reg [WORD_LOG2-1:0] word = 0;       // of the block that goes out
  reg following = 1'b0;
  reg [4:0] before = 0;               // words in front of the followed block
  reg [WORD_LOG2:0] left = 0;         // ... of it
  reg tag = 1'b0;
  reg waits = 1'b0;
  reg waiting_tag = 1'b0;
  reg waiting_last = 1'b0;
  reg ended = 1'b0;
  reg ended_tag = 1'b0;

  always @(posedge clk)
    if (rst) begin
      open      <= 0;
      owed      <= 0;
      following <= 1'b0;
      waits     <= 1'b0;
      ended     <= 1'b0;
    end else begin
      open  <= open + reserve - commit - give_up;
      owed  <= owed + (commit ? WORDS : 0) - out;
      if (out) word <= word + 1'b1;
      waits <= m_tvalid && !m_tready;
      waiting_tag  <= m_ttag;
      waiting_last <= m_tlast;
      ended     <= out && m_tlast;
      ended_tag <= m_ttag;
      if (follow && commit && !following) begin
        following <= 1'b1;
        tag       <= commits_tag;
        before    <= owed - out;
        left      <= WORDS;
      end else if (following && out) begin
        if (before != 0) before <= before - 1'b1;
        else begin
          left <= left - 1'b1;
          if (left == 1) following <= 1'b0;
        end
      end
    end

  always @* begin
    if (!rst) begin
      assert (!m_tvalid || owed != 0);
      if (m_tvalid) assert (m_tlast == &word);
      if (m_tvalid && following && before == 0) assert (m_ttag == tag);
      if (waits) assert (m_tvalid && m_ttag == waiting_tag && m_tlast == waiting_last);
      assert (sent == (ended ? 2'b01 << ended_tag : 2'b00));
      assert (open <= 1 << PLACE_LOG2);
    end
  end

endmodule

`default_nettype wire
