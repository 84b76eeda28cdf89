# The page, from an empty folder; what is refused stands behind it.
run_page(codecs.md)
foreach(text IN ITEMS "left packets received" "came in cut by a link error" "1 at rtl, 0 at signal, 1 at token")
  if(NOT said MATCHES "${text}")
    message(FATAL_ERROR "docs/codecs.md: does not say `${text}` but\n${said}")
  endif()
endforeach()
must_hold(waves.vcd "scope module codec ")
run_to(2 "max_credit is 48, and the RTL has a credit of its own, 56" "${weft}" check platform.yaml
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
add_pins(asleep "meaning: link_start" "meaning: constant, value: 0")
configure()
run_to(0 "" "${CMAKE_COMMAND}" --build build --target other_credit)
file(WRITE "${project}/two.yaml" "plugins: [build/libmy_codec.so, build/libother_credit.so]
components: {left: {type: my_codec_end}, right: {type: other_credit_end}}
links: [{from: left.link0, to: right.link0, form: spacewire}]
")
run_to(2 "two.yaml:2:;max_credit is 56, and the RTL has a credit of its own, 48" "${weft}" check two.yaml)
run_to(1 "wide.yaml:10:49: a width of 2 for 'link_start';expected 1, as codec has it"
       "${CMAKE_COMMAND}" --build build --target wide)
run_to(1 "misnamed.yaml:20:12: unknown pin of codec: 'rx_emty';did you mean 'rx_empty'?"
       "${CMAKE_COMMAND}" --build build --target misnamed)
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
