# The page, from an empty folder; what is refused stands behind it.
run_page(codecs.md)
foreach(text IN ITEMS "left packets received" "came in cut by a link error" "1 at rtl, 0 at signal, 1 at token")
  if(NOT said MATCHES "${text}")
    message(FATAL_ERROR "docs/codecs.md: does not say `${text}` but\n${said}")
  endif()
endforeach()
must_hold(waves.vcd "scope module codec ")
run_to(2 "its credit is its own, 56, and its link has 48;expected `max_credit: 56` of the link" "${weft}" check platform.yaml
       --set defaults.dslink.max_credit=48)

# two codecs of different credit, pins that do not fit, a codec that never starts
file(READ "${project}/pins.yaml" pins)
function(add_pins name from to)
  string(REPLACE "${from}" "${to}" text "${pins}")
  file(WRITE "${project}/${name}.yaml" "${text}")
  file(APPEND "${project}/CMakeLists.txt" "
weft_add_rtl(NAME ${name} TOP codec PORTS_AS ${name}.yaml SOURCES codec.v PARAMETERS SEND_LOG=5)
")
endfunction()
add_pins(other_credit "max_credit: 56" "max_credit: 48")
add_pins(wide "width: 1, meaning: link_start" "width: 2, meaning: constant, value: 0")
add_pins(misnamed "name: rx_empty" "name: rx_emty")
add_pins(turned "name: running, direction: output" "name: link_start, direction: output")
add_pins(stopped "period: 7 ns" "period: 0 ns")
add_pins(elsewhere "module: codec" "module: decoder")
add_pins(asleep "meaning: link_start" "meaning: constant, value: 0")
configure()
run_to(0 "" "${CMAKE_COMMAND}" --build build --target other_credit)
file(WRITE "${project}/two.yaml" "plugins: [build/libmy_codec.so, build/libother_credit.so]
components: {left: {type: my_codec_end}, right: {type: other_credit_end}}
links: [{from: left.link0, to: right.link0, form: spacewire}]
")
run_to(2 "two.yaml:2:;its credit is its own, 48, and its link has 56" "${weft}" check two.yaml)
run_to(1 "wide.yaml:10:49: a width of 2 for 'link_start';expected 1, as codec has it"
       "${CMAKE_COMMAND}" --build build --target wide)
run_to(1 "misnamed.yaml:20:12: unknown pin of codec: 'rx_emty';did you mean 'rx_empty'?"
       "${CMAKE_COMMAND}" --build build --target misnamed)
run_to(1 "elsewhere.yaml:2:9: pins of a module 'decoder';expected 'codec'"
       "${CMAKE_COMMAND}" --build build --target elsewhere)
run_to(1 "turned.yaml:" "${CMAKE_COMMAND}" --build build --target turned)
run_to(1 "stopped.yaml:6:73: a clock of 0 ns" "${CMAKE_COMMAND}" --build build --target stopped)

# a codec that never starts
run_to(0 "" "${CMAKE_COMMAND}" --build build --target asleep)
file(WRITE "${project}/never.yaml" "plugins: build/libasleep.so
components: {left: {type: asleep_end}, right: {type: link_end}}
links: [{from: left.link0, to: right.link0, form: spacewire}]
run: {for: 200 us}
")
run_to(1 "the link left.link0 - right.link0 has never reached Run at 200 us: left.link0 is in the state Ready;error "
       "${weft}" run never.yaml)

# FIFOs of another kind: eight bits and a flag, and what is read comes a clock later; a reset that ends with a
# clock; time-codes, which come back from where they go in
file(WRITE "${project}/eight.v" "module eight (
    input rx_clk, sys_clk, tx_clk, host_clk, rst, hold, seen, d_in, s_in, tx_write, tx_end, rx_read, tick,
    input [7:0] tx_byte, input [5:0] tick_time,
    output d_out, s_out, tx_ready, rx_there, running, output reg rx_end, ticked, output reg [7:0] rx_byte,
    output reg [5:0] ticked_time);
  wire [8:0] got;
  wire full, empty;
  assign tx_ready = ~full;
  assign rx_there = ~empty;
  always @(posedge host_clk) begin
    if (rx_read) {rx_end, rx_byte} <= got;
    ticked <= tick;
    ticked_time <= tick_time;
  end
  codec codec (.rx_clk(rx_clk), .sys_clk(sys_clk), .tx_clk(tx_clk), .host_clk(host_clk), .rst_n(~rst),
               .link_start(~hold & ~seen), .d_in(d_in), .s_in(s_in), .d_out(d_out), .s_out(s_out),
               .tx_write(tx_write), .tx_data({tx_end, tx_byte}), .tx_full(full), .rx_read(rx_read),
               .rx_data(got), .rx_empty(empty), .running(running), .connecting(), .started(),
               .err_disconnect(), .err_parity(), .err_escape(), .err_credit(), .fallen(), .machine(),
               .last_error(), .tokens_to_go());
endmodule
")
set(pins "module: eight
pins:
  - {name: rx_clk, direction: input, width: 1, meaning: clock, period: 3 ns}
  - {name: sys_clk, direction: input, width: 1, meaning: clock, period: 7 ns}
  - {name: tx_clk, direction: input, width: 1, meaning: clock, period: 11 ns}
  - {name: host_clk, direction: input, width: 1, meaning: clock, period: 13 ns}
  - {name: rst, direction: input, width: 1, meaning: reset, length: 100 ns, clock: sys_clk}
  - {name: hold, direction: input, width: 1, meaning: link_disable}
  - {name: seen, direction: input, width: 1, meaning: auto_start}
")
foreach(wire IN ITEMS d_in s_in d_out s_out)
  string(REGEX REPLACE ".*_" "" way "${wire}")
  string(APPEND pins "  - {name: ${wire}, direction: ${way}put, width: 1, meaning: ${wire}}\n")
endforeach()
foreach(pin IN ITEMS "tx_byte input 8 tx_data" "tx_end input 1 tx_flag" "tx_write input 1 tx_write"
                     "tx_ready output 1 tx_ready" "rx_end output 1 rx_flag" "rx_there output 1 rx_valid"
                     "rx_read input 1 rx_read" "tick input 1 tick_in" "tick_time input 6 time_in"
                     "ticked output 1 tick_out" "ticked_time output 6 time_out" "running output 1 running")
  string(REPLACE " " ";" pin "${pin}")
  list(POP_FRONT pin name way width meaning)
  string(APPEND pins "  - {name: ${name}, direction: ${way}, width: ${width}, meaning: ${meaning}, clock: host_clk}\n")
endforeach()
string(APPEND pins "  - {name: rx_byte, direction: output, width: 8, meaning: rx_data, clock: host_clk, latency: 1}\n")
file(WRITE "${project}/eight.yaml" "${pins}")
file(APPEND "${project}/CMakeLists.txt" "
weft_add_rtl(NAME eight TOP eight PORTS_AS eight.yaml SOURCES eight.v codec.v)
")
configure()
run_to(0 "" "${CMAKE_COMMAND}" --build build --target eight)
file(WRITE "${project}/pair.yaml" "plugins: build/libeight.so
components:
  left: {type: eight_end, send: pins.yaml, received: at_left, receive_stall: 1 us}
  right: {type: link_end, send: pins.yaml, received: at_right}
links: [{from: left.link0, to: right.link0, form: spacewire, time_code_interval: 20 us}]
run: {for: 500 us}
")
run_to(0 "time-codes received" "${weft}" run pair.yaml --all)
foreach(end IN ITEMS left right)
  run_to(0 "" "${CMAKE_COMMAND}" -E compare_files pins.yaml at_${end})
endforeach()
