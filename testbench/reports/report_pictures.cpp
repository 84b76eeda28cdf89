#include "testbench/reports/report_pictures.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <functional>
#include <map>
#include <set>

#include "testbench/reports/chart_style.hpp"
#include "testbench/reports/heat_map.hpp"
#include "testbench/reports/histogram_chart.hpp"
#include "testbench/reports/line_chart.hpp"
#include "testbench/sweeps/conditions.hpp"

namespace weft {

namespace {

constexpr std::size_t most_looked_into = 6;  // points with maps and histograms

/// Which points share a curve, and which curves a picture.
struct CurvePlan {
  std::size_t x = 0;                // parameter along the axis
  std::vector<std::size_t> curves;  // parameters that tell curves of a picture apart
  std::vector<std::size_t> facets;  // parameters that tell pictures apart
};

std::string name_for_file(const std::string& text) {
  std::string name;
  for (const char c : text) {
    if (std::isalnum(static_cast<unsigned char>(c)) != 0) {
      name += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    } else if (!name.empty() && name.back() != '_') {
      name += '_';
    }
  }
  while (!name.empty() && name.back() == '_') name.pop_back();
  return name;
}

// Names that read alike as file names, or are too long for one, stay names of their own.
void make_names_differ(std::vector<ReportPicture>& pictures) {
  constexpr std::size_t longest = 120;
  std::set<std::string> taken;
  for (ReportPicture& picture : pictures) {
    const std::string name = picture.name.substr(0, longest);
    picture.name = name;
    for (unsigned number = 2; !taken.insert(picture.name).second; ++number) {
      picture.name = fmt::format("{}_{}", name, number);
    }
  }
}

std::string with_unit(const std::string& name, const std::string& unit) {
  return unit.empty() ? name : name + ", " + unit;
}

std::string values_text(const ResultPoint& point, const std::vector<std::size_t>& which) {
  std::string text;
  for (const std::size_t i : which) text += (text.empty() ? "" : ", ") + point.values[i];
  return text;
}

std::string names_text(const Results& results, const std::vector<std::size_t>& which) {
  std::string text;
  for (const std::size_t i : which) {
    text += (text.empty() ? "" : ", ") + results.parameters()[i].name;
  }
  return text;
}

/// "load 0.5, limit 4": what a reader has to know of a point.
std::string title_of(const Results& results, const ResultPoint& point,
                     const std::vector<std::size_t>& which) {
  std::string text;
  for (const std::size_t i : which) {
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", results.parameters()[i].name,
                        point.values[i]);
  }
  return text;
}

std::size_t different(const std::vector<MeasuredPoint>& points,
                      const std::vector<std::size_t>& which) {
  std::map<std::string, int> seen;
  for (const MeasuredPoint& one : points) seen[values_text(one.point, which)];
  return seen.size();
}

CurvePlan arrange(const Results& results, const std::vector<MeasuredPoint>& points) {
  CurvePlan plan;
  const auto& parameters = results.parameters();
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    if (parameters[i].name == results.x()) plan.x = i;
  }
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    if (i == plan.x || parameters[i].computed || different(points, {i}) < 2) continue;
    plan.curves.push_back(i);
  }
  while (plan.curves.size() > 1 && different(points, plan.curves) > most_series) {
    plan.facets.insert(plan.facets.begin(), plan.curves.back());
    plan.curves.pop_back();
  }
  return plan;
}

// In the order in which they come.
template <class Item>
void add_to(std::vector<std::pair<std::string, std::vector<Item>>>& groups, const std::string& key,
            const Item& item) {
  const auto found = std::find_if(groups.begin(), groups.end(),
                                  [&](const auto& group) { return group.first == key; });
  if (found != groups.end()) {
    found->second.push_back(item);
  } else {
    groups.push_back({key, {item}});
  }
}

using Groups = std::vector<std::pair<std::string, std::vector<const MeasuredPoint*>>>;

Groups grouped(const std::vector<const MeasuredPoint*>& points,
               const std::vector<std::size_t>& by) {
  Groups groups;
  for (const MeasuredPoint* one : points) add_to(groups, values_text(one->point, by), one);
  return groups;
}

std::string point_title(const Results& results, const MeasuredPoint& one,
                        const ReportedValue& value) {
  std::vector<std::size_t> all;
  for (std::size_t i = 0; i < results.parameters().size(); ++i) all.push_back(i);
  std::string text =
      fmt::format("{}: {}", title_of(results, one.point, all), axis_number(value.value));
  if (value.interval) text += fmt::format(" +- {}", axis_number(value.interval->half_width));
  if (value.unit != Unit::none) text += fmt::format(" {}", name_of(value.unit));
  if (one.point.status() != "ok") text += fmt::format(" ({})", one.point.status());
  return text;
}

// Of a picture that shows this point alone.
std::string title_with_status(const Results& results, const ResultPoint& point,
                              const std::vector<std::size_t>& which) {
  const std::string status = point.status();
  return title_of(results, point, which) + (status == "ok" ? "" : fmt::format(" ({})", status));
}

std::vector<std::string> names_along(const std::vector<const MeasuredPoint*>& points,
                                     std::size_t x) {
  std::vector<std::string> names;
  for (const MeasuredPoint* one : points) {
    if (!std::isnan(one->point.numbers[x])) return {};
  }
  for (const MeasuredPoint* one : points) {
    const std::string& name = one->point.values[x];
    if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
  }
  return names;
}

// A share of what there is, such as the utilisation of links, is never above 100 %.
std::optional<double> most_of(const LineChart& chart,
                              const std::vector<const MeasuredPoint*>& points,
                              const std::string& measure) {
  constexpr double all = 100;
  for (const MeasuredPoint* one : points) {
    const ReportedValue* value = find(one->values, measure);
    if (value != nullptr && value->unit != Unit::percent) return {};
  }
  for (const ChartSeries& series : chart.series) {
    for (const ChartPoint& point : series.points) {
      if (point.y > all || point.y < 0) return {};  // a comparison
    }
  }
  return all;
}

// With any number of series.
LineChart chart_of(const Results& results, const std::vector<const MeasuredPoint*>& points,
                   const CurvePlan& plan, const std::string& measure) {
  LineChart chart;
  const ResultParameter& x = results.parameters()[plan.x];
  chart.title = measure;
  chart.x_label = with_unit(x.name, x.unit);
  chart.series_label = names_text(results, plan.curves);
  chart.open_note =
      "hollow: not all runs are ok; unstable, throttled, not converged, too short or nothing "
      "measured";
  chart.x_names = names_along(points, plan.x);
  for (const auto& [name, members] : grouped(points, plan.curves)) {
    ChartSeries series{name, {}};
    for (const MeasuredPoint* one : members) {
      const ReportedValue* value = find(one->values, measure);
      if (value == nullptr) continue;
      chart.y_label = with_unit(measure, std::string(name_of(value->unit)));
      double at = one->point.numbers[plan.x];
      if (!chart.x_names.empty()) {
        at = static_cast<double>(
            std::find(chart.x_names.begin(), chart.x_names.end(), one->point.values[plan.x]) -
            chart.x_names.begin());
      }
      if (std::isnan(at)) continue;
      const auto half_width =
          value->interval ? std::optional(value->interval->half_width) : std::nullopt;
      series.points.push_back({at, value->value, half_width, point_title(results, *one, *value),
                               one->point.status() != "ok"});
    }
    std::sort(series.points.begin(), series.points.end(),
              [](const ChartPoint& a, const ChartPoint& b) { return a.x < b.x; });
    if (!series.points.empty()) chart.series.push_back(std::move(series));
  }
  chart.most = most_of(chart, points, measure);
  return chart;
}

std::vector<std::string> measures_of(const Results& results,
                                     const std::vector<MeasuredPoint>& points) {
  std::vector<std::string> names = results.measures();
  for (const ReportedValue& value : points.front().values) {
    if (results.measures().empty() && value.unit != Unit::none) names.push_back(name_of(value));
  }
  for (const Comparison& one : results.comparisons()) {
    if (std::find(names.begin(), names.end(), one.name) == names.end()) names.push_back(one.name);
  }
  return names;
}

// In as many charts as it takes for `most_series` in each.
std::vector<LineChart> divided(const LineChart& chart) {
  const std::size_t parts = (chart.series.size() + most_series - 1) / most_series;
  std::vector<LineChart> charts;
  for (std::size_t part = 0; part < parts; ++part) {
    LineChart& one = charts.emplace_back(chart);
    if (parts > 1) one.title += fmt::format(" ({} of {})", part + 1, parts);
    const auto first = chart.series.begin() + static_cast<std::ptrdiff_t>(part * most_series);
    const auto left = static_cast<std::size_t>(chart.series.end() - first);
    one.series.assign(first, first + static_cast<std::ptrdiff_t>(std::min(left, most_series)));
  }
  return charts;
}

void add_curves(std::vector<ReportPicture>& pictures, const Results& results,
                const std::vector<MeasuredPoint>& points, const CurvePlan& plan) {
  std::vector<const MeasuredPoint*> all;
  for (const MeasuredPoint& one : points) all.push_back(&one);
  for (const std::string& measure : measures_of(results, points)) {
    for (const auto& [facet, members] : grouped(all, plan.facets)) {
      LineChart chart = chart_of(results, members, plan, measure);
      if (!facet.empty()) {
        chart.title += ": " + title_of(results, members.front()->point, plan.facets);
      }
      for (const LineChart& one : divided(chart)) {
        pictures.push_back({ReportPicture::Section::curves,
                            fmt::format("curve_{}", name_for_file(one.title)), draw(one)});
      }
    }
  }
}

// Of each curve the last point: where the network is loaded most.
std::vector<const MeasuredPoint*> looked_into(const std::vector<MeasuredPoint>& points,
                                              const CurvePlan& plan) {
  std::vector<const MeasuredPoint*> all;
  for (const MeasuredPoint& one : points) all.push_back(&one);
  std::vector<std::size_t> by = plan.curves;
  by.insert(by.end(), plan.facets.begin(), plan.facets.end());
  std::vector<const MeasuredPoint*> chosen;
  for (const auto& [name, members] : grouped(all, by)) {
    if (chosen.size() == most_looked_into) break;
    chosen.push_back(*std::max_element(members.begin(), members.end(),
                                       [&](const MeasuredPoint* a, const MeasuredPoint* b) {
                                         return a->point.numbers[plan.x] < b->point.numbers[plan.x];
                                       }));
  }
  return chosen;
}

std::vector<const MeasuredPoint*> first_of(const std::vector<MeasuredPoint>& points) {
  std::vector<const MeasuredPoint*> first;
  for (const MeasuredPoint& one : points) {
    if (first.size() < most_looked_into) first.push_back(&one);
  }
  return first;
}

// Processors without a place stand in the order of their names, in a square.
std::vector<HeatCell> cells_of(const std::vector<ProcessorMeans>& processors,
                               const std::function<double(const ProcessorMeans&)>& value) {
  const bool placed = std::all_of(processors.begin(), processors.end(),
                                  [](const ProcessorMeans& one) { return one.x >= 0; });
  const int side = static_cast<int>(std::ceil(std::sqrt(static_cast<double>(processors.size()))));
  std::vector<HeatCell> cells;
  for (std::size_t i = 0; i < processors.size(); ++i) {
    const auto& one = processors[i];
    const int index = static_cast<int>(i);
    cells.push_back(
        {placed ? one.x : index % side, placed ? one.y : index / side, value(one), one.name});
  }
  return cells;
}

std::string node_of(const std::string& component) {
  return component.substr(0, component.rfind('.'));
}

// How busy the links between its router and the neighbouring ones are, in percent, by node.
std::map<std::string, double> loads_by_node(const std::vector<RecordedLink>& links) {
  std::map<std::string, Moments> loads;
  for (const RecordedLink& link : links) {
    if (node_of(link.from) == node_of(link.to)) continue;
    loads[node_of(link.from)].add(link.utilisation_percent);
  }
  std::map<std::string, double> means;
  for (const auto& [node, load] : loads) means[node] = load.mean;
  return means;
}

HeatMap map_of(const std::string& title, const std::string& unit, std::vector<HeatCell> cells,
               const std::vector<ProcessorMeans>& processors) {
  HeatMap map;
  map.title = title;
  map.unit = unit;
  map.cells = std::move(cells);
  if (processors.front().x < 0) map.column_label.clear();
  const auto [least, most] =
      std::minmax_element(map.cells.begin(), map.cells.end(),
                          [](const HeatCell& a, const HeatCell& b) { return a.value < b.value; });
  map.lowest = least->value;
  map.highest = most->value;
  return map;
}

void add_maps(std::vector<ReportPicture>& pictures, Results& results, const MeasuredPoint& one,
              const std::string& where) {
  const auto processors = results.processors(one.point);
  if (processors.size() < 2) return;
  const auto add = [&](const std::string& what, const std::string& unit,
                       const std::function<double(const ProcessorMeans&)>& value) {
    const std::string title = fmt::format("{}: {}", what, where);
    pictures.push_back({ReportPicture::Section::maps, "map_" + name_for_file(title),
                        draw(map_of(title, unit, cells_of(processors, value), processors))});
  };
  add("Packets delivered from", "1/ms",
      [](const auto& processor) { return processor.acknowledged_per_ms; });
  const auto loads = loads_by_node(results.links(one.point));
  const bool grid = std::all_of(processors.begin(), processors.end(), [&](const auto& processor) {
    return processor.x >= 0 && loads.contains(node_of(processor.name));
  });
  if (!grid) return;
  add("Links out of", "%",
      [&](const auto& processor) { return loads.at(node_of(processor.name)); });
}

void add_histograms(std::vector<ReportPicture>& pictures, Results& results,
                    const MeasuredPoint& one, const std::string& where) {
  for (const MergedDistribution& distribution : results.distributions(one.point)) {
    std::string title = fmt::format("{}: {}", distribution.quantity, where);
    title.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(title.front())));
    pictures.push_back({ReportPicture::Section::histograms, "histogram_" + name_for_file(title),
                        draw_histogram(distribution, title)});
  }
}

}  // namespace

std::vector<ReportPicture> report_pictures(Results& results, const std::vector<std::string>& at) {
  const auto without_results = [](const MeasuredPoint& one) { return one.point.measured() == 0; };
  std::vector<MeasuredPoint> points = results.measured();
  std::erase_if(points, without_results);
  std::vector<MeasuredPoint> asked;
  if (!at.empty()) asked = points_where(results, "--at", at);
  std::erase_if(asked, without_results);
  std::vector<ReportPicture> pictures;
  if (points.empty()) return pictures;
  const CurvePlan plan = arrange(results, points);
  add_curves(pictures, results, points, plan);
  std::vector<std::size_t> varied{plan.x};
  varied.insert(varied.end(), plan.curves.begin(), plan.curves.end());
  varied.insert(varied.end(), plan.facets.begin(), plan.facets.end());
  const auto chosen = at.empty() ? looked_into(points, plan) : first_of(asked);
  for (const MeasuredPoint* one : chosen) {
    add_maps(pictures, results, *one, title_with_status(results, one->point, varied));
  }
  for (const MeasuredPoint* one : chosen) {
    add_histograms(pictures, results, *one, title_with_status(results, one->point, varied));
  }
  make_names_differ(pictures);
  return pictures;
}

}  // namespace weft
