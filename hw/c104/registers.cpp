#include "hw/c104/registers.hpp"

#include <stdexcept>
#include <string_view>

#include <fmt/format.h>

namespace weft {

namespace {

constexpr std::uint32_t page = 0x1000;
constexpr std::uint32_t table = 0x400;
constexpr std::uint32_t headers = 65'536;

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
  return link.header_bytes | (link.delete_header ? 4U : 0U) | (link.random_header ? 8U : 0U) |
         (link.external ? 16U : 0U);
}

std::uint32_t C104Registers::target_of(const Interval& interval) {
  return static_cast<std::uint32_t>(interval.action) | (interval.first_link << 8) |
         (interval.group_size << 16);
}

std::uint32_t C104Registers::read(std::uint32_t address) const {
  if (address % 4 != 0) no_register(address);
  if (address < page) return read_global(address);
  return read_link(link_at(address), address % page, address);
}

void C104Registers::write(std::uint32_t address, std::uint32_t value) {
  if (address % 4 != 0) no_register(address);
  if (address < page) return write_global(address, value);
  write_link(link_at(address), address % page, address, value);
}

unsigned C104Registers::link_at(std::uint32_t address) const {
  const unsigned link = address / page - 1;
  if (link >= core_->parameters().links) no_register(address);
  return link;
}

std::uint32_t C104Registers::read_global(std::uint32_t address) const {
  const C104Parameters& p = core_->parameters();
  switch (address) {
    case device: return 0x0104'0000U | p.links;
    case arbitration: return static_cast<std::uint32_t>(p.arbitration);
    case acknowledgement_priority: return p.acknowledgement_priority ? 1 : 0;
    case routing_latency: return static_cast<std::uint32_t>(p.routing_latency / p.clock);
    case clock: return static_cast<std::uint32_t>(p.clock);
    case buffers: return (p.output_buffer << 16) | p.input_buffer;
    case max_intervals: return p.max_intervals;
    case packets_routed: return static_cast<std::uint32_t>(core_->counters().packets_routed);
    case packets_discarded: return static_cast<std::uint32_t>(core_->counters().packets_discarded);
    case header_errors: return static_cast<std::uint32_t>(core_->counters().header_errors);
    default: no_register(address);
  }
}

void C104Registers::write_global(std::uint32_t address, std::uint32_t value) {
  C104Parameters& p = core_->configuration();
  switch (address) {
    case arbitration:
      require(value <= static_cast<std::uint32_t>(Arbitration::hops_first), "arbitration", value,
              "0 to 4");
      p.arbitration = static_cast<Arbitration>(value);
      return;
    case acknowledgement_priority:
      require(value <= 1, "acknowledgement priority", value, "0 or 1");
      p.acknowledgement_priority = value != 0;
      return;
    default:
      read_global(address);  // throws where there is none
      read_only(address);
  }
}

std::size_t C104Registers::interval_index(unsigned link, std::uint32_t offset,
                                          std::uint32_t address) const {
  const std::size_t index = (offset - table) / 8;
  if (offset < table || index >= core_->table(link).intervals().size()) no_register(address);
  return index;
}

std::uint32_t C104Registers::read_link(unsigned link, std::uint32_t offset,
                                       std::uint32_t address) const {
  const C104LinkParameters& own = core_->parameters().per_link[link];
  switch (offset) {
    case control: return control_of(own);
    case random_base: return own.random_base;
    case random_range: return own.random_range;
    case interval_count: return static_cast<std::uint32_t>(core_->table(link).intervals().size());
    case status: {
      const LinkCore& end = core_->link_end(link);
      return static_cast<std::uint32_t>(end.state()) |
             (static_cast<std::uint32_t>(end.error_flag()) << 4) | (end.credit() << 8);
    }
    default: break;
  }
  const std::size_t index = interval_index(link, offset, address);
  const Interval& interval = core_->table(link).intervals()[index];
  return offset % 8 == 0 ? interval.limit : target_of(interval);
}

void C104Registers::write_link(unsigned link, std::uint32_t offset, std::uint32_t address,
                               std::uint32_t value) {
  C104LinkParameters& own = core_->configuration().per_link[link];
  switch (offset) {
    case control: return write_control(link, value);
    case random_base:
      require(value < headers, "random base", value, "0 to 65535");
      own.random_base = value;
      return;
    case random_range:
      require(value >= 1 && value <= headers, "random range", value, "1 to 65536");
      own.random_range = value;
      return;
    case interval_count: {
      const unsigned most = core_->parameters().max_intervals;
      require(value <= most, "interval count", value, fmt::format("0 to {}", most));
      core_->table(link).own_intervals().resize(value, {headers, IntervalAction::invalid, 0, 1});
      return;
    }
    case status: read_only(address);
    case command:
      require(value == 1, "command", value, "1 (restart)");
      core_->link_end(link).restart();
      return;
    default: break;
  }
  const std::size_t index = interval_index(link, offset, address);
  Interval& interval = core_->table(link).own_intervals()[index];
  if (offset % 8 != 0) return write_target(interval, value);
  require(value >= 1 && value <= headers, "limit", value, "1 to 65536");
  interval.limit = value;
}

void C104Registers::write_control(unsigned link, std::uint32_t value) {
  const unsigned header_bytes = value & 3;
  require(value < 32 && (header_bytes == 1 || header_bytes == 2), "control", value,
          "bits 1-0 of 1 or 2, and bits 4-2");
  C104LinkParameters& own = core_->configuration().per_link[link];
  own.header_bytes = header_bytes;
  own.delete_header = (value & 4) != 0;
  own.random_header = (value & 8) != 0;
  own.external = (value & 16) != 0;
}

void C104Registers::write_target(Interval& interval, std::uint32_t value) {
  const unsigned links = core_->parameters().links;
  const unsigned first = (value >> 8) & 0xff;
  const unsigned size = (value >> 16) & 0xff;
  require((value & 0xff00'00fcU) == 0, "target", value, "bits 1-0, 15-8 and 23-16 only");
  require(size >= 1 && first + size <= links, "target", value,
          fmt::format("a hunt group of 1 or more links within 0 to {}", links - 1));
  interval = {interval.limit, static_cast<IntervalAction>(value & 3), first, size};
}

}  // namespace weft
