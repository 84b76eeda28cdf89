// Any bytes are a platform or give one InputError with a place; anything else ends the process.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "tests/fuzz/check_input.hpp"
#include "tests/fuzz/memory_files.hpp"

extern "C" int LLVMFuzzerInitialize(int* argc, char*** argv);
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

// What an input may name.
extern "C" int LLVMFuzzerInitialize(int* /*argc*/, char*** /*argv*/) {
  weft::fuzz::put_file("base.yaml", "network: {topology: mesh, shape: 2x2}\nseed: 3\n");
  weft::fuzz::put_file("net.edges", "a b\nb c 2\nc a\n");
  weft::fuzz::put_file("routes.txt", "a b\nb a\nb c\nc b\na c\nc a\n");
  return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  weft::fuzz::check_input({reinterpret_cast<const char*>(data), size});
  return 0;
}
