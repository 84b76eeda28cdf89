// Any bytes are a file that a platform names: a graph, a list of ways, a trace of messages, an
// assembly program.
#include <cstddef>
#include <cstdint>
#include <string>

#include "tests/fuzz/check_input.hpp"
#include "tests/fuzz/memory_files.hpp"

extern "C" int LLVMFuzzerInitialize(int* argc, char*** argv);
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

// What a program may include beside itself.
extern "C" int LLVMFuzzerInitialize(int* /*argc*/, char*** /*argv*/) {
  weft::fuzz::put_file("lib.s",
                       ".macro step d, s\n.local skip\n{ fadd d, d, s; loop 0 }\n"
                       "beq d, r0, skip\nskip: nop\n.endmacro\n");
  return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(data, data + size);
  if (!text.empty() && text[0] == '<') {
    weft::fuzz::put_file("net.graphml", text);
    weft::fuzz::check_input("network: {topology: graph, file: net.graphml}\n");
    return 0;
  }
  weft::fuzz::put_file("net.edges", text);
  weft::fuzz::check_input("network: {topology: graph, file: net.edges}\n");
  weft::fuzz::put_file("routes.txt", text);
  weft::fuzz::check_input(
      "network: {topology: mesh, shape: 2x2}\n"
      "routing: {algorithm: source_tables, file: routes.txt}\n");
  weft::fuzz::put_file("messages.txt", text);
  weft::fuzz::check_input(
      "network: {topology: mesh, shape: 2x2}\n"
      "workload: {type: trace, file: messages.txt}\n");
  weft::fuzz::put_file("program.s", text);
  weft::fuzz::check_input("components: {cell: {type: iwarp, program: program.s}}\n");
  weft::fuzz::check_input("components: {cell: {type: iwarp, program: program.s, set: {n: 5}}}\n");
  return 0;
}
