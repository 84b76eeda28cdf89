# which way it ends is told by a strap
replace(my_link.v "  reg [31:0] fcts;" "  reg now;  // before the edge at 10 us
  always @(posedge clk) now <= $time == 9990000;
  always @(posedge clk) if (now && buffer_tokens == 20) $error(\"%0d at %0t\", credit, $time);
  reg [31:0] fcts;")
# a pin too few, too many and too narrow
file(COPY_FILE "${example}/my_link.v" "${project}/wrong.v")
replace(wrong.v "output        started," "output        busy,")
replace(wrong.v "input  [12:0] max_credit," "input  [11:0] max_credit,")
replace(wrong.v "dslink inner (.*);" "wire started; assign busy = started;
  dslink inner (.max_credit({1'b0, max_credit}), .*);")
file(APPEND "${project}/CMakeLists.txt" "
weft_add_rtl(NAME wrong TOP my_link PORTS_AS dslink SOURCES wrong.v \${weft_verilog}
             INCLUDES \${WEFT_RTL_VERILOG}/dslink)
")
configure()
run_to(0 "" "${CMAKE_COMMAND}" --build build --target my_t9000)
run_to(1 "the ports of my_link are not those of a dslink;Only a dslink has (direction, name, bits): input max_credit 13 output started 1 Only my_link has: output busy 1 input max_credit 12"
       "${CMAKE_COMMAND}" --build build --target wrong)

run_to(0 "1 at rtl;traced into waves.vcd" "${weft}" run platform.yaml --trace waves.vcd
       --trace-filter *.token --trace-filter "left.rtl.link[1]")
must_hold(waves.vcd "scope module rtl ")
must_hold(waves.vcd "var wire 32 [^ ]+ fcts ")
must_hold(waves.vcd "var wire 13 [^ ]+ credit ")

# the same results as those of Weft's own link, at rtl and at signal
same_values(left t9000 "level=rtl")
same_values(left t9000 "level=signal")
run_to(2 "the level signal, which my_t9000 lacks" "${weft}" run platform.yaml --set components.left.level=signal)

run_to(1 "my_link.v:;Assertion failed;at 10000000, at 10000000 ps in " "${weft}" run platform.yaml
       --set defaults.dslink.input_buffer=20)

# all processors of a network have such links
file(WRITE "${project}/mesh.yaml" "plugins: build/libmy_t9000.so
network: {topology: mesh, shape: 2x2, cpu: {type: my_t9000}}
workload: {type: random_traffic, interval: 20 us}
run: {for: 100 us}
")
run_to(0 "4 at rtl" "${weft}" run mesh.yaml)
