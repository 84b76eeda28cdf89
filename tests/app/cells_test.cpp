// iWarp platforms, as a person sees them.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "tests/app/command.hpp"

namespace weft::test {
namespace {

const std::string pair =
    "components: {left: {type: iwarp}, right: {type: iwarp}}\n"
    "links: [{from: left.x_right, to: right.x_left}]\n"
    "workload: {type: pathway_stream, words: 16}\n"
    "run: {for: 50 us}\n";

TEST(CellsOfRun, are_counted_with_their_busses) {
  const Shell shell;
  shell.write("pair.yaml", pair);
  const Result run = shell.run("weft run pair.yaml");
  ASSERT_EQ(run.status, 0) << run.err;
  const auto lines = lines_of(run.out);
  EXPECT_EQ(lines.at(0), "pair: 2 components (2 at word), 1 bus, seed 1");
  EXPECT_NE(run.out.find("left.x_right utilisation"), std::string::npos) << run.out;
  EXPECT_NE(run.out.find("million word-hops a second"), std::string::npos) << run.out;
  EXPECT_EQ(run.out.find("link utilisation"), std::string::npos) << run.out;
}

TEST(CellsOfRun, trace_busses_queues_crossbar_agents_and_program) {
  const Shell shell;
  shell.write("pair.yaml", pair);
  const Result run =
      shell.run("weft run pair.yaml --level signal --trace p.vcd --trace-filter '*'");
  ASSERT_EQ(run.status, 0) << run.err;
  const std::string vcd = shell.read("p.vcd");
  for (const char* wave :
       {"word [31:0]", "tag [3:0]", "data [7:0]", "level [7:0]", "mode [2:0]", "input [7:0]",
        "state [1:0]", "operation [4:0]", "line [31:0]", "spools [7:0]"}) {
    EXPECT_NE(vcd.find(wave), std::string::npos) << wave;
  }
  EXPECT_NE(shell.read("p.gtkw").find("left.program.operation[4:0]"), std::string::npos);
  EXPECT_NE(shell.read("p.tags.txt").find("1 pathway_begin"), std::string::npos);
}

// The number in the line of a result; empty if there is no such line.
std::string number_of(const std::string& table, const std::string& name) {
  for (const std::string& line : lines_of(table)) {
    if (line.find(name) == 0) return line.substr(line.find_last_of(' ') + 1);
  }
  return "";
}

TEST(CellsOfRun, tell_what_they_threw_away_and_where) {
  const Shell shell;
  shell.write("lost.s", R"(
    get r1, own
    li r3, 9                       # there is no such cell
    acquire r4, r1, r0, 0
    marker r1, r3, pathway_begin
    li r5, 10
    do 0, r5
    word r1, r5
    loop 0
    marker r1, r3, pathway_begin   # over a pathway that is open
    marker r1, r0, pathway_end
    halt
)");
  shell.write("t.yaml",
              "components: {left: {type: iwarp, program: lost.s}, right: {type: iwarp}}\n"
              "links: [{from: left.x_right, to: right.x_left}]\n"
              "run: {for: 20 us}\n");
  const std::map<std::string, std::string> losses{
      {"words thrown away", "13"},
      {"right input channel 8 words thrown away", "13"},
      {"pathways thrown away", "1"},
      {"right input channel 8 pathways thrown away", "1"},
      {"begin markers on open pathways", "1"},
      {"left.x_right channel 0 begin markers on open pathways", "1"}};
  for (const std::string level : {"word", "signal"}) {
    const Result run = shell.run("weft run t.yaml --all --level " + level);
    EXPECT_EQ(run.status, 1);
    EXPECT_NE(run.err.find("right: 13 words thrown away, of 1 pathway that led nowhere, on input "
                           "channel 8"),
              std::string::npos)
        << run.err;
    for (const auto& [name, count] : losses) EXPECT_EQ(number_of(run.out, name), count) << name;
    const Result in_short = shell.run("weft run t.yaml --level " + level);
    EXPECT_EQ(number_of(in_short.out, "words thrown away"), "13") << in_short.out;
  }
  shell.write("pair.yaml", pair);
  const Result good = shell.run("weft run pair.yaml");
  EXPECT_EQ(good.out.find("thrown away"), std::string::npos) << good.out;
  EXPECT_EQ(good.out.find("open pathway"), std::string::npos) << good.out;
}

const std::string send_three = R"(
    get r1, own
    get r3, cell
    addi r3, r3, 1
    acquire r4, r1, r0, 0
    marker r1, r3, pathway_begin
    li r5, 3
    do 0, r5
    word r1, r5
    loop 0
    halt
)";

// Nobody reads them: they stand in the queue of a program that has halted, or that never was.
TEST(CellsOfRun, tell_that_no_word_has_arrived_and_where_words_stand) {
  const Shell shell;
  shell.write("send.s", send_three);
  shell.write("halt.s", "    halt\n");
  const auto platform = [](const std::string& receiver) {
    return "components: {left: {type: iwarp, program: send.s}, right: {type: iwarp" + receiver +
           "}}\nlinks: [{from: left.x_right, to: right.x_left}]\nrun: {for: 200 us}\n";
  };
  shell.write("alone.yaml", platform(""));
  shell.write("halts.yaml", platform(", program: halt.s"));
  const std::string told =
      "no word has arrived in 200 us: left sent some, none is on its way, and 3 words stand in "
      "right, "
      "input channel 8";
  for (const std::string name : {"alone", "halts"}) {
    for (const std::string level : {"word", "signal", "rtl"}) {
      const Result run = shell.run("weft run " + name + ".yaml --json r.json --level " + level);
      EXPECT_EQ(run.status, 1) << name << level;
      EXPECT_NE(run.err.find(told), std::string::npos) << run.err;
      EXPECT_NE(run.out.find("word-hops"), std::string::npos) << "the table is printed";
      const auto results = nlohmann::json::parse(shell.read("r.json"));
      EXPECT_EQ(results["status"], "failed");
      ASSERT_EQ(results["alarms"].size(), 1U) << results["alarms"];
      EXPECT_EQ(results["alarms"][0]["kind"], "nothing arrived");
      EXPECT_EQ(results["alarms"][0]["count"], 3);
      EXPECT_EQ(results["alarms"][0]["failure"], true);
    }
  }
  const Result soon = shell.run("weft run alone.yaml --for 1us");
  EXPECT_EQ(soon.status, 0) << soon.err;
  EXPECT_NE(soon.out.find("note: no word has arrived in 1 us: left sent some, which are still on "
                          "their way"),
            std::string::npos)
      << soon.out;
}

// One reader is enough, by its gates or by a spooling gate.
TEST(CellsOfRun, are_silent_where_words_arrive) {
  const Shell shell;
  shell.write("pair.yaml", pair);
  for (const std::string receive : {"gates", "spools"}) {
    const Result run =
        shell.run("weft run pair.yaml --json r.json --set workload.receive=" + receive);
    EXPECT_EQ(run.status, 0) << run.err;
    EXPECT_TRUE(nlohmann::json::parse(shell.read("r.json"))["alarms"].empty()) << run.out;
  }
}

// Whoever waits at a fault waits on.
TEST(CellsOfRun, do_not_fail_for_words_that_stand_at_a_fault) {
  const Shell shell;
  shell.write("send.s", send_three);
  shell.write("t.yaml",
              "components: {left: {type: iwarp, program: send.s}, right: {type: iwarp}}\n"
              "links: [{from: left.x_right, to: right.x_left}]\nrun: {for: 1 ms}\n"
              "faults: [{link: left.x_right, at: 100 us}]\n");
  const Result run = shell.run("weft run t.yaml");
  EXPECT_EQ(run.status, 0) << run.err;
  EXPECT_NE(run.out.find("note: no word has arrived in 1 ms: left sent some, none is on its way"),
            std::string::npos)
      << run.out;
}

// Markers alone are no words that should arrive, nor are addresses of corners.
TEST(CellsOfRun, are_silent_about_programs_that_send_no_words_to_anybody) {
  const Shell shell;
  const Result run = shell.run("weft run iwarp_mesh_3x3 --for 1ms --json r.json");
  EXPECT_EQ(run.status, 0) << run.err;
  EXPECT_TRUE(nlohmann::json::parse(shell.read("r.json"))["alarms"].empty()) << run.out;
}

// A program that takes the event knows of it.
TEST(CellsOfRun, do_not_fail_for_what_is_thrown_away_where_a_program_takes_the_event) {
  const Shell shell;
  shell.write("lost.s", R"(
    get r1, own
    li r3, 9
    acquire r4, r1, r0, 0
    marker r1, r3, pathway_begin
    marker r1, r0, pathway_end
    halt
)");
  shell.write("sees.s", "    li r1, on_end_of_array\n    await r2, r1\n    halt\n");
  shell.write("t.yaml",
              "components:\n  left: {type: iwarp, program: lost.s}\n"
              "  right: {type: iwarp, program: sees.s}\n"
              "links: [{from: left.x_right, to: right.x_left}]\nrun: {for: 20 us}\n");
  const Result run = shell.run("weft run t.yaml");
  EXPECT_EQ(run.status, 0) << run.err;
  EXPECT_NE(run.out.find("note: right: 2 words thrown away, of 1 pathway that led nowhere"),
            std::string::npos)
      << run.out;
}

TEST(CellsOfRun, of_random_pathways_that_no_sender_can_open_are_an_error) {
  const Shell shell;
  shell.write("pair.yaml",
              "components: {left: {type: iwarp}, right: {type: iwarp}}\n"
              "links: [{from: left.x_right, to: right.x_left}]\n"
              "workload: {type: pathway_traffic}\nrun: {for: 50 us}\n");
  int errors = 0;
  for (const std::string seed : {"1", "2", "3", "4", "5", "6"}) {  // left sends, or right
    const Result run = shell.run("weft run pair.yaml --set seed=" + seed);
    if (run.status == 0) continue;
    ++errors;
    EXPECT_EQ(run.status, 2) << run.err;
    EXPECT_EQ(run.err.rfind("weft: error: pair.yaml:3:11: traffic of pathways in which no cell "
                            "that sends reaches one that receives",
                            0),
              0U)
        << run.err;
  }
  EXPECT_GT(errors, 0);
  EXPECT_LT(errors, 6);
}

// Each header holds the only channel to the next cell and waits for the one behind it.
TEST(CellsOfRun, tell_of_headers_that_wait_for_each_other_in_a_ring) {
  const Shell shell;
  shell.write("ring.s", R"(
    get r1, own
    get r2, cell
    addi r3, r2, 2
    andi r3, r3, 3              # two cells on
    acquire r4, r1, r0, 0
    marker r1, r3, pathway_begin
    li r5, on_pathway_begin
    await r6, r5
    halt
)");
  shell.write("t.yaml",
              "defaults: {iwarp: {program: ring.s, output_pools: {x_right: [0]}, "
              "input_channels: {x_left: 1}}}\n"
              "components: {a: {type: iwarp}, b: {type: iwarp}, c: {type: iwarp}, d: {type: "
              "iwarp}}\n"
              "links:\n"
              "  - {from: a.x_right, to: b.x_left}\n"
              "  - {from: b.x_right, to: c.x_left}\n"
              "  - {from: c.x_right, to: d.x_left}\n"
              "  - {from: d.x_right, to: a.x_left}\n"
              "run: {for: 1 ms}\n");
  for (const std::string level : {"word", "signal"}) {
    const Result run = shell.run("weft run t.yaml --level " + level);
    EXPECT_EQ(run.status, 1);
    EXPECT_NE(run.err.find("4 programs can never go on"), std::string::npos) << run.err;
    EXPECT_NE(run.err.find("a (ring.s:9, since clock "), std::string::npos) << run.err;
    EXPECT_NE(run.err.find("a header in b, on input channel 8, waits for an output channel that b "
                           "holds"),
              std::string::npos)
        << run.err;
  }
}

TEST(CellsOfRun, tell_where_programs_stand_that_have_not_halted) {
  const Shell shell;
  shell.write("wait.s", "    li r1, on_message_begin\n    await r2, r1\n    halt\n");
  shell.write("loop.s", "again:\n    addi r1, r1, 1\n    jump again\n");
  shell.write("halt.s", "    halt\n");
  shell.write("t.yaml",
              "components:\n"
              "  a: {type: iwarp, program: wait.s}\n"
              "  b: {type: iwarp, program: loop.s}\n"
              "  c: {type: iwarp, program: halt.s}\n"
              "links:\n"
              "  - {from: c.x_right, to: a.x_left}\n"
              "run: {for: 20 us}\n");
  const Result run = shell.run("weft run t.yaml");
  ASSERT_EQ(run.status, 0) << run.err;
  EXPECT_NE(run.out.find("a (wait.s:2, since clock 1) waits for an event"), std::string::npos)
      << run.out;
  // it waits for nothing, since no time
  const bool in_loop = run.out.find("b (loop.s:2) has not halted") != std::string::npos ||
                       run.out.find("b (loop.s:3) has not halted") != std::string::npos;
  EXPECT_TRUE(in_loop) << run.out;
  EXPECT_EQ(run.out.find("c (halt.s"), std::string::npos) << run.out;
  ASSERT_EQ(shell.run("weft run t.yaml --instructions i.txt").status, 0);
  const std::string instructions = shell.read("i.txt");
  EXPECT_NE(instructions.find("1\t399\t399\ta\t2\t0x0004\tawait r2, r1  # has not ended\n"),
            std::string::npos)
      << instructions;
}

TEST(CellsOfRun, write_what_each_instruction_leaves_in_registers) {
  const Shell shell;
  shell.write("send.s",
              "    .data\n"
              "    .align 8\n"
              "w:  .word 42, 43\n"
              "    .code\n"
              "    get r1, own\n"
              "    li r2, 1\n"
              "    acquire r3, r1, r0, 0\n"
              "    marker r1, r2, pathway_begin\n"
              "    bind out0, r1\n"
              "    li r4, w\n"
              "    { ldd r6, (r4)+8; addi r5, r2, 4 }\n"
              "    mov out0, r6\n"
              "    st r5, 0(r4)\n"
              "    halt\n");
  shell.write("take.s",
              "    li r1, on_pathway_begin\n"
              "    await r2, r1\n"
              "    andi r2, r2, 255\n"
              "    bind in0, r2\n"
              "    mov r3, in0\n"
              "    add r4, in0, in0\n"
              "    halt\n");
  shell.write("t.yaml",
              "components: {a: {type: iwarp, program: send.s}, b: {type: iwarp, program: take.s}}\n"
              "links: [{from: a.x_right, to: b.x_left}]\n"
              "run: {for: 20 us}\n");
  const Result run = shell.run("weft run t.yaml --instructions i.txt");
  const std::string written = shell.read("i.txt");
  for (const std::string line :
       {"\tget r1, own\tr1 = 0x00000010\n", "\tacquire r3, r1, r0, 0\tr3 = 0x00000000\n",
        "\tbind out0, r1\t\n",
        "\t{ ldd r6, (r4)+8; addi r5, r2, 4 }\tr6 = 0x0000002a, r7 = 0x0000002b, r4 = 0x00000040, "
        "r5 = 0x00000005\n",
        "\tadd out0, r6, r0\tout0 = 0x0000002a\n", "\tst r5, 0(r4)\t\n",
        "\tadd r4, in0, in0\tr4 = 0x00000054, in0 = 0x0000002a\n"}) {
    EXPECT_NE(written.find(line), std::string::npos) << line << written << run.err;
  }
}

TEST(CellsOfRun, tell_of_a_program_that_awaits_what_nothing_can_raise) {
  const Shell shell;
  shell.write("wait.s", "    li r1, on_message_begin\n    await r2, r1\n    halt\n");
  shell.write("t.yaml",
              "components:\n"
              "  a: {type: iwarp, program: wait.s}\n"
              "run: {for: 1 ms}\n");
  const Result run = shell.run("weft run t.yaml");
  EXPECT_EQ(run.status, 1);
  EXPECT_NE(run.err.find("a (wait.s:2, since clock 1) waits for an event that nothing can raise"),
            std::string::npos)
      << run.err;
}

TEST(CellsOfRun, that_have_no_pathway_are_an_error) {
  const Shell shell;
  shell.write("pair.yaml", pair);
  const Result run =
      shell.run("weft run pair.yaml --set workload.from=right --set workload.to=left");
  EXPECT_EQ(run.status, 2);
  EXPECT_EQ(run.err,
            "weft: error: pair.yaml:3:11: no pathway from 'right' to 'left'; expected busses "
            "between them with a pool in common\n");
}

}  // namespace
}  // namespace weft::test
