// Memory in large pages.
#include <gtest/gtest.h>

#include <cstdint>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include <malloc.h>

#include "hw/common/huge_pages.hpp"

namespace weft {
namespace {

/// `VmFlags` of the mapping that an address is in, see proc(5); empty where they are not told.
std::string flags_at(const void* place) {
  const auto address = reinterpret_cast<std::uintptr_t>(place);
  std::ifstream maps("/proc/self/smaps");
  bool here = false;
  for (std::string line; std::getline(maps, line);) {
    std::istringstream words(line);
    std::uintptr_t begin = 0;
    std::uintptr_t end = 0;
    char dash = 0;
    if (words >> std::hex >> begin >> dash >> end && dash == '-') {
      here = begin <= address && address < end;
    } else if (here && line.starts_with("VmFlags:")) {
      return line + " ";
    }
  }
  return {};
}

TEST(HugePages, heap_asks_for_them_once_it_is_told) {
  if (mallopt(M_MMAP_MAX, 65536) == 0) GTEST_SKIP() << "the allocator takes no advice";
  use_huge_pages_for_heap();
  // Larger than what other tests have given back, smaller than what is mapped by itself.
  const std::vector<char> block(24U << 20U);
  const std::string flags = flags_at(&block[block.size() / 2]);
  if (flags.empty()) GTEST_SKIP() << "the system does not tell";
  EXPECT_NE(flags.find(" hg "), std::string::npos) << flags;
}

}  // namespace
}  // namespace weft
