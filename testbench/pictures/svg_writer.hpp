// SVG, element by element.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "testbench/pictures/geometry.hpp"

namespace weft {

/// A number for an attribute: at most two decimals, none that is not needed, never "-0".
std::string svg_number(double number);
/// The `d` of a path along a route.
std::string svg_path(const Route& route);
/// Text with what XML reserves escaped; control characters, which it cannot hold, become "?".
std::string escaped(std::string_view text);

/// Writes a document; what it gets is escaped here. Lengths in pixels.
class SvgWriter {
 public:
  using Attributes = std::vector<std::pair<std::string_view, std::string>>;

  /// `style` is CSS. The title is that of the whole picture.
  SvgWriter(double width, double height, std::string_view title, std::string_view style);

  /// An element without content but a title, which a browser shows on hover; none if it is empty.
  void element(std::string_view name, const Attributes& attributes, std::string_view title = {});
  void text(Point at, const Attributes& attributes, std::string_view content);
  void open(std::string_view name, const Attributes& attributes);
  void close(std::string_view name);

  /// The whole document; nothing can be written afterwards.
  std::string finish();

 private:
  void begin(std::string_view name, const Attributes& attributes);

  std::string out_;
};

}  // namespace weft
