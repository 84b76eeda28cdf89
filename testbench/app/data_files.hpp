// Where the ready platforms and the published figures lie.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace weft::app {

/// Folder of the ready platforms: installed beside the program, or in the tree it was built from.
std::filesystem::path ready_platforms();
/// Folder of the ready machines of `weft copy-transfer`.
std::filesystem::path machines();
/// Folder of the ready nodes that `weft copy-transfer measure` takes.
std::filesystem::path nodes();
/// Folder of the reproductions' data files.
std::filesystem::path reproductions();
/// Folder of the ready experiments of `weft sweep`.
std::filesystem::path experiments();

/// The file of the ready benchmarks of `weft bench`.
std::filesystem::path benchmarks();

/// Names (without ".yaml") of the files in a folder, sorted.
std::vector<std::string> yaml_names(const std::filesystem::path& folder);

/// What a user means by PLATFORM: a file, or the name of a ready platform. Throws InputError, with
/// the nearest name, if it is neither.
std::filesystem::path find_platform(const std::string& argument);
/// The same for MACHINE.
std::filesystem::path find_machine(const std::string& argument);
/// The same for NODE.
std::filesystem::path find_node(const std::string& argument);

}  // namespace weft::app
