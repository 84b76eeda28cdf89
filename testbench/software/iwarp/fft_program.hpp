// The program of a cell in a Fourier transform over iWarp cells.
#pragma once

#include <complex>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "hw/iwarp/isa/program_image.hpp"
#include "platforms/pathways/exchange_stages.hpp"

namespace weft {

/// Complex numbers of single precision.
using ComplexFloats = std::vector<std::complex<float>>;

/// The program that all cells of a transform execute, in real instructions, and what makes it that
/// of one of them: its points, the roots of unity that it needs in their order, and its partners.
/// All these lie in its memory when the run begins.
///
/// In a stage between cells (ExchangeStages, which also says why it cannot deadlock) the lower cell
/// opens a pathway to its partner, sends all its points a and ends it; then the upper one does so
/// with its points b. A pathway that comes early, of a later stage, stays where it is until its
/// stage: the origin in its begin marker tells. The lower cell adds as points come in, the upper
/// one subtracts as they come in and multiplies while it sends. Loops are pipelined: clocks for a
/// point, and what keeps them from being fewer:
///
/// | | clocks | |
/// |---|---|---|
/// | the lower cell sends | 4 | the bus |
/// | receives and adds, receives and subtracts | 4 | the bus; two additions |
/// | the upper cell multiplies and sends | 8 | four multiplications |
/// | a butterfly in a cell | 12 | six additions |
class FftProgram {
 public:
  /// A power of two of points, 1,024 at most.
  FftProgram(const ExchangeStages& stages, std::size_t points_of_cell);

  /// That of a cell. `twiddles` are e^(-2 pi i k / n) for k < n / 2.
  std::shared_ptr<const isa::ProgramImage> of_cell(unsigned cell, const ComplexFloats& points,
                                                   const ComplexFloats& twiddles) const;

  /// Addresses of what it leaves: its points, and clocks.
  std::uint32_t points_address() const { return image_.symbols.at("points_here"); }
  std::uint32_t begin_address() const { return image_.symbols.at("begin"); }  ///< It begins.
  std::uint32_t between_address() const {
    return image_.symbols.at("between");
  }  ///< Stages within.
  std::uint32_t end_address() const { return image_.symbols.at("end"); }

 private:
  ComplexFloats roots_of(unsigned cell, const ComplexFloats& twiddles) const;

  const ExchangeStages* stages_;
  std::size_t points_;
  isa::ProgramImage image_;
};

}  // namespace weft
