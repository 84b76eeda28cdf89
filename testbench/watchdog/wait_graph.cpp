#include "testbench/watchdog/wait_graph.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace weft {

using State = StandingPacket::State;

// At the first look: a run without looks has no use for it.
void WaitGraph::gather() {
  numbers_.resize(platform_->components.size());
  const auto add = [this](const LinkEnd& end) {
    const PortWaits* router = system_->find<PortWaits>(end.component);
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
  marks_.resize(inputs_.size());
  deadlocked_.resize(inputs_.size());
}

const std::vector<std::size_t>& WaitGraph::look(Time now) {
  if (numbers_.empty()) gather();
  now_ = now;
  std::vector<Mark> marks;
  marks.reserve(inputs_.size());
  bool any = false;
  for (std::size_t i = 0; i < inputs_.size(); ++i) {
    marks.push_back(mark(i));
    deadlocked_[i] = marks[i].stuck && marks[i] == marks_[i];
    any = any || deadlocked_[i];
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
  switch (packet.state) {
    case State::none: return {};
    case State::routing: return {false, packet.id, 0};
    case State::waits: return {true, packet.id, 0};
    case State::crosses: break;
  }
  return {true, packet.id, output_of(inputs_[input], packet.output).moved};
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
    const OutputState output = output_of(input, packet.output);
    if (output.dead) return true;
    if (!output.full) return false;
    const std::size_t far = inputs_[number(input.where.component, packet.output)].far;
    return far != none && stuck[far];
  }
  for (unsigned i = 0; i < packet.outputs; ++i) {
    const OutputState output = output_of(input, packet.output + i);
    if (output.dead) continue;
    if (output.holder < 0 ||
        !stuck[number(input.where.component, static_cast<unsigned>(output.holder))]) {
      return false;
    }
  }
  return true;
}

bool WaitGraph::routing(Time now) const {
  return std::any_of(inputs_.begin(), inputs_.end(), [now](const Input& input) {
    return input.router->packet_at(input.where.port, now).state == State::routing;
  });
}

std::size_t WaitGraph::packets(const std::vector<std::size_t>& inputs) const {
  std::set<std::uint64_t> ids;
  for (const std::size_t i : inputs) ids.insert(marks_[i].packet);
  return ids.size();
}

// Of a hunt group the first link that is held.
unsigned WaitGraph::output_waited_for(std::size_t input) const {
  const StandingPacket packet = packet_at(input);
  for (unsigned i = 0; packet.state == State::waits && i < packet.outputs; ++i) {
    if (output_of(inputs_[input], packet.output + i).holder >= 0) return packet.output + i;
  }
  return packet.output;
}

std::size_t WaitGraph::next(std::size_t index) const {
  const Input& input = inputs_[index];
  const unsigned output = output_waited_for(index);
  std::size_t following = none;
  if (packet_at(index).state == State::crosses) {
    following = inputs_[number(input.where.component, output)].far;
  } else if (const int holder = output_of(input, output).holder; holder >= 0) {
    following = number(input.where.component, static_cast<unsigned>(holder));
  }
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
    const bool waits = packet_at(i).state == State::waits;
    if (!told) lines.push_back(line(i));
    told = waits && next(i) != none;
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
  return fmt::format("{}, held by link{} ({})", wanted, holder.where.port,
                     packet_text(packet_at(following)));
}

std::string WaitGraph::packet_text(const StandingPacket& packet) const {
  const auto owner = std::find_if(
      platform_->processors.begin(), platform_->processors.end(), [&](const Processor& processor) {
        return processor.min_header <= packet.header && packet.header <= processor.max_header;
      });
  if (owner == platform_->processors.end()) return fmt::format("header {}", packet.header);
  return fmt::format("header {}, to {}", packet.header,
                     platform_->components[owner->component].name);
}

std::size_t WaitGraph::number(std::size_t component, unsigned port) const {
  return numbers_[component][port];
}

std::string WaitGraph::name(const Input& input, unsigned port) const {
  return fmt::format("{}.link{}", platform_->components[input.where.component].name, port);
}

}  // namespace weft
