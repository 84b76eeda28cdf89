# which way it ends is told by a strap, so that one build has all of them
replace(my_switch.v "  c104 #(.LINKS(4)) inner (.*);" "  c104 #(.LINKS(4)) inner (.*);
  reg [31:0] clocks;
  always @(posedge clk) clocks <= reset ? 0 : clocks + 1;
  wire now = clocks == 1000;
  always @(posedge clk) if (now && input_buffer == 20) $finish;
  always @(posedge clk) if (now && input_buffer == 21) $stop;
  always @(posedge clk) if (now && input_buffer == 22) $error(\"credit is %0d at %0t\", clocks, $time);
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
         --trace ends_${buffer}.vcd --trace-filter switch.rtl.clocks --trace-filter *.token)
  must_hold(ends_${buffer}.vcd "^b1111101000 ")  # 1000, the last clock
endfunction()

run_to(0 "" "${weft}" run platform.yaml)
ends(20 "my_switch.v:54: $finish in RTL, at 10010000 ps in ")
ends(21 "my_switch.v:55: $stop in RTL, at 10010000 ps in ")
ends(22 "my_switch.v:56: Assertion failed;credit is 1000 at 10010000, at 10010000 ps in ")
ends(23 "my_switch.v:57: Assertion failed;it came, at 10010000 ps in ")
ends(24 "my_switch.v:;converge, at ")
