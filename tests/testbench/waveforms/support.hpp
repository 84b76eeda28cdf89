// Helpers of the waveform tests.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "hw/common/time.hpp"
#include "hw/t9000/packet.hpp"
#include "hw/t9000/t9000_core.hpp"
#include "platforms/netlist/input_error.hpp"
#include "platforms/platform.hpp"
#include "platforms/system.hpp"
#include "tests/support/run_for.hpp"
#include "tests/support/temporary_folder.hpp"

namespace weft::test {

/// A folder that is deleted at the end.
class WaveFolder {
 public:
  std::string file(const std::string& name) const { return (folder_.path() / name).string(); }
  /// Names of the files in it, in order.
  std::vector<std::string> list() const;

 private:
  TemporaryFolder folder_;
};

std::string text_of(const std::string& file);
void write_text(const std::string& file, const std::string& text);

/// Two T9000s, `left` and `right`, through the C104 `switch`; `more` is added to the first link.
Platform small_platform(Level level, const std::string& more = "");

/// The first processor of a system sends messages of rising length to the second.
class Messages final : public SendRequest, public ReceiveRequest {
 public:
  Messages(System& system, unsigned count);

  void sent(Time now) override;
  void received(const ReceivedMessage& message, Time now) override;
  unsigned received_messages() const { return received_; }

 private:
  T9000Core* from_;
  T9000Core* to_;
  unsigned left_;
  unsigned received_ = 0;
};

/// Of what each link end of a system transmits: begin and code, as `.token` is to show them.
class TokenLog {
 public:
  explicit TokenLog(System& system);
  ~TokenLog();

  using Tokens = std::vector<std::pair<Time, std::uint64_t>>;
  /// By the order of System::link_probes.
  const Tokens& of(std::size_t probe) const;

 private:
  class Observer;
  std::vector<std::unique_ptr<Observer>> observers_;
};

/// The message of the InputError that `action` ends in, or "".
template <class Action>
std::string input_error_of(Action action) {
  try {
    action();
  } catch (const InputError& error) {
    return error.what();
  }
  return {};
}

}  // namespace weft::test
