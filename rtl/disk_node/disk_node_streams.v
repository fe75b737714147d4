// SPDX-License-Identifier: Apache-2.0
// The slot table: up to 64 streams that are served in a duty cycle. In its slot a stream's next blocks are asked for, into the one of its
// two buffers that was not filled last.
//
// A stream whose last request has not ended well by its slot has nothing new to play: an underrun. While that request is still under way
// no other is made, and when it ends it is counted late.
`default_nettype none

module disk_node_streams #(
    parameter BLOCK_LOG2 = 9
) (
    input wire clk,
    input wire rst,
    input wire tick,

    input wire        run,
    input wire [ 5:0] last_slot,
    input wire [31:0] slot_ticks,   // 1 or more

    // Table: 8 words a stream
    input  wire [42:0] table_access,   // {valid, write, address, data}
    output reg         access_done,
    output wire [31:0] access_word,

    // Loader
    output reg         want,
    input  wire        chosen,
    output wire [67:0] word_out,       // {valid, index, word}

    // Completions of streams' requests
    input wire       done,
    input wire [5:0] done_stream,
    input wire       done_failed,

    output reg underrun
);

  // Words of a stream
  localparam [2:0] CONTROL = 0, BLOCK = 1, TURNS = 2, COUNTS = 7;   // 3 bytes, 4 and 5 buffers A and B, 6 their high bits

  localparam [4:0] CLEAR = 18, END_TAKE = 19, IDLE = 0, ACCESS = 1, ANSWER = 2, END_READ = 3, END_COUNT = 4, END_WRITE = 5, SLOT = 6, LOOK = 7, GATHER = 8,
      MISS_COUNT = 9, MISS_WRITE = 10, ASK = 11, SEND = 12, BLOCKS = 13, SAVE_BLOCK = 14, SAVE_TURNS = 15, SAVE_CONTROL = 16, NEXT = 17;

  reg [4:0] state;
  wire access, access_write;
  wire [8:0] access_address;
  wire [31:0] access_data;
  reg word_valid;
  reg [2:0] word_index;
  reg [63:0] word;

  assign {access, access_write, access_address, access_data} = table_access;
  assign word_out = {word_valid, word_index, word};

  // When slots are due
  reg [31:0] left;
  reg [6:0] due;         // slots that have come and are not served
  wire slot_comes = run && tick && left == 1 && !due[6];
  wire slot_served = state == NEXT;

  always @(posedge clk)
    if (rst || !run) begin
      left <= slot_ticks;
      due  <= 0;
    end else begin
      if (tick) left <= left == 1 ? slot_ticks : left - 1'b1;
      due <= due + {6'd0, slot_comes} - {6'd0, slot_served && due != 0};
    end

  // Ends that are not worked in yet
  wire ended;
  wire [5:0] ended_stream;
  wire ended_failed;
  wire ended_taken = state == END_WRITE;
  wire ended_full;

  fifo_registered #(
      .WIDTH(7),
      .LOG2_DEPTH(5)
  ) ends (
      .clk(clk),
      .rst(rst),
      .push(done),
      .push_data({done_failed, done_stream}),
      .full(ended_full),
      .pop(ended && ended_taken),
      .pop_data({ended_failed, ended_stream}),
      .valid(ended)
  );

  // State of each: its request is under way, its slot came meanwhile, its last request failed. Cleared after a reset, one by one.
  reg [2:0] states[0:63];
  reg [5:0] slot;
  reg [5:0] stream;
  reg is_under_way, is_missed, is_bad;
  reg set;
  reg [2:0] set_state;

  always @(posedge clk) begin
    {is_under_way, is_missed, is_bad} <= states[stream];
    if (set) states[stream] <= set_state;
    set <= state == CLEAR || state == END_COUNT || state == MISS_COUNT || state == SEND;
    case (state)
      END_COUNT:  set_state <= {2'b00, ended_failed};
      MISS_COUNT: set_state <= {is_under_way, is_under_way, is_bad};
      SEND:       set_state <= 3'b100;
      default:    set_state <= 3'b000;
    endcase
  end

  // Table
  reg write;
  reg [8:0] address;
  reg [31:0] write_data;
  wire [31:0] read;
  reg reads;

  ram_1r1w #(
      .WIDTH(32),
      .LOG2_DEPTH(9)
  ) table_memory (
      .clk(clk),
      .write(write),
      .write_address(address),
      .write_data(write_data),
      .read(reads),
      .read_address(address),
      .read_data(read)
  );

  assign access_word = read;

  // What a slot finds
  reg [31:0] control, turns, bytes, buffer, counts;
  reg [15:0] high;
  reg [47:0] block;
  reg [3:0] step;
  reg enabled;
  wire other = control[1];       // buffer B is next
  reg [32-BLOCK_LOG2:0] blocks;

  always @(posedge clk)
    if (rst) begin
      state       <= CLEAR;
      access_done <= 1'b0;
      want        <= 1'b0;
      word_valid  <= 1'b0;
      underrun    <= 1'b0;
      slot        <= 6'd0;
      write       <= 1'b0;
      reads       <= 1'b0;
      step        <= 4'd0;
    end else begin
      access_done <= 1'b0;
      word_valid  <= 1'b0;
      underrun    <= 1'b0;
      write       <= 1'b0;
      reads       <= 1'b0;
      if (!run) slot <= 6'd0;
      case (state)
        CLEAR: if (&stream) state <= IDLE;
        IDLE: begin
          step <= 4'd0;
          if (access && !access_done) begin
            state <= ACCESS;
            write <= access_write;
            reads <= !access_write;
          end else if (ended) begin
            state <= END_READ;
            reads <= 1'b1;
          end else if (run && due != 0) begin
            state <= SLOT;
            reads <= 1'b1;
          end
        end
        ACCESS: state <= ANSWER;
        ANSWER: begin
          access_done <= 1'b1;
          state       <= IDLE;
        end

        // The end of a request
        END_READ:  state <= END_TAKE;
        END_TAKE:  state <= END_COUNT;
        END_COUNT: begin
          state <= END_WRITE;
          write <= is_missed;
        end
        END_WRITE: state <= IDLE;

        // A slot: the control word, then the others
        SLOT: state <= LOOK;
        LOOK: begin
          reads <= 1'b1;
          state <= GATHER;
        end
        GATHER: begin
          step  <= step + 1'b1;
          reads <= step < 4'd6;
          if (step == 4'd8) begin
            if (!enabled) state <= NEXT;
            else if (is_under_way || is_bad) state <= MISS_COUNT;
            else begin
              state <= ASK;
              want  <= 1'b1;
            end
          end
        end
        MISS_COUNT: begin
          state    <= MISS_WRITE;
          write    <= 1'b1;
          underrun <= 1'b1;
        end
        MISS_WRITE: begin
          state <= is_under_way ? NEXT : ASK;
          want  <= !is_under_way;
        end
        ASK: begin
          step <= 4'd0;
          if (chosen) begin
            state <= SEND;
            want  <= 1'b0;
          end
        end
        SEND: begin
          step       <= step + 1'b1;
          word_valid <= 1'b1;
          if (step == 4'd4) state <= BLOCKS;
        end
        BLOCKS: begin
          state <= SAVE_BLOCK;
          write <= 1'b1;
        end
        SAVE_BLOCK: begin
          state <= SAVE_TURNS;
          write <= 1'b1;
        end
        SAVE_TURNS: begin
          state <= SAVE_CONTROL;
          write <= 1'b1;
        end
        SAVE_CONTROL: state <= NEXT;
        default: begin
          state <= IDLE;
          slot  <= slot == last_slot ? 6'd0 : slot + 1'b1;
        end
      endcase
    end

  always @(posedge clk) begin
    word_index <= step[2:0];
    case (step[2:0])
      3'd0: word <= {32'd0, control[15:8], 5'd0, control[2], 2'd0, 10'd0, stream};
      3'd1: word <= {16'd0, block};
      3'd2: word <= {32'd0, bytes};
      3'd3: word <= {16'd0, high, buffer};
      default: word <= 64'd0;
    endcase
    blocks     <= {1'b0, bytes[31:BLOCK_LOG2]} + {{(32 - BLOCK_LOG2) {1'b0}}, |bytes[BLOCK_LOG2-1:0]};
    case (state)
      CLEAR: stream <= stream + 1'b1;
      IDLE: begin
        address    <= access && !access_done ? access_address : ended ? {ended_stream, COUNTS} : {slot, CONTROL};
        write_data <= access_data;
        stream     <= ended && !(access && !access_done) ? ended_stream : slot;
      end
      END_TAKE:  counts <= read;
      END_COUNT: write_data <= {counts[31:16], counts[15:0] + 1'b1};
      LOOK: address <= {stream, BLOCK};
      // A word comes two cycles after its address.
      GATHER: begin
        if (step < 4'd6) address <= address + 1'b1;
        case (step)
          4'd0: control <= read;
          4'd1: block[31:0] <= read;
          4'd2: turns <= read;
          4'd3: bytes <= read;
          4'd4: if (!other) buffer <= read;
          4'd5: if (other) buffer <= read;
          4'd6: high <= other ? read[31:16] : read[15:0];
          4'd7: counts <= read;
          default: ;
        endcase
        if (step == 4'd3) block[47:32] <= turns[15:0];
        enabled <= control[0] && turns[31:16] != 0;
      end
      MISS_COUNT: begin
        address    <= {stream, COUNTS};
        write_data <= {counts[31:16] + 1'b1, counts[15:0]};
      end
      SEND: block <= step == 4'd4 ? block + {{(15 + BLOCK_LOG2) {1'b0}}, blocks} : block;
      BLOCKS: begin
        address    <= {stream, BLOCK};
        write_data <= block[31:0];
      end
      SAVE_BLOCK: begin
        address    <= {stream, TURNS};
        write_data <= {turns[31:16] - 1'b1, block[47:32]};
      end
      SAVE_TURNS: begin
        address    <= {stream, CONTROL};
        write_data <= control ^ 32'd2;
      end
      default: ;
    endcase
    if (rst) stream <= 6'd0;
  end

  wire unused = &{1'b0, ended_full};

endmodule

`default_nettype wire
