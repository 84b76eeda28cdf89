// weft report, and what a browser makes of it.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <string>

#include <fmt/format.h>

#include "testbench/sweeps/database.hpp"
#include "tests/app/command.hpp"

namespace weft {
namespace {

using test::Result;
using test::Shell;

// A folder with the results of an experiment.
struct ResultsShell : Shell {
  ResultsShell();
};

ResultsShell::ResultsShell() {
  write("net.yaml",
        "network: {topology: mesh, shape: 3x2}\n"
        "workload: {type: random_traffic, message_bytes: 32, interval: 20 us}\n"
        "run: {for: 200 us}\n");
  write("small.yaml",
        "title: \"Load < limit & <b>more</b>\"\n"
        "platform: net.yaml\n"
        "vary:\n"
        "  load: {from: 0.2, to: 0.8, step: 0.2}\n"
        "  limit: {key: workload.max_outstanding, values: [1, 8]}\n"
        "compute:\n"
        "  interval: {key: workload.interval, value: 3.84 / load, unit: us}\n"
        "seeds: 3\n"
        "measures: [throughput, packet latency mean]\n");
  run("weft sweep small.yaml");
}

TEST(Report, IsOnePageThatLoadsNothing) {
  const ResultsShell shell;
  const Result result = shell.run("weft report small.db");
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_EQ(result.out, "small.html: 12 pictures\n");
  std::string page = shell.read("small.html");
  for (const std::string name : {"http://www.w3.org/2000/svg"}) {  // a name, not an address
    for (std::size_t at = 0; (at = page.find(name)) != std::string::npos;)
      page.erase(at, name.size());
  }
  for (const std::string what : {"http:", "https:", "src=", "href=", "@import", "url("}) {
    EXPECT_EQ(page.find(what), std::string::npos) << what;
  }
  EXPECT_NE(page.find("Load &lt; limit &amp; &lt;b&gt;more"), std::string::npos);
}

TEST(Report, WritesTheSamePicturesAsFiles) {
  const ResultsShell shell;
  EXPECT_EQ(shell.run("weft report small.db --svg pictures -o page.html").status, 0);
  const std::string page = shell.read("page.html");
  int files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(shell.path("pictures"))) {
    ++files;
    EXPECT_EQ(entry.path().extension(), ".svg");
    EXPECT_NE(page.find(shell.read("pictures/" + entry.path().filename().string())),
              std::string::npos)
        << entry.path();
  }
  EXPECT_EQ(files, 12);
}

// Values whose file names read alike.
TEST(Report, WritesAsManyPicturesAsItTells) {
  const Shell shell;
  shell.write("net.yaml",
              "network: {topology: mesh, shape: 2x1}\n"
              "workload: {type: random_traffic, message_bytes: 32, interval: 20 us}\n"
              "run: {for: 60 us}\n");
  shell.write("names.yaml",
              "platform: net.yaml\n"
              "vary:\n"
              "  name: {key: name, values: [a b, a-b, A_b, a_b, a/b]}\n"
              "  limit: {key: workload.max_outstanding, values: [1, 8]}\n"
              "measures: [throughput]\nx: limit\n");
  ASSERT_EQ(shell.run("weft sweep names.yaml").status, 0);
  const Result result = shell.run("weft report names.db --svg pictures");
  EXPECT_EQ(result.status, 0) << result.err;
  const auto files = std::distance(std::filesystem::directory_iterator(shell.path("pictures")), {});
  EXPECT_GT(files, 12);
  EXPECT_EQ(result.out, fmt::format("pictures: {} pictures\n", files));
}

// What is gone is told, whatever it is.
TEST(Report, RefusesResultsFromWhichRowsAreGone) {
  const ResultsShell shell;
  for (const std::string lost :
       {"experiment", "experiment WHERE name = 'parameters'", "results",
        "results WHERE position = 3", "histograms", "histograms WHERE low > 1000", "distributions",
        "runs WHERE seed = 2"}) {
    std::filesystem::copy_file(shell.path("small.db"), shell.path("lost.db"),
                               std::filesystem::copy_options::overwrite_existing);
    Database(shell.path("lost.db"), Database::Mode::write).execute("DELETE FROM " + lost);
    for (const std::string command : {"report", "extract"}) {
      const Result result = shell.run(fmt::format("weft {} lost.db", command));
      EXPECT_EQ(result.status, 2) << lost;
      EXPECT_EQ(result.err.rfind("weft: error: lost.db: a damaged file: ", 0), 0U)
          << lost << result.err;
    }
  }
}

TEST(Report, IsTheSameForTheSameResults) {
  const ResultsShell shell;
  shell.run("weft report small.db -o a.html; weft report small.db -o b.html");
  EXPECT_EQ(shell.read("a.html"), shell.read("b.html"));
}

TEST(Report, ShowsEveryCurveHoweverManyThereAre) {
  const ResultsShell shell;
  shell.write("many.yaml",
              "platform: net.yaml\n"
              "vary:\n"
              "  gap: {key: workload.interval, values: [20 us, 30 us]}\n"
              "  limit: {key: workload.max_outstanding, from: 1, to: 16, step: 1}\n"
              "measures: [throughput]\n");
  shell.run("weft sweep many.yaml");
  EXPECT_EQ(shell.run("weft report many.db --svg pictures").status, 0);
  for (int limit = 1; limit <= 16; ++limit) {
    const std::string file = limit <= 7 ? "1_of_3" : limit <= 14 ? "2_of_3" : "3_of_3";
    EXPECT_NE(shell.read("pictures/curve_throughput_" + file + ".svg")
                  .find(">limit " + std::to_string(limit) + "<"),
              std::string::npos)
        << limit;
  }
}

// Measures in a real browser: all texts of a picture are inside of it, and no two numbers of an
// axis touch.
const std::string measuring = R"(<script>
const wrong = [];
for (const svg of document.querySelectorAll('svg')) {
  const room = svg.getBoundingClientRect();
  const texts = [...svg.querySelectorAll('text')];
  if (texts.length < 5 || room.width < 200 || room.height < 100) wrong.push('an empty picture');
  const boxes = texts.map(t => [t.textContent, t.getBoundingClientRect()]);
  for (const [text, box] of boxes) {
    if (box.width === 0) wrong.push('not shown: ' + text);
    if (box.left < room.left - 1 || box.right > room.right + 1 || box.top < room.top - 1 ||
        box.bottom > room.bottom + 1) wrong.push('outside: ' + text);
  }
  const numbers = boxes.filter(([text]) => /^[0-9.]+$/.test(text));
  for (let i = 0; i < numbers.length; ++i) {
    for (let k = i + 1; k < numbers.length; ++k) {
      const a = numbers[i][1], b = numbers[k][1];
      if (a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom)
        wrong.push('touch: ' + numbers[i][0] + ' and ' + numbers[k][0]);
    }
  }
}
const pictures = document.querySelectorAll('svg').length;
const rows = document.querySelectorAll('table:last-of-type tbody tr').length;
document.body.setAttribute('data-seen', pictures + ' pictures, ' + rows + ' rows: ' +
                           (wrong.join('; ') || 'all well'));
</script>)";

TEST(Report, IsLegibleInChromium) {
  const ResultsShell shell;
  if (shell.run("command -v chromium").status != 0) {
    GTEST_SKIP() << "chromium is not installed: nobody has looked at the page";
  }
  shell.run("weft report small.db -o page.html");
  std::string page = shell.read("page.html");
  page.insert(page.find("</body>"), measuring);
  shell.write("page.html", page);
  const std::string chromium =
      "HOME=$PWD chromium --headless --no-sandbox --disable-gpu "
      "--disable-dev-shm-usage --user-data-dir=$PWD/profile --window-size=1400,3000 ";
  const Result seen = shell.run(chromium + "--dump-dom page.html");
  const std::size_t at = seen.out.find("data-seen=\"");
  ASSERT_NE(at, std::string::npos) << seen.err;
  const std::string said = seen.out.substr(at + 11, seen.out.find('"', at + 11) - at - 11);
  EXPECT_EQ(said, "12 pictures, 11 rows: all well");
  shell.run(chromium + "--screenshot=page.png page.html");
  EXPECT_EQ(shell.read("page.png").substr(0, 4), "\x89PNG");
}

}  // namespace
}  // namespace weft
