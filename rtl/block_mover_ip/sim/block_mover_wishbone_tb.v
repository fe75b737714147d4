// SPDX-License-Identifier: Apache-2.0
// The block mover through Wishbone, as a classic and as a pipelined master: registers with byte selects, refused accesses, cycles that
// are given up, and a fill and a copy within a small memory on port A, compared byte by byte.
`default_nettype none

module block_mover_wishbone_tb;

  localparam SIZE = 4096;
  localparam SOURCE = 'h103, TARGET = 'h805, BYTES = 77;
  localparam [31:0] PATTERN = 32'hd1c2b3a4;
  // Words of registers
  localparam [9:0] ID = 10'h000, STATUS = 10'h009, ENABLE = 10'h00c, INTERRUPTS = 10'h00d, HEAD = 10'h014, CONTROL = 10'h020, RESULT = 10'h021,
                   SOURCE_LOW = 10'h026, DESTINATION_LOW = 10'h028, ROW_BYTES = 10'h02a, COUNTS = 10'h02b, NOTHING = 10'h3c0;

  reg clk = 0;
  reg rst = 1;
  always #5 clk = !clk;

  reg cyc = 0;
  reg stb = 0;
  reg we = 0;
  reg [9:0] adr = 0;
  reg [3:0] sel = 0;
  reg [31:0] dat_w = 0;
  wire [31:0] dat_r;
  wire ack, err, stall, irq;

  wire arvalid, awvalid, wvalid, wlast;
  wire [31:0] araddr, awaddr;
  wire [7:0] arlen;
  wire [63:0] wdata;
  wire [7:0] wstrb;
  reg rvalid = 0;
  reg bvalid = 0;
  reg [63:0] rdata;

  block_mover_wishbone #(
      .PORT_B(0),
      .STREAM(0)
  ) dut (
      .clk(clk),
      .rst(rst),
      .irq(irq),
      .wb_cyc(cyc),
      .wb_stb(stb),
      .wb_we(we),
      .wb_adr(adr),
      .wb_sel(sel),
      .wb_dat_w(dat_w),
      .wb_dat_r(dat_r),
      .wb_ack(ack),
      .wb_err(err),
      .wb_stall(stall),
      .m_axi_a_arvalid(arvalid),
      .m_axi_a_arready(!reading),
      .m_axi_a_araddr(araddr),
      .m_axi_a_arlen(arlen),
      .m_axi_a_rvalid(rvalid),
      .m_axi_a_rdata(rdata),
      .m_axi_a_rresp(2'd0),
      .m_axi_a_rlast(rvalid && left == 0),
      .m_axi_a_awvalid(awvalid),
      .m_axi_a_awready(!writing && !bvalid),
      .m_axi_a_awaddr(awaddr),
      .m_axi_a_wvalid(wvalid),
      .m_axi_a_wready(writing),
      .m_axi_a_wdata(wdata),
      .m_axi_a_wstrb(wstrb),
      .m_axi_a_wlast(wlast),
      .m_axi_a_bvalid(bvalid),
      .m_axi_a_bresp(2'd0),
      .m_axi_d_arready(1'b0),
      .m_axi_d_rvalid(1'b0),
      .m_axi_d_awready(1'b0),
      .m_axi_d_wready(1'b0),
      .m_axi_d_bvalid(1'b0)
  );

  // Memory on port A: a burst at a time in each direction. Answers are always taken.
  reg [7:0] memory[0:SIZE-1];
  reg reading = 0;
  reg writing = 0;
  reg [31:0] read_at, write_at;
  reg [7:0] left;
  integer lane;

  always @(posedge clk) begin
    bvalid <= 0;
    if (arvalid && !reading) begin
      reading <= 1;
      read_at <= araddr & ~32'd7;
      left <= arlen;
      rvalid <= 1;
      for (lane = 0; lane < 8; lane = lane + 1) rdata[8*lane+:8] <= memory[(araddr&~32'd7)+lane];
    end else if (reading) begin
      if (left == 0) begin
        reading <= 0;
        rvalid  <= 0;
      end else begin
        left <= left - 1;
        read_at <= read_at + 8;
        for (lane = 0; lane < 8; lane = lane + 1) rdata[8*lane+:8] <= memory[read_at+8+lane];
      end
    end
    if (awvalid && !writing && !bvalid) begin
      writing  <= 1;
      write_at <= awaddr & ~32'd7;
    end
    if (writing && wvalid) begin
      for (lane = 0; lane < 8; lane = lane + 1) if (wstrb[lane]) memory[write_at+lane] <= wdata[8*lane+:8];
      write_at <= write_at + 8;
      if (wlast) begin
        writing <= 0;
        bvalid  <= 1;
      end
    end
  end

  // Every answer is to an access that waits for one. A master looks at answers within its cycle only.
  integer owed = 0;
  integer failures = 0;
  integer accesses = 0;
  always @(posedge clk) begin
    if (cyc && (ack || err) && owed == 0) begin
      $display("an answer to nothing at %0t", $time);
      failures = failures + 1;
    end
    if (ack && err) failures = failures + 1;
    if (cyc && (ack || err) && owed != 0) owed = owed - 1;
  end

  reg pipelined = 0;
  reg refused;
  reg [31:0] got;

  // One access. A classic master holds its strobe until the answer, a pipelined one until it is not stalled.
  task access(input write, input [9:0] word, input [3:0] bytes, input [31:0] value);
    begin
      cyc <= 1;
      stb <= 1;
      we <= write;
      adr <= word;
      sel <= bytes;
      dat_w <= value;
      accesses = accesses + 1;
      owed = owed + 1;
      @(posedge clk);
      if (pipelined) begin
        while (stall) @(posedge clk);
        stb <= 0;
        // What a master drives after its strobe is its own affair.
        adr <= ~word;
        dat_w <= ~value;
        we <= !write;
      end
      while (!ack && !err) @(posedge clk);
      refused = err;
      got = dat_r;
      cyc <= 0;
      stb <= 0;
      if ($random & 1) @(posedge clk);
    end
  endtask

  task check(input condition, input integer what);
    if (!condition) begin
      $display("check %0d failed at %0t", what, $time);
      failures = failures + 1;
    end
  endtask

  task expect_value(input [9:0] word, input [31:0] value, input integer what);
    begin
      access(0, word, 4'hf, 0);
      check(!refused && got === value, what);
    end
  endtask

  task set(input [9:0] word, input [31:0] value, input integer what);
    begin
      access(1, word, 4'hf, value);
      check(!refused, what);
    end
  endtask

  // A read that its master gives up before it is answered: no answer comes later, and the next access gets its own.
  task give_up(input integer cycles);
    begin
      cyc <= 1;
      stb <= 1;
      we  <= 0;
      adr <= ID;
      repeat (cycles) begin
        @(posedge clk);
        if (!stall) stb <= !pipelined;
      end
      cyc <= 0;
      stb <= 0;
      repeat (1 + ($random & 1)) @(posedge clk);
    end
  endtask

  integer i, mode;
  reg [31:0] expected[0:1];
  reg [31:0] value;
  reg [3:0] bytes;
  reg [7:0] before[0:SIZE-1];

  initial begin
    for (i = 0; i < SIZE; i = i + 1) memory[i] = $random;
    repeat (4) @(posedge clk);
    rst <= 0;
    @(posedge clk);
    for (mode = 0; mode < 2; mode = mode + 1) begin
      pipelined = mode;
      expect_value(ID, 32'h564d4c42, 1);

      // Random words and byte selects, and what was written before.
      expected[0] = 0;
      expected[1] = 0;
      set(HEAD, 0, 2);
      set(HEAD + 1, 0, 2);
      for (i = 0; i < 200; i = i + 1) begin
        value = $random;
        bytes = $random;
        access(1, HEAD + i % 2, bytes, value);
        check(!refused, 3);
        for (lane = 0; lane < 4; lane = lane + 1) if (bytes[lane]) expected[i%2][8*lane+:8] = value[8*lane+:8];
        expect_value(HEAD + (i + 1) % 2, expected[(i+1)%2], 4);
      end

      // Refused accesses
      access(0, NOTHING, 4'hf, 0);
      check(refused, 5);
      access(1, NOTHING, 4'hf, 0);
      check(refused, 6);
      access(1, ID, 4'hf, 0);
      check(refused, 7);
      expect_value(ID, 32'h564d4c42, 8);

      // A read is answered in the fourth cycle.
      for (i = 0; i < 30; i = i + 1) begin
        give_up(1 + i % 3);
        expect_value(HEAD, expected[0], 9);
      end

      // A fill and a copy of its bytes
      for (i = 0; i < SIZE; i = i + 1) before[i] = memory[i];
      set(ENABLE, 1, 10);
      set(SOURCE_LOW, PATTERN, 11);
      set(DESTINATION_LOW, SOURCE, 12);
      set(ROW_BYTES, BYTES, 13);
      set(COUNTS, 32'h00010001, 14);
      set(CONTROL, 32'h13, 15);
      while (!irq) @(posedge clk);
      set(INTERRUPTS, 1, 16);
      expect_value(RESULT, 1, 17);
      set(SOURCE_LOW, SOURCE, 18);
      set(DESTINATION_LOW, TARGET, 19);
      set(CONTROL, 32'h03, 20);
      access(1, CONTROL, 4'hf, 32'h03);
      check(refused, 21);
      while (!irq) @(posedge clk);
      set(INTERRUPTS, 1, 22);
      expect_value(STATUS, 2, 23);
      for (i = 0; i < SIZE; i = i + 1) begin
        value = before[i];
        if (i >= SOURCE && i < SOURCE + BYTES) value = PATTERN >> 8 * ((i - SOURCE) % 4);
        if (i >= TARGET && i < TARGET + BYTES) value = PATTERN >> 8 * ((i - TARGET) % 4);
        if (memory[i] !== value[7:0]) begin
          $display("byte %h is %h", i, memory[i]);
          failures = failures + 1;
        end
        memory[i] = $random;
      end
      @(posedge clk);
    end
    if (failures == 0 && owed == 0) $display("passed: %0d accesses, %0d bytes filled and copied", accesses, 2 * BYTES);
    else $display("failed: %0d, %0d answers owed", failures, owed);
    $finish;
  end

  initial begin
    #10000000 $display("failed: no end");
    $finish;
  end
endmodule
`default_nettype wire
