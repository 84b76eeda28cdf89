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

# A codec of another make, which says nothing of OUT_OF_BAND and includes nothing: it has FIFOs and clocks
# of its own, and only the bits of a packet tell what it is.
file(COPY "${WEFT_SOURCE}/tests/rtl/foreign/foreign_codec.v" "${WEFT_SOURCE}/docs/examples/my_codec/codec.v"
     DESTINATION "${project}")
file(COPY_FILE "${project}/foreign_codec.v" "${project}/greedy.v")
replace(greedy.v "assign tx_take = tx_valid & ~to_send_full" "assign tx_take = ~to_send_full")
foreach(name IN ITEMS foreign_codec greedy)
  file(APPEND "${project}/CMakeLists.txt" "
weft_add_rtl(NAME ${name} TOP foreign_codec PORTS_AS dslink SOURCES ${name}.v codec.v)
")
endforeach()
configure()
foreach(name IN ITEMS foreign_codec greedy)
  run_to(0 "" "${CMAKE_COMMAND}" --build build --target ${name})
  file(WRITE "${project}/${name}.yaml" "plugins: build/lib${name}.so
components: {left: {type: ${name}}, right: {type: t9000}}
links: [{from: left.link0, to: right.link0}]
defaults: {dslink: {form: spacewire, disconnect_timeout: 851 ns}}
workload: {type: stream, bidirectional: true}
run: {for: 200 us}
")
endforeach()
run_to(0 "1 at rtl" "${weft}" run foreign_codec.yaml --json foreign.json)
file(READ "${project}/foreign.json" json)
# of 32 bytes each, in 175 us of Run, with pauses
foreach(way IN ITEMS "left to right" "right to left")
  if(NOT json MATCHES "\"name\": \"${way} messages\",[^}]*\"value\": ([0-9]+)" OR CMAKE_MATCH_1 LESS 20)
    message(FATAL_ERROR "foreign_codec.yaml: ${CMAKE_MATCH_1} messages ${way}")
  endif()
endforeach()
run_to(2 "needs the channel told beside the wires;expected RTL made with OUT_OF_BAND" "${weft}" check
       foreign_codec.yaml --set routing.addressing=processor)
run_to(1 "tx_take is high, but there is no token to take;in platform.left.link0" "${weft}" run greedy.yaml)
