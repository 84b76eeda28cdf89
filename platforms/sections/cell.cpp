#include <array>

#include "hw/iwarp/bus.hpp"
#include "platforms/registry/parameter_table.hpp"
#include "platforms/sections/sections.hpp"

namespace weft {
namespace {

struct InputChannelKeys {
  std::uint64_t x_right = 4;
  std::uint64_t y_up = 4;
  std::uint64_t x_left = 4;
  std::uint64_t y_down = 4;
};

constexpr std::uint64_t most_inputs = 32;

}  // namespace

ComponentType input_channels_section() {
  ComponentType type =
      make_type(TypeRole::section, "input_channels",
                "Logical input channels that an iWarp cell allocates to its input busses.");
  using P = InputChannelKeys;
  ParameterTable<P> table;
  table.count("x_right", &P::x_right).between(0, most_inputs).help("Of XRight in.");
  table.count("y_up", &P::y_up).between(0, most_inputs).help("Of YUp in.");
  table.count("x_left", &P::x_left).between(0, most_inputs).help("Of XLeft in.");
  table.count("y_down", &P::y_down).between(0, most_inputs).help("Of YDown in.");
  return table.into(std::move(type));
}

ComponentType output_pools_section() {
  ComponentType type = make_type(
      TypeRole::section, "output_pools",
      "Logical output channels that an iWarp cell allocates to its output busses: the pool, 0 to "
      "15, of each.");
  ParameterTable<NoParameters> table;
  for (const Bus bus : all_busses) {
    table.table(name_of(bus))
        .form(TableForm::Kind::counts)
        .default_note("[0, 0, 1, 1]")
        .help("Pools of its channels.");
  }
  return table.into(std::move(type));
}

}  // namespace weft
