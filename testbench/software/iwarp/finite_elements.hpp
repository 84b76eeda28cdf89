// The kernel of an iterative finite element solver on iWarp cells.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "platforms/conset/mesh_connections.hpp"
#include "platforms/conset/router.hpp"
#include "platforms/finite_elements/sequential_check.hpp"
#include "testbench/programs/phased_connections.hpp"
#include "testbench/software/iwarp/border_carriers.hpp"
#include "testbench/software/iwarp/part_on_cell.hpp"
#include "testbench/workloads/workload.hpp"

namespace weft {

/// What is computed of a mesh's matrix.
enum class SolverTask : std::uint8_t {
  product,   ///< The matrix times a vector that is drawn.
  solution,  ///< Conjugate gradients, for a right side of a solution that is drawn.
};

/// What carries the words between parts.
enum class SolverModel : std::uint8_t { conset, messages };

struct FiniteElementsParameters {
  std::string mesh = "m11k";
  SolverTask task = SolverTask::product;
  SolverModel model = SolverModel::conset;
  std::uint32_t iterations = 100;  ///< At most.
  double tolerance = 1e-4;         ///< Of the residual, relative to the right side.
  conset::PartPlacement placement = conset::PartPlacement::numbered;
  conset::RouterKind router = conset::RouterKind::paper;
  std::uint32_t channels = 12;  ///< Of a cell; `conset`.
  MessageOrder order = MessageOrder::timetable;
  std::uint64_t overhead = 400;       ///< Clocks of a send, and of a receive; `messages` (4.3.1).
  std::uint64_t copy_clocks = 4;      ///< Of each word into its buffer; `messages`.
  std::uint64_t send_clocks = 10;     ///< Of each word at the sender; `conset` (5.2).
  std::uint64_t receive_clocks = 10;  ///< Of each word at the receiver (5.2).
};

/// Workload `finite_elements`: a mesh in parts, one on each cell, and the kernel of its solver
/// (Feldmann et al. 1993, section 5.2). Each cell multiplies its part of the matrix by its part of
/// a vector, in single precision, out of its memory (PartOnCell); what is partial at the borders
/// goes to the neighbours and is added there. By connections each value is gathered as it is sent;
/// by messages it is copied into a buffer, which is spooled. Both receive element by element.
///
/// Conjugate gradients without preconditioning take one such product an iteration, and two sums
/// over all cells, by the channels of the barrier or by messages; they end when the residual is
/// small enough.
///
/// At the end the result is read from the cells' memories and held against the matrix of the whole
/// mesh, multiplied in double precision by one program (finite_elements::SequentialCheck).
class FiniteElements final : public Workload {
 public:
  /// One product, over all cells.
  struct ProductTimes {
    Time begin = never;   ///< ps; the first cell multiplies.
    Time multiplied = 0;  ///< The last one has.
    Time end = 0;         ///< All has come.
  };

  /// What all programs of the run have in common.
  struct Shared {
    FiniteElementsParameters parameters;
    PartOnCell::Mesh mesh;
    std::vector<unsigned> part_of_cell;              ///< By address.
    std::vector<std::vector<float>> given;           ///< By part.
    std::vector<std::uint64_t> begin;                ///< Of the part in memory, by address.
    ConnectionPlan connections;                      ///< `conset`
    SolverMessages messages;                         ///< `messages`
    std::vector<std::optional<PartOnCell>> parts{};  ///< By address.
    std::vector<ProductTimes> products{};
    std::uint32_t iterations = 0;
    double residual = 0;  ///< As the cells have it, relative.

    ProductTimes& times_of(std::size_t product);
  };

  /// Throws InputError: not as many cells as parts, a schedule that cannot be had, too little
  /// memory.
  FiniteElements(System& system, const FiniteElementsParameters& parameters);

  /// Throws std::runtime_error: the cells have not ended, or their result is wrong.
  ReportedValues report(Time now) const override;
  ReportedValues may_report() const override { return figures({}); }

 private:
  struct Checked {
    double error = 0;     // of a product, in roundings
    double residual = 0;  // of a solution, relative
    double furthest = 0;  // from what was drawn
  };
  FiniteElements(System& system, const FiniteElementsParameters& parameters,
                 const conset::PlacedMesh& placed);
  void plan_connections(const conset::CellGraph& graph, const conset::ConnectionSet& set);
  void plan_all_messages(const conset::CellGraph& graph, const conset::ConnectionSet& set);
  void require_memory(const CellView& cell) const;
  finite_elements::PartedVector of_parts(std::vector<float> (PartOnCell::*vector)() const) const;
  Checked checked() const;
  ReportedValues figures(const Checked& found) const;

  Shared shared_;
  finite_elements::PartedMatrix matrix_;
  finite_elements::SequentialCheck check_;
  conset::ConnectionSet all_messages_;  // borders, then sums
  std::optional<MessagesUnderWay> under_way_;
  std::vector<float> drawn_;  // by node: what is multiplied, or the solution
  std::vector<float> given_;  // likewise: the same, or the right side
  Time clock_ = 0;
};

}  // namespace weft
