# the commands of the page, as a reader would type them
file(READ "${WEFT_SOURCE}/docs/plugins.md" page)
run_page(plugins.md)
must_hold(waves.vcd "scope module ")

# nothing of Verilator is built for types in C++
file(GLOB_RECURSE verilated "${project}/build/*verilated*.o")
if(verilated)
  message(FATAL_ERROR "a plugin without Verilog has built ${verilated}")
endif()

# the page has the whole of every file of the examples
file(GLOB files "${example}/*" "${WEFT_SOURCE}/docs/examples/my_program/*")
foreach(file IN LISTS files)
  file(READ "${file}" text)
  string(STRIP "${text}" text)
  string(FIND "${page}" "${text}" place)
  if(place EQUAL -1)
    message(FATAL_ERROR "docs/plugins.md does not have ${file} as it is")
  endif()
endforeach()

# described, listed and in the schema as Weft's own are
run_to(0 "relay (workload): A message goes round all T9000s;message_bytes;1..1048576;think"
       "${weft}" describe relay --plugin build/libmy_types.so)
run_to(0 "relay A message goes round;chain Routers in a row;along Towards the number"
       "${weft}" list --plugin build/libmy_types.so)
run_to(0 "\"think\";\"along\"" "${weft}" schema --plugin build/libmy_types.so)
run_to(2 "unknown type or platform 'relay'" "${weft}" describe relay)

# checked as they are, with the place
run_to(0 "free of deadlock" "${weft}" check platform.yaml)
run_to(2 "--set workload.think: '2' for 'think', without a unit" "${weft}" run platform.yaml
       --set workload.think=2)
run_to(2 "--set workload.thinks: unknown parameter of relay;did you mean 'think'?" "${weft}" check
       platform.yaml --set workload.thinks=2us)
run_to(2 "platform.yaml:6:11: a relay on 0 t9000s;expected two or more" "${weft}" check
       platform.yaml --set network.processors=0)
run_to(2 "platform.yaml:5:22: the routing along on a ring;expected dimension_order" "${weft}" check
       platform.yaml --set network.topology=ring)
# Weft's own routing on one's own network
run_to(0 "hops of the relay" "${weft}" run platform.yaml --all --set routing.algorithm=up_down)

# another type takes the keys of the one before with it, whichever is whose
run_to(0 "good" "${weft}" check platform.yaml --set workload.type=random_traffic)
run_to(0 "good" "${weft}" check mesh_4x4 --plugin build/libmy_types.so --set workload.type=relay)
run_to(0 "hops of the relay 20" "${weft}" run mesh_4x4 --all --plugin build/libmy_types.so --for 200us
       --set workload.type=relay --set workload.think=1us)
file(WRITE "${project}/based.yaml" "include: platform.yaml\nworkload: {type: random_traffic}\n")
run_to(0 "good" "${weft}" check based.yaml)

# at every level the same
foreach(level IN ITEMS signal token)
  run_to(0 "" "${weft}" run platform.yaml --level ${level} --for 200us --json ${level}.json)
  file(READ "${project}/${level}.json" json)
  string(JSON ${level} GET "${json}" values)
endforeach()
if(NOT signal STREQUAL token)
  message(FATAL_ERROR "signal: ${signal}\ntoken: ${token}")
endif()

# a component, on wires, with sockets, and between both: the same tokens
foreach(levels IN ITEMS "signal signal" "token token" "signal token")
  separate_arguments(level UNIX_COMMAND "${levels}")
  list(GET level 0 left)
  list(GET level 1 right)
  run_to(0 "" "${weft}" run beacons.yaml --level ${right} --set components.left.level=${left}
         --json beacons.json)
  file(READ "${project}/beacons.json" json)
  string(JSON values GET "${json}" values)
  if(NOT DEFINED expected)
    set(expected "${values}")
  elseif(NOT values STREQUAL expected)
    message(FATAL_ERROR "${levels}: ${values}\nexpected: ${expected}")
  endif()
endforeach()
must_hold(beacons.vcd "scope module left ")
# what comes in counts though nothing is told beside the tokens
run_to(0 "left packets received 10;right packets received 20;data packets 30;packet bytes 240 bytes"
       "${weft}" run beacons.yaml --all)
run_to(2 "--level: the level packet, which beacon lacks; expected signal or token" "${weft}" check
       beacons.yaml --level packet)

# one with whole packets: the same that go over wires
run_to(0 "left packets received 10;right packets received 20;data packets 30;packet bytes 240 bytes"
       "${weft}" run gongs.yaml --all)
# its one level on any platform
run_to(0 "data packets 30" "${weft}" run gongs.yaml --all --level token)

# one with busses of cells: at every level the same words, counted, traced and logged
unset(expected)
foreach(levels IN ITEMS "signal signal signal" "word word word" "signal word word" "word signal word")
  separate_arguments(level UNIX_COMMAND "${levels}")
  list(GET level 0 near)
  list(GET level 1 between)
  list(GET level 2 far)
  run_to(0 "result sum 55;between.right words 14;word-hops 28" "${weft}" run cells.yaml --all
         --set components.near.level=${near} --set components.between.level=${between}
         --set components.far.level=${far} --json cells.json --events words.csv)
  file(READ "${project}/cells.json" json)
  string(JSON values GET "${json}" values)
  file(STRINGS "${project}/words.csv" words)
  list(SORT words) # those of one time come in any order
  if(NOT DEFINED expected)
    set(expected "${values}")
    set(expected_words "${words}")
  elseif(NOT values STREQUAL expected OR NOT words STREQUAL expected_words)
    message(FATAL_ERROR "${levels}: ${values}\n${words}\nexpected: ${expected}\n${expected_words}")
  endif()
endforeach()
must_hold(cells.vcd "scope module between ")
must_hold(cells.vcd " word ")
must_hold(cells.vcd " dequeue ")
run_to(2 "cells.yaml:6:3: 3 busses of 'between'; expected four" "${weft}" check cells.yaml
       --set links.3.to=near.y_up --set links.3.from=far.y_up)
run_to(2 "'between' has no such output bus that leads anywhere: 'up'; expected right or left" "${weft}"
       check cells.yaml --set "faults=[{link: between.up, at: 10 us}]")
run_to(2 "a fault of a bus of 'between', a cable" "${weft}" run cells.yaml
       --set "faults=[{link: between.right, at: 10 us}]")
# a program that waits at a cable for ever is not one that waits in a circle
run_to(0 "programs stalled" "${weft}" run cells.yaml --all --for 20ms
       --set components.near.program=hear.s)
run_to(0 "" "${weft}" draw cells.yaml --output cells.svg)

# swept, by the commands of the page
run_to(0 "nodes,hop rate of the relay;2,109,;4,108,;8,108," "${weft}" extract lengths.db)

# in a program of one's own: built by the page, and what one netlist names is no type of another
set(program "${project}/my_program/build/my_program")
run_to(0 "hops of the relay: 108" "${program}" platform.yaml)
file(WRITE "${project}/alone.yaml" "network: {topology: mesh, shape: 2x2}\nworkload: {type: relay}\n")
run_to(2 "alone.yaml:2:18: unknown workload type: 'relay'" "${program}" platform.yaml alone.yaml)
run_to(0 "hops of the relay: 108" "${program}" beacons.yaml platform.yaml)

# a library of another Weft, before any of its code runs: the version stands in it as text
execute_process(COMMAND "${weft}" --version OUTPUT_VARIABLE version)
string(REGEX MATCH "[0-9.]+" version "${version}")
execute_process(COMMAND sed "s/${version}+/9.9.9+/" "${project}/build/libmy_types.so"
                OUTPUT_FILE "${project}/other.so" COMMAND_ERROR_IS_FATAL ANY)
run_to(2 "the plugin 'other.so', which was built for Weft 9.9.9+;this is Weft ${version}+;build it anew"
       "${weft}" list --plugin other.so)

# what cannot be added, with the place that names it
file(COPY "${CMAKE_CURRENT_LIST_DIR}/wrong/wrong.cpp" "${CMAKE_CURRENT_LIST_DIR}/wrong/faulty_memory.cpp"
     DESTINATION "${project}")
file(WRITE "${project}/CMakeLists.txt" "cmake_minimum_required(VERSION 3.25)
project(Wrong LANGUAGES CXX)
find_package(Weft REQUIRED)
weft_add_plugin(NAME wrong SOURCES wrong.cpp faulty_memory.cpp)
")
file(WRITE "${project}/wrong.yaml" "plugins: build/libwrong.so\nnetwork: {topology: mesh, shape: 2x2}\n")
configure()
run_to(0 "" "${CMAKE_COMMAND}" --build build)
function(refuse_types wrong why)
  set(ENV{WRONG} ${wrong})
  run_to(2 "wrong.yaml:1:10: the plugin 'build/libwrong.so', whose types cannot be added: ${why}"
         "${weft}" check wrong.yaml)
endfunction()
refuse_types(throws "no licence")
refuse_types(throws_a_number "it throws what is no std::exception")
refuse_types(name_taken "the type 'valiant' is there already")
refuse_types(name_no_key "the type 'my routing' has a name that is no key")
refuse_types(without_help "the type 'wrong' has no help")
refuse_types(bounds "the type 'wrong' has a parameter 'depth' with a least value above the greatest")
refuse_types(default "the type 'wrong' has a parameter 'depth' with a default out of its range")
refuse_types(twice "the type 'wrong' has the parameter 'depth' twice")
refuse_types(no_factory "the type 'wrong' has no routing.make")
refuse_types(workload "the type 'wrong' has no make_workload")
set(ENV{WRONG} none)
run_to(0 "good" "${weft}" check wrong.yaml)

# results under names that no result can have, or that another one has
file(APPEND "${project}/wrong.yaml" "workload: {type: reporting}
components: {one: {type: counting}}
run: {for: 1 us}
")
run_to(0 "one good;" "${weft}" run wrong.yaml --all)
function(refuse_results wrong said)
  set(ENV{WRONG} ${wrong})
  run_to(2 "wrong.yaml:${said}" "${weft}" run wrong.yaml)
endfunction()
refuse_results(report_comma "3:11: the report of the workload 'reporting': a result 'left, right' with a comma in its name")
refuse_results(report_no_name "3:11: the report of the workload 'reporting': a result without a name")
refuse_results(report_twice "3:11: two results 'good', with the report of the workload 'reporting'")
refuse_results(report_of_weft "3:11: two results 'data packets', with the report of the workload 'reporting'")
refuse_results(count_comma "4:14: what 'one', a counting, counts: a result 'left, right' with a comma in its name")
refuse_results(count_no_name "4:14: what 'one', a counting, counts: a result without a name")
refuse_results(count_twice "4:14: what 'one', a counting, counts: two results 'good'")

# a memory that answers with an error, breaks the base protocol, or never answers
file(WRITE "${project}/node.yaml" "name: a node
clock: 20 ns
cache: {bytes: 16384, ways: 4}
")
file(WRITE "${project}/memory.yaml" "plugins: build/libwrong.so
components: {node: {type: memory_node, node: node.yaml}, bad: {type: faulty_memory}}
links: [{from: node.memory, to: bad.memory}]
workload: {type: basic_transfer, words: 64}
run: {for: 1 ms}
")
function(refuse_memory wrong said)
  set(ENV{WRONG} memory_${wrong})
  run_to(1 "${said}" "${weft}" run memory.yaml)
endfunction()
set(checker "node.memory - bad.memory at; ns: transaction at address 0x0:")
set(answered "platform.node.memory.socket at; ns: a read of 32 bytes at address 0x0 is answered with")
refuse_memory(range "${answered} TLM_ADDRESS_ERROR_RESPONSE; expected TLM_OK_RESPONSE")
refuse_memory(generic "${answered} TLM_GENERIC_ERROR_RESPONSE; expected TLM_OK_RESPONSE")
refuse_memory(incomplete "${checker} a response with TLM_INCOMPLETE_RESPONSE; expected a status that the target has set")
refuse_memory(phase "${checker} a phase of the initiator's from the target; expected END_REQ or BEGIN_RESP")
refuse_memory(address "its command, address or length was changed; expected them as they were")
refuse_memory(debug "debug transport of a write of 8 bytes at address 0x0 moves 0; expected 8")
refuse_memory(silent "node: not at the end of what it does at 1 ms; its memory has not answered a read of 32 bytes at address 0x0 since")

# the same of messages that lie in it
file(WRITE "${project}/messages.yaml" "plugins: build/libwrong.so
components:
  left: {type: t9000}
  right: {type: t9000}
  port: {type: memory_port, of: left}
  bad: {type: faulty_memory}
links:
  - {from: left.link0, to: right.link0}
  - {from: port.memory, to: bad.memory}
workload: {type: stream, message_bytes: 100, messages: 3}
run: {for: 1 ms}
")
function(refuse_messages wrong said)
  set(ENV{WRONG} memory_${wrong})
  run_to(1 "${said}" "${weft}" run messages.yaml)
endfunction()
set(checker "port.memory - bad.memory at 0 s: transaction at address 0x0:")
set(answered "platform.port.memory.socket at 0 s: a read of 32 bytes at address 0x0 is answered with")
refuse_messages(range "${answered} TLM_ADDRESS_ERROR_RESPONSE; expected TLM_OK_RESPONSE")
refuse_messages(generic "${answered} TLM_GENERIC_ERROR_RESPONSE; expected TLM_OK_RESPONSE")
refuse_messages(incomplete "${checker} a response with TLM_INCOMPLETE_RESPONSE; expected a status that the target has set")
refuse_messages(phase "${checker} a phase of the initiator's from the target; expected END_REQ or BEGIN_RESP")
refuse_messages(address "its command, address or length was changed; expected them as they were")
refuse_messages(silent "port: its memory has not answered a read of 32 bytes at address 0x0 since")

# a type that is in the list and nowhere else
file(WRITE "${project}/gone.cpp" "#include \"platforms/plugins/plugin.hpp\"
weft::ComponentType gone_type();
WEFT_PLUGIN(registry) { registry.add(gone_type()); }
")
file(APPEND "${project}/CMakeLists.txt" "weft_add_plugin(NAME gone SOURCES gone.cpp)\n")
run_to(0 "" "${CMAKE_COMMAND}" --build build)
run_to(2 "the plugin 'build/libgone.so', which cannot be loaded: it has no gone_type();expected the file that defines it among its SOURCES"
       "${weft}" list --plugin build/libgone.so)

# what weft_add_plugin is asked for
file(WRITE "${project}/CMakeLists.txt" "cmake_minimum_required(VERSION 3.25)
project(Wrong LANGUAGES CXX)
find_package(Weft REQUIRED)
weft_add_plugin(NAME wrong)
")
run_to(1 "weft_add_plugin: SOURCES is missing" "${CMAKE_COMMAND}" -B wrong -G "${GENERATOR}"
       "-DCMAKE_PREFIX_PATH=${work}/prefix")

# a memory of one's own, by the commands of its page, and what they have checked
run_page(node_memory.md)
set(project "${work}/my_memory")
# loads past the cache, and stores with a stride: a transaction for each of the 2048 words
run_to(0 "node throughput of elements;node memory reads 2048;node memory writes 2048" "${weft}" run
       platform.yaml --all)
run_to(0 "node throughput of elements;memory answers out of order" "${weft}" run platform.yaml --all
       --set components.memory.type=banks --set workload.transfer=wCw)
