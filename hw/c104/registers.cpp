#include "hw/c104/registers.hpp"

#include <stdexcept>
#include <string_view>

#include <fmt/format.h>

#include "hw/c104/hunt_groups.hpp"

namespace weft {

namespace {

namespace map = c104_map;

constexpr std::uint32_t headers = 65'536;

// of the two registers of an interval
bool is_limit(std::uint32_t offset) {
  return (offset - map::link::limit::at) % map::link::limit::every == 0;
}

[[noreturn]] void no_register(std::uint32_t address) {
  throw std::out_of_range(fmt::format("C104 has no register at address {:#06x}", address));
}

[[noreturn]] void read_only(std::uint32_t address) {
  throw std::invalid_argument(
      fmt::format("C104 register at address {:#06x} cannot be written", address));
}

void require(bool holds, std::string_view name, std::uint32_t value, std::string_view expected) {
  if (holds) return;
  throw std::invalid_argument(
      fmt::format("C104 register `{}` cannot hold {:#x}: expected {}", name, value, expected));
}

}  // namespace

std::uint32_t C104Registers::control_of(const C104LinkParameters& link) {
  namespace bits = map::link::control;
  return bits::header_bytes.in(link.header_bytes) | bits::delete_header.in(link.delete_header) |
         bits::random_header.in(link.random_header) | bits::external.in(link.external);
}

std::uint32_t C104Registers::target_of(const Interval& interval) {
  namespace bits = map::link::target;
  return bits::action.in(static_cast<std::uint32_t>(interval.action)) |
         bits::first.in(interval.first_link) | bits::size.in(interval.group_size);
}

std::uint32_t C104Registers::read(std::uint32_t address) const {
  if (address % 4 != 0) no_register(address);
  if (address < map::link::at) return read_global(address);
  return read_link(link_at(address), map::address::select.of(address), address);
}

void C104Registers::write(std::uint32_t address, std::uint32_t value) {
  if (address % 4 != 0) no_register(address);
  if (address < map::link::at) {
    write_global(address, value);
  } else {
    write_link(link_at(address), map::address::select.of(address), address, value);
  }
  switch_->register_written(address, value);
}

void C104Registers::reset() {
  write(arbitration, map::shared::arbitration::reset);
  write(acknowledgement_priority, map::shared::acknowledgement_priority::reset);
  for (unsigned link = 0; link < parameters().links; ++link) {
    const std::uint32_t base = link_base(link);
    write(base + control, map::link::control::reset);
    write(base + random_base, map::link::random_base::reset);
    write(base + random_range, map::link::random_range::reset);
    write(base + interval_count, map::link::interval_count::reset);
  }
}

unsigned C104Registers::link_at(std::uint32_t address) const {
  const unsigned link = (address - map::link::at) / map::link::every;
  if (link >= parameters().links) no_register(address);
  return link;
}

std::uint32_t C104Registers::read_global(std::uint32_t address) const {
  const C104Parameters& p = parameters();
  switch (address) {
    case device: return map::shared::device::reset | map::shared::device::links.in(p.links);
    case arbitration: return static_cast<std::uint32_t>(p.arbitration);
    case acknowledgement_priority: return p.acknowledgement_priority ? 1 : 0;
    case routing_latency: return static_cast<std::uint32_t>(p.routing_latency / p.clock);
    case clock: return static_cast<std::uint32_t>(p.clock);
    case buffers:
      return map::shared::buffers::output.in(p.output_buffer) |
             map::shared::buffers::input.in(p.input_buffer);
    case max_intervals: return p.max_intervals;
    case packets_routed: return static_cast<std::uint32_t>(switch_->counters().packets_routed);
    case packets_discarded:
      return static_cast<std::uint32_t>(switch_->counters().packets_discarded);
    case header_errors: return static_cast<std::uint32_t>(switch_->counters().header_errors);
    default: no_register(address);
  }
}

void C104Registers::write_global(std::uint32_t address, std::uint32_t value) {
  switch (address) {
    case arbitration:
      require(value <= static_cast<std::uint32_t>(Arbitration::hops_first), "arbitration", value,
              "0 to 4");
      require(value == 0 || !switch_->is_fifo_only(), "arbitration", value, "0, in Verilog");
      configuration().arbitration = static_cast<Arbitration>(value);
      return;
    case acknowledgement_priority:
      require(value <= 1, "acknowledgement priority", value, "0 or 1");
      require(value == 0 || !switch_->is_fifo_only(), "acknowledgement priority", value,
              "0, in Verilog");
      configuration().acknowledgement_priority = value != 0;
      return;
    default:
      read_global(address);  // throws where there is none
      read_only(address);
  }
}

std::size_t C104Registers::interval_index(unsigned link, std::uint32_t offset,
                                          std::uint32_t address) const {
  const std::size_t index = (offset - map::link::limit::at) / map::link::limit::every;
  if (offset < map::link::limit::at || index >= switch_->policy().table(link).size())
    no_register(address);
  return index;
}

std::uint32_t C104Registers::read_input(unsigned link) const {
  namespace bits = map::link::input;
  using State = SwitchInputState;
  const SwitchInputHead head = switch_->input_head(link);
  std::uint32_t value = bits::state.in(static_cast<std::uint32_t>(head.state));
  if (head.state == State::waiting || head.state == State::connected) {
    value |= bits::header.in(head.header);
  }
  if (head.state == State::connected) {
    value |= bits::output.in(head.output) | bits::full.in(head.full ? 1 : 0);
  }
  return value;
}

std::uint32_t C104Registers::read_link(unsigned link, std::uint32_t offset,
                                       std::uint32_t address) const {
  const C104LinkParameters& own = parameters().per_link[link];
  switch (offset) {
    case control: return control_of(own);
    case random_base: return own.random_base;
    case random_range: return own.random_range;
    case interval_count: return static_cast<std::uint32_t>(switch_->policy().table(link).size());
    case status: {
      const SwitchLinkStatus end = switch_->link_status(link);
      namespace bits = map::link::status;
      return bits::state.in(static_cast<std::uint32_t>(end.state)) |
             bits::error.in(static_cast<std::uint32_t>(end.error)) | bits::credit.in(end.credit);
    }
    case input: return read_input(link);
    default: break;
  }
  const std::size_t index = interval_index(link, offset, address);
  const Interval& interval = switch_->policy().table(link)[index];
  return is_limit(offset) ? interval.limit : target_of(interval);
}

void C104Registers::write_link(unsigned link, std::uint32_t offset, std::uint32_t address,
                               std::uint32_t value) {
  switch (offset) {
    case control: return write_control(link, value);
    case random_base:
      require(value < headers, "random base", value, "0 to 65535");
      configuration().per_link[link].random_base = value;
      return;
    case random_range:
      require(value >= 1 && value <= headers, "random range", value, "1 to 65536");
      configuration().per_link[link].random_range = value;
      return;
    case interval_count: {
      const unsigned most = parameters().max_intervals;
      require(value <= most, "interval count", value, fmt::format("0 to {}", most));
      switch_->policy_to_write().table(link).own_intervals().resize(
          value, {headers, IntervalAction::invalid, 0, 1});
      return;
    }
    case status:
    case input: read_only(address);
    case command:
      require(value == 1, "command", value, "1 (restart)");
      switch_->start_link(link);
      return;
    default: break;
  }
  const std::size_t index = interval_index(link, offset, address);
  if (!is_limit(offset)) return write_interval(link, index, with_target(link, index, value));
  require(value >= 1 && value <= headers, "limit", value, "1 to 65536");
  Interval written = switch_->policy().table(link)[index];
  written.limit = value;
  write_interval(link, index, written);
}

void C104Registers::write_interval(unsigned link, std::size_t index, const Interval& written) {
  switch_->policy_to_write().table(link).own_intervals()[index] = written;
}

void C104Registers::write_control(unsigned link, std::uint32_t value) {
  namespace bits = map::link::control;
  constexpr std::uint32_t all = bits::header_bytes.mask() | bits::delete_header.mask() |
                                bits::random_header.mask() | bits::external.mask();
  const unsigned header_bytes = bits::header_bytes.of(value);
  require((value & ~all) == 0 && (header_bytes == 1 || header_bytes == 2), "control", value,
          "bits 1-0 of 1 or 2, and bits 4-2");
  C104LinkParameters& own = configuration().per_link[link];
  own.header_bytes = header_bytes;
  own.delete_header = bits::delete_header.of(value) != 0;
  own.random_header = bits::random_header.of(value) != 0;
  own.external = bits::external.of(value) != 0;
}

// The interval with another target.
Interval C104Registers::with_target(unsigned link, std::size_t index, std::uint32_t value) const {
  const unsigned links = parameters().links;
  namespace bits = map::link::target;
  constexpr std::uint32_t all = bits::action.mask() | bits::first.mask() | bits::size.mask();
  const unsigned first = bits::first.of(value);
  const unsigned size = bits::size.of(value);
  require((value & ~all) == 0, "target", value, "bits 1-0, 15-8 and 23-16 only");
  require(size >= 1 && first + size <= links, "target", value,
          fmt::format("a hunt group of 1 or more links within 0 to {}", links - 1));
  const Interval written{switch_->policy().table(link)[index].limit,
                         static_cast<IntervalAction>(bits::action.of(value)), first, size};
  require_apart(link, index, written, value);
  return written;
}

// From the groups of all other intervals, as check_parameters has it for those of the start.
void C104Registers::require_apart(unsigned replaced_link, std::size_t replaced,
                                  const Interval& written, std::uint32_t value) const {
  const C104Parameters& p = parameters();
  if (p.overlapping_groups || written.action != IntervalAction::route) return;
  for (unsigned link = 0; link < p.links; ++link) {
    const IntervalTable& table = switch_->policy().table(link);
    for (std::size_t index = 0; index < table.size(); ++index) {
      const Interval& other = table[index];
      const bool is_replaced = link == replaced_link && index == replaced;
      if (is_replaced || other.action != IntervalAction::route) continue;
      const bool apart = (other.links() & written.links()) == 0 || other.links() == written.links();
      require(apart, "target", value,
              fmt::format("no group that overlaps {} of link{}, as {} does",
                          text_of_links(other.links()), link, text_of_links(written.links())));
    }
  }
}

}  // namespace weft
