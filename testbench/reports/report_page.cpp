#include "testbench/reports/report_page.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "testbench/pictures/svg_writer.hpp"
#include "testbench/reports/chart_style.hpp"
#include "testbench/sweeps/extract.hpp"

namespace weft {

namespace {

constexpr const char* page_style =
    "body{margin:0 auto;max-width:1500px;padding:24px;background:var(--paper);color:var(--ink);"
    "font:15px/1.5 Helvetica,Arial,sans-serif}h1{font-size:26px;margin:0 0 4px}"
    "h2{font-size:19px;margin:36px 0 8px;border-bottom:1px solid var(--line);padding-bottom:4px}"
    ".about,footer{color:var(--pale)}.pictures{display:grid;gap:20px;"
    "grid-template-columns:repeat(auto-fill,minmax(min(100%,480px),1fr))}"
    "figure{margin:0;overflow-x:auto}figure svg{max-width:100%;height:auto}"
    ".table{overflow-x:auto}table{border-collapse:collapse;font-variant-numeric:tabular-nums;"
    "font-size:14px}th,td{padding:4px 12px;text-align:right;border-bottom:1px solid var(--line);"
    "white-space:nowrap}th{text-align:right;vertical-align:bottom;white-space:normal}"
    "td.text,th.text{text-align:left}td small{color:var(--pale)}.wrong{color:var(--c1)}"
    "td.error{white-space:normal;text-align:left;max-width:480px}"
    "#tip{position:fixed;display:none;max-width:360px;padding:6px 10px;border-radius:4px;"
    "background:var(--ink);color:var(--paper);font-size:13px;pointer-events:none;z-index:1}";

// A title of SVG shows after a while and far off; this one at once. Without script the title does.
constexpr const char* page_script =
    "const tip=document.getElementById('tip');let kept=null;"
    "function back(){if(kept){kept.node.append(kept.title);kept=null}tip.style.display='none'}"
    "document.addEventListener('mouseover',e=>{const t=e.target.closest('svg *');"
    "if(kept&&t===kept.node)return;back();if(!t)return;"
    "const title=[...t.children].find(c=>c.tagName==='title');if(!title)return;"
    "tip.textContent=title.textContent;tip.style.display='block';title.remove();"
    "kept={node:t,title}});"
    "document.addEventListener('mousemove',e=>{"
    "tip.style.left=Math.min(e.clientX+14,innerWidth-tip.offsetWidth-8)+'px';"
    "tip.style.top=Math.min(e.clientY+14,innerHeight-tip.offsetHeight-8)+'px'});";

std::string counted_runs(std::size_t count, const std::string& what) {
  return count == 0 ? std::string() : fmt::format("; {} {}", count, what);
}

std::string about(const std::vector<ResultPoint>& points) {
  std::size_t runs = 0;
  for (const ResultPoint& point : points) {
    runs += point.runs.size();
  }
  const auto with_status = [&points](std::string_view status) {
    return std::accumulate(points.begin(), points.end(), std::size_t{0},
                           [status](std::size_t sum, const ResultPoint& point) {
                             return sum + point.with_status(status);
                           });
  };
  return fmt::format(
      "{} runs at {} points{}{}{}{}{}{}.", runs, points.size(),
      counted_runs(with_status("unstable"), "unstable, with a backlog that grew to their end"),
      counted_runs(with_status("throttled"), "throttled, with sources that dropped messages"),
      counted_runs(with_status("not converged"),
                   "stopped at their limit before the interval was narrow enough"),
      counted_runs(with_status("too short"),
                   "too short to tell whether a backlog grew to their end"),
      counted_runs(with_status("nothing measured"),
                   "in which nothing came to its end after the warm-up"),
      counted_runs(with_status("failed"), "failed"));
}

// The number with as many digits as its error has any use for.
std::string cell_text(const Extract::Cell& cell) {
  if (!cell.value) return "";
  const double half_width = cell.value->interval ? cell.value->interval->half_width : 0;
  if (half_width <= 0 || !std::isfinite(half_width)) {
    return fmt::format("{:.5g}", cell.value->value);
  }
  const int digits = std::clamp(1 - static_cast<int>(std::floor(std::log10(half_width))), 0, 8);
  return fmt::format("{:.{}f} <small>&plusmn;&nbsp;{:.{}f}</small>", cell.value->value, digits,
                     half_width, digits);
}

std::string heading_row(const Extract& table, bool errors) {
  std::string html = "<tr>";
  for (const Extract::Column& column : table.columns) {
    html += fmt::format("<th{}>{}{}</th>", column.parameter ? " class=\"text\"" : "",
                        escaped(column.name),
                        column.parameter || column.unit.empty()
                            ? ""
                            : "<br><small>" + escaped(column.unit) + "</small>");
  }
  return html + "<th>seeds</th><th class=\"text\">status</th>" +
         (errors ? "<th class=\"text\">error</th>" : "") + "</tr>\n";
}

std::string table_of(const Extract& table) {
  bool errors = false;
  for (const Extract::Row& row : table.rows) errors = errors || !row.error.empty();
  std::string html =
      "<div class=\"table\"><table><thead>" + heading_row(table, errors) + "</thead><tbody>\n";
  for (const Extract::Row& row : table.rows) {
    html += "<tr>";
    for (std::size_t i = 0; i < row.cells.size(); ++i) {
      html += table.columns[i].parameter
                  ? fmt::format("<td class=\"text\">{}</td>", escaped(row.cells[i].text))
                  : fmt::format("<td>{}</td>", cell_text(row.cells[i]));
    }
    html += fmt::format("<td>{}</td><td class=\"text{}\">{}</td>", row.seeds.size(),
                        row.status == "ok" ? "" : " wrong", escaped(row.status));
    if (errors) html += fmt::format("<td class=\"error\">{}</td>", escaped(row.error));
    html += "</tr>\n";
  }
  return html + "</tbody></table></div>\n";
}

std::string parameter_list(const Results& results) {
  std::string html =
      "<div class=\"table\"><table><thead><tr><th class=\"text\">parameter</th>"
      "<th class=\"text\">unit</th><th class=\"text\">sets</th></tr></thead><tbody>\n";
  for (const ResultParameter& one : results.parameters()) {
    html += fmt::format(
        "<tr><td class=\"text\">{}{}</td><td class=\"text\">{}</td>"
        "<td class=\"text\">{}</td></tr>\n",
        escaped(one.name), one.computed ? " <small>computed</small>" : "", escaped(one.unit),
        one.key.empty() ? "" : "<code>" + escaped(one.key) + "</code>");
  }
  return html + "</tbody></table></div>\n";
}

std::string section_of(const std::vector<ReportPicture>& pictures, ReportPicture::Section section,
                       const std::string& heading, const std::string& about) {
  std::string html;
  for (const ReportPicture& picture : pictures) {
    if (picture.section != section) continue;
    html += "<figure>" + picture.svg + "</figure>\n";
  }
  if (html.empty()) return html;
  return fmt::format("<h2>{}</h2>\n<p class=\"about\">{}</p>\n<div class=\"pictures\">\n{}</div>\n",
                     heading, about, html);
}

}  // namespace

std::string report_page(Results& results, const std::vector<ReportPicture>& pictures) {
  using Section = ReportPicture::Section;
  std::string html = fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">"
      "<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">"
      "<meta name=\"color-scheme\" content=\"light dark\"><title>{}</title>\n<style>{}{}{}</style>"
      "</head><body>\n<h1>{}</h1>\n<p class=\"about\">{}</p>\n",
      escaped(results.title()), page_colours(), chart_style(), page_style, escaped(results.title()),
      about(results.points()));
  html += section_of(pictures, Section::curves, "Curves",
                     "Bars are confidence intervals of the mean. Point at anything for its value.");
  html += section_of(pictures, Section::maps, "Load over the network",
                     "At the highest load of each curve, the mean over its seeds. Each map has a "
                     "scale of its own.");
  html += section_of(pictures, Section::histograms, "Histograms",
                     "At the highest load of each curve, all seeds together, up to the 99.9th "
                     "percentile.");
  html += "<h2>Parameters</h2>\n" + parameter_list(results);
  html += "<h2>Results</h2>\n" + table_of(extract(results, {}));
  html += fmt::format("<div id=\"tip\"></div><script>{}</script>\n</body></html>\n", page_script);
  return html;
}

}  // namespace weft
