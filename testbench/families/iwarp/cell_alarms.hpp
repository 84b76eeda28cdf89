// What became of the words of iWarp cells.
#pragma once

#include "hw/common/time.hpp"
#include "platforms/system.hpp"
#include "testbench/watchdog/alarm.hpp"

namespace weft {

/// Cells that have thrown words away: a failure where no program has taken the event that tells of
/// it, and no fault was asked for.
Alarms words_lost(const System& system);

/// Programs have put data words into pathways until `now`, some stand in queues, and no program and
/// no spooling gate has taken one: a failure if none is `on_its_way` either, and no fault was asked
/// for. Markers and the addresses of corners, which stand nowhere in the end, are no words that
/// should arrive. Nothing where busses lead to what is no cell: what comes in there is not known.
Alarms no_word_arrived(const System& system, bool on_its_way, Time now);

}  // namespace weft
