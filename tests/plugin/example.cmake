run_page(cosimulation.md)
if(NOT said MATCHES "1 at rtl" OR NOT said MATCHES "traced into waves.vcd")
  message(FATAL_ERROR "docs/cosimulation.md: ${said}")
endif()

# the inside of the RTL and the model's links in one file
must_hold(waves.vcd "scope module left ")
must_hold(waves.vcd "var wire 11 [^ ]+ token")
must_hold(waves.vcd "scope module rtl ")
must_hold(waves.vcd "var wire 32 [^ ]+ packets ")
must_hold(waves.vcd "scope module inner ")

# the same results as those of Weft's own switch
same_values(switch c104 "links=4;intervals=[{to: 2, links: link0}, {to: 4, links: link1}]")

# by the option; it may be named twice
replace(platform.yaml "plugins: build/libmy_switch.so\n" "")
run_to(2 "unknown component type: 'my_switch'" "${weft}" check platform.yaml)
run_to(0 "1 at rtl" "${weft}" run platform.yaml --plugin build/libmy_switch.so
       --plugin ./build/libmy_switch.so)

# a name that is taken
file(COPY_FILE "${project}/build/libmy_switch.so" "${project}/again.so")
run_to(2 "--plugin: the plugin 'again.so', whose types cannot be added: the type 'my_switch' is there already"
       "${weft}" run platform.yaml --plugin build/libmy_switch.so --plugin again.so)

# a library of another Weft: the version stands in it as text
execute_process(COMMAND "${weft}" --version OUTPUT_VARIABLE version)
string(REGEX MATCH "[0-9.]+" version "${version}")
execute_process(COMMAND sed "s/${version}+/9.9.9+/" "${project}/build/libmy_switch.so"
                OUTPUT_FILE "${project}/other.so" COMMAND_ERROR_IS_FATAL ANY)
run_to(2 "the plugin 'other.so', which was built for Weft 9.9.9+;this is Weft ${version}+;build it anew"
       "${weft}" run platform.yaml --plugin other.so)

# what is none
file(WRITE "${project}/text.so" "no library")
run_to(2 "the plugin 'none.so', which cannot be loaded: no such file" "${weft}" run platform.yaml
       --plugin none.so)
run_to(2 "the plugin 'text.so', which is no plugin of Weft's" "${weft}" run platform.yaml
       --plugin text.so)
file(GLOB library /lib/*/libm.so.6)
run_to(2 "which is no plugin of Weft's;expected a library made by weft_add_plugin or weft_add_rtl" "${weft}" run
       platform.yaml --plugin "${library}")
