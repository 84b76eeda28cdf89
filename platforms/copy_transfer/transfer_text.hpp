// Transfers and patterns out of a text.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "platforms/copy_transfer/transfer.hpp"
#include "platforms/netlist/place.hpp"

namespace weft::copy_transfer {

inline constexpr std::uint32_t most_stride =
    1'000'000'000;  ///< Words; of blocks and congestion too.

/// Whether what a figure is of may be more than a transfer of an expression is.
enum class FixedEnds : std::uint8_t {
  none,
  of_copies  ///< 0Cy and xC0: a copy out of one location, or into one.
};

/// Reads a text from left to right. Blanks between what it reads mean nothing.
class TransferText {
 public:
  /// `place` is that of the text. Errors are placed `by_column` where the text is one that has
  /// lines of its own, else at `place` itself.
  TransferText(std::string_view text, Place place, bool by_column)
      : text_(text), place_(std::move(place)), by_column_(by_column) {}

  bool at_end();
  /// The next character but blanks; 0 at the end.
  char peek();
  /// Takes `what` if it comes next.
  bool take(std::string_view what);
  /// Of what comes next.
  Place place();
  /// What comes next, for a message: "'||'", "the end".
  std::string next_thing();

  /// A pattern if one comes next. Throws InputError for one that makes no sense: a stride that is
  /// not larger than its blocks, a number that is none.
  std::optional<Pattern> read_pattern();
  /// A kind of transfer, by its letters. Throws InputError.
  const TransferInfo& read_kind();
  /// A transfer, with patterns that its kind has. Throws InputError.
  BasicTransfer read_transfer(FixedEnds ends);
  /// "1Q64". Throws InputError.
  Operation read_operation();
  /// A number from 1 on. Throws InputError; `what` is it ("congestion").
  std::uint32_t read_count(std::string_view what);
  /// "2" of "2 xQy" and of "2*xQy": a decimal number with a blank or `*` behind it; else nothing.
  std::string take_factor();

 private:
  void skip_blanks();
  Place place_at(std::size_t position) const;
  std::string since(std::size_t begin) const {
    return std::string(text_.substr(begin, at_ - begin));
  }

  std::string_view text_;
  Place place_;
  bool by_column_;
  std::size_t at_ = 0;
};

/// The whole of a text is one operation. Throws InputError.
Operation read_operation(std::string_view text, const Place& place);

/// The whole of a text is one transfer. Throws InputError at the place.
BasicTransfer read_basic_transfer(std::string_view text, const Place& place);

}  // namespace weft::copy_transfer
