// No command writes over what it reads, or twice into one file.
#include <gtest/gtest.h>

#include <map>
#include <ostream>
#include <string>

#include "tests/app/experiment_shell.hpp"

namespace weft {
namespace {

using test::Result;

const std::string pair =
    "components: {a: {type: t9000}, b: {type: t9000}}\n"
    "links: [{from: a.link0, to: b.link0}]\n"
    "workload: {type: stream}\n"
    "run: {for: 20 us}\n";

/// A folder with one of each kind of input, and links to them.
struct Inputs : test::ExperimentShell {
  Inputs() {
    write("pair.yaml", pair);
    write("more.yaml", "include: pair.yaml\n");
    write("pair.svg", pair);
    write("pair.csv", pair);
    write("ring.edges", "a b\nb c\nc a\n");
    write("ring.yaml", "network: {topology: graph, file: ring.edges}\nrun: {for: 20 us}\n");
    write("trace.txt", "0 us a b 32\n");
    write("send.s", "halt\n");
    write("cells.yaml",
          "network: {topology: mesh, shape: 2x1, cell: {type: iwarp, program: send.s}}\n"
          "run: {for: 2 us}\n");
    write("old.json", "old\n");
    run("ln -s pair.yaml link.yaml; ln pair.yaml hard.yaml; ln -s old.json link.json; "
        "ln old.json hard.json; mkdir folder; ln -s folder beside");
  }

  std::map<std::string, std::string> files() const {
    std::map<std::string, std::string> all;
    for (const std::string& name : list()) {
      if (name != "folder" && name != "beside") all[name] = read(name);
    }
    return all;
  }
};

struct Collision {
  std::string name;
  std::string line;
  std::string error;

  friend std::ostream& operator<<(std::ostream& out, const Collision& collision) {
    return out << collision.name;
  }
};

class OneFile : public testing::TestWithParam<Collision> {};

TEST_P(OneFile, IsNotUsedTwiceByACommand) {
  const Inputs inputs;
  if (GetParam().line.find("small.db") != std::string::npos) {
    ASSERT_EQ(inputs.run("weft sweep small.yaml").status, 0);
  }
  const auto before = inputs.files();
  const Result result = inputs.run("weft " + GetParam().line);
  EXPECT_EQ(result.status, 2) << result.out;
  EXPECT_EQ(result.err, "weft: error: " + GetParam().error + "; expected another file\n");
  EXPECT_TRUE(inputs.files() == before) << "a file has changed";
}

const std::string read_too = "', which this command reads";

INSTANTIATE_TEST_SUITE_P(
    FileGuard, OneFile,
    testing::Values(
        Collision{"platform_of_check", "check pair.yaml --json pair.yaml",
                  "--json: 'pair.yaml" + read_too},
        Collision{"platform_of_bench", "bench pair.yaml --runs 1 --json pair.yaml",
                  "--json: 'pair.yaml" + read_too},
        Collision{"platform_of_draw", "draw pair.svg -o pair.svg",
                  "--output: 'pair.svg" + read_too},
        Collision{"platform_of_run", "run pair.yaml --trace pair.yaml",
                  "--trace: 'pair.yaml" + read_too},
        Collision{"platform_of_events", "run pair.csv --events pair.csv",
                  "--events: 'pair.csv" + read_too},
        Collision{"by_symbolic_link", "check pair.yaml --json link.yaml",
                  "--json: 'link.yaml" + read_too},
        Collision{"by_hard_link", "check pair.yaml --json hard.yaml",
                  "--json: 'hard.yaml" + read_too},
        Collision{"through_symbolic_link", "check link.yaml --json pair.yaml",
                  "--json: 'pair.yaml" + read_too},
        Collision{"included", "check more.yaml --json pair.yaml", "--json: 'pair.yaml" + read_too},
        Collision{"graph", "run ring.yaml --json ring.edges", "--json: 'ring.edges" + read_too},
        Collision{"program_of_a_cell", "run cells.yaml --json send.s",
                  "--json: 'send.s" + read_too},
        Collision{"program", "assemble send.s -o send.s", "--output: 'send.s" + read_too},
        Collision{"experiment", "sweep small.yaml -o small.yaml",
                  "--output: 'small.yaml" + read_too},
        Collision{"platform_of_an_experiment", "sweep small.yaml -o net.yaml",
                  "--output: 'net.yaml" + read_too},
        Collision{"results_of_extract", "extract small.db --csv ./small.db",
                  "--csv: './small.db" + read_too},
        Collision{"results_of_report", "report small.db -o small.db",
                  "--output: 'small.db" + read_too},
        Collision{"two_outputs",
                  "run pair.yaml --json out --draw ./out.svg --events out.csv "
                  "--trace folder/../out.csv",
                  "--trace: 'folder/../out.csv', into which --events writes"},
        Collision{"two_outputs_by_a_folder",
                  "run pair.yaml --json folder/out.json --trace beside/out.json",
                  "--trace: 'beside/out.json', into which --json writes"},
        Collision{"two_outputs_by_symbolic_link", "run pair.yaml --json link.json --trace old.json",
                  "--trace: 'old.json', into which --json writes"},
        Collision{"two_outputs_by_hard_link", "run pair.yaml --json hard.json --trace old.json",
                  "--trace: 'old.json', into which --json writes"},
        Collision{"companion_of_the_trace", "run pair.yaml --trace out.vcd --json out.gtkw",
                  "--trace: 'out.gtkw', into which --json writes"},
        Collision{"names_beside_the_trace", "run pair.yaml --trace out.vcd --json out.tokens.txt",
                  "--trace: 'out.tokens.txt', into which --json writes"},
        Collision{"standard_output_twice", "run pair.yaml --json - --draw -",
                  "--draw: '-', into which --json writes"},
        Collision{"file_of_standard_output", "check pair.yaml --json old.json >>old.json",
                  "--json: 'old.json', into which standard output goes"}),
    [](const auto& collision) { return collision.param.name; });

TEST(FileGuard, LetsDevicesBeWrittenAtWill) {
  const Inputs inputs;
  const Result result =
      inputs.run("weft run pair.yaml --json /dev/null --trace /dev/null --events /dev/null");
  EXPECT_EQ(result.err,
            "weft: error: /dev/null: no format of events goes by this name; "
            "a name that ends in .csv or .jsonl\n");
  EXPECT_EQ(inputs.run("weft run pair.yaml --json /dev/null --trace /dev/null").status, 0);
}

}  // namespace
}  // namespace weft
