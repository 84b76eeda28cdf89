# The communication agent of an iWarp cell as a plugin, and one with other pins.
# refuse(NAME FROM TO TEXTS): the pins of the example with TO in the place of FROM, and nothing behind
# them, which takes a moment to verilate, do not build, and the build says TEXTS.
function(refuse name from to texts)
  file(COPY_FILE "${example}/my_cell.v" "${project}/${name}.v")
  replace("${name}.v" "${from}" "${to}")
  replace("${name}.v" "iwarp inner (.*);" "")
  run_to(1 "${texts}" "${CMAKE_COMMAND}" --build build --target ${name})
endfunction()
foreach(name IN ITEMS missing extra narrow)
  file(COPY_FILE "${example}/my_cell.v" "${project}/${name}.v")
  file(APPEND "${project}/CMakeLists.txt" "
weft_add_rtl(NAME ${name} TOP my_cell PORTS_AS iwarp SOURCES ${name}.v ARGUMENTS -Wno-UNDRIVEN)
set_target_properties(${name} PROPERTIES EXCLUDE_FROM_ALL TRUE)
")
endforeach()
replace(CMakeLists.txt "TOP my_cell PORTS_AS iwarp SOURCES my_cell.v" "TOP my_cell OPTIMISE -O0 PORTS_AS iwarp SOURCES my_cell.v")
configure()
refuse(missing "output          step," ""
       "the ports of my_cell are not those of an iwarp;Only an iwarp has (direction, name, bits): output step 1 Only my_cell has: nothing")
refuse(extra "output          step," "output step, output busy,"
       "Only an iwarp has (direction, name, bits): nothing Only my_cell has: output busy 1")
refuse(narrow "[11:0]   write_address," "[10:0]   write_address,"
       "Only an iwarp has (direction, name, bits): input write_address 12 Only my_cell has: input write_address 11")

run_to(0 "" "${CMAKE_COMMAND}" --build build)
run_to(0 "1 at rtl;traced into waves.vcd" "${weft}" run platform.yaml --trace waves.vcd
       --trace-filter "*.word" --trace-filter middle.rtl.words --trace-filter middle.rtl.inner.step)
must_hold(waves.vcd "scope module rtl ")
must_hold(waves.vcd "var wire 32 [^ ]+ words ")

# the same results as those of Weft's own cell
foreach(type IN ITEMS my_cell iwarp)
  run_to(0 "" "${weft}" run platform.yaml --set components.middle.type=${type} --json ${type}.json)
  file(READ "${project}/${type}.json" json)
  string(JSON ${type}_values GET "${json}" values)
endforeach()
if(NOT my_cell_values STREQUAL iwarp_values)
  message(FATAL_ERROR "my_cell: ${my_cell_values}\niwarp: ${iwarp_values}")
endif()

# as a cell of a network
file(WRITE "${project}/row.yaml" "plugins: build/libmy_cell.so
network: {topology: mesh, shape: 2x1, cell: {type: my_cell}}
workload: {type: pathway_stream, words: 16}
run: {for: 20 us}
")
run_to(0 "2 at rtl" "${weft}" run row.yaml)
run_to(2 "a cell at rtl that the RTL cannot be: queue_words (4) must be 8" "${weft}" check row.yaml
       --set network.cell.queue_words=4)
