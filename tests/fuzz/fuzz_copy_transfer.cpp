// Any bytes are an expression of basic transfers or an operation, in the first line, and behind it
// a machine.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>

#include "platforms/copy_transfer/compositions.hpp"
#include "platforms/copy_transfer/estimate.hpp"
#include "platforms/copy_transfer/transfer_text.hpp"
#include "platforms/netlist/netlist.hpp"
#include "tests/fuzz/check_input.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace weft::fuzz {
namespace {

using namespace weft::copy_transfer;

// What one can evaluate one can print, and read again as the same.
void check_expression(const std::string& text, const Machine& machine) {
  const Expression expression = parse_expression(text, place_of("EXPRESSION"));
  const Estimate found = estimate(expression, machine);
  const Expression again = parse_expression(text_of(expression), place_of("as printed"));
  if (estimate(again, machine).rate != found.rate) __builtin_trap();
}

const Machine& round_machine() {
  static const Machine machine = read_machine(
      parse_tree(
          "name: m\nlarge_stride: 64\nfigures:\n  - source: s\n    transfers: {1C1: 93 MB/s, "
          "1C64: 68 MB/s, 64C1: 33 MB/s, 1S0: 126 MB/s, 1F0: 5 MB/s, Nd@1: 69 MB/s, Nadp@1: 38 "
          "MB/s, 0D1: 142 MB/s, 0R1: 7 MB/s}\n",
          "built in"),
      "built in");
  return machine;
}

}  // namespace
}  // namespace weft::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  namespace fuzz = weft::fuzz;
  namespace copy_transfer = weft::copy_transfer;
  const std::string text(data, data + size);
  const std::size_t end = std::min(text.find('\n'), text.size());
  const std::string line = text.substr(0, end);
  fuzz::require_input_error_at_most([&] { fuzz::check_expression(line, fuzz::round_machine()); });
  fuzz::require_input_error_at_most([&] {
    const copy_transfer::Machine machine = copy_transfer::read_machine(
        weft::parse_tree(text.substr(std::min(end + 1, text.size())), fuzz::input_name),
        fuzz::input_name);
    fuzz::require_input_error_at_most([&] { fuzz::check_expression(line, machine); });
    copy_transfer::find_compositions(copy_transfer::read_operation(line, weft::place_of("--best")),
                                     machine);
  });
  return 0;
}
