// A Fourier transform over iWarp cells.
#pragma once

#include <complex>
#include <cstdint>
#include <deque>
#include <memory>
#include <vector>

#include "platforms/pathways/exchange_stages.hpp"
#include "testbench/programs/assembly_programs.hpp"
#include "testbench/software/iwarp/fft_program.hpp"
#include "testbench/workloads/workload.hpp"

namespace weft {

/// A Fourier transform over a power of two of cells.
struct FftParameters {
  std::uint32_t points = 16;  ///< Of a cell, a power of two.
};

/// Workload `fft`: complex points x[0..n) of single precision over 2^d cells, n / 2^d in a row in
/// each; the transform by decimation in frequency (Gentleman and Sande 1966), whose result is in
/// bit-reversed order. First d stages with a butterfly between two cells, then the others within
/// the cells, all by the instructions of FftProgram.
///
/// When all programs have ended the result is checked against a transform in double precision.
class Fft final : public Workload {
 public:
  using Points = ComplexFloats;

  /// Throws InputError where a cell has too little memory for its program.
  Fft(System& system, const FftParameters& parameters);

  /// Throws std::runtime_error: the transform has not ended, or its result is wrong.
  ReportedValues report(Time now) const override;
  ReportedValues may_report() const override { return figures({}, 0); }

  void add_to(ProgramPositions& positions) const override;
  std::vector<AssemblyProgram*> assembly_programs() override { return pointers_to(programs_); }
  void keep_pace() override;

  /// The result in its natural order.
  Points result() const;

 private:
  /// Of the result, relative to the root mean square of what it should be.
  struct Error {
    double largest = 0;
    double root_mean_square = 0;
  };
  Error error() const;
  std::uint32_t word(std::size_t cell, std::uint32_t address) const;
  double bound() const;
  ReportedValues figures(const Error& error, Time now) const;

  ExchangeStages stages_;
  FftProgram program_;
  std::deque<AssemblyProgram> programs_;  // by address
  std::size_t points_;                    // of a cell
  Points given_;
  Time clock_;
};

}  // namespace weft
