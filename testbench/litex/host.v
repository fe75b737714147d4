// SPDX-License-Identifier: Apache-2.0
// A processor of a LiteX system: fills memory, has a block mover copy from there, by its registers and by a descriptor, and compares.
`default_nettype none

module host;

  // The system's memory map, as test_litex.py sets it.
  localparam [31:0] MEMORY = 32'h10000000, MOVER = 32'h30000000;
  localparam [31:0] SOURCE = MEMORY + 32'h103, TARGET = MEMORY + 32'h405, DESCRIPTOR = MEMORY + 32'h600;
  localparam BYTES = 61, WORDS = 512;

  reg clk = 0;
  reg rst = 1;
  always #5 clk = !clk;

  reg awvalid = 0, wvalid = 0, arvalid = 0;
  reg [31:0] address = 0, data = 0;
  wire awready, wready, bvalid, arready, rvalid, irq;
  wire [1:0] bresp, rresp;
  wire [31:0] rdata;

  soc soc (
      .sys_clk(clk),
      .sys_rst(rst),
      .irq(irq),
      .host_awvalid(awvalid),
      .host_awready(awready),
      .host_awaddr(address),
      .host_awprot(3'd0),
      .host_wvalid(wvalid),
      .host_wready(wready),
      .host_wdata(data),
      .host_wstrb(4'hf),
      .host_bvalid(bvalid),
      .host_bready(1'b1),
      .host_bresp(bresp),
      .host_arvalid(arvalid),
      .host_arready(arready),
      .host_araddr(address),
      .host_arprot(3'd0),
      .host_rvalid(rvalid),
      .host_rready(1'b1),
      .host_rresp(rresp),
      .host_rdata(rdata)
  );

  integer failures = 0;
  reg answered, address_taken, data_taken;
  reg [31:0] got;

  // Pins change at the falling edge and are looked at before the rising one, so that no simulator's order matters.
  task put(input [31:0] where, input [31:0] what);
    begin
      address = where;
      data = what;
      awvalid = 1;
      wvalid = 1;
      answered = 0;
      while (!answered) begin
        #4 address_taken = awready;
        data_taken = wready;
        answered = bvalid;
        if (bvalid && bresp != 0) failures = failures + 1;
        @(negedge clk);
        if (address_taken) awvalid = 0;
        if (data_taken) wvalid = 0;
      end
    end
  endtask

  task get(input [31:0] where);
    begin
      address = where;
      arvalid = 1;
      answered = 0;
      while (!answered) begin
        #4 address_taken = arready;
        answered = rvalid;
        got = rdata;
        if (rvalid && rresp != 0) failures = failures + 1;
        @(negedge clk);
        if (address_taken) arvalid = 0;
      end
    end
  endtask

  reg [31:0] memory[0:WORDS-1];

  function [7:0] byte_at(input [31:0] where);
    byte_at = memory[(where-MEMORY)/4] >> 8 * (where % 4);
  endfunction

  // What a copy makes of the expected memory.
  task copied;
    integer b;
    for (b = 0; b < BYTES; b = b + 1)
      memory[(TARGET+b-MEMORY)/4][8*((TARGET+b)%4)+:8] = byte_at(SOURCE + b);
  endtask

  task compare;
    integer w;
    for (w = 0; w < WORDS; w = w + 1) begin
      get(MEMORY + 4 * w);
      if (w < (DESCRIPTOR - MEMORY) / 4 && got !== memory[w]) begin
        $display("word %h is %h, not %h", 4 * w, got, memory[w]);
        failures = failures + 1;
      end
    end
  endtask

  task wait_for_irq;
    begin
      while (!irq) @(negedge clk);
      put(MOVER + 32'h34, 32'hf);
      // A bridge of LiteX may answer before the registers do.
      repeat (20) @(negedge clk);
      if (irq) failures = failures + 1;
    end
  endtask

  integer i;
  initial begin
    repeat (8) @(negedge clk);
    rst = 0;
    repeat (8) @(negedge clk);
    get(MOVER);
    if (got !== 32'h564d4c42) failures = failures + 1;
    for (i = 0; i < WORDS; i = i + 1) begin
      memory[i] = $random;
      put(MEMORY + 4 * i, memory[i]);
    end
    put(MOVER + 32'h30, 32'h3);

    // The direct command
    put(MOVER + 32'h98, SOURCE);
    put(MOVER + 32'ha0, TARGET);
    put(MOVER + 32'ha8, BYTES);
    put(MOVER + 32'hac, 32'h00010001);
    put(MOVER + 32'h80, 32'h3);
    wait_for_irq;
    copied;
    compare;

    // A descriptor, after other bytes have come to the source
    for (i = 0; i < 32; i = i + 1) begin
      memory[(SOURCE-MEMORY)/4+i] = $random;
      put((SOURCE & ~32'd3) + 4 * i, memory[(SOURCE-MEMORY)/4+i]);
    end
    for (i = 0; i < 16; i = i + 1) put(DESCRIPTOR + 4 * i, 0);
    put(DESCRIPTOR + 32'h18, SOURCE);
    put(DESCRIPTOR + 32'h20, TARGET);
    put(DESCRIPTOR + 32'h28, BYTES);
    put(DESCRIPTOR + 32'h2c, 32'h00010001);
    put(DESCRIPTOR, 32'h7);
    put(MOVER + 32'h50, DESCRIPTOR);
    put(MOVER + 32'h20, 32'h1);
    wait_for_irq;
    copied;
    compare;
    get(DESCRIPTOR + 4);
    if (got !== 32'h1) failures = failures + 1;
    get(DESCRIPTOR + 8);
    if (got !== BYTES) failures = failures + 1;

    if (failures == 0) $display("passed: %0d bytes twice", BYTES);
    else $display("failed: %0d", failures);
    $finish;
  end

  initial begin
    #5000000 $display("failed: no end");
    $finish;
  end
endmodule
`default_nettype wire
