#include "testbench/watchdog/wait_graph.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace weft {
namespace {

using State = C104Core::InputState;

// A link that an error has stopped for good, as far as the hardware goes.
bool is_dead(const LinkCore& link, Time now) {
  const DsLinkParameters& parameters = link.parameters();
  return link.down(now) && parameters.form == LinkForm::ieee1355 && parameters.auto_restart == 0;
}

std::uint64_t transmitted(const LinkCore& link) {
  return link.counters().data + link.counters().ends;
}

}  // namespace

WaitGraph::WaitGraph(System& system)
    : platform_(&system.platform()), numbers_(platform_->components.size()) {
  const auto add = [&](const LinkEnd& end) {
    const auto router = system.routers().find(end.component);
    if (router == system.routers().end()) return none;
    auto& ports = numbers_[end.component];
    if (ports.size() <= end.port) ports.resize(end.port + 1, none);
    ports[end.port] = inputs_.size();
    inputs_.push_back({router->second, end, none});
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
  std::vector<Mark> marks;
  marks.reserve(inputs_.size());
  bool any = false;
  for (std::size_t i = 0; i < inputs_.size(); ++i) {
    marks.push_back(mark(inputs_[i], now));
    deadlocked_[i] = marks[i].stuck && marks[i] == marks_[i];
    any = any || deadlocked_[i];
  }
  marks_ = std::move(marks);
  result_.clear();
  if (!any) return result_;
  keep_closed(deadlocked_, now);
  for (std::size_t i = 0; i < inputs_.size(); ++i) {
    if (deadlocked_[i]) result_.push_back(i);
  }
  return result_;
}

WaitGraph::Mark WaitGraph::mark(const Input& input, Time now) const {
  const C104Core::InputStatus status = input.core->input_status(input.where.port);
  if (status.state == State::waiting) return {status.request <= now, status.tag.trace.id, 0};
  if (status.state != State::connected || !status.blocked) return {};
  const auto output = static_cast<unsigned>(status.output);
  return {true, status.tag.trace.id, transmitted(input.core->link_end(output))};
}

// Takes out whatever can move, until all that is left is waited for by what is left.
void WaitGraph::keep_closed(std::vector<bool>& stuck, Time now) const {
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t i = 0; i < inputs_.size(); ++i) {
      if (!stuck[i] || is_stuck(inputs_[i], stuck, now)) continue;
      stuck[i] = false;
      changed = true;
    }
  }
}

bool WaitGraph::is_stuck(const Input& input, const std::vector<bool>& stuck, Time now) const {
  const C104Core::InputStatus status = input.core->input_status(input.where.port);
  if (status.state == State::connected) {
    const auto output = static_cast<unsigned>(status.output);
    const LinkCore& link = input.core->link_end(output);
    if (is_dead(link, now)) return true;
    if (link.state() != LinkState::run || link.credit() != 0) return false;
    const std::size_t far = inputs_[number(input.where.component, output)].far;
    return far != none && stuck[far];
  }
  for (unsigned i = 0; i < status.interval.group_size; ++i) {
    const unsigned output = status.interval.first_link + i;
    if (is_dead(input.core->link_end(output), now)) continue;
    const int holder = input.core->connected_to(output);
    if (holder < 0 || !stuck[number(input.where.component, static_cast<unsigned>(holder))]) {
      return false;
    }
  }
  return true;
}

bool WaitGraph::routing(Time now) const {
  return std::any_of(inputs_.begin(), inputs_.end(), [now](const Input& input) {
    const C104Core::InputStatus status = input.core->input_status(input.where.port);
    return status.state == State::waiting && status.request > now;
  });
}

std::size_t WaitGraph::packets(const std::vector<std::size_t>& inputs) const {
  std::set<std::uint64_t> ids;
  for (const std::size_t i : inputs) ids.insert(marks_[i].packet);
  return ids.size();
}

// Of a hunt group the first link that is held.
std::size_t WaitGraph::output_waited_for(const Input& input) const {
  const C104Core::InputStatus status = input.core->input_status(input.where.port);
  if (status.state == State::connected) return static_cast<std::size_t>(status.output);
  for (unsigned i = 0; i < status.interval.group_size; ++i) {
    if (input.core->connected_to(status.interval.first_link + i) >= 0) {
      return status.interval.first_link + i;
    }
  }
  return status.interval.first_link;
}

std::size_t WaitGraph::next(std::size_t index) const {
  const Input& input = inputs_[index];
  const auto output = static_cast<unsigned>(output_waited_for(input));
  std::size_t following = none;
  if (input.core->input_status(input.where.port).state == State::connected) {
    following = inputs_[number(input.where.component, output)].far;
  } else if (const int holder = input.core->connected_to(output); holder >= 0) {
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
  const auto waits = std::find_if(way.begin(), way.end(), [this](std::size_t i) {
    const Input& input = inputs_[i];
    return input.core->input_status(input.where.port).state == State::waiting;
  });
  if (at != none && waits != way.end()) std::rotate(way.begin(), waits, way.end());
  return way;
}

std::vector<std::string> WaitGraph::describe_cycle(std::size_t most) const {
  std::vector<std::string> lines;
  bool told = false;  // by the line of the packet that waits for it
  for (const std::size_t i : chain()) {
    const Input& input = inputs_[i];
    const bool waits = input.core->input_status(input.where.port).state == State::waiting;
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
  const C104Core::InputStatus status = input.core->input_status(input.where.port);
  const auto output = static_cast<unsigned>(output_waited_for(input));
  const std::string who =
      fmt::format("{} ({})", name(input, input.where.port), packet_text(status));
  const std::size_t following = next(index);
  if (status.state == State::connected) {
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
                     packet_text(holder.core->input_status(holder.where.port)));
}

std::string WaitGraph::packet_text(const C104Core::InputStatus& status) const {
  const auto owner = std::find_if(
      platform_->processors.begin(), platform_->processors.end(), [&](const Processor& processor) {
        return processor.min_header <= status.header && status.header <= processor.max_header;
      });
  if (owner == platform_->processors.end()) return fmt::format("header {}", status.header);
  return fmt::format("header {}, to {}", status.header,
                     platform_->components[owner->component].name);
}

std::size_t WaitGraph::number(std::size_t component, unsigned port) const {
  return numbers_[component][port];
}

std::string WaitGraph::name(const Input& input, unsigned port) const {
  return fmt::format("{}.link{}", platform_->components[input.where.component].name, port);
}

}  // namespace weft
