#include "platforms/registry/parameter_table.hpp"
#include "testbench/workloads/basic_transfer.hpp"
#include "testbench/workloads/basic_transfer_plan.hpp"

namespace weft {

ComponentType basic_transfer_type() {
  using P = BasicTransferParameters;
  ComponentType type =
      make_type(TypeRole::workload, "basic_transfer",
                "A basic transfer of the copy-transfer model at once on all nodes with memory.");
  type.check_on = [](const ParameterValues& values, const Platform& platform) {
    plan_basic_transfer(values.to_struct<P>(), values, platform);
  };
  type.make_workload = [](System& system,
                          const ParameterValues& values) -> std::unique_ptr<Workload> {
    const P parameters = values.to_struct<P>();
    return std::make_unique<BasicTransferRun>(
        system, parameters, plan_basic_transfer(parameters, values, system.platform()));
  };

  ParameterTable<P> table;
  table.text("transfer", &P::transfer)
      .help("What nodes do: copy (1C64), or send by a processor (1S0) or an engine (1F0).")
      .source("Stricker and Gross 1995, 3.2");
  table.text("receive", &P::receive)
      .help("How what is sent is received, by a processor (0R64) or an engine (0D64).")
      .source("Stricker and Gross 1995, 3.2");
  table.count("words", &P::words)
      .between(1, 1U << 24U)
      .help("Words of 64 bits that each node moves.");
  table.bytes("memory", &P::memory)
      .between(1U << 16U, std::uint64_t{1} << 40U)
      .help("Of each memory, used in four quarters.");
  return table.into(std::move(type));
}

}  // namespace weft
