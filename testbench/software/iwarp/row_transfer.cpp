#include "testbench/software/iwarp/row_transfer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <numeric>
#include <stdexcept>
#include <vector>

#include "hw/common/random.hpp"
#include "platforms/components/cells.hpp"
#include "platforms/components/iwarp_cells.hpp"
#include "platforms/pathways/standing_pathways.hpp"
#include "testbench/programs/pathway_programs.hpp"

namespace weft {
namespace {

using Shared = RowTransfer::Shared;

/// Data word of a row by the cell whose part it is in, and its place there.
std::uint32_t value_of(std::uint64_t row, unsigned cell, std::uint32_t place) {
  const std::uint64_t name = row << 32U ^ std::uint64_t{cell} << 16U ^ place;
  return static_cast<std::uint32_t>(component_seed(name, ""));
}

Program write_part(CellProcess& cell, std::uint64_t row, unsigned owner, std::uint32_t words) {
  for (std::uint32_t i = 0; i < words; ++i) co_await cell.write(0, value_of(row, owner, i));
}

Program read_part(CellProcess& cell, std::uint64_t row, unsigned owner, Shared& shared) {
  std::uint32_t value = 0;
  for (std::uint32_t i = 0; i < shared.parameters.words; ++i) {
    co_await read_data(cell, 0, value);
    shared.check(value, row, owner, i, cell.now());
  }
}

Program read_marker(CellProcess& cell, WordTag tag) {
  const Word word = co_await cell.read(0);
  if (word.tag != tag) throw std::runtime_error("a row has not the length that it should have");
}

/// The channel that the cell's own one is linked to.
unsigned output_of(const CellProcess& cell, unsigned own) {
  return static_cast<unsigned>(cell.agent().output_of(own));
}

// The pathway that came in is at its end; the one out is still this cell's.
Program close_joint(CellProcess& cell, unsigned own, unsigned output) {
  co_await cell.await_event(events(AgentEvent::pathway_end));
  co_await cell.join(own, output);
  co_await cell.send_marker(own, WordTag::pathway_end);
}

/// The cells whose parts are in a message, in order.
using Owners = std::vector<unsigned>;

Program send_rows(CellProcess& cell, Pathway way, Owners owners, Shared& shared) {
  const unsigned own = cell.own_channel();
  co_await open_pathway(cell, own, way);
  co_await cell.bind_output(0, own);
  for (std::uint64_t row = 0; shared.goes_on(row); ++row) {
    shared.under_way.push_back(cell.now());
    co_await cell.send_marker(own, WordTag::message_begin, 1);
    for (const unsigned owner : owners) {
      co_await write_part(cell, row, owner, shared.parameters.words);
    }
    co_await cell.send_marker(own, WordTag::message_end);
  }
  co_await cell.send_marker(own, WordTag::pathway_end);
}

Program receive_rows(CellProcess& cell, Owners owners, Shared& shared) {
  Arrival row_channel;
  co_await accept_pathway(cell, 0, row_channel);
  for (std::uint64_t row = 0; shared.goes_on(row); ++row) {
    co_await read_marker(cell, WordTag::message_begin);
    for (const unsigned owner : owners) co_await read_part(cell, row, owner, shared);
    co_await read_marker(cell, WordTag::message_end);
    shared.row_ends(cell.now());
  }
  co_await read_marker(cell, WordTag::pathway_end);
}

Program get_at_joint(CellProcess& cell, Pathway way, Shared& shared) {
  const unsigned own = cell.own_channel();
  const unsigned address = cell.cell().address;
  co_await open_pathway(cell, own, way);
  const unsigned output = output_of(cell, own);
  Arrival row_channel;
  co_await accept_pathway(cell, 0, row_channel);
  for (std::uint64_t row = 0; shared.goes_on(row); ++row) {
    co_await cell.await_event(events(AgentEvent::message_begin));
    co_await cell.join(own, output);
    co_await read_marker(cell, WordTag::message_begin);
    co_await read_part(cell, row, address, shared);
    co_await cell.send_marker(own, WordTag::message_begin, address + 1);
    co_await cell.join(row_channel.channel, output);
  }
  co_await close_joint(cell, own, output);
}

Program put_at_joint(CellProcess& cell, Pathway way, Shared& shared) {
  const unsigned own = cell.own_channel();
  const unsigned address = cell.cell().address;
  co_await open_pathway(cell, own, way);
  co_await cell.bind_output(0, own);
  const unsigned output = output_of(cell, own);
  Arrival rest;
  co_await accept_pathway(cell, 0, rest);
  co_await cell.enable(AgentEvent::message_end, bit(rest.channel));
  for (std::uint64_t row = 0; shared.goes_on(row); ++row) {
    co_await cell.join(own, output);
    co_await cell.send_marker(own, WordTag::message_begin, address + 1);
    co_await write_part(cell, row, address, shared.parameters.words);
    co_await cell.await_event(events(AgentEvent::message_begin));
    co_await read_marker(cell, WordTag::message_begin);
    co_await cell.join(rest.channel, output);  // waits until the own part has left
    co_await cell.await_event(events(AgentEvent::message_end));
  }
  co_await close_joint(cell, own, output);
}

}  // namespace

Shared::Shared(const Platform& platform, const RowTransferParameters& given)
    : parameters(given),
      cells(static_cast<unsigned>(cells_of(platform).size())),
      rows(platform.run.warm_up),
      words_read(platform.run.warm_up) {}

void Shared::row_ends(Time now) {
  rows.add(now);
  const Time began = under_way.front();
  under_way.pop_front();
  if (rows.measured() == 0) return;
  latency.add(now - began);
  if (rows.measured() == 1) first = now;
  last = now;
}

void Shared::check(std::uint32_t value, std::uint64_t row, unsigned cell, std::uint32_t place,
                   Time now) {
  const std::uint32_t expected = value_of(row, cell, place);
  if (value != expected) {
    throw std::runtime_error(
        fmt::format("word {} of the part of cell {} in row {} came in as {:#x}, not {:#x}", place,
                    cell, row, value, expected));
  }
  words_read.add(now);
}

RowTransfer::RowTransfer(System& system, const RowTransferParameters& parameters)
    : Workload(system),
      shared_(std::make_unique<Shared>(platform(), parameters)),
      carried_(platform().run.warm_up) {
  const std::vector<Pathway> ways = plan_standing(platform(), chain_up(platform()));
  for (std::size_t n = 0; n < ways.size(); ++n) {
    cells_of(system)[n].reports->words(ways[n].bus).bind(carried_);
  }
  const bool get = parameters.method == RowMethod::get_row;
  Owners others(ways.size());
  std::iota(others.begin(), others.end(), get ? 1U : 0U);
  if (!get) std::reverse(others.begin(), others.end());  // each part goes before what comes in
  const auto last = static_cast<unsigned>(ways.size());
  const auto& cells = cells_of(system);
  start_on_cells().start(cells.front(), send_rows, ways.front(), get ? others : Owners{0},
                         std::ref(*shared_));
  for (unsigned n = 1; n < last; ++n) {
    start_on_cells().start(cells[n], get ? get_at_joint : put_at_joint, ways[n],
                           std::ref(*shared_));
  }
  start_on_cells().start(cells.back(), receive_rows, get ? Owners{last} : others,
                         std::ref(*shared_));
}

ReportedValues RowTransfer::report(Time) const {
  const auto ns = [](double ps) { return ps / static_cast<double>(nanosecond); };
  const std::uint64_t rows = shared_->rows.measured();
  const double time = rows < 2 ? 0
                               : static_cast<double>(shared_->last - shared_->first) /
                                     static_cast<double>(rows - 1);
  const double bytes = double{word_bytes} * shared_->parameters.words * (shared_->cells - 1);
  const Distribution& latency = shared_->latency;
  return {
      reported::count("rows", static_cast<double>(rows)),
      reported::single("time of a row", ns(time), Unit::nanoseconds),
      reported::rate("throughput", time == 0 ? 0 : bytes * second / time / 1e6,
                     Unit::megabytes_per_second),
      reported::mean("row latency", ns(latency.mean()), Unit::nanoseconds,
                     static_cast<double>(latency.count())),
      reported::figure("row latency", Statistic::maximum,
                       ns(static_cast<double>(latency.maximum())), Unit::nanoseconds),
      reported::count("words into programs", static_cast<double>(shared_->words_read.measured())),
      reported::count("words out of cells", static_cast<double>(carried_.words.measured()))};
}

}  // namespace weft
