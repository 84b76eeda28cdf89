#include "testbench/waveforms/vcd_writer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <iterator>
#include <stdexcept>

namespace weft {
namespace {

constexpr unsigned widest = 64;

// Identifiers are written in the 94 printable characters from '!' on, least digit first.
std::array<char, 6> identifier(VcdWriter::Variable number) {
  std::array<char, 6> code{};
  auto digit = code.begin();
  do {
    *digit++ = static_cast<char>('!' + number % 94);
    number /= 94;
  } while (number != 0);
  return code;
}

std::string range_text(unsigned bits, unsigned lowest) {
  if (bits == 1 && lowest == 0) return {};
  return bits == 1 ? fmt::format("[{}]", lowest)
                   : fmt::format("[{}:{}]", lowest + bits - 1, lowest);
}

// A comment cannot hold what would end it.
std::string one_line(std::string_view text) {
  std::string line(text);
  const auto unfit = [](char c) { return c == '$' || static_cast<unsigned char>(c) < ' '; };
  std::replace_if(line.begin(), line.end(), unfit, ' ');
  return line;
}

}  // namespace

VcdWriter::VcdWriter(OutputFile& file, TraceWindow window, std::string_view comment)
    : file_(&file), window_(window), comment_(one_line(comment)), nodes_(1) {}

VcdWriter::Variable VcdWriter::declare(std::string_view name, unsigned bits, unsigned lowest) {
  if (bits == 0 || bits > widest) throw std::logic_error("a VCD variable has 1 to 64 bits");
  if (begun_) throw std::logic_error("VCD variables are declared before the first change");
  std::size_t scope = 0;
  for (auto dot = name.find('.'); dot != std::string_view::npos; dot = name.find('.')) {
    scope = child_scope(scope, name.substr(0, dot));
    name.remove_prefix(dot + 1);
  }
  const auto variable = static_cast<Variable>(values_.size());
  nodes_[scope].variables.emplace_back(name, variable);
  Value entry;
  entry.bits = static_cast<std::uint8_t>(bits);
  entry.lowest = static_cast<std::uint16_t>(lowest);
  entry.mask = ~std::uint64_t{0} >> (widest - bits);
  entry.code = identifier(variable);
  values_.push_back(entry);
  return variable;
}

// Looks at the youngest first: names mostly come in order.
std::size_t VcdWriter::child_scope(std::size_t parent, std::string_view name) {
  const auto& children = nodes_[parent].children;
  const auto found = std::find_if(children.rbegin(), children.rend(),
                                  [&](std::size_t child) { return nodes_[child].name == name; });
  if (found != children.rend()) return *found;
  nodes_.push_back({std::string(name), {}, {}});
  nodes_[parent].children.push_back(nodes_.size() - 1);
  return nodes_.size() - 1;
}

std::string VcdWriter::name_with_range(std::string_view name, unsigned bits, unsigned lowest) {
  return fmt::format("{}{}", name, range_text(bits, lowest));
}

void VcdWriter::advance(Time time) {
  if (time < now_) {
    throw std::logic_error(fmt::format("VCD: a change at {} ps after one at {} ps", time, now_));
  }
  if (begun_) {
    write_changes();
  } else if (time > window_.start) {
    begin();
  }
  now_ = time;
}

void VcdWriter::begin() {
  begun_ = true;
  file_->write(
      fmt::format("$version Weft $end\n$comment {} $end\n$timescale 1ps $end\n", comment_));
  write_scope(nodes_.front());
  file_->write("$enddefinitions $end\n");
  write_time(window_.start);
  file_->write("$dumpvars\n");
  for (Value& entry : values_) write_value(entry);
  file_->write("$end\n");
}

void VcdWriter::write_scope(const Node& node) {
  for (const auto& [name, variable] : node.variables) {
    const Value& entry = values_[variable];
    const std::string range = range_text(entry.bits, entry.lowest);
    file_->write(fmt::format("$var wire {} {} {}{}{} $end\n", unsigned{entry.bits},
                             entry.code.data(), name, range.empty() ? "" : " ", range));
  }
  for (const std::size_t child : node.children) {
    file_->write(fmt::format("$scope module {} $end\n", nodes_[child].name));
    write_scope(nodes_[child]);
    file_->write("$upscope $end\n");
  }
}

void VcdWriter::write_changes() {
  bool time_written = false;
  for (const Variable variable : changed_) {
    Value& entry = values_[variable];
    entry.changed = false;
    if (entry.written_known && entry.written == entry.value) continue;
    if (!time_written) write_time(now_);
    time_written = true;
    write_value(entry);
  }
  changed_.clear();
}

void VcdWriter::write_time(Time time) {
  written_time_ = time;
  fmt::memory_buffer line;
  fmt::format_to(std::back_inserter(line), "#{}\n", time);
  file_->write({line.data(), line.size()});
}

void VcdWriter::write_value(Value& entry) {
  std::array<char, widest + 10> line;
  char* end = line.data();
  if (entry.bits > 1) *end++ = 'b';
  if (entry.known) {
    const auto digits = static_cast<unsigned>(std::bit_width(entry.value | 1U));
    for (unsigned bit = digits; bit-- > 0;) {
      *end++ = static_cast<char>('0' + ((entry.value >> bit) & 1U));
    }
  } else {
    *end++ = 'x';
  }
  if (entry.bits > 1) *end++ = ' ';
  for (const char* code = entry.code.data(); *code != '\0'; ++code) *end++ = *code;
  *end++ = '\n';
  file_->write({line.data(), static_cast<std::size_t>(end - line.data())});
  entry.written = entry.value;
  entry.written_known = entry.known;
}

void VcdWriter::finish(Time end) {
  if (!begun_) begin();
  write_changes();
  const Time last = std::min(end, window_.stop);
  if (last > written_time_) write_time(last);
}

}  // namespace weft
