// Runs in processes of their own: the SystemC kernel elaborates once a process.
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace weft {

/// Calls each job in a child process, `workers` at a time, and returns what the jobs returned, in
/// their order. `finished` is told the number of jobs that have ended. The caller must not have
/// elaborated anything. Throws the InputError of a job that threw one, std::runtime_error with the
/// message of a job that threw or died; the others are then ended.
std::vector<std::string> run_forked(const std::vector<std::function<std::string()>>& jobs,
                                    unsigned workers,
                                    const std::function<void(std::size_t)>& finished = {});

}  // namespace weft
