#include "testbench/watchdog/wait_graph.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <set>

#include "platforms/processors.hpp"
#include "testbench/watchdog/settling_time.hpp"

namespace weft {

using State = StandingPacket::State;

// At the first look: a run without looks has no use for it.
void WaitGraph::gather() {
  numbers_.resize(platform_->components.size());
  std::vector<const PortWaits*> routers(platform_->components.size());
  for (const auto& [component, router] : system_->all<PortWaits>()) routers[component] = router;
  const auto add = [this, &routers](const LinkEnd& end) {
    const PortWaits* router = routers[end.component];
    if (router == nullptr) return none;
    auto& ports = numbers_[end.component];
    if (ports.size() <= end.port) ports.resize(end.port + 1, none);
    ports[end.port] = inputs_.size();
    inputs_.push_back({router, end, none});
    return ports[end.port];
  };
  for (const LinkSpec& link : platform_->links) {
    const std::size_t from = add(link.from);
    const std::size_t to = add(link.to);
    if (from != none) inputs_[from].far = to;
    if (to != none) inputs_[to].far = from;
  }
  settled_ = settling_time(*system_);
  marks_.resize(inputs_.size());
  deadlocked_.resize(inputs_.size());
}

const std::vector<std::size_t>& WaitGraph::look(Time now) {
  if (numbers_.empty()) gather();
  now_ = now;
  std::vector<Mark> marks;
  marks.reserve(inputs_.size());
  bool any = false;
  any_stuck_ = false;
  for (std::size_t i = 0; i < inputs_.size(); ++i) {
    marks.push_back(mark(i));
    if (marks[i].same(marks_[i])) marks[i].since = marks_[i].since;
    deadlocked_[i] = marks[i].stuck && marks[i].since + settled_ <= now;
    any = any || deadlocked_[i];
    any_stuck_ = any_stuck_ || marks[i].stuck;
  }
  marks_ = std::move(marks);
  result_.clear();
  if (!any) return result_;
  keep_closed(deadlocked_);
  for (std::size_t i = 0; i < inputs_.size(); ++i) {
    if (deadlocked_[i]) result_.push_back(i);
  }
  return result_;
}

StandingPacket WaitGraph::packet_at(std::size_t input) const {
  return inputs_[input].router->packet_at(inputs_[input].where.port, now_);
}

WaitGraph::Mark WaitGraph::mark(std::size_t input) const {
  const StandingPacket packet = packet_at(input);
  const std::uint64_t id = packet.tag.trace.id;
  switch (packet.state) {
    case State::none: return {false, 0, 0, now_};
    case State::routing: return {false, id, 0, now_};
    case State::waits: return {packet.outputs != 0, id, 0, now_};
    case State::crosses: break;
  }
  return {true, id, output_of(inputs_[input], packet.output()).moved, now_};
}

// Takes out whatever can move, until all that is left is waited for by what is left.
void WaitGraph::keep_closed(std::vector<bool>& stuck) const {
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t i = 0; i < inputs_.size(); ++i) {
      if (!stuck[i] || is_stuck(i, stuck)) continue;
      stuck[i] = false;
      changed = true;
    }
  }
}

bool WaitGraph::is_stuck(std::size_t index, const std::vector<bool>& stuck) const {
  const Input& input = inputs_[index];
  const StandingPacket packet = packet_at(index);
  if (packet.state == State::crosses) {
    const OutputState output = output_of(input, packet.output());
    if (output.dead) return true;
    const std::size_t far = far_input(input, packet.output());
    return output.full && far != none && stuck[far];
  }
  for (std::uint64_t left = packet.outputs; left != 0; left &= left - 1) {
    if (!is_blocked(input, static_cast<unsigned>(std::countr_zero(left)), stuck)) return false;
  }
  return true;
}

// For a packet that waits.
bool WaitGraph::is_blocked(const Input& input, unsigned port,
                           const std::vector<bool>& stuck) const {
  const OutputState output = output_of(input, port);
  if (output.dead) return true;
  if (output.holder >= 0) {
    return stuck[number(input.where.component, static_cast<unsigned>(output.holder))];
  }
  const std::size_t far = far_input(input, port);
  return output.awaits_room && far != none && stuck[far];
}

std::size_t WaitGraph::packets(const std::vector<std::size_t>& inputs) const {
  std::set<std::uint64_t> ids;
  for (const std::size_t i : inputs) ids.insert(marks_[i].packet);
  return ids.size();
}

// Of a hunt group the first link that is not down.
unsigned WaitGraph::output_waited_for(std::size_t input) const {
  const StandingPacket packet = packet_at(input);
  for (std::uint64_t left = packet.outputs; left != 0; left &= left - 1) {
    const auto output = static_cast<unsigned>(std::countr_zero(left));
    if (!output_of(inputs_[input], output).dead) return output;
  }
  return packet.output();
}

// Whether the one that follows has the output, and is not at its far end.
bool WaitGraph::is_held(std::size_t index) const {
  return packet_at(index).state == State::waits &&
         output_of(inputs_[index], output_waited_for(index)).holder >= 0;
}

std::size_t WaitGraph::next(std::size_t index) const {
  const Input& input = inputs_[index];
  const unsigned output = output_waited_for(index);
  const OutputState state = output_of(input, output);
  if (state.dead) return none;
  const std::size_t following =
      is_held(index) ? number(input.where.component, static_cast<unsigned>(state.holder))
                     : far_input(input, output);
  return following != none && deadlocked_[following] ? following : none;
}

// Around a cycle, from a packet that waits for an output; or up to where it ends.
std::vector<std::size_t> WaitGraph::chain() const {
  std::vector<std::size_t> way;
  std::size_t at = result_.front();
  for (; at != none; at = next(at)) {
    const auto seen = std::find(way.begin(), way.end(), at);
    if (seen == way.end()) {
      way.push_back(at);
      continue;
    }
    way.erase(way.begin(), seen);
    break;
  }
  const auto waits = std::find_if(
      way.begin(), way.end(), [this](std::size_t i) { return packet_at(i).state == State::waits; });
  if (at != none && waits != way.end()) std::rotate(way.begin(), waits, way.end());
  return way;
}

std::vector<std::string> WaitGraph::describe_cycle(std::size_t most) const {
  std::vector<std::string> lines;
  bool told = false;  // by the line of the packet that waits for it
  for (const std::size_t i : chain()) {
    if (!told) lines.push_back(line(i));
    told = is_held(i) && next(i) != none;
  }
  if (lines.size() > most) {
    const std::size_t left = lines.size() - most + 1;
    lines.resize(most - 1);
    lines.push_back(fmt::format("... and {} more around the same cycle", left));
  }
  return lines;
}

std::string WaitGraph::line(std::size_t index) const {
  const Input& input = inputs_[index];
  const StandingPacket packet = packet_at(index);
  const unsigned output = output_waited_for(index);
  const std::string who =
      fmt::format("{} ({})", name(input, input.where.port), packet_text(packet));
  const std::size_t following = next(index);
  if (packet.state == State::crosses) {
    if (following == none) {
      return fmt::format("{} crosses to {}, which is down", who, name(input, output));
    }
    const Input& far = inputs_[following];
    return fmt::format("{} crosses to {} and waits for room at {}", who, name(input, output),
                       name(far, far.where.port));
  }
  const std::string wanted = fmt::format("{} waits for {}", who, name(input, output));
  if (following == none) return fmt::format("{}, which is down", wanted);
  const Input& holder = inputs_[following];
  if (!is_held(index)) {
    return fmt::format("{} and for room at {}", wanted, name(holder, holder.where.port));
  }
  return fmt::format("{}, held by link{} ({})", wanted, holder.where.port,
                     packet_text(packet_at(following)));
}

std::string WaitGraph::packet_text(const StandingPacket& packet) const {
  const auto owner = std::find_if(processors_of(*platform_).begin(),
                                  processors_of(*platform_).end(), [&](const Processor& processor) {
                                    return processor.min_header <= packet.header &&
                                           packet.header <= processor.max_header;
                                  });
  if (owner == processors_of(*platform_).end()) return fmt::format("header {}", packet.header);
  return fmt::format("header {}, to {}", packet.header,
                     platform_->components[owner->component].name);
}

std::size_t WaitGraph::number(std::size_t component, unsigned port) const {
  return numbers_[component][port];
}

std::size_t WaitGraph::far_input(const Input& input, unsigned output) const {
  const auto& ports = numbers_[input.where.component];
  return output < ports.size() && ports[output] != none ? inputs_[ports[output]].far : none;
}

std::string WaitGraph::name(const Input& input, unsigned port) const {
  return fmt::format("{}.link{}", platform_->components[input.where.component].name, port);
}

}  // namespace weft
