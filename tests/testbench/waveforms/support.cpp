#include "tests/testbench/waveforms/support.hpp"

#include <algorithm>
#include <fstream>
#include <sstream>
#include <systemc>

#include "platforms/components/processors.hpp"
#include "platforms/netlist/netlist.hpp"
#include "platforms/processors.hpp"
#include "testbench/families/dslinks/token_codes.hpp"
#include "testbench/registry/platform_file.hpp"

namespace weft::test {

std::vector<std::string> WaveFolder::list() const {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(folder_.path())) {
    names.push_back(entry.path().filename().string());
  }
  std::sort(names.begin(), names.end());
  return names;
}

std::string text_of(const std::string& file) {
  std::ostringstream text;
  text << std::ifstream(file).rdbuf();
  return text.str();
}

void write_text(const std::string& file, const std::string& text) { std::ofstream(file) << text; }

Platform small_platform(Level level, const std::string& more) {
  const std::string name = level == Level::signal ? "signal" : "token";
  return resolve(
      parse_netlist("name: small platform\n"
                    "level: " +
                    name +
                    "\n"
                    "components:\n"
                    "  left: {type: t9000}\n"
                    "  switch:\n"
                    "    type: c104\n"
                    "    intervals:\n"
                    "      - {to: 2, links: link0}\n"
                    "      - {to: 4, links: link1}\n"
                    "  right: {type: t9000}\n"
                    "links:\n"
                    "  - {from: left.link0, to: switch.link0" +
                    more +
                    "}\n"
                    "  - {from: right.link0, to: switch.link1}\n"
                    "workload: {type: none}\n"));
}

Messages::Messages(System& system, unsigned count)
    : from_(&processor_of(system, 0)), to_(&processor_of(system, 1)), left_(count) {
  const auto& processors = processors_of(system.platform());
  from_->open(0, processors[1].min_header, 0);
  to_->open(0, processors[0].min_header, 0);
  ReceivedMessage message;
  to_->receive(0, *this, message, 0);
  bytes = 1;
  from_->send(0, *this, 0);
  from_->evaluate_at(0);
}

void Messages::sent(Time now) {
  if (--left_ == 0) return;
  bytes += 13;
  from_->send(0, *this, now);
}

void Messages::received(const ReceivedMessage& first, Time now) {
  ReceivedMessage message = first;
  do {
    ++received_;
  } while (to_->receive(0, *this, message, now));
}

class TokenLog::Observer final : public tlm::tlm_analysis_if<TokenEvent> {
 public:
  void write(const TokenEvent& event) override {
    tokens.emplace_back(event.begin, wave_code::of(event.token));
  }
  Tokens tokens;
};

TokenLog::TokenLog(System& system) {
  for (const System::LinkProbe& probe : system.link_probes()) {
    observers_.push_back(std::make_unique<Observer>());
    probe.tokens->bind(*observers_.back());
  }
}

TokenLog::~TokenLog() = default;

const TokenLog::Tokens& TokenLog::of(std::size_t probe) const { return observers_[probe]->tokens; }

}  // namespace weft::test
