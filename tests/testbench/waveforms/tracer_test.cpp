#include "testbench/waveforms/tracer.hpp"

#include <gtest/gtest.h>
#include <sys/resource.h>

#include <algorithm>
#include <csignal>
#include <filesystem>
#include <map>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "hw/dslink/bit_codec.hpp"
#include "testbench/families/dslinks/link_waves.hpp"
#include "testbench/families/dslinks/token_codes.hpp"
#include "testbench/families/families.hpp"
#include "testbench/waveforms/vcd_writer.hpp"
#include "tests/support/vcd_reader.hpp"
#include "tests/testbench/waveforms/support.hpp"

namespace weft::test {
namespace {

using Names = std::vector<std::string>;
using Tokens = TokenLog::Tokens;

constexpr Time duration = 120 * microsecond;

/// The small platform as modules, with messages to be sent.
struct SmallSystem {
  explicit SmallSystem(Level level, const std::string& more = "")
      : platform(small_platform(level, more)),
        system(level == Level::signal ? "signal" : "token", platform),
        messages(system, 10) {}

  Platform platform;
  System system;
  Messages messages;
};

/// Begins and codes of the tokens in a `.token` wave, without its silence.
Tokens tokens_in(const std::vector<VcdChange>& wave) {
  Tokens tokens;
  for (const VcdChange& change : wave) {
    const std::uint64_t code =
        change.number() & ~std::uint64_t{wave_code::repeated | wave_code::header};
    if (code != wave_code::silent) tokens.emplace_back(change.time, code);
  }
  return tokens;
}

/// The codes that a receiver finds on the wires; an idle stretch counts as one NUL.
std::vector<std::uint64_t> decoded(const Vcd& vcd, const std::string& link) {
  std::map<Time, std::vector<std::pair<char, bool>>> edges;
  for (const char wire : {'d', 's'}) {
    for (const VcdChange& change : vcd.waves.at(link + '.' + wire)) {
      edges[change.time].emplace_back(wire, change.value == "1");
    }
  }
  BitDecoder decoder;
  std::vector<std::uint64_t> codes;
  bool d = false;
  bool s = false;
  bool clock = false;
  for (const auto& [time, changes] : edges) {
    for (const auto& [wire, value] : changes) (wire == 'd' ? d : s) = value;
    if ((d != s) == clock) continue;
    clock = d != s;
    if (decoder.bit(d) != BitEvent::token) continue;
    const std::uint64_t code = wave_code::of(decoder.token());
    if (code != wave_code::null || codes.empty() || codes.back() != code) codes.push_back(code);
  }
  return codes;
}

TEST(Tracer, ShowsTheTokensThatWereReported) {
  const WaveFolder folder;
  SmallSystem run(Level::token);
  const TokenLog log(run.system);
  Tracer tracer(wave_sources(run.system), "small platform", {folder.file("out.vcd"), {"*.token"}});
  run_for(duration);
  tracer.close(duration);

  const Vcd vcd = read_vcd(folder.file("out.vcd"));
  EXPECT_EQ(vcd.comment, "small platform");
  EXPECT_EQ(vcd.timescale, "1ps");
  EXPECT_EQ(vcd.end, duration);
  const auto& probes = run.system.link_probes();
  ASSERT_EQ(vcd.waves.size(), probes.size());
  for (std::size_t i = 0; i < probes.size(); ++i) {
    ASSERT_GT(log.of(i).size(), 20U);
    EXPECT_EQ(tokens_in(vcd.waves.at(probes[i].name() + ".token")), log.of(i)) << probes[i].name();
  }
}

TEST(Tracer, ShowsWiresThatCarryTheTokensShown) {
  const WaveFolder folder;
  SmallSystem run(Level::signal);
  Tracer tracer(wave_sources(run.system), "small platform", {folder.file("out.vcd"), {}});
  run_for(duration);
  tracer.close(duration);

  const Vcd vcd = read_vcd(folder.file("out.vcd"));
  EXPECT_EQ(run.messages.received_messages(), 10U);
  for (const auto& probe : run.system.link_probes()) {
    const auto found = decoded(vcd, probe.name());
    const Tokens shown = tokens_in(vcd.waves.at(probe.name() + ".token"));
    ASSERT_GT(found.size(), 20U);
    // The last tokens are not verified yet.
    ASSERT_LE(found.size(), shown.size());
    ASSERT_GE(found.size() + 2, shown.size());
    for (std::size_t i = 0; i < found.size(); ++i) EXPECT_EQ(found[i], shown[i].second);
  }
}

/// All waves but the wires are the same at both levels; they are returned.
Vcd expect_equal_levels(const std::string& more) {
  const WaveFolder folder;
  SmallSystem signal(Level::signal, more);
  SmallSystem token(Level::token, more);
  const Names patterns{"*.token",       "*.packet",       "*.state",    "*.credit",
                       "*.input_level", "*.output_level", "*.connected"};
  Tracer signal_tracer(wave_sources(signal.system), "small platform",
                       {folder.file("signal.vcd"), patterns});
  Tracer token_tracer(wave_sources(token.system), "small platform",
                      {folder.file("token.vcd"), patterns});
  run_for(duration);
  signal_tracer.close(duration);
  token_tracer.close(duration);

  const Vcd signal_vcd = read_vcd(folder.file("signal.vcd"));
  const Vcd token_vcd = read_vcd(folder.file("token.vcd"));
  EXPECT_EQ(signal_vcd.waves.size(), 4U * 4U + 2U * 3U);
  EXPECT_EQ(signal_vcd.waves.size(), token_vcd.waves.size());
  for (const auto& [name, changes] : signal_vcd.waves) {
    EXPECT_EQ(changes, token_vcd.waves.at(name)) << name;
  }
  return token_vcd;
}

/// How often a link end came into a state.
long entries(const Vcd& vcd, const std::string& link, LinkState state) {
  const auto& changes = vcd.waves.at(link + ".state");
  return std::count_if(changes.begin(), changes.end(), [state](const VcdChange& change) {
    return change.number() == static_cast<std::uint64_t>(state);
  });
}

TEST(Tracer, ShowsTheSameAtBothLevels) {
  const Vcd vcd = expect_equal_levels("");
  for (const auto& [name, changes] : vcd.waves) EXPECT_GT(changes.size(), 1U) << name;
}

TEST(Tracer, ShowsTheSameAtBothLevelsWhenALinkFailsAndRestarts) {
  const Vcd vcd = expect_equal_levels(", error_at: 40 us, auto_restart: 5 us");
  for (const char* link : {"left.link0", "switch.link0"}) {
    EXPECT_EQ(entries(vcd, link, LinkState::halted), 1) << link;
    EXPECT_EQ(entries(vcd, link, LinkState::run), 2) << link;
  }
}

TEST(Tracer, ShowsTheSameAtBothLevelsInSpaceWireForm) {
  const Vcd vcd = expect_equal_levels(", form: spacewire, error_at: 60 us");
  for (const char* link : {"left.link0", "switch.link0"}) {
    EXPECT_GE(entries(vcd, link, LinkState::error_reset), 2) << link;
    EXPECT_EQ(entries(vcd, link, LinkState::run), 2) << link;
  }
}

TEST(Tracer, ShowsWhenALinkIsSilent) {
  const WaveFolder folder;
  SmallSystem run(Level::token, ", error_at: 40 us");
  Tracer tracer(wave_sources(run.system), "small platform",
                {folder.file("out.vcd"), {"left.link0"}});
  run_for(duration);
  tracer.close(duration);
  const Vcd vcd = read_vcd(folder.file("out.vcd"));
  EXPECT_EQ(vcd.waves.at("left.link0.token").back().number(), wave_code::silent);
  EXPECT_EQ(vcd.waves.at("left.link0.packet").back().number(), 0U);
  EXPECT_EQ(vcd.waves.at("left.link0.state").back().number(),
            static_cast<std::uint64_t>(LinkState::halted));
}

/// The part of a wave within a window, with what was there at its start.
std::vector<VcdChange> cut(const std::vector<VcdChange>& wave, Time start, Time stop) {
  std::vector<VcdChange> part;
  for (const VcdChange& change : wave) {
    if (change.time > stop) break;
    if (change.time <= start) part.clear();
    part.push_back({std::max(change.time, start), change.value});
  }
  return part;
}

TEST(Tracer, TracesBetweenStartAndStop) {
  const WaveFolder folder;
  constexpr Time start = 33'333'333;
  constexpr Time stop = 44'444'444;
  SmallSystem run(Level::signal);
  Tracer whole(wave_sources(run.system), "small platform", {folder.file("whole.vcd"), {"*"}});
  Tracer part(wave_sources(run.system), "small platform",
              {folder.file("part.vcd"), {"*"}, start, stop});
  run_for(duration);
  whole.close(duration);
  part.close(duration);
  const Vcd whole_vcd = read_vcd(folder.file("whole.vcd"));
  const Vcd part_vcd = read_vcd(folder.file("part.vcd"));
  EXPECT_EQ(part_vcd.begin, start);
  EXPECT_EQ(part_vcd.end, stop);
  ASSERT_EQ(whole_vcd.waves.size(), part_vcd.waves.size());
  for (const auto& [name, changes] : whole_vcd.waves) {
    EXPECT_EQ(cut(changes, start, stop), part_vcd.waves.at(name)) << name;
  }
}

TEST(Tracer, TellsOfATimeWindowThatIsEmpty) {
  const WaveFolder folder;
  SmallSystem run(Level::token);
  const std::string file = folder.file("out.vcd");
  EXPECT_EQ(input_error_of([&] {
              Tracer tracer(wave_sources(run.system), "small platform", {file, {}, 20, 10});
            }),
            file + ": the trace starts at 20 ps, after its stop at 10 ps");
  {
    Tracer tracer(wave_sources(run.system), "small platform", {file, {}, 2000});
    run_for(1000);
    EXPECT_EQ(input_error_of([&] { tracer.close(1000); }),
              file + ": the trace starts at 2 ns, after the end of the run at 1 ns");
  }
  EXPECT_TRUE(folder.list().empty());
}

TEST(Tracer, AttachesNothingToWhatIsNotTraced) {
  const WaveFolder folder;
  SmallSystem run(Level::token);
  const Tracer tracer(wave_sources(run.system), "small platform",
                      {folder.file("out.vcd"), {"left.*"}});
  for (const auto& probe : run.system.link_probes()) {
    EXPECT_EQ(probe.tokens->bound(), probe.name() == "left.link0") << probe.name();
    EXPECT_EQ(probe.states->bound(), probe.name() == "left.link0") << probe.name();
  }
}

TEST(Tracer, LeavesNothingBehindWhenItIsAbandoned) {
  const WaveFolder folder;
  SmallSystem run(Level::signal);
  {
    const Tracer tracer(wave_sources(run.system), "small platform",
                        {folder.file("out.vcd"), {"*"}});
    run_for(duration / 2);
  }
  EXPECT_TRUE(folder.list().empty());
  run_for(duration / 2);  // without an observer that is gone
  EXPECT_EQ(run.messages.received_messages(), 10U);
}

TEST(Tracer, LeavesNothingBehindForAPatternThatMatchesNothing) {
  const WaveFolder folder;
  SmallSystem run(Level::token);
  EXPECT_EQ(input_error_of([&] {
              Tracer tracer(wave_sources(run.system), "small platform",
                            {folder.file("out.vcd"), {"left.linc0"}});
            }),
            "--trace-filter: 'left.linc0' matches nothing that can be traced; names are like "
            "'left.link0.token', and end in token, packet, state, credit, input_level, "
            "output_level or connected; did you mean 'left.link0'?");
  EXPECT_TRUE(folder.list().empty());
}

TEST(Tracer, TellsOfFilesThatItCannotWrite) {
  const WaveFolder folder;
  SmallSystem run(Level::token);
  const auto error_of = [&run](const std::string& file) {
    return input_error_of([&] {
      Tracer tracer(wave_sources(run.system), "small platform", {file, {}});
    });
  };
  EXPECT_EQ(error_of(""), "--trace: no file is named");
  EXPECT_EQ(error_of("out.fst"), "out.fst: FST is not written; a name that ends in .vcd");
  EXPECT_EQ(error_of(folder.file("none/out.vcd")),
            folder.file("none/out.vcd") + ": cannot be created: No such file or directory");
}

TEST(Tracer, PausesTheRunOnAFullDeviceAndTellsWhenItIsClosed) {
  SmallSystem run(Level::signal);
  Tracer tracer(wave_sources(run.system), "small platform", {"/dev/full", {"*"}});
  run_for(100 * duration);
  EXPECT_TRUE(tracer.failed());
  const Time end = sc_core::sc_time_stamp().value();
  EXPECT_LT(end, 100 * duration);
  EXPECT_EQ(input_error_of([&] { tracer.close(end); }),
            "/dev/full: cannot be written: No space left on device");
  EXPECT_TRUE(std::filesystem::is_character_file("/dev/full"));
}

TEST(Tracer, LeavesNothingBehindOnADiskThatIsFull) {
  std::signal(SIGXFSZ, SIG_IGN);
  const rlimit limit{100'000, RLIM_INFINITY};  // no file may grow larger
  ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &limit), 0);
  const WaveFolder folder;
  const std::string file = folder.file("out.vcd");
  write_text(file, "old");
  SmallSystem run(Level::signal);
  {
    Tracer tracer(wave_sources(run.system), "small platform", {file, {"*"}});
    run_for(100 * duration);
    EXPECT_EQ(input_error_of([&] { tracer.close(sc_core::sc_time_stamp().value()); }),
              file + ": cannot be written: File too large");
  }
  EXPECT_EQ(folder.list(), Names{"out.vcd"});
  EXPECT_EQ(text_of(file), "old");
}

TEST(Tracer, WritesASaveFileOfNamesThatAreInTheVcd) {
  const WaveFolder folder;
  SmallSystem run(Level::signal);
  Tracer tracer(wave_sources(run.system), "small platform", {folder.file("out.vcd"), {"*"}});
  run_for(duration);
  tracer.close(duration);
  EXPECT_EQ(folder.list(), (Names{"out.gtkw", "out.inputs.txt", "out.packets.txt", "out.states.txt",
                                  "out.tokens.txt", "out.vcd"}));
  EXPECT_EQ(tracer.files().size(), 6U);

  const Vcd vcd = read_vcd(folder.file("out.vcd"));
  std::istringstream save(text_of(folder.file("out.gtkw")));
  std::size_t waves = 0;
  int depth = 0;
  for (std::string line; std::getline(save, line);) {
    if (line.starts_with("@800")) ++depth;
    if (line.starts_with("@1001") || line.starts_with("@1401")) --depth;  // has no row
    EXPECT_FALSE(line.starts_with("@1000")) << "a row for the end of a group";
    if (line.starts_with('^')) {
      const std::string file = line.substr(line.find(' ') + 1);
      EXPECT_FALSE(text_of(folder.file(file)).empty()) << file;
    }
    if (!line.starts_with("left.") && !line.starts_with("switch.") && !line.starts_with("right.")) {
      continue;
    }
    ++waves;
    EXPECT_EQ(depth, 2);
    const std::string name = line.substr(0, line.find('['));
    ASSERT_EQ(vcd.waves.count(name), 1U) << name;
    EXPECT_EQ(line, VcdWriter::name_with_range(name, vcd.bits.at(name)));
  }
  EXPECT_EQ(waves, vcd.waves.size());
  EXPECT_EQ(depth, 0);
}

TEST(Tracer, NamesTheCodesOfTokensAndStates) {
  std::map<std::string, std::string> texts;
  for (const WaveCodes* codes : LinkWaves({}).codes()) texts[codes->name] = codes->text();
  EXPECT_NE(texts["tokens"].find("05A 5a\n25A 5a\n"), std::string::npos);
  EXPECT_NE(texts["tokens"].find("45A ?dark blue?to 5a\n"), std::string::npos);
  EXPECT_NE(texts["tokens"].find("FCT\n"), std::string::npos);
  EXPECT_NE(texts["states"].find("5 Run\n"), std::string::npos);
  EXPECT_NE(texts["inputs"].find("1F link31\n"), std::string::npos);
}

// Whence and where packets go, and which of their tokens are the header.
TEST(Tracer, NamesPacketsAndTellsTheirHeadersApart) {
  const WaveFolder folder;
  SmallSystem run(Level::token);
  Tracer tracer(wave_sources(run.system), "small platform",
                {folder.file("out.vcd"), {"*.packet", "*.token"}});
  run_for(duration);
  tracer.close(duration);
  EXPECT_EQ(run.messages.received_messages(), 10U);
  const std::string names = text_of(folder.file("out.packets.txt"));
  EXPECT_NE(names.find("0000010000000000 0 -> 1 #0\n"), std::string::npos) << names;
  EXPECT_NE(names.find("0000020000000000 1 -> 0 ack #0\n"), std::string::npos) << names;
  EXPECT_NE(text_of(folder.file("out.gtkw")).find("^4 out.packets.txt\nleft.link0.packet[63:0]\n"),
            std::string::npos);
  const Vcd vcd = read_vcd(folder.file("out.vcd"));
  for (const auto& [name, changes] : vcd.waves) {
    if (!name.ends_with(".token")) continue;
    const auto& packets = vcd.waves.at(name.substr(0, name.rfind('.')) + ".packet");
    std::size_t headers = 0;
    for (const VcdChange& change : changes) {
      if ((change.number() & wave_code::header) == 0) continue;
      ++headers;
      EXPECT_TRUE(std::any_of(packets.begin(), packets.end(),
                              [&](const VcdChange& packet) {
                                return packet.time == change.time && packet.number() != 0;
                              }))
          << name << " at " << change.time << ": the first token of a packet";
    }
    const auto begun = std::count_if(packets.begin(), packets.end(),
                                     [](const VcdChange& packet) { return packet.number() != 0; });
    EXPECT_EQ(headers, static_cast<std::size_t>(begun)) << name << ": one byte each";
    EXPECT_GT(headers, 5U) << name;
  }
}

TEST(Tracer, KeepsASaveFileThatTheUserSaved) {
  const WaveFolder folder;
  SmallSystem run(Level::token);
  write_text(folder.file("out.gtkw"), "[*]\n[*] GTKWave Analyzer v3.3.118\n");
  Tracer tracer(wave_sources(run.system), "small platform", {folder.file("out.vcd"), {}});
  run_for(duration);
  tracer.close(duration);
  EXPECT_TRUE(text_of(folder.file("out.gtkw")).starts_with("[*]\n"));
}

TEST(Tracer, WritesTheSameFileInEachRun) {
  const WaveFolder folder;
  SmallSystem run(Level::signal);
  Tracer first(wave_sources(run.system), "small platform", {folder.file("first.vcd"), {"*"}});
  Tracer second(wave_sources(run.system), "small platform", {folder.file("second.vcd"), {"*"}});
  run_for(duration);
  first.close(duration);
  second.close(duration);
  EXPECT_EQ(text_of(folder.file("first.vcd")), text_of(folder.file("second.vcd")));
}

}  // namespace
}  // namespace weft::test
