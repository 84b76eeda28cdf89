#include "platforms/copy_transfer/expression.hpp"

#include <fmt/format.h>

#include <optional>
#include <utility>

#include "platforms/copy_transfer/transfer_text.hpp"
#include "platforms/netlist/input_error.hpp"

namespace weft::copy_transfer {
namespace {

// What is written to a pattern is read by the same one: it is the same data.
void check_join(const Expression& left, const Expression& right) {
  if (left.write() == right.read()) return;
  throw InputError(
      right.place,
      fmt::format("'{}' reads {}, where '{}' before it writes {}", text_of(right.first()),
                  text_of(right.read()), text_of(left.last()), text_of(left.write())),
      fmt::format("expected a transfer that reads {}", text_of(left.write())));
}

class Parser {
 public:
  Parser(std::string_view text, const Place& place) : reader_(text, place, place.line == 0) {}

  Expression composition() {
    Expression first = part();
    const std::string_view sign = take_sign();
    if (sign.empty()) return first;
    Expression whole;
    whole.kind = sign == "o" ? Expression::Kind::sequence : Expression::Kind::parallel;
    whole.place = first.place;
    whole.parts.push_back(std::move(first));
    for (std::string_view next = sign; !next.empty(); next = take_sign()) {
      if (next != sign) {
        throw InputError(sign_place_, fmt::format("'{}' behind '{}'", next, sign),
                         "expected parentheses around what belongs together");
      }
      Expression right = part();
      check_join(whole.parts.back(), right);
      whole.parts.push_back(std::move(right));
    }
    return whole;
  }

  TransferText& reader() { return reader_; }

 private:
  Expression part() {
    if (!reader_.take("(")) {
      Expression transfer;
      transfer.place = reader_.place();
      transfer.transfer = reader_.read_transfer(FixedEnds::none);
      return transfer;
    }
    if (++depth_ > deepest_expression) {
      throw InputError(reader_.place(), "too many parentheses in each other",
                       fmt::format("expected {} at most", deepest_expression));
    }
    Expression inner = composition();
    if (!reader_.take(")")) {
      throw InputError(reader_.place(), fmt::format("{} in parentheses", reader_.next_thing()),
                       "expected 'o', '||' or ')'");
    }
    --depth_;
    return inner;
  }

  // "o", "||", or "" if neither comes next.
  std::string_view take_sign() {
    sign_place_ = reader_.place();
    for (const std::string_view sign : {"o", "||"}) {
      if (reader_.take(sign)) return sign;
    }
    return {};
  }

  TransferText reader_;
  Place sign_place_;
  unsigned depth_ = 0;
};

void check_operation(const Expression& expression, const Operation& operation, const Place& place) {
  const Operation own{expression.read(), expression.write()};
  if (own.read == operation.read && own.write == operation.write) return;
  throw InputError(place,
                   fmt::format("'{}' of what reads {} and writes {}", text_of(operation),
                               text_of(own.read), text_of(own.write)),
                   fmt::format("expected {}", text_of(own)));
}

}  // namespace

const Expression& Expression::first() const {
  return kind == Kind::transfer ? *this : parts.front().first();
}

const Expression& Expression::last() const {
  return kind == Kind::transfer ? *this : parts.back().last();
}

std::string text_of(const Expression& expression) {
  if (expression.kind == Expression::Kind::transfer) return text_of(expression.transfer);
  const std::string_view sign = expression.kind == Expression::Kind::sequence ? " o " : " || ";
  std::string text;
  for (const Expression& part : expression.parts) {
    if (!text.empty()) text += sign;
    const bool alone = part.kind == Expression::Kind::transfer;
    text += alone ? text_of(part) : fmt::format("({})", text_of(part));
  }
  return text;
}

void each_transfer(const Expression& expression,
                   const std::function<void(const Expression&)>& call) {
  if (expression.kind == Expression::Kind::transfer) return call(expression);
  for (const Expression& part : expression.parts) each_transfer(part, call);
}

Expression parse_expression(std::string_view text, const Place& place) {
  if (text.size() > longest_expression) {
    throw InputError(place, fmt::format("an expression of {} characters", text.size()),
                     fmt::format("expected at most {}", longest_expression));
  }
  Parser parser(text, place);
  std::optional<Operation> operation;
  const Place begin = parser.reader().place();
  if (text.find('=') != std::string_view::npos) {
    operation = parser.reader().read_operation();
    if (!parser.reader().take("=")) {
      throw InputError(
          parser.reader().place(),
          fmt::format("{} behind '{}'", parser.reader().next_thing(), text_of(*operation)),
          "expected '='");
    }
  }
  Expression expression = parser.composition();
  if (!parser.reader().at_end()) {
    throw InputError(
        parser.reader().place(),
        fmt::format("{} behind '{}'", parser.reader().next_thing(), text_of(expression.last())),
        "expected 'o', '||' or the end");
  }
  if (operation) check_operation(expression, *operation, begin);
  return expression;
}

}  // namespace weft::copy_transfer
