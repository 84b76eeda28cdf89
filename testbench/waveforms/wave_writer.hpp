// What waves are written into, whatever the format of the file.
#pragma once

#include <cstdint>
#include <string_view>

#include "hw/common/time.hpp"

namespace weft {

/// A dump of unsigned variables over time. Recorders know nothing else of a format.
class WaveWriter {
 public:
  using Variable = std::uint32_t;

  WaveWriter() = default;
  virtual ~WaveWriter() = default;
  WaveWriter(const WaveWriter&) = delete;
  WaveWriter& operator=(const WaveWriter&) = delete;

  /// A variable of 1 to 64 bits, unknown until its first change; `lowest` is the number of its
  /// lowest bit. The parts of the name between dots are scopes. All are to be declared before the
  /// first change.
  virtual Variable declare(std::string_view name, unsigned bits, unsigned lowest) = 0;
  /// A value from `time` on, ps. Times must not run backwards (std::logic_error).
  virtual void change(Variable variable, std::uint64_t value, Time time) = 0;
  /// Ends the dump at `end`.
  virtual void finish(Time end) = 0;
};

}  // namespace weft
