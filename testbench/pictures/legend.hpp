// The legend of a picture.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "platforms/registry/component_type.hpp"
#include "testbench/pictures/svg_writer.hpp"

namespace weft {

/// What there is to explain; only that is in the legend.
struct LegendContent {
  std::vector<Level> levels;
  bool routers = false;
  bool cells = false;
  bool cube = false;  ///< Nodes of a hypercube.
  bool processors = false;
  bool dead_links = false;
  bool cycle = false;
  std::size_t thinnest = 0;         ///< Fewest links in a fat link.
  std::size_t widest = 0;           ///< Most links in a fat link.
  std::optional<double> full_load;  ///< The load at the end of the scale, 0..1.
};

/// Entries side by side, in as many lines as they need.
class Legend {
 public:
  /// All of it in `width` pixels, with text of the size `font`.
  Legend(const LegendContent& content, double width, double font);

  double height() const;
  void write(SvgWriter& svg, Point corner) const;

 private:
  enum class Symbol : std::uint8_t { router, processor, level, thin, thick, dead, cycle, scale };
  struct Entry {
    Symbol symbol = Symbol::level;
    std::string text;
    std::string css_class;
    Point at;  // from the corner
  };

  void add(Symbol symbol, std::string text, std::string css_class = {});
  void arrange(double width);
  double symbol_width(Symbol symbol) const;
  void write_symbol(SvgWriter& svg, const Entry& entry, Point middle) const;
  void write_scale(SvgWriter& svg, Point left) const;

  double font_;
  std::vector<Entry> entries_;
  unsigned lines_ = 0;
};

/// About how wide a text is, in pixels.
double text_width(std::string_view text, double font);

}  // namespace weft
