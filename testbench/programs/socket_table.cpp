#include "testbench/programs/socket_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <stdexcept>

#include "platforms/netlist/input_error.hpp"

namespace weft {
namespace {

std::size_t channels_of(const T9000Parameters& parameters) {
  if (parameters.addressing == Addressing::processor) {
    return std::numeric_limits<std::size_t>::max();  // the number is not in the header
  }
  return std::size_t{parameters.max_header} - parameters.min_header + 1;
}

}  // namespace

SocketTable::SocketTable(std::vector<Endpoint> processors, Place place, Time local_copying)
    : processors_(std::move(processors)),
      place_(std::move(place)),
      local_copying_(local_copying),
      next_channel_(processors_.size(), 0) {
  headers_.reserve(size());
  for (const Endpoint& one : processors_) {
    const T9000Parameters& parameters = one.core->parameters();
    headers_.push_back({parameters.min_header, parameters.addressing == Addressing::channel});
  }
}

std::pair<Socket, Socket> SocketTable::connect(std::size_t a, std::size_t b) {
  connected_ = true;
  T9000Core& core_a = core(a);
  if (a == b) {
    const std::size_t buffer = core_a.parameters().receive_buffer;
    LocalChannel& there = local_channels_.emplace_back(core_a.processor(), local_copying_, buffer);
    LocalChannel& back = local_channels_.emplace_back(core_a.processor(), local_copying_, buffer);
    return {Socket(core_a, there, back), Socket(core_a, back, there)};
  }
  require_channels(a, std::size_t{next_channel_[a]} + 1);
  require_channels(b, std::size_t{next_channel_[b]} + 1);
  const unsigned channel_a = next_channel_[a]++;
  const unsigned channel_b = next_channel_[b]++;
  return {open(a, channel_a, b, channel_b), open(b, channel_b, a, channel_a)};
}

void SocketTable::reserve_any_to_any(unsigned side_by_side) {
  if (connected_) throw std::logic_error("any-to-any sockets after others");
  const auto processors = static_cast<unsigned>(size());
  const unsigned most = std::numeric_limits<unsigned>::max() / std::max(processors, 1U);
  any_to_any_ = side_by_side == no_end ? most : side_by_side;
  for (std::size_t i = 0; i < size(); ++i) {
    require_channels(i, std::size_t{processors} * any_to_any_);
    next_channel_[i] = processors * any_to_any_;
    core(i).open_on_demand(any_channels_.emplace_back(*this, i), next_channel_[i]);
  }
}

Socket SocketTable::to(std::size_t from, std::size_t other) {
  if (any_to_any_ == 0 || from == other) throw std::logic_error("no such any-to-any socket");
  return {core(from), static_cast<unsigned>(other)};
}

Socket SocketTable::idle_to(std::size_t from, std::size_t other) {
  unsigned channel = to(from, other).channel();
  const auto step = static_cast<unsigned>(size());
  const unsigned last = channel + (any_to_any_ - 1) * step;
  while (channel != last && core(from).sends_on(channel)) channel += step;
  return {core(from), channel};
}

void SocketTable::require_channels(std::size_t processor, std::size_t needed) const {
  const std::size_t channels = channels_of(processors_[processor].core->parameters());
  if (needed <= channels) return;
  throw InputError(
      place_,
      fmt::format("a workload that needs {} or more virtual channels at '{}', which has {}", needed,
                  processors_[processor].name, channels),
      "expected fewer connections, `routing: {channels: }` of more, or "
      "`routing: {addressing: processor}`");
}

Socket SocketTable::open(std::size_t processor, unsigned channel, std::size_t far,
                         unsigned far_channel) {
  const ChannelEnd end = end_at(far, far_channel);
  core(processor).open(channel, end.header, end.channel);
  return {core(processor), channel};
}

}  // namespace weft
