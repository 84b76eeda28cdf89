// Helpers of the platform tests.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "platforms/platform.hpp"
#include "tests/platforms/ready_platforms.hpp"
#include "tests/support/temporary_folder.hpp"

namespace weft::test {

/// Parses and resolves; throws what they throw. The file is called "t.yaml".
Platform resolve_text(std::string_view yaml, const std::vector<std::string>& overrides = {});

/// The message of the InputError, or "" if there was none.
std::string error_of(std::string_view yaml, const std::vector<std::string>& overrides = {});
std::string error_of_file(const std::filesystem::path& file);

}  // namespace weft::test
