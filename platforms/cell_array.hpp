// The iWarp cells of a system, with their busses.
#pragma once

#include <array>
#include <cstddef>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include <systemc>

#include "hw/iwarp/bus_pins.hpp"
#include "hw/iwarp/bus_reports.hpp"
#include "hw/iwarp/cell_agents.hpp"
#include "platforms/platform.hpp"
#include "tlm/engine/wheel.hpp"

namespace weft {

class Iwarp;
class PinsToWord;
class WordToPins;
namespace rtl {
class Iwarp;
class RtlBlock;
}  // namespace rtl
namespace word {
class Iwarp;
}

/// What a testbench sees of a cell, the same at all levels.
struct CellView {
  std::string name;  ///< "node[3,2]"
  std::size_t component = 0;
  unsigned address = 0;
  Time clock = 0;  ///< Period, ps.
  CellAgents* core = nullptr;
  BusReports* reports = nullptr;
  std::array<const BusWires*, bus_count> lines{};  ///< Of output busses; null where there are none.
};

/// Makes the cells of a platform at their levels and joins their busses:
///
/// |             | signal, rtl       | word              |
/// |-------------|-------------------|-------------------|
/// | signal, rtl | lines             | lines, PinsToWord |
/// | word        | WordToPins, lines | calls             |
///
/// A dead bus is not there.
class CellArray {
 public:
  CellArray(const Platform& platform, Wheel& wheel);
  ~CellArray();
  CellArray(const CellArray&) = delete;
  CellArray& operator=(const CellArray&) = delete;

  /// Makes the module of a component that is an iwarp, with this name below the present one. At
  /// `rtl` the block of its RTL, else null. Throws InputError where there is no RTL.
  rtl::RtlBlock* make(std::size_t component, const std::string& name);
  /// Joins all busses, once all cells are made.
  void join();

  /// By address.
  const std::vector<CellView>& cells() const { return views_; }

 private:
  /// At one of the levels.
  struct Module {
    Module();
    ~Module();
    OutputPins& output(Bus bus) const;
    InputPins& input(Bus bus) const;

    std::unique_ptr<Iwarp> signal;
    std::unique_ptr<rtl::Iwarp> rtl;
    std::unique_ptr<word::Iwarp> word;
  };

  void join(const BusSpec& bus);
  CommunicationInterface& communication_at(const LinkEnd& end);
  BusWires& drive(const BusSpec& bus);
  void receive(const BusSpec& bus, BusWires& wires);
  sc_core::sc_clock& bus_clock(Time clock);

  const Platform* platform_;
  Wheel* wheel_;
  std::vector<Module> modules_;  // by address
  std::vector<CellView> views_;
  std::map<Time, std::unique_ptr<sc_core::sc_clock>> clocks_;  // by period of the cells
  std::vector<std::unique_ptr<BusWires>> wires_;
  std::vector<std::unique_ptr<WordToPins>> to_pins_;
  std::vector<std::unique_ptr<PinsToWord>> to_word_;
};

}  // namespace weft
