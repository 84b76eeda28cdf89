#include "platforms/components/components.hpp"
#include "platforms/components/control_links.hpp"
#include "platforms/components/control_unit_type.hpp"

namespace weft {

ComponentType t9000_control_type() {
  ComponentType type = control_unit_type(
      processor_unit_name,
      "Control unit of a T9000: its program runs once it was booted over its control links.");

  using P = ProcessorControlParameters;
  ParameterTable<P> table;
  table.text("processor").required().help("The t9000 that it belongs to.");
  add_control_unit_parameters(table);
  table.bytes("memory_bytes", &P::memory_bytes)
      .between(4, 1'048'576)
      .help("Memory of the T9000 that a boot can load.")
      .source("facts.md T9000 [M]");
  table.boolean("starts_links", &P::starts_links)
      .help(
          "The links of the T9000 are silent until a command on its control links starts them, as "
          "a "
          "boot does; otherwise they begin with the run.")
      .source("facts.md C104 [M]");
  table.text("image").default_note("none").help(
      "File of bytes that a boot loads, from address 0 on, and reads back; beside the file that "
      "names it.");
  return table.into(std::move(type));
}

}  // namespace weft
