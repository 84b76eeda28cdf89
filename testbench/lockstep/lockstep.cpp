#include "testbench/lockstep/lockstep.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "testbench/waveforms/output_file.hpp"
#include "testbench/waveforms/vcd_writer.hpp"

namespace weft {

Lockstep::Lockstep(std::string vcd, std::vector<Pin> pins, std::size_t clocks)
    : vcd_(std::move(vcd)),
      pins_(std::move(pins)),
      clocks_(clocks),
      values_(2 * pins_.size() * clocks),
      times_(clocks) {}

void Lockstep::compare(Time now) {
  times_[edges_ % clocks_] = now;
  const std::uint64_t* values = row();
  for (std::size_t pin = 0; pin < pins_.size(); ++pin) {
    if (values[2 * pin] != values[2 * pin + 1]) fail(pin, now);
  }
  ++edges_;
}

void Lockstep::fail(std::size_t pin, Time now) {
  const std::string values = fmt::format("signal has {:#x}, rtl has {:#x}", signal(pin), rtl(pin));
  write_waves();
  throw LockstepDifference(
      fmt::format("lockstep: at {} ps, before clock edge {}, pin {}: {}; waves in {}", now, edges_,
                  pins_[pin].name, values, vcd_));
}

void Lockstep::write_waves() {
  OutputFile file(vcd_, vcd_);
  VcdWriter waves(file, {}, "lockstep");
  std::vector<VcdWriter::Variable> variables;
  for (const Pin& pin : pins_) {
    for (const char* side : {"signal.", "rtl."}) {
      variables.push_back(waves.declare(side + pin.name, pin.bits));
    }
  }
  const std::uint64_t first = edges_ < clocks_ ? 0 : edges_ + 1 - clocks_;
  for (std::uint64_t edge = first; edge <= edges_; ++edge) {
    const std::size_t slot = edge % clocks_;
    for (std::size_t i = 0; i < variables.size(); ++i) {
      waves.change(variables[i], values_[slot * variables.size() + i], times_[slot]);
    }
  }
  waves.finish(times_[edges_ % clocks_]);
  file.finish();
  file.publish();
}

}  // namespace weft
