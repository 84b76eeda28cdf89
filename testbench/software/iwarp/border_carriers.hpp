// What carries the words between the parts of a finite element solver.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <vector>

#include "platforms/conset/connection_set.hpp"
#include "testbench/programs/cell_messages.hpp"
#include "testbench/programs/phased_connections.hpp"
#include "testbench/software/iwarp/part_on_cell.hpp"
#include "testbench/workloads/element_messages.hpp"

namespace weft {

/// The communication of a cell in an iteration.
class BorderCarrier {
 public:
  virtual ~BorderCarrier() = default;
  /// Sums at the borders of the part: what is partial goes out, what comes is added.
  virtual Program exchange() = 0;
  /// A sum over all cells, the same in each of them to the bit.
  virtual Program add_up(float& sum) = 0;
  /// When the last word of an exchange has come, ps, as far as is known in this cell.
  virtual Time ended() const = 0;
};

/// By connections in phases; sums go by the channels of the barrier.
class ConnectionCarrier final : public BorderCarrier {
 public:
  ConnectionCarrier(CellProcess& cell, const ConnectionPlan& plan, PartOnCell& part)
      : cell_(&cell), plan_(&plan), part_(&part), connections_(cell, plan, SwitchClocks{}, 0) {}

  Program open() { return connections_.open(); }
  Program exchange() override;
  Program add_up(float& sum) override { return connections_.add_up(sum); }
  Time ended() const override { return cell_->now(); }

 private:
  CellProcess* cell_;
  const ConnectionPlan* plan_;
  PartOnCell* part_;
  PhasedConnections connections_;
};

/// Which messages make a sum over cells whose number is a power of two: one word in each dimension
/// of a cube, from each cell to the one whose address differs in that bit. Connection
/// `dimension * cells + from`.
conset::ConnectionSet sum_connections(unsigned cells);

/// What the cells of a run have in common, by messages.
struct SolverMessages {
  MessagePlan borders;
  MessagePlan sums;  ///< Of sum_connections.
  MessageExchange exchange;
  MessageSettings settings;  ///< But for `context`.

  /// Connections of the sums are behind those of the borders where messages under way are noted.
  std::size_t first_sum() const { return borders.set.connections.size(); }
  /// In the memory of a cell: a word for its context register, behind what it sends ...
  std::uint32_t context(unsigned cell) const {
    return static_cast<std::uint32_t>(bytes_of_elements(borders, cell));
  }
  /// ... and behind that a word for each message of a sum.
  std::uint32_t sum_words(unsigned cell) const { return context(cell) + word_bytes; }
  /// Behind all of them.
  std::uint32_t end(unsigned cell) const;
};

/// By messages. A sum is exchanged and added dimension by dimension of a cube; a message of it that
/// comes while this cell is not so far waits in a list.
class MessageCarrier final : public BorderCarrier, private ElementWork {
 public:
  MessageCarrier(CellProcess& cell, SolverMessages& shared, PartOnCell& part);

  Program exchange() override;
  Program add_up(float& sum) override;
  Time ended() const override { return shared_->exchange.last_receive; }

 private:
  Program gather(std::size_t connection, std::uint64_t number, std::uint32_t& value) override {
    return part_->gather(connection, number, value);
  }
  /// Throws std::runtime_error for a word of a border while no product is under way.
  Program scatter(std::size_t connection, std::uint64_t number, std::uint32_t value) override;
  Program send_sum(std::size_t dimension, float sum);

  CellProcess* cell_;
  SolverMessages* shared_;
  PartOnCell* part_;
  CellMessages messages_;
  bool exchanges_ = false;
  std::vector<std::deque<float>> came_;  // of sums, by dimension
};

}  // namespace weft
