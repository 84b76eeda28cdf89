#include "platforms/components/hypercube_deadlock.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include "hw/hypercube/buffer_deadlock.hpp"
#include "platforms/components/hypercube_nodes.hpp"
#include "platforms/netlist/input_error.hpp"

namespace weft {
namespace {

constexpr unsigned tried_degree = 5;

std::string text_of(const Platform& platform, const std::vector<HypercubeBufferWait>& circle) {
  std::string text;
  for (const HypercubeBufferWait& wait : circle) {
    const std::size_t node = hypercube_nodes_of(platform)[wait.node];
    text += fmt::format("{}{}.link{}", text.empty() ? "" : ", ", platform.components[node].name,
                        wait.port);
    if (wait.contrary) text += " (contrary)";
  }
  return text;
}

std::optional<HypercubeDeadlock> of_packets(const Platform& platform,
                                            HypercubeChipParameters parameters,
                                            const Place& place) {
  parameters.degree = std::min(parameters.degree, tried_degree);
  const auto circle = find_hypercube_deadlock(parameters);
  if (circle.empty()) return std::nullopt;
  return HypercubeDeadlock{
      place,
      fmt::format("packets that can wait for each other for ever, in the buffers of {}",
                  text_of(platform, circle)),
      "contrary_rule: true"};
}

std::optional<HypercubeDeadlock> of_circuits(const HypercubeChipParameters& parameters,
                                             const Place& place) {
  if (parameters.transport != HypercubeTransport::circuit ||
      parameters.routing != HypercubeRouting::adaptive ||
      parameters.precedence == HypercubePrecedence::creation) {
    return std::nullopt;
  }
  return HypercubeDeadlock{
      place, "adaptive circuits that keep their links while they wait for each other's",
      "precedence: creation"};
}

}  // namespace

std::optional<HypercubeDeadlock> hypercube_deadlock(const Platform& platform) {
  const ParameterValues* tried = nullptr;  // most share theirs
  for (const std::size_t component : hypercube_nodes_of(platform)) {
    const ParameterValues& given = *platform.components[component].parameters;
    if (&given == tried) continue;
    tried = &given;
    const HypercubeChipParameters parameters = hypercube_parameters(platform, component);
    auto found = carries_whole_messages(parameters.transport)
                     ? of_circuits(parameters, given.place("routing"))
                     : of_packets(platform, parameters, given.place("contrary_rule"));
    if (found) return found;
  }
  return std::nullopt;
}

void check_hypercube_deadlock(const Platform& platform) {
  if (platform.deadlock_allowed) return;
  const auto found = hypercube_deadlock(platform);
  if (!found) return;
  throw InputError(
      found->place, found->messages,
      fmt::format("expected `{}`, or `routing: {{deadlock: allowed}}`", found->instead));
}

}  // namespace weft
