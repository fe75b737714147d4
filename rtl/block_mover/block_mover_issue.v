// SPDX-License-Identifier: Apache-2.0
// Makes commands of the core: from the eight words of a descriptor, or from the registers of the direct command, which
// have the same layout. The direct command goes before the next descriptor.
`default_nettype none

module block_mover_issue #(
    parameter ADDR_W = 32
) (
    input  wire              clk,
    input  wire              rst,

    // control
    input  wire              stop,              // begin no descriptor; what the core has not been offered is dropped
    input  wire              aborting,          // the same for the direct command
    input  wire              core_empty,        // every command accepted so far has ended
    output wire              quiet,             // no descriptor is being handled

    // words of descriptors
    input  wire              word_valid,
    output wire              word_pop,
    input  wire [63:0]       word_data,
    input  wire [3:0]        word_code,

    // direct command
    input  wire              direct_valid,
    output wire [2:0]        direct_index,
    input  wire [63:0]       direct_word,
    output wire              direct_issued,
    output wire              direct_dropped,    // aborted before the core was offered it

    // what becomes of descriptors
    output wire              flags_write,       // the control word's low byte, of the descriptor being handled
    output wire [7:1]        flags,
    output wire              issued,            // the core has taken it
    output reg               issued_last,       // with issued: it ends the list
    output reg  [63:0]       issued_next,       // with issued: its next pointer
    output wire              refused,           // it is bad, refused_code says why
    output reg  [3:0]        refused_code,

    // command of the core
    output wire              cmd_valid,
    input  wire              cmd_ready,
    output reg  [1:0]        cmd_op,
    output reg  [1:0]        cmd_src_port,
    output reg  [1:0]        cmd_dst_port,
    output wire [ADDR_W-1:0] cmd_src,
    output wire [ADDR_W-1:0] cmd_dst,
    output reg  [31:0]       cmd_row_bytes,
    output reg  [15:0]       cmd_rows,
    output reg  [15:0]       cmd_planes,
    output reg  [31:0]       cmd_src_row_stride,
    output reg  [31:0]       cmd_src_plane_stride,
    output reg  [31:0]       cmd_dst_row_stride,
    output reg  [31:0]       cmd_dst_plane_stride,
    output reg  [7:0]        cmd_tag
);
  localparam [2:0] ISSUE_IDLE       = 3'd0,
                   ISSUE_DESCRIPTOR = 3'd1,  // a word a cycle into the command
                   ISSUE_DIRECT     = 3'd2,
                   ISSUE_CHECK      = 3'd3,  // bad descriptor, address range; waits for earlier moves where asked to
                   ISSUE_OFFER      = 3'd4;

  localparam [1:0] FILL = 2'd1, RESERVED_OPERATION = 2'd3;

  reg [2:0]  state;
  reg [2:0]  index;
  reg        direct;              // the command in hand is the direct one
  reg        after_earlier;       // it waits for the end of every earlier one
  reg [63:0] source;
  reg [63:0] destination;
  reg [1:0]  range_error;
  reg        bad;                 // the descriptor must not be carried out

  wire        load = state == ISSUE_DIRECT || word_pop;
  wire [63:0] word = state == ISSUE_DIRECT ? direct_word : word_data;
  wire        drop = direct ? aborting : stop;
  wire        last_word = index == 3'd7;

  assign word_pop       = state == ISSUE_DESCRIPTOR && word_valid && !stop;
  assign direct_index   = index;
  assign cmd_valid      = state == ISSUE_OFFER;
  assign cmd_src        = source[ADDR_W-1:0];
  assign cmd_dst        = destination[ADDR_W-1:0];

  assign quiet          = state == ISSUE_IDLE || direct;
  assign flags_write    = word_pop && index == 3'd0;
  assign flags          = word_data[7:1];
  assign issued         = cmd_valid && cmd_ready && !direct;
  assign direct_issued  = cmd_valid && cmd_ready && direct;
  assign direct_dropped = state == ISSUE_IDLE && direct_valid && aborting;
  assign refused        = state == ISSUE_CHECK && !drop && bad;

  always @(posedge clk) begin
    if (rst) begin
      state  <= ISSUE_IDLE;
      direct <= 1'b0;
      index  <= 3'd0;
    end else begin
      case (state)
        ISSUE_IDLE: begin
          direct <= 1'b0;
          index  <= 3'd0;
          if (direct_valid) begin
            if (!aborting) begin
              state  <= ISSUE_DIRECT;
              direct <= 1'b1;
            end
          end else if (word_valid && !stop) begin
            state <= ISSUE_DESCRIPTOR;
          end
        end
        ISSUE_DESCRIPTOR: begin
          if (stop) state <= ISSUE_IDLE;
          else if (word_pop) begin
            index <= index + 3'd1;
            if (last_word) state <= ISSUE_CHECK;
          end
        end
        ISSUE_DIRECT: begin
          index <= index + 3'd1;
          if (aborting) state <= ISSUE_IDLE;
          else if (last_word) state <= ISSUE_CHECK;
        end
        ISSUE_CHECK: begin
          if (drop || bad) state <= ISSUE_IDLE;
          else if (!after_earlier || core_empty) state <= ISSUE_OFFER;
        end
        ISSUE_OFFER: if (cmd_ready) state <= ISSUE_IDLE;
        default: state <= ISSUE_IDLE;
      endcase
    end
  end

  // The command, word by word. An address that needs more than ADDR_W bits makes a command that the core refuses, in
  // its turn.
  wire [1:0] above_range;
  generate
    if (ADDR_W < 64) begin : narrow
      assign above_range = {|destination[63:ADDR_W], |source[63:ADDR_W]};
    end else begin : wide
      assign above_range = 2'b00;
    end
  endgenerate

  always @(posedge clk) begin
    if (load) begin
      case (index)
        3'd0: begin
          issued_last   <= word[2];
          after_earlier <= word[3];
          cmd_op        <= word[5:4];
          cmd_src_port  <= word[9:8];
          cmd_dst_port  <= word[13:12];
          cmd_tag       <= word[31:24];
        end
        3'd1: ;
        3'd2: issued_next <= word;
        3'd3: source      <= word;
        3'd4: destination <= word;
        3'd5: {cmd_planes, cmd_rows, cmd_row_bytes}       <= word;
        3'd6: {cmd_src_plane_stride, cmd_src_row_stride}  <= word;
        3'd7: {cmd_dst_plane_stride, cmd_dst_row_stride}  <= word;
      endcase
    end
    if (load && last_word) begin
      bad          <= state == ISSUE_DESCRIPTOR && word_code != 4'd0;
      refused_code <= word_code;
    end
    range_error <= above_range;
    if (state == ISSUE_CHECK && (range_error[1] || (range_error[0] && cmd_op != FILL))) cmd_op <= RESERVED_OPERATION;
  end
endmodule
`default_nettype wire
