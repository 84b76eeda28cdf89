#include "testbench/pictures/svg_writer.hpp"

#include <fmt/format.h>

#include <cmath>

namespace weft {

std::string svg_number(double number) {
  const double rounded = std::round(number * 100) / 100;
  return fmt::format("{}", rounded == 0 ? 0.0 : rounded);
}

std::string svg_path(const Route& route) {
  const auto point = [](Point at) { return svg_number(at.x) + ' ' + svg_number(at.y); };
  std::string path = 'M' + point(route.front().from);
  for (const Curve& curve : route) {
    if (curve.straight()) {
      path += 'L' + point(curve.to);
    } else {
      path +=
          'C' + point(curve.control_from) + ' ' + point(curve.control_to) + ' ' + point(curve.to);
    }
  }
  return path;
}

std::string escaped(std::string_view text) {
  std::string out;
  for (const char character : text) {
    switch (character) {
      case '&': out += "&amp;"; break;
      case '<': out += "&lt;"; break;
      case '>': out += "&gt;"; break;
      case '"': out += "&quot;"; break;
      case '\n': out += character; break;
      default: {
        const auto code = static_cast<unsigned char>(character);
        out += code < 0x20U || code == 0x7fU ? '?' : character;
      }
    }
  }
  return out;
}

SvgWriter::SvgWriter(double width, double height, std::string_view title, std::string_view style) {
  const std::string w = svg_number(width);
  const std::string h = svg_number(height);
  open("svg", {{"xmlns", "http://www.w3.org/2000/svg"},
               {"width", w},
               {"height", h},
               {"viewBox", "0 0 " + w + ' ' + h},
               {"role", "img"}});
  out_ += fmt::format("<title>{}</title>\n<style>{}</style>\n", escaped(title), escaped(style));
  element("rect", {{"width", w}, {"height", h}, {"fill", "#ffffff"}});
}

void SvgWriter::begin(std::string_view name, const Attributes& attributes) {
  out_ += fmt::format("<{}", name);
  for (const auto& [key, value] : attributes)
    out_ += fmt::format(" {}=\"{}\"", key, escaped(value));
}

void SvgWriter::element(std::string_view name, const Attributes& attributes,
                        std::string_view title) {
  begin(name, attributes);
  if (title.empty()) {
    out_ += "/>\n";
  } else {
    out_ += fmt::format("><title>{}</title></{}>\n", escaped(title), name);
  }
}

void SvgWriter::text(Point at, const Attributes& attributes, std::string_view content) {
  begin("text", {{"x", svg_number(at.x)}, {"y", svg_number(at.y)}});
  for (const auto& [key, value] : attributes)
    out_ += fmt::format(" {}=\"{}\"", key, escaped(value));
  out_ += fmt::format(">{}</text>\n", escaped(content));
}

void SvgWriter::open(std::string_view name, const Attributes& attributes) {
  begin(name, attributes);
  out_ += ">\n";
}

void SvgWriter::close(std::string_view name) { out_ += fmt::format("</{}>\n", name); }

std::string SvgWriter::finish() {
  close("svg");
  return std::move(out_);
}

}  // namespace weft
