#include "platforms/plugins/whole_library.hpp"

#include <elf.h>
#include <link.h>

#include <cstddef>
#include <cstring>
#include <string_view>

namespace weft {
namespace {

using Header = ElfW(Ehdr);
using Segment = ElfW(Phdr);

// Nothing if it is not all there.
template <class Part>
bool read(std::string_view bytes, std::size_t at, Part& part) {
  if (at > bytes.size() || bytes.size() - at < sizeof part) return false;
  std::memcpy(&part, bytes.data() + at, sizeof part);
  return true;
}

}  // namespace

bool is_whole_library(std::string_view bytes) {
  Header header;
  if (!bytes.starts_with(ELFMAG) || !read(bytes, 0, header)) return false;
  if (header.e_type != ET_DYN || header.e_phentsize != sizeof(Segment)) return false;
  for (std::size_t i = 0; i < header.e_phnum; ++i) {
    Segment segment;
    if (!read(bytes, header.e_phoff + i * sizeof segment, segment)) return false;
    if (segment.p_offset > bytes.size() || segment.p_filesz > bytes.size() - segment.p_offset) {
      return false;
    }
  }
  return true;
}

}  // namespace weft
