#include "platforms/copy_transfer/resource_limit.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "platforms/copy_transfer/transfer_text.hpp"
#include "platforms/netlist/input_error.hpp"
#include "platforms/netlist/node.hpp"
#include "platforms/registry/byte_rate.hpp"
#include "platforms/registry/quantity.hpp"

namespace weft::copy_transfer {
namespace {

double words_for_index(const Pattern& pattern) {
  return pattern.kind == Pattern::Kind::indexed ? 1.0 / pattern.block : 0;
}

class LimitParser {
 public:
  LimitParser(std::string_view text, const Place& place)
      : text_(text), place_(place), reader_(text, place, false) {}

  ResourceLimit limit() {
    ResourceLimit limit;
    limit.text = text_;
    do {
      limit.terms.push_back(term());
    } while (reader_.take("+"));
    if (limit.terms.size() > 1 &&
        std::any_of(limit.terms.begin(), limit.terms.end(),
                    [](const LimitTerm& term) { return term.of == LimitTerm::Of::operation; })) {
      wrong("xQy and other terms", "expected the whole operation alone");
    }
    if (!reader_.take("<=") && !reader_.take("<")) {
      wrong(reader_.next_thing(), "expected '+', '<=' or '<'");
    }
    bound(limit);
    if (!reader_.at_end()) wrong(reader_.next_thing(), "expected nothing behind it");
    return limit;
  }

 private:
  LimitTerm term() {
    LimitTerm term;
    term.times = times();
    if (reader_.take("xQy")) return term;
    if (reader_.take("memory")) {
      term.of = LimitTerm::Of::memory;
      return term;
    }
    term.of = LimitTerm::Of::transfers;
    term.read = reader_.read_pattern();
    term.kind = reader_.read_kind().kind;
    term.write = reader_.read_pattern();
    return term;
  }

  double times() {
    const std::string number = reader_.take_factor();
    if (number.empty()) return 1;
    const auto quantity = parse_quantity(number);
    if (!quantity || quantity->digits == 0) {
      wrong(fmt::format("'{}' as a factor", number), "expected a number such as 2");
    }
    return static_cast<double>(quantity->digits) / static_cast<double>(quantity->divisor);
  }

  LimitEnd end() {
    LimitEnd end;
    if (reader_.take("x")) {
      end.kind = LimitEnd::Kind::x;
    } else if (reader_.take("y")) {
      end.kind = LimitEnd::Kind::y;
    } else if (const auto pattern = reader_.read_pattern()) {
      end.pattern = *pattern;
    } else {
      wrong(reader_.next_thing(), "expected a rate, such as 400 MB/s, or a transfer, such as 0Cx");
    }
    return end;
  }

  void bound(ResourceLimit& limit) {
    const std::size_t sign = text_.find('<');
    const std::size_t begin = text_.find_first_not_of("<= ", sign);
    const std::string rest(begin == std::string_view::npos ? "" : text_.substr(begin));
    if (rest.find("B/s") != std::string::npos) {
      Node node;
      node.kind = Node::Kind::scalar;
      node.text = rest;
      node.place = place_;
      limit.rate = static_cast<double>(read_byte_rate(node, "limit")) / 1e6;
      if (*limit.rate == 0) wrong("a limit of 0", "expected more");
      reader_ = TransferText({}, place_, false);
      return;
    }
    limit.read = end();
    const TransferInfo& info = reader_.read_kind();
    if (info.resource == Resource::network) {
      wrong(info.letters, "expected a transfer with patterns, such as 0Cx");
    }
    limit.kind = info.kind;
    limit.write = end();
  }

  [[noreturn]] void wrong(std::string_view found, std::string_view expected) const {
    throw InputError(place_, fmt::format("'{}': {}", text_, found), expected);
  }

  std::string_view text_;
  const Place& place_;
  TransferText reader_;
};

}  // namespace

const Pattern& LimitEnd::of(const Operation& operation) const {
  switch (kind) {
    case Kind::x: return operation.read;
    case Kind::y: return operation.write;
    case Kind::pattern: break;
  }
  return pattern;
}

BasicTransfer ResourceLimit::bound(const Operation& operation) const {
  return {kind, read.of(operation), write.of(operation)};
}

ResourceLimit parse_limit(std::string_view text, const Place& place) {
  return LimitParser(text, place).limit();
}

double words_of_memory(const BasicTransfer& transfer) {
  const TransferInfo& info = info_of(transfer.kind);
  return (info.reads_memory ? 1 + words_for_index(transfer.read) : 0) +
         (info.writes_memory ? 1 + words_for_index(transfer.write) : 0);
}

}  // namespace weft::copy_transfer
