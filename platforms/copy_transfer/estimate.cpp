#include "platforms/copy_transfer/estimate.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "hw/common/nearest_name.hpp"
#include "platforms/netlist/input_error.hpp"

namespace weft::copy_transfer {
namespace {

// The rate of a part, and what keeps it from more.
struct PartRate {
  double rate = 0;
  std::size_t term = 0;
  std::optional<std::size_t> limit;
};

bool matches(const LimitTerm& term, const BasicTransfer& transfer) {
  return term.kind == transfer.kind && (!term.read || *term.read == transfer.read) &&
         (!term.write || *term.write == transfer.write);
}

// MB/s of what the limit counts for each MB/s of the group.
double counted_in(const ResourceLimit& limit, const Expression& group) {
  double sum = 0;
  each_transfer(group, [&](const Expression& one) {
    for (const LimitTerm& term : limit.terms) {
      if (term.of == LimitTerm::Of::memory) sum += term.times * words_of_memory(one.transfer);
      if (term.of == LimitTerm::Of::transfers && matches(term, one.transfer)) sum += term.times;
    }
  });
  return sum;
}

class Estimator {
 public:
  Estimator(const Expression& expression, const Machine& machine)
      : expression_(expression), machine_(machine) {
    result_.operation = {expression.read(), expression.write()};
    for (const ResourceLimit& limit : machine.limits) result_.limits.push_back(begin(limit));
  }

  Estimate run() {
    each_transfer(expression_, [this](const Expression& one) { add_term(one); });
    PartRate whole = rate_of(expression_, true);
    for (std::size_t i = 0; i < machine_.limits.size(); ++i) {
      if (machine_.limits[i].of_operation()) keep(i, machine_.limits[i].terms.front().times, whole);
    }
    result_.rate = whole.rate;
    result_.binding_term = whole.term;
    result_.binding_limit = whole.limit;
    for (TermEstimate& term : result_.terms) term.busy = whole.rate / term.figure.rate;
    return std::move(result_);
  }

 private:
  LimitEstimate begin(const ResourceLimit& limit) {
    LimitEstimate state;
    state.limit = &limit;
    if (limit.rate) {
      allowed_.push_back(*limit.rate);
      state.bound = fmt::format("{} MB/s", *limit.rate);
      return state;
    }
    const BasicTransfer bound = limit.bound(result_.operation);
    const auto found = find_figure(machine_, bound);
    allowed_.push_back(found ? found->figure->rate : 0);
    state.bound = found ? found->name : text_of(bound);
    if (!found) state.state = LimitEstimate::State::no_figure;
    return state;
  }

  void add_term(const Expression& one) {
    const auto found = find_figure(machine_, one.transfer);
    if (found) {
      result_.terms.push_back({text_of(one.transfer), found->name, *found->figure, 0});
      return;
    }
    const std::vector<std::string> names = figures_of(machine_, one.transfer.kind);
    const std::string text = text_of(one.transfer);
    const std::string expected =
        names.empty() ? fmt::format("it has none of {}", info_of(one.transfer.kind).letters)
                      : "expected " + list_names(names);
    throw InputError(one.place, fmt::format("no figure of '{}' in {}", text, machine_.file),
                     expected, nearest_name(text, names));
  }

  // Terms are met in their order. A group is what runs in parallel, or a transfer that runs alone.
  PartRate rate_of(const Expression& part, bool alone) {
    PartRate rate;
    if (part.kind == Expression::Kind::transfer) {
      rate = {result_.terms[next_term_].figure.rate, next_term_, {}};
      ++next_term_;
    } else {
      const bool sequence = part.kind == Expression::Kind::sequence;
      double time = 0;
      for (std::size_t i = 0; i < part.parts.size(); ++i) {
        const PartRate one = rate_of(part.parts[i], alone && sequence);
        if (i == 0 || one.rate < rate.rate) rate = one;
        time += 1 / one.rate;
      }
      if (sequence) rate.rate = 1 / time;
    }
    const bool group = alone && part.kind != Expression::Kind::sequence;
    for (std::size_t i = 0; group && i < machine_.limits.size(); ++i) {
      if (machine_.limits[i].of_operation()) continue;
      keep(i, counted_in(machine_.limits[i], part), rate);
    }
    return rate;
  }

  void keep(std::size_t index, double times, PartRate& rate) {
    LimitEstimate& limit = result_.limits[index];
    if (limit.state == LimitEstimate::State::no_figure || times == 0) return;
    const double sum = times * rate.rate;
    limit.sum = std::max(limit.sum, sum);
    if (limit.state == LimitEstimate::State::idle) limit.state = LimitEstimate::State::kept;
    if (sum <= allowed_[index]) return;
    limit.state = LimitEstimate::State::binding;
    rate.rate = allowed_[index] / times;
    rate.limit = index;
  }

  const Expression& expression_;
  const Machine& machine_;
  Estimate result_;
  std::vector<double> allowed_;  // MB/s, of each limit
  std::size_t next_term_ = 0;
};

}  // namespace

std::string Estimate::bound_by() const {
  return binding_limit ? limits[*binding_limit].limit->text : terms[binding_term].name;
}

std::vector<std::string> Estimate::derived() const {
  std::vector<std::string> names;
  for (const TermEstimate& term : terms) {
    const bool new_one = std::find(names.begin(), names.end(), term.name) == names.end();
    if (!term.figure.derived.empty() && new_one) names.push_back(term.name);
  }
  return names;
}

const Expression* missing_figure(const Expression& expression, const Machine& machine) {
  const Expression* missing = nullptr;
  each_transfer(expression, [&](const Expression& one) {
    if (missing == nullptr && !find_figure(machine, one.transfer)) missing = &one;
  });
  return missing;
}

Estimate estimate(const Expression& expression, const Machine& machine) {
  check_resources(expression, machine);
  return Estimator(expression, machine).run();
}

}  // namespace weft::copy_transfer
