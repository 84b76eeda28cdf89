// Schedules as YAML.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "platforms/conset/cell_graph.hpp"
#include "platforms/conset/schedule.hpp"

namespace weft::conset {

/// Keys of a schedule, among them those of a connection set.
std::vector<std::string> schedule_keys();

/// What read_schedule reads; it can be compiled again, too (read_connection_file).
std::string write_schedule(const Schedule& schedule, const CellGraph& graph);

/// Throws InputError, with its place, for anything that check_schedule finds, too: a schedule for
/// another platform before all.
Schedule read_schedule(const std::filesystem::path& file, const CellGraph& graph);

}  // namespace weft::conset
