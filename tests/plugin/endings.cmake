# which way it ends is told by a strap, so that one build has all of them
replace(my_switch.v "  c104 #(.LINKS(4)) inner (.*);" "  c104 #(.LINKS(4)) inner (.*);
  reg now;  // before the edge at 10 us
  always @(posedge clk) now <= $time == 9990000;
  reg [99:0] wide;
  always @(posedge clk) wide <= {36'd5, 64'd7};
  always @(posedge clk) if (now && input_buffer == 20) $finish;
  always @(posedge clk) if (now && input_buffer == 21) $stop;
  always @(posedge clk) if (now && input_buffer == 22) $error(\"%0d at %0t\", input_buffer, $time);
  assert property (@(posedge clk) !(now && input_buffer == 23)) else $error(\"it came\");
  wire loop = input_buffer == 24 && now && !loop;
  always @(posedge clk) if (loop) $display(\"loop\");
")
replace(CMakeLists.txt "LINKS 4" "LINKS 4 OPTIMISE -O0 ARGUMENTS -Wno-UNOPTFLAT")
configure()
run_to(0 "" "${CMAKE_COMMAND}" --build build)

# ends(BUFFER TEXTS): with this strap the run ends with status 1, says TEXTS and leaves its waves.
function(ends buffer texts)
  run_to(1 "${texts}" "${weft}" run platform.yaml --set components.switch.input_buffer=${buffer}
         --trace ends_${buffer}.vcd --trace-filter switch.rtl.now --trace-filter *.token)
  must_hold(ends_${buffer}.vcd "^1.$")  # the one variable of one bit
endfunction()

run_to(0 "" "${weft}" run platform.yaml --trace wide.vcd --trace-filter switch.rtl.wide)
must_hold(wide.vcd "var wire 64 . wide .63:0.")
must_hold(wide.vcd "var wire 36 . wide .99:64.")
must_hold(wide.vcd "^b111 .$")
must_hold(wide.vcd "^b101 .$")
ends(20 "my_switch.v:58: $finish in RTL, at 10000000 ps in ")
ends(21 "my_switch.v:59: $stop in RTL, at 10000000 ps in ")
ends(22 "my_switch.v:60: Assertion failed;: 22 at 10000000, at 10000000 ps in ")
ends(23 "my_switch.v:61: Assertion failed;: it came, at 10000000 ps in ")
ends(24 "my_switch.v:;did not converge, at 9990000 ps in ")
