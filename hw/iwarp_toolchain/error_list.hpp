// The errors of a program's text while it is read.
#pragma once

#include <algorithm>
#include <cstddef>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

#include "hw/iwarp_toolchain/assembly_error.hpp"
#include "hw/iwarp_toolchain/origins.hpp"

namespace weft::isa {

/// Keeps what is wrong, by the statement that it stands in. A text is read twice, and what is wrong
/// is told of once: nothing is kept before `open`.
class ErrorList {
 public:
  static constexpr std::size_t most = 20;

  void open() { open_ = true; }
  bool empty() const { return errors_.empty(); }
  bool full() const { return errors_.size() >= most; }

  void add(unsigned statement, Diagnostic diagnostic) {
    if (open_) errors_.emplace_back(statement, std::move(diagnostic));
  }
  /// What is wrong in a macro is so at each call: it is told once.
  void add(const TokenError& error, const Origins& origins) {
    const std::tuple place(origins[error.at.origin].file, error.at.line, error.at.column);
    if (!open_ || !places_.insert(place).second) return;
    add(error.at.statement, origins.diagnostic(error));
  }

  /// In the order of the text.
  std::vector<Diagnostic> take_sorted() {
    std::stable_sort(errors_.begin(), errors_.end(), [](const Error& a, const Error& b) {
      return std::pair(a.first, a.second.column) < std::pair(b.first, b.second.column);
    });
    std::vector<Diagnostic> sorted;
    for (Error& error : errors_) sorted.push_back(std::move(error.second));
    return sorted;
  }

 private:
  using Error = std::pair<unsigned, Diagnostic>;

  bool open_ = false;
  std::vector<Error> errors_;
  std::set<std::tuple<unsigned, unsigned, unsigned>> places_;  // file, line, column
};

}  // namespace weft::isa
