// SPDX-License-Identifier: Apache-2.0
// Requests from where they come to where their ends go: taken from their ring, the registers or the slot table, kept while they are
// carried out, and completed.
`default_nettype none

module disk_node_strands #(
    parameter ADDR_W     = 32,
    parameter LANES_LOG2 = 3,
    parameter BLOCK_LOG2 = 9,
    parameter DISKS      = 8,
    parameter DISK_W     = 3,
    parameter TAGS       = 8,
    parameter REQUESTS   = 8,
    parameter REQUEST_W  = 3,
    parameter PORT_B     = 1
) (
    input wire        clk,
    input wire        rst,
    input wire        tick,
    input wire [31:0] now,

    // Settings
    input wire        run,
    input wire        streams_run,
    input wire [31:0] timeout,
    input wire [ 5:0] last_slot,
    input wire [31:0] slot_ticks,

    // Rings: {pointer, size, base}; errors: {the ring fails, with a DECERR}
    input  wire [ADDR_W+18:0] request_ring,
    input  wire               request_clear,
    output wire [       14:0] request_head,
    output wire [        1:0] request_error,
    input  wire [ADDR_W+18:0] completion_ring,
    input  wire               completion_clear,
    output wire [       14:0] completion_tail,
    output wire               completion_full,
    output wire [        1:0] completion_error,

    // Direct request and slot table
    input  wire        direct_want,
    output wire        direct_chosen,
    input  wire [67:0] direct_word,
    input  wire [42:0] table_access,
    output wire        table_done,
    output wire [31:0] table_word,

    // A request to those who carry it out
    output wire [REQUEST_W-1:0] load_request,
    output wire                 split_load,
    input  wire                 split_ready,
    output wire [   DISKS+72:0] split,         // see disk_node_loader
    output wire                 place_load,
    input  wire                 place_ready,
    output wire [  ADDR_W+89:0] place,

    // Requests under way, and what is done for them; see disk_node_requests
    output wire [          REQUESTS-1:0] failed,
    output wire [          REQUESTS-1:0] live,
    input  wire [          REQUESTS-1:0] more,
    input  wire [          REQUESTS-1:0] has_jobs,
    input  wire [              TAGS-1:0] used,
    input  wire [              TAGS-1:0] owned,
    input  wire [TAGS*REQUEST_W-1:0]     owner,
    input  wire [           REQUEST_W:0] split_at,
    input  wire [           REQUEST_W:0] placed_at,
    input  wire [         REQUEST_W+4:0] channel_failure,
    input  wire [           REQUEST_W:0] excess_failure,
    input  wire [         REQUEST_W+4:0] mover_failure,
    input  wire [REQUEST_W+BLOCK_LOG2+1:0] moved_bytes_of,

    // State, and events, one cycle each
    output reg         idle,
    output wire        ended,         // a request; the next four with it
    output wire        ended_direct,
    output wire        ended_failed,
    output reg  [ 3:0] ended_code,
    output reg  [31:0] ended_bytes,
    output wire        underrun,

    // AXI4 master of the rings
    output wire              m_axi_arvalid,
    input  wire              m_axi_arready,
    output wire [ADDR_W-1:0] m_axi_araddr,
    input  wire              m_axi_rvalid,
    input  wire [      63:0] m_axi_rdata,
    input  wire [       1:0] m_axi_rresp,
    output wire              m_axi_awvalid,
    input  wire              m_axi_awready,
    output wire [ADDR_W-1:0] m_axi_awaddr,
    output wire              m_axi_wvalid,
    input  wire              m_axi_wready,
    output wire [      63:0] m_axi_wdata,
    output wire              m_axi_wlast,
    input  wire              m_axi_bvalid,
    input  wire [       1:0] m_axi_bresp
);

  // Sources: 0 ring, 1 registers, 2 slot table
  wire ring_want, stream_want, gives_up, loaded;
  wire [2:0] chosen;
  wire [67:0] ring_word, stream_word;

  // Requests and their ends
  wire [REQUESTS-1:0] valid;
  wire free, load;
  wire [51:0] load_entry;
  wire done_valid, done_ready, ended_stream;
  wire [117:0] done;
  reg [5:0] ended_number;

  assign direct_chosen = chosen[1];

  always @(posedge clk) begin
    idle <= !rst && valid == 0 && used == 0 && chosen == 0 && !done_valid && !ring_want && !direct_want && !stream_want;
    if (done_ready) begin
      ended_number <= done[105:100];
      ended_code   <= done[99:96];
      ended_bytes  <= done[95:64];
    end
  end

  disk_node_ring #(
      .ADDR_W(ADDR_W)
  ) fetcher (
      .clk(clk),
      .rst(rst),
      .run(run),
      .ring(request_ring),
      .clear(request_clear),
      .head(request_head),
      .error(request_error),
      .want(ring_want),
      .chosen(chosen[0]),
      .word(ring_word),
      .gives_up(gives_up),
      .loaded(loaded),
      .m_axi_arvalid(m_axi_arvalid),
      .m_axi_arready(m_axi_arready),
      .m_axi_araddr(m_axi_araddr),
      .m_axi_rvalid(m_axi_rvalid),
      .m_axi_rdata(m_axi_rdata),
      .m_axi_rresp(m_axi_rresp)
  );

  disk_node_streams #(
      .BLOCK_LOG2(BLOCK_LOG2)
  ) streams (
      .clk(clk),
      .rst(rst),
      .tick(tick),
      .run(streams_run),
      .last_slot(last_slot),
      .slot_ticks(slot_ticks),
      .table_access(table_access),
      .access_done(table_done),
      .access_word(table_word),
      .want(stream_want),
      .chosen(chosen[2]),
      .word_out(stream_word),
      .done(ended_stream),
      .done_stream(ended_number),
      .done_failed(ended_failed),
      .underrun(underrun)
  );

  disk_node_loader #(
      .ADDR_W(ADDR_W),
      .LANES_LOG2(LANES_LOG2),
      .BLOCK_LOG2(BLOCK_LOG2),
      .DISKS(DISKS),
      .DISK_W(DISK_W),
      .PORT_B(PORT_B)
  ) loader (
      .clk(clk),
      .rst(rst),
      .now(now),
      .timeout(timeout),
      .want({stream_want, direct_want, ring_want}),
      .chosen(chosen),
      .word_in(chosen[2] ? stream_word : chosen[1] ? direct_word : ring_word),
      .gives_up(gives_up),
      .loaded(loaded),
      .free(free),
      .request_load(load),
      .request(load_entry),
      .split_load(split_load),
      .split_ready(split_ready),
      .split(split),
      .place_load(place_load),
      .place_ready(place_ready),
      .place(place)
  );

  disk_node_requests #(
      .TAGS(TAGS),
      .REQUESTS(REQUESTS),
      .REQUEST_W(REQUEST_W),
      .BYTES_W(BLOCK_LOG2 + 1)
  ) requests (
      .clk(clk),
      .rst(rst),
      .now(now),
      .free(free),
      .free_request(load_request),
      .load(load),
      .load_entry(load_entry),
      .valid(valid),
      .failed(failed),
      .live(live),
      .more(more),
      .has_jobs(has_jobs),
      .owned(owned),
      .owner(owner),
      .split_at(split_at),
      .placed_at(placed_at),
      .channel_failure(channel_failure),
      .excess_failure(excess_failure),
      .mover_failure(mover_failure),
      .moved_bytes_of(moved_bytes_of),
      .done_valid(done_valid),
      .done_ready(done_ready),
      .done(done)
  );

  disk_node_completion #(
      .ADDR_W(ADDR_W)
  ) completer (
      .clk(clk),
      .rst(rst),
      .clear(completion_clear),
      .ring(completion_ring),
      .tail(completion_tail),
      .full(completion_full),
      .error(completion_error),
      .valid(done_valid),
      .ready(done_ready),
      .completion(done),
      .event_done(ended),
      .event_direct(ended_direct),
      .event_stream(ended_stream),
      .event_failed(ended_failed),
      .m_axi_awvalid(m_axi_awvalid),
      .m_axi_awready(m_axi_awready),
      .m_axi_awaddr(m_axi_awaddr),
      .m_axi_wvalid(m_axi_wvalid),
      .m_axi_wready(m_axi_wready),
      .m_axi_wdata(m_axi_wdata),
      .m_axi_wlast(m_axi_wlast),
      .m_axi_bvalid(m_axi_bvalid),
      .m_axi_bresp(m_axi_bresp)
  );

endmodule

`default_nettype wire
