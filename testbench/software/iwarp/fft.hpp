// A Fourier transform over iWarp cells.
#pragma once

#include <complex>
#include <cstdint>
#include <memory>
#include <vector>

#include "platforms/pathways/exchange_stages.hpp"
#include "testbench/workloads/workload.hpp"

namespace weft {

/// A Fourier transform over a power of two of cells.
struct FftParameters {
  std::uint32_t points = 16;  ///< Of a cell, a power of two.
};

/// Workload `fft`: complex points x[0..n) of single precision over 2^d cells, n / 2^d in a row in
/// each; the transform by decimation in frequency (Gentleman and Sande 1966), whose result is in
/// bit-reversed order. First d stages with a butterfly between two cells, then the others within
/// the cells.
///
/// In a stage between cells (ExchangeStages, which also says why it cannot deadlock) the lower cell
/// opens a pathway to its partner, sends all its points and ends it; then the upper one does. A
/// pathway that comes early, of a later stage, stays where it is until its stage: the origin in its
/// begin marker tells. Then the lower cell computes a + b and the upper one (a - b) w of every
/// pair.
///
/// A word takes two clocks at a gate, and a load or store goes along with it. Computing takes time
/// by the units of the computation agent (Borkar et al. 1990, section 1: 20 MFLOPS at 20 MHz, that
/// is an adder and a multiplier with a result in two clocks each) and by the memory bus, one
/// double word, that is one complex number, a clock:
///
/// | | additions | multiplications | loads, stores | clocks |
/// |---|---|---|---|---|
/// | butterfly | 6 | 4 | 5 | 12 |
/// | a + b | 2 | 0 | 3 | 4 |
/// | (a - b) w | 4 | 4 | 4 | 8 |
///
/// The units are kept busy, as a compiler does by software pipelining; loops and addresses go along
/// in the long instruction words. The points are kept in the program: these clocks stand for their
/// way through memory.
///
/// When all programs have ended the result is checked against a transform in double precision.
class Fft final : public Workload {
 public:
  using Points = std::vector<std::complex<float>>;

  /// What a cell did.
  struct Record {
    Points points;
    Time begin = 0;          ///< ps
    Time end = 0;            ///< ps
    Time communication = 0;  ///< In stages between cells, but for their computing; ps.
  };

  Fft(System& system, const FftParameters& parameters);

  /// Throws std::runtime_error: the transform has not ended, or its result is wrong.
  ReportedValues report(Time now) const override;
  ReportedValues may_report() const override { return figures({}); }

  /// The result in its natural order.
  Points result() const;

 private:
  /// Of the result, relative to the root mean square of what it should be.
  struct Error {
    double largest = 0;
    double root_mean_square = 0;
  };
  Error error() const;
  double bound() const;
  ReportedValues figures(const Error& error) const;

  ExchangeStages stages_;
  std::vector<Record> records_;  // by address
  Points given_;
  Points twiddles_;  // e^(-2 pi i k / n) for k < n / 2
  Time clock_;
};

}  // namespace weft
