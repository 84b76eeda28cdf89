#include "testbench/pictures/picture.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <optional>
#include <set>
#include <stdexcept>
#include <utility>

#include "platforms/components/hypercube_nodes.hpp"
#include "platforms/components/iwarp_cells.hpp"
#include "platforms/processors.hpp"
#include "testbench/pictures/layout.hpp"
#include "testbench/pictures/legend.hpp"
#include "testbench/pictures/palette.hpp"
#include "testbench/pictures/svg_writer.hpp"
#include "testbench/pictures/titles.hpp"

namespace weft {

namespace {

constexpr std::size_t most_named = 64;    // routers, or components of a free layout
constexpr std::size_t most_counted = 16;  // routers, for the numbers of links
constexpr double margin = 0.5;            // around the network, in places
constexpr double most_line_widths = 5;    // of a single link
constexpr double width_of_digit = 0.6;    // in sizes of the font

/// Pixels of a place, of lines and of texts.
struct Scale {
  double place = 96;
  double line = 1.4;
  double font = 12;

  explicit Scale(Point extent) {
    place = std::clamp(1600 / std::max({extent.x, extent.y, 1.0}), 12.0, 96.0);
    line = std::clamp(place / 45, 0.8, 1.4);
    font = std::clamp(place * extent.x / 85, 12.0, 40.0);
  }
};

struct Box {
  Point low{1e300, 1e300};
  Point high{-1e300, -1e300};

  void take(Point at, double reach = 0) {
    low = {std::min(low.x, at.x - reach), std::min(low.y, at.y - reach)};
    high = {std::max(high.x, at.x + reach), std::max(high.y, at.y + reach)};
  }
};

Box extent_of(const Layout& layout) {
  Box box;
  for (std::size_t i = 0; i < layout.at.size(); ++i) box.take(layout.at[i], layout.reach[i]);
  for (const Route& route : layout.routes) {
    for (const Curve& curve : route) {
      for (const double t : {0.25, 0.5, 0.75}) box.take(curve.at(t));
    }
  }
  if (layout.at.empty()) box.take({});
  return box;
}

/// The scale of loads ends at a round number.
double round_load(double highest) {
  for (const double round : {0.01, 0.02, 0.05, 0.1, 0.15, 0.2, 0.3, 0.4, 0.5, 0.6, 0.8}) {
    if (highest <= round) return round;
  }
  return 1;
}

/// Which part of a fat link does not work.
enum class Health : std::uint8_t { whole, partly_dead, dead };

class Picture {
 public:
  Picture(const Platform& platform, const PictureExtras& extras)
      : platform_(platform),
        extras_(extras),
        graph_(make_picture_graph(platform)),
        layout_(lay_out(platform, graph_)),
        box_(extent_of(layout_)),
        scale_(box_.high - box_.low),
        dead_(extras.dead_links.begin(), extras.dead_links.end()),
        routers_(graph_.routers()) {
    check_extras();
    full_load_ = round_load(highest_load());
  }

  std::string draw();

 private:
  void check_extras() const;
  LegendContent legend_content() const;
  std::string summary() const;

  Point pixel(Point place) const { return (place - box_.low) * scale_.place + corner_; }
  Route pixels(Route route) const;
  double line_width(std::size_t links) const;
  Health health(const FatLink& fat_link) const;
  // Mean and highest load of what `component` transmits.
  std::pair<double, double> load(const FatLink& fat_link, std::size_t component) const;

  double highest_load() const;

  void write_heading(SvgWriter& svg) const;
  void write_link(SvgWriter& svg, std::size_t index) const;
  void write_loaded_half(SvgWriter& svg, const FatLink& fat_link, std::size_t component,
                         const Route& half) const;
  void write_count(SvgWriter& svg, std::size_t index) const;
  void write_node(SvgWriter& svg, std::size_t component) const;
  void write_names(SvgWriter& svg) const;
  void write_name(SvgWriter& svg, std::size_t component, const std::string& name) const;
  void write_border(SvgWriter& svg) const;
  std::vector<BorderLabel> columns_with_room(double font) const;
  void write_cycle(SvgWriter& svg) const;
  void write_channel(SvgWriter& svg, std::size_t number) const;

  const Platform& platform_;
  const PictureExtras& extras_;
  PictureGraph graph_;
  Layout layout_;
  Box box_;
  Scale scale_;
  std::set<std::size_t> dead_;
  double full_load_ = 1;
  std::size_t routers_;
  Point corner_;  // of the network
};

void Picture::check_extras() const {
  if (!extras_.loads.empty() && extras_.loads.size() != picture_links(platform_)) {
    throw std::invalid_argument("loads of another number of links than the platform has");
  }
  if (!dead_.empty() && *dead_.rbegin() >= picture_links(platform_)) {
    throw std::invalid_argument("a dead link that the platform does not have");
  }
}

LegendContent Picture::legend_content() const {
  LegendContent content;
  std::set<Level> levels;
  for (const Component& component : platform_.components) levels.insert(component.level);
  content.levels.assign(levels.begin(), levels.end());
  const std::size_t cube = hypercube_nodes_of(platform_).size();
  content.routers = routers_ > cells_of(platform_).size() + cube;
  content.cells = !cells_of(platform_).empty();
  content.cube = cube != 0;
  content.processors = routers_ < graph_.nodes.size();
  content.dead_links = !dead_.empty();
  content.cycle = !extras_.cycle.empty();
  if (!graph_.fat_links.empty()) content.thinnest = graph_.fat_links.front().links.size();
  for (const FatLink& fat_link : graph_.fat_links) {
    content.widest = std::max(content.widest, fat_link.links.size());
    content.thinnest = std::min(content.thinnest, fat_link.links.size());
  }
  if (!extras_.loads.empty()) content.full_load = full_load_;
  return content;
}

std::string Picture::summary() const {
  const auto counted = [](std::size_t count, std::string_view noun) {
    return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
  };
  std::string text;
  if (!platform_.plan.topology.empty()) text = platform_.plan.topology + ", ";
  const std::size_t cube = hypercube_nodes_of(platform_).size();
  const std::size_t routers = routers_ - cells_of(platform_).size() - cube;
  if (routers > 0) text += counted(routers, "router") + ", ";
  const std::size_t busses = platform_.busses.size();
  if (!cells_of(platform_).empty()) {
    text += fmt::format("{}, {} bus{}", counted(cells_of(platform_).size(), "iWarp cell"), busses,
                        busses == 1 ? "" : "ses");
    if (platform_.links.empty()) return text;
    text += ", ";
  }
  if (cube != 0) {
    text += counted(cube, "node") + ", ";
    if (processors_of(platform_).empty()) return text + counted(platform_.links.size(), "link");
  }
  return text + counted(processors_of(platform_).size(), "processor") + ", " +
         counted(platform_.links.size(), "link");
}

Route Picture::pixels(Route route) const {
  for (Curve& curve : route) {
    curve = {pixel(curve.from), pixel(curve.control_from), pixel(curve.control_to),
             pixel(curve.to)};
  }
  return route;
}

double Picture::line_width(std::size_t links) const {
  return scale_.line * std::min(1 + 0.45 * (static_cast<double>(links) - 1), most_line_widths);
}

Health Picture::health(const FatLink& fat_link) const {
  const auto dead = std::count_if(fat_link.links.begin(), fat_link.links.end(),
                                  [this](std::size_t link) { return dead_.count(link) != 0; });
  if (dead == 0) return Health::whole;
  return static_cast<std::size_t>(dead) == fat_link.links.size() ? Health::dead
                                                                 : Health::partly_dead;
}

std::pair<double, double> Picture::load(const FatLink& fat_link, std::size_t component) const {
  double sum = 0;
  double highest = 0;
  std::size_t transmitted = 0;
  for (const std::size_t link : fat_link.links) {
    const PictureLink ends = picture_link(platform_, link);
    const bool forth = ends.from.component == component;
    if (ends.one_way && !forth) continue;
    ++transmitted;
    const double load = forth ? extras_.loads[link].forth : extras_.loads[link].back;
    sum += load;
    highest = std::max(highest, load);
  }
  return {sum / static_cast<double>(std::max<std::size_t>(transmitted, 1)), highest};
}

double Picture::highest_load() const {
  double highest = 0;
  if (extras_.loads.empty()) return highest;
  for (const FatLink& fat_link : graph_.fat_links) {
    for (const std::size_t end : {fat_link.from, fat_link.to}) {
      highest = std::max(highest, load(fat_link, end).first);
    }
  }
  return highest;
}

void Picture::write_heading(SvgWriter& svg) const {
  const double left = scale_.font;
  svg.text({left, 1.8 * scale_.font},
           {{"class", "heading"}, {"font-size", svg_number(1.2 * scale_.font)}}, platform_.name);
  svg.text({left, 3.4 * scale_.font}, {{"class", "note"}, {"font-size", svg_number(scale_.font)}},
           summary());
}

void Picture::write_loaded_half(SvgWriter& svg, const FatLink& fat_link, std::size_t component,
                                const Route& half) const {
  const auto [mean, highest] = load(fat_link, component);
  const std::size_t other = component == fat_link.from ? fat_link.to : fat_link.from;
  std::string title = fmt::format("{} to {}: {:.2f} % busy", platform_.components[component].name,
                                  platform_.components[other].name, 100 * mean);
  if (fat_link.links.size() > 1) {
    title +=
        fmt::format(" (mean of {} links, highest {:.2f} %)", fat_link.links.size(), 100 * highest);
  }
  svg.element("path",
              {{"class", "link"},
               {"style", fmt::format("stroke:{};stroke-width:{}", load_colour(mean / full_load_),
                                     svg_number(1.6 * line_width(fat_link.links.size())))},
               {"d", svg_path(half)}},
              title);
}

void Picture::write_link(SvgWriter& svg, std::size_t index) const {
  const FatLink& fat_link = graph_.fat_links[index];
  const Route route = pixels(layout_.routes[index]);
  const Health state = health(fat_link);
  const double width = line_width(fat_link.links.size());
  if (state != Health::dead && !extras_.loads.empty()) {
    const auto [first, second] = halves(route);
    write_loaded_half(svg, fat_link, fat_link.from, first);
    write_loaded_half(svg, fat_link, fat_link.to, second);
  } else if (state != Health::dead) {
    const bool bent = !layout_.routes[index].front().straight();
    svg.element("path",
                {{"class", bent ? "link bent" : "link"},
                 {"stroke-width", svg_number(width)},
                 {"d", svg_path(route)}},
                link_title(platform_, fat_link));
  }
  if (state == Health::whole) return;
  const std::string dash = svg_number(std::max(2.0, 0.07 * scale_.place));
  svg.element("path",
              {{"class", "dead"},
               {"stroke-width", svg_number(state == Health::dead ? width : scale_.line)},
               {"stroke-dasharray", dash},
               {"d", svg_path(route)}},
              link_title(platform_, fat_link) + (state == Health::dead ? ", dead" : ", some dead"));
}

void Picture::write_count(SvgWriter& svg, std::size_t index) const {
  const FatLink& fat_link = graph_.fat_links[index];
  const Route& route = layout_.routes[index];
  const double long_enough = 0.45;
  if (fat_link.links.size() < 2) return;
  if (length(route.back().to - route.front().from) < long_enough) return;
  const double font = 0.11 * scale_.place;
  svg.text(pixel(middle(route)) + Point{0, 0.35 * font},
           {{"class", "count"},
            {"font-size", svg_number(font)},
            {"stroke-width", svg_number(0.35 * font)}},
           fmt::format("{}", fat_link.links.size()));
}

void Picture::write_node(SvgWriter& svg, std::size_t component) const {
  const Component& what = platform_.components[component];
  const PictureNode& node = graph_.nodes[component];
  const Point at = pixel(layout_.at[component]);
  const double reach = layout_.reach[component] * scale_.place;
  SvgWriter::Attributes attributes{{"class", std::string(name_of(what.level))}};
  if (node.router) {
    attributes.insert(attributes.end(), {{"x", svg_number(at.x - reach)},
                                         {"y", svg_number(at.y - reach)},
                                         {"width", svg_number(2 * reach)},
                                         {"height", svg_number(2 * reach)},
                                         {"rx", svg_number(0.15 * reach)}});
  } else {
    attributes.insert(
        attributes.end(),
        {{"cx", svg_number(at.x)}, {"cy", svg_number(at.y)}, {"r", svg_number(reach)}});
  }
  svg.element(node.router ? "rect" : "circle", attributes, component_title(what, node.links));
}

// Inside where it fits, else below.
void Picture::write_name(SvgWriter& svg, std::size_t component, const std::string& name) const {
  const double room = 1.8 * layout_.reach[component] * scale_.place;
  const double largest = 0.13 * scale_.place;
  const double smallest = 7;
  const double font = std::min(largest, largest * room / text_width(name, largest));
  const Point at = pixel(layout_.at[component]);
  if (font >= smallest) {
    svg.text(at + Point{0, 0.35 * font}, {{"class", "name"}, {"font-size", svg_number(font)}},
             name);
    return;
  }
  const double outside = std::max(smallest, 0.11 * scale_.place);
  const double below = layout_.reach[component] * scale_.place + 1.05 * outside;
  svg.text(at + Point{0, below},
           {{"class", "outside"},
            {"font-size", svg_number(outside)},
            {"stroke-width", svg_number(0.3 * outside)}},
           name);
}

void Picture::write_names(SvgWriter& svg) const {
  const bool free = layout_.columns.empty() && platform_.plan.arrangement == Arrangement::free;
  if ((free ? graph_.nodes.size() : routers_) > most_named) return;
  const std::vector<std::string> names = short_names(platform_, graph_);
  for (std::size_t i = 0; i < graph_.nodes.size(); ++i) {
    if (free || graph_.nodes[i].router || !graph_.nodes[i].home) write_name(svg, i, names[i]);
  }
}

// Labels side by side that would run into each other are left out, but for every n-th.
std::vector<BorderLabel> Picture::columns_with_room(double font) const {
  std::vector<BorderLabel> columns = layout_.columns;
  std::sort(columns.begin(), columns.end(),
            [](const BorderLabel& a, const BorderLabel& b) { return a.at.x < b.at.x; });
  double pitch = std::numeric_limits<double>::infinity();
  std::size_t longest = 0;
  for (std::size_t i = 0; i < columns.size(); ++i) {
    longest = std::max(longest, columns[i].text.size());
    if (i != 0) pitch = std::min(pitch, pixel(columns[i].at).x - pixel(columns[i - 1].at).x);
  }
  const double width = width_of_digit * font * static_cast<double>(longest + 1);
  const auto every = static_cast<std::size_t>(std::max(1.0, std::ceil(width / pitch)));
  std::vector<BorderLabel> shown;
  for (std::size_t i = 0; i < columns.size(); i += every) shown.push_back(columns[i]);
  return shown;
}

void Picture::write_border(SvgWriter& svg) const {
  const bool levels = platform_.plan.arrangement == Arrangement::levels;
  if (routers_ <= most_named && !levels) return;
  const double font = std::clamp(0.3 * scale_.place, 6.0, scale_.font);
  const std::string size = svg_number(font);
  for (const BorderLabel& label : columns_with_room(font)) {
    svg.text({pixel(label.at).x, corner_.y - 0.6 * font},
             {{"class", "border"}, {"font-size", size}}, label.text);
  }
  for (const BorderLabel& label : layout_.rows) {
    svg.text({corner_.x - 0.6 * font, pixel(label.at).y + 0.35 * font},
             {{"class", "border row"}, {"font-size", size}}, label.text);
  }
}

// A little to the right of the link, so that both directions of one link can be shown.
void Picture::write_channel(SvgWriter& svg, std::size_t number) const {
  const LinkEnd end = extras_.cycle[number];
  const auto found =
      std::find_if(graph_.fat_links.begin(), graph_.fat_links.end(), [&](const FatLink& fat_link) {
        return std::any_of(fat_link.links.begin(), fat_link.links.end(), [&](std::size_t link) {
          const PictureLink ends = picture_link(platform_, link);
          return !ends.one_way && (ends.from == end || ends.to == end);
        });
      });
  if (found == graph_.fat_links.end()) {
    throw std::invalid_argument("a channel of the cycle that the platform does not have");
  }
  const Route& way = layout_.routes[static_cast<std::size_t>(found - graph_.fat_links.begin())];
  Route route = found->from == end.component ? way : reversed(way);
  const Point along = unit(route.back().to - route.front().from);
  route = shifted(std::move(route), right_of(along) * 0.05);
  const double width = std::max(1.5, 0.05 * scale_.place);
  // not in the middle, where that of the opposite channel would stand as well
  const Point number_at = pixel(route[route.size() / 2].at(0.35));
  route = pixels(std::move(route));
  const std::size_t to = found->from == end.component ? found->to : found->from;
  svg.element("path",
              {{"class", "cycle"},
               {"stroke-width", svg_number(width)},
               {"marker-end", "url(#arrow)"},
               {"d", svg_path(route)}},
              fmt::format("channel {}: {}.link{} to {}", number + 1,
                          platform_.components[end.component].name, end.port,
                          platform_.components[to].name));
  const double radius = std::max(4.0, 0.085 * scale_.place);
  svg.element("circle", {{"class", "arrow"},
                         {"cx", svg_number(number_at.x)},
                         {"cy", svg_number(number_at.y)},
                         {"r", svg_number(radius)}});
  svg.text(number_at + Point{0, 0.42 * radius},
           {{"class", "number"}, {"font-size", svg_number(1.2 * radius)}},
           fmt::format("{}", number + 1));
}

void Picture::write_cycle(SvgWriter& svg) const {
  if (extras_.cycle.empty()) return;
  svg.open("marker", {{"id", "arrow"},
                      {"viewBox", "0 0 4 4"},
                      {"refX", "3.4"},
                      {"refY", "2"},
                      {"markerWidth", "3.4"},
                      {"markerHeight", "3.4"},
                      {"orient", "auto"}});
  svg.element("path", {{"class", "arrow"}, {"d", "M0 0L4 2L0 4Z"}});
  svg.close("marker");
  for (std::size_t number = 0; number < extras_.cycle.size(); ++number) write_channel(svg, number);
}

std::string Picture::draw() {
  const Point network = (box_.high - box_.low) * scale_.place;
  double border = margin * scale_.place + scale_.font;
  for (const BorderLabel& label : layout_.rows) {
    border = std::max(border, text_width(label.text, scale_.font) + 1.6 * scale_.font);
  }
  const double least = std::max({32 * scale_.font, text_width(summary(), scale_.font),
                                 1.3 * text_width(platform_.name, scale_.font)}) +
                       2 * scale_.font;
  const double width = std::max(network.x + 2 * border, least);
  const double head = 4 * scale_.font;
  corner_ = {(width - network.x) / 2, head + border * 0.8};
  const Legend legend(legend_content(), width - 2 * scale_.font, scale_.font);
  const double foot = corner_.y + network.y + border * 0.8;
  SvgWriter svg(width, foot + legend.height() + 0.5 * scale_.font, platform_.name, picture_style());
  write_heading(svg);
  for (std::size_t i = 0; i < graph_.fat_links.size(); ++i) write_link(svg, i);
  if (routers_ <= most_counted) {
    for (std::size_t i = 0; i < graph_.fat_links.size(); ++i) write_count(svg, i);
  }
  svg.open("g", {{"stroke-width", svg_number(scale_.line)}});
  for (std::size_t i = 0; i < graph_.nodes.size(); ++i) write_node(svg, i);
  svg.close("g");
  write_cycle(svg);
  write_names(svg);
  write_border(svg);
  legend.write(svg, {scale_.font, foot});
  return svg.finish();
}

}  // namespace

std::vector<std::size_t> dead_links(const Platform& platform) {
  std::vector<std::size_t> links;
  for (const FaultSpec& fault : platform.faults) links.push_back(fault.link);
  for (std::size_t i = 0; i < platform.busses.size(); ++i) {
    if (platform.busses[i].cut_at != never) links.push_back(platform.links.size() + i);
  }
  return links;
}

std::string draw_picture(const Platform& platform, const PictureExtras& extras) {
  return Picture(platform, extras).draw();
}

}  // namespace weft
