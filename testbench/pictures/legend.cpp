#include "testbench/pictures/legend.hpp"

#include <fmt/format.h>

#include <utility>

#include "testbench/pictures/palette.hpp"

namespace weft {

namespace {

constexpr double line_height = 1.9;  // all of these times the size of the text
constexpr double symbol_gap = 0.4;
constexpr double entry_gap = 1.2;
constexpr double scale_width = 10;
constexpr unsigned scale_steps = 40;

std::string stroke(double width) { return fmt::format("stroke-width:{}", svg_number(width)); }

}  // namespace

double text_width(std::string_view text, double font) {
  return 0.52 * font * static_cast<double>(text.size());
}

Legend::Legend(const LegendContent& content, double width, double font) : font_(font) {
  if (content.routers) add(Symbol::router, "router", "note");
  if (content.cells) add(Symbol::router, "iWarp cell", "note");
  if (content.cube) add(Symbol::router, "node", "note");
  if (content.processors) add(Symbol::processor, "processor", "note");
  for (const Level level : content.levels) {
    add(Symbol::level, fmt::format("{} level", name_of(level)), std::string(name_of(level)));
  }
  const auto links = [](std::size_t count) {
    return fmt::format("{} link{}", count, count == 1 ? "" : "s");
  };
  if (content.widest > 0) add(Symbol::thin, links(content.thinnest));
  if (content.widest > content.thinnest) add(Symbol::thick, links(content.widest));
  if (content.dead_links) add(Symbol::dead, "dead link");
  if (content.cycle) add(Symbol::cycle, "cycle of channels");
  if (content.full_load) {
    add(Symbol::scale, fmt::format("{:.3g} % busy, by what the component at that half transmits",
                                   100 * *content.full_load));
  }
  arrange(width);
}

void Legend::add(Symbol symbol, std::string text, std::string css_class) {
  entries_.push_back({symbol, std::move(text), std::move(css_class), {}});
}

double Legend::symbol_width(Symbol symbol) const {
  switch (symbol) {
    case Symbol::router:
    case Symbol::processor:
    case Symbol::level: return font_;
    case Symbol::scale: return (scale_width + 2) * font_;
    default: return 2 * font_;
  }
}

void Legend::arrange(double width) {
  double x = 0;
  lines_ = entries_.empty() ? 0 : 1;
  for (Entry& entry : entries_) {
    const double wide =
        symbol_width(entry.symbol) + symbol_gap * font_ + text_width(entry.text, font_);
    if (x > 0 && x + wide > width) {
      x = 0;
      ++lines_;
    }
    entry.at = {x, (lines_ - 0.5) * line_height * font_};
    x += wide + entry_gap * font_;
  }
}

double Legend::height() const { return lines_ * line_height * font_; }

void Legend::write_scale(SvgWriter& svg, Point left) const {
  svg.text(left + Point{0, 0.35 * font_}, {{"class", "note"}, {"font-size", svg_number(font_)}},
           "0");
  const double step = scale_width * font_ / scale_steps;
  for (unsigned i = 0; i < scale_steps; ++i) {
    svg.element("rect", {{"x", svg_number(left.x + font_ + i * step)},
                         {"y", svg_number(left.y - 0.3 * font_)},
                         {"width", svg_number(step + 0.3)},
                         {"height", svg_number(0.6 * font_)},
                         {"fill", load_colour((i + 0.5) / scale_steps)}});
  }
}

void Legend::write_symbol(SvgWriter& svg, const Entry& entry, Point middle) const {
  const double half = symbol_width(entry.symbol) / 2;
  const auto square = [&](const SvgWriter::Attributes& more) {
    SvgWriter::Attributes attributes{{"x", svg_number(middle.x - 0.42 * font_)},
                                     {"y", svg_number(middle.y - 0.42 * font_)},
                                     {"width", svg_number(0.84 * font_)},
                                     {"height", svg_number(0.84 * font_)}};
    attributes.insert(attributes.end(), more.begin(), more.end());
    svg.element("rect", attributes);
  };
  const auto line = [&](std::string_view css_class, const std::string& style) {
    const Route route{straight_line(middle - Point{half, 0}, middle + Point{half, 0})};
    svg.element("path",
                {{"class", std::string(css_class)}, {"style", style}, {"d", svg_path(route)}});
  };
  switch (entry.symbol) {
    case Symbol::router: square({{"rx", "2"}, {"fill", "#fff"}, {"stroke", "#55616e"}}); break;
    case Symbol::processor:
      svg.element("circle", {{"cx", svg_number(middle.x)},
                             {"cy", svg_number(middle.y)},
                             {"r", svg_number(0.36 * font_)},
                             {"fill", "#fff"},
                             {"stroke", "#55616e"}});
      break;
    case Symbol::level: square({{"rx", "2"}, {"class", entry.css_class}}); break;
    case Symbol::thin: line("link", stroke(0.1 * font_)); break;
    case Symbol::thick: line("link", stroke(0.3 * font_)); break;
    case Symbol::dead:
      line("dead",
           fmt::format("stroke-width:{0};stroke-dasharray:{1} {2}", svg_number(0.13 * font_),
                       svg_number(0.5 * font_), svg_number(0.3 * font_)));
      break;
    case Symbol::cycle: line("cycle", stroke(0.3 * font_)); break;
    case Symbol::scale: write_scale(svg, middle - Point{half, 0}); break;
  }
}

void Legend::write(SvgWriter& svg, Point corner) const {
  for (const Entry& entry : entries_) {
    const Point left = corner + entry.at;
    const double wide = symbol_width(entry.symbol);
    write_symbol(svg, entry, left + Point{wide / 2, 0});
    svg.text(left + Point{wide + symbol_gap * font_, 0.35 * font_},
             {{"class", "note"}, {"font-size", svg_number(font_)}}, entry.text);
  }
}

}  // namespace weft
