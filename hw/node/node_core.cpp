#include "hw/node/node_core.hpp"

#include <algorithm>

#include "hw/common/parameter_error.hpp"
#include "hw/node/parameter_check.hpp"

namespace weft {
namespace {

// Processors, then the engine that fetches, the one that deposits, and what answers remote loads.
PathParameters path_of(const NodeParameters& parameters) {
  check_parameters(parameters);
  PathParameters path = parameters.path;
  path.bus.masters = parameters.processors + 3;
  return path;
}

}  // namespace

NodeCore::NodeCore(const NodeParameters& parameters, MemoryDevice& memory)
    : invalidates_lines_(parameters.engine.invalidates_lines),
      path_(path_of(parameters), memory),
      port_(parameters.port),
      fetch_(std::make_unique<FetchEngine>(parameters.engine, parameters.processors, path_, port_)),
      deposit_(std::make_unique<DepositEngine>(parameters.engine, parameters.processors + 1, path_,
                                               port_)),
      remote_reads_(parameters.engine, parameters.processors + 2, path_, port_) {
  for (unsigned i = 0; i < parameters.processors; ++i) {
    processors_.push_back(std::make_unique<LoopProcessor>(
        parameters.processor, parameters.path.line_bytes, parameters.port, i, path_, port_));
  }
}

void NodeCore::dispatch(const PathCompletion& completion) {
  if (completion.master < processors_.size()) {
    processors_[completion.master]->complete(completion);
  } else if (completion.master == processors_.size()) {
    fetch_->complete(completion);
  } else if (completion.master == processors_.size() + 2) {
    remote_reads_.complete(completion);
  } else {
    deposit_->complete(completion);
    if (!invalidates_lines_) return;
    // the circuitry that deposits keeps the caches of its node right, line by line
    for (unsigned word = 0; word < completion.transaction.words; ++word) {
      for (const auto& processor : processors_)
        processor->invalidate(completion.transaction.address + word * memory_word_bytes);
    }
  }
}

void NodeCore::invalidate_caches() {
  for (const auto& processor : processors_) processor->invalidate_all();
}

void NodeCore::evaluate(MemoryClocks now) {
  for (const PathCompletion& completion : path_.completions(now)) dispatch(completion);
  port_.evaluate(now);
  for (const auto& processor : processors_) processor->evaluate(now);
  fetch_->evaluate(now);
  deposit_->evaluate(now);
  remote_reads_.evaluate(now);
  path_.evaluate(now);
}

bool NodeCore::done() const {
  const auto ended = [](const auto& processor) { return processor->done(); };
  return std::all_of(processors_.begin(), processors_.end(), ended) && fetch_->done() &&
         deposit_->idle() && remote_reads_.idle() && port_.sent_all() && port_.received_all() &&
         path_.quiet();
}

}  // namespace weft
