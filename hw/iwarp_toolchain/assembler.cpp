#include "hw/iwarp_toolchain/assembler.hpp"

#include <algorithm>
#include <bit>
#include <map>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "hw/common/nearest_name.hpp"
#include "hw/iwarp/isa/encoding.hpp"
#include "hw/iwarp/isa/registers.hpp"
#include "hw/iwarp_toolchain/error_list.hpp"
#include "hw/iwarp_toolchain/expression.hpp"
#include "hw/iwarp_toolchain/numbers.hpp"
#include "hw/iwarp_toolchain/operation_parser.hpp"
#include "hw/iwarp_toolchain/program_parameters.hpp"
#include "hw/iwarp_toolchain/text_expansion.hpp"

namespace weft::isa {

namespace {

const std::vector<std::string> directive_names{
    ".code", ".data",  ".word",    ".float", ".double",   ".space", ".align",
    ".equ",  ".param", ".include", ".macro", ".endmacro", ".local", ".entry"};

enum class Section : std::uint8_t { code, data };

/// Reads the text twice: first for the addresses of labels, then for good.
class Assembler {
 public:
  Assembler(ExpandedText text, const std::vector<ParameterSetting>& settings)
      : text_(std::move(text)),
        tokens_(std::move(text_.tokens)),
        operations_(tokens_, symbols_),
        locations_(text_.statements),
        parameters_(settings, errors_) {
    image_.files = std::move(text_.files);
  }

  ProgramImage run() {
    if (!text_.errors.empty()) {
      std::vector<Diagnostic> errors;
      for (const TokenError& error : text_.errors)
        errors.push_back(text_.origins.diagnostic(error));
      throw AssemblyError(std::move(errors));
    }
    pass();
    place_data();
    second_ = true;
    errors_.open();
    symbols_.lenient = false;
    tokens_.restart();
    pass();
    finish();
    if (!errors_.empty()) throw AssemblyError(errors_.take_sorted());
    return std::move(image_);
  }

 private:
  void pass() {
    section_ = Section::code;
    image_.code.clear();
    image_.lines.clear();
    image_.data.clear();
    while (tokens_.peek().kind != TokenKind::end && !errors_.full()) {
      const unsigned statement = tokens_.peek().statement;
      keep_location(statement);
      try {
        read_line();
      } catch (const TokenError& error) {
        errors_.add(error, text_.origins);
        skip_rest(statement);
      }
    }
  }

  // What is wrong in a line does not move the ones behind it.
  void keep_location(unsigned statement) {
    auto& [code, data] = locations_[statement];
    if (!second_) {
      code = image_.code.size();
      data = image_.data.size();
    } else {
      image_.code.resize(code);
      image_.lines.resize(code);
      image_.data.resize(data);
    }
  }

  SourceLine line_of(const Token& token) const {
    return {text_.origins[token.origin].file, token.line};
  }

  // Of a long word all lines are skipped, of anything else one.
  void skip_rest(unsigned statement) {
    while (long_word_open_ && !tokens_.peek().is("}") && !tokens_.peek().is("{") &&
           tokens_.peek().kind != TokenKind::end) {
      tokens_.take();
    }
    long_word_open_ = false;
    if (tokens_.peek().is("{") && tokens_.peek().statement != statement) return;
    while (!tokens_.at_end_of_line()) tokens_.take();
  }

  void place_data() {
    for (const auto& [name, label] : data_labels_) {
      symbols_.set(name, {image_.data_address() + 4 * static_cast<std::int64_t>(label.first), true},
                   label.second);
    }
  }

  // --- lines

  void read_line() {
    while (tokens_.peek().kind == TokenKind::name && tokens_.peek(1).is(":")) read_label();
    const Token first = tokens_.peek();
    if (first.is("{")) {
      read_long_word();
    } else if (!tokens_.at_end_of_line()) {
      tokens_.take();
      if (first.kind != TokenKind::name)
        TokenStream::fail(first, "expected a label, an instruction or a directive");
      if (first.text[0] == '.') {
        read_directive(first);
      } else {
        read_instruction(first);
      }
    }
    if (!tokens_.at_end_of_line())
      TokenStream::fail(tokens_.peek(), "expected the end of the line");
    tokens_.take();
  }

  void read_label() {
    const Token name = tokens_.take();
    tokens_.expect(":");
    check_new(name);
    if (section_ == Section::code) {
      define(name, {4 * static_cast<std::int64_t>(image_.code.size()), true});
    } else {
      if (!second_) data_labels_.emplace(name.text, std::pair(image_.data.size(), name));
      define(name, {0, false});
    }
    if (second_) labels_.insert(name.text);
  }

  void check_new(const Token& name) const {
    if (find_register(name.text))
      TokenStream::fail(name, "'" + name.text + "' is the name of a register",
                        "expected another name");
    if (name.text[0] == '.')
      TokenStream::fail(name, "'" + name.text + "' begins with a point", "expected another name");
    const SymbolTable::Entry* entry = symbols_.find(name.text);
    if (entry == nullptr || (entry->place && entry->place->statement == name.statement)) return;
    TokenStream::fail(name,
                      !entry->place ? "'" + name.text + "' is a constant that every program has"
                                    : fmt::format("'{}' has a value from {} already", name.text,
                                                  place_of(*entry->place, name)),
                      "expected another name");
  }
  // "line 4", or "lib.s:4:1" if that is in another file.
  std::string place_of(const Token& token, const Token& seen_from) const {
    const SourceLine line = line_of(token);
    return line.file == line_of(seen_from).file ? fmt::format("line {}", line.line)
                                                : text_.origins.place_text(token);
  }
  void define(const Token& name, Value value) {
    if (!second_) symbols_.set(name.text, value, name);
  }

  // --- instructions

  std::uint32_t here() const { return image_.code_bytes(); }

  void emit(const Token& at, const Instruction& instruction) {
    if (section_ == Section::data)
      TokenStream::fail(at, "an instruction among the data", "expected .code before it");
    const Encoded encoded = encode(instruction);
    for (unsigned i = 0; i < encoded.words; ++i) {
      image_.code.push_back(encoded.word[i]);
      image_.lines.push_back(line_of(at));
    }
    if (second_) note_calls(at, 4 * encoded.words);
    check_size(at, 0);
  }
  void emit(const Token& at, Operation operation) {
    Instruction instruction;
    instruction.operations[0] = operation;
    if (std::string fault = find_fault(instruction); !fault.empty())
      TokenStream::fail(at, fault, "");
    emit(at, instruction);
  }

  // The last `bytes` of code came by these macros.
  void note_calls(const Token& at, unsigned bytes) {
    const std::uint32_t end = image_.code_bytes();
    for (unsigned number = at.origin;;) {
      const Origin& origin = text_.origins[number];
      if (origin.kind == Origin::Kind::program) return;
      if (origin.kind == Origin::Kind::macro) {
        MacroCall& call = calls_.emplace(number, MacroCall{{}, end - bytes, end}).first->second;
        call.line = line_of(origin.place);
        call.end = end;
      }
      number = origin.place.origin;
    }
  }

  void read_long_word() {
    const Token brace = tokens_.take();
    long_word_open_ = true;
    const Instruction instruction = operations_.read_long(brace, here());
    long_word_open_ = false;
    emit(brace, instruction);
  }

  void read_instruction(const Token& name) {
    if (name.text == "nop") return emit(name, {Op::addi, 0, 0, 0, 0});
    if (name.text == "ret") return emit(name, {Op::jr, 0, link_register, 0, 0});
    if (name.text == "li") return read_load_immediate(name);
    Token meant = name;
    if (name.text == "b") meant.text = "jump";
    if (meant.text != "mov" && find_operation(meant.text) == Op::none) fail_unknown(name);
    emit(name, operations_.read_short(meant, here()));
  }

  void fail_unknown(const Token& name) const {
    std::vector<std::string> names = OperationParser::all_names();
    names.insert(names.end(), text_.macros.begin(), text_.macros.end());
    TokenStream::fail(name, "unknown instruction '" + name.text + "'",
                      "expected an instruction or a directive", nearest_name(name.text, names));
  }

  // One instruction if the value is known so far and small, else two.
  void read_load_immediate(const Token& name) {
    const auto result = static_cast<std::uint8_t>(operations_.read_register());
    tokens_.expect(",");
    const Token at = tokens_.peek();
    const Value value = read_constant(tokens_, symbols_);
    if (!second_ && (!value.known || value.number != clamped(value.number, 19)))
      wide_.insert(name.statement);
    check_word(at, value);
    const auto bits = static_cast<std::uint32_t>(value.number);
    if (!wide_.contains(name.statement)) {
      return emit(name, {Op::seti, result, 0, 0, static_cast<std::int32_t>(value.number)});
    }
    emit(name, {Op::seti, result, 0, 0, static_cast<std::int32_t>(bits & 0x1fff)});
    emit(name, {Op::sethi, result, 0, 0, static_cast<std::int32_t>(bits >> 13)});
  }
  static std::int64_t clamped(std::int64_t value, unsigned bits) {
    const std::int64_t most = std::int64_t{1} << (bits - 1);
    return std::clamp(value, -most, most - 1);
  }

  // --- directives

  void read_directive(const Token& name) {
    if (name.text == ".code") return enter(Section::code);
    if (name.text == ".data") return enter(Section::data);
    if (name.text == ".equ") return read_constant_definition(false);
    if (name.text == ".param") return read_constant_definition(true);
    if (name.text == ".entry") return read_entry();
    if (std::find(directive_names.begin(), directive_names.end(), name.text) ==
        directive_names.end()) {
      TokenStream::fail(name, "unknown directive '" + name.text + "'",
                        "expected " + list_names(directive_names),
                        nearest_name(name.text, directive_names));
    }
    if (section_ == Section::code)
      TokenStream::fail(name, "data among the instructions", "expected .data before it");
    if (name.text == ".space") return read_space(name);
    if (name.text == ".align") return read_alignment(name);
    do {
      if (name.text == ".word") read_word();
      if (name.text == ".float")
        image_.data.push_back(std::bit_cast<std::uint32_t>(read_single(tokens_)));
      if (name.text == ".double") read_double(name);
      check_size(name, 0);
    } while (tokens_.take_if(","));
  }

  void enter(Section section) { section_ = section; }

  void read_constant_definition(bool is_parameter) {
    const Token name = tokens_.take();
    if (name.kind != TokenKind::name) TokenStream::fail(name, "expected a name");
    check_new(name);
    tokens_.expect(",");
    const Token at = tokens_.peek();
    Value value = read_constant(tokens_, symbols_);
    if (is_parameter) value = parameters_.read(name, at, value, tokens_, symbols_);
    define(name, value);
    if (second_ && !symbols_.find(name.text)->value.known) {
      TokenStream::fail(
          name, "the value of '" + name.text + "' depends on a label that is not known here",
          "expected a value that is known here");
    }
  }

  void read_entry() {
    const Token at = tokens_.peek();
    entry_ = {operations_.read_value().number, at};
    has_entry_ = true;
  }

  void read_word() {
    const Token at = tokens_.peek();
    const Value value = operations_.read_value();
    check_word(at, value);
    image_.data.push_back(static_cast<std::uint32_t>(value.number));
  }
  void read_double(const Token& name) {
    if (image_.data.size() % 2 != 0) {
      TokenStream::fail(name, "a double that is not at a multiple of 8",
                        "expected .align 8 before it");
    }
    const auto bits = std::bit_cast<std::uint64_t>(read_real(tokens_));
    image_.data.push_back(static_cast<std::uint32_t>(bits));
    image_.data.push_back(static_cast<std::uint32_t>(bits >> 32));
  }

  // A size in bytes that must be known where it stands, as addresses depend on it.
  std::uint32_t read_size(const Token& name) {
    const Token at = tokens_.peek();
    const Value value = operations_.read_value();
    if (!value.known)
      TokenStream::fail(at, "the value depends on a label that is not known here",
                        "expected a value that is known here");
    if (value.number < 0 || value.number % 4 != 0) {
      TokenStream::fail(at, fmt::format("{} is no number of words", value.number),
                        "expected a multiple of 4");
    }
    check_size(name, static_cast<std::uint64_t>(value.number));
    return static_cast<std::uint32_t>(value.number);
  }
  void read_space(const Token& name) {
    image_.data.resize(image_.data.size() + read_size(name) / 4);
  }
  void read_alignment(const Token& name) {
    const Token at = tokens_.peek();
    const std::uint32_t bytes = read_size(name);
    if (bytes != 4 && bytes != 8) {
      TokenStream::fail(at, fmt::format("cannot align to {}", bytes), "expected 4 or 8");
    }
    while (4 * image_.data.size() % bytes != 0) image_.data.push_back(0);
  }

  void check_size(const Token& at, std::uint64_t more) const {
    if (image_.bytes() + more <= most_program_bytes) return;
    TokenStream::fail(at, "the program is too large",
                      fmt::format("expected at most {} bytes", most_program_bytes));
  }

  // --- the whole

  void finish() {
    parameters_.check_settings(image_.file());
    if (image_.code.empty() && errors_.empty()) {
      errors_.add(0, {image_.file(), 1, 1, "there is no instruction", "expected at least one", {}});
    }
    if (!errors_.empty()) return;
    const std::vector<bool> starts = image_.starts();
    for (const Target& target : operations_.targets()) check(target, starts);
    if (has_entry_) check(entry_, starts);
    image_.entry = static_cast<std::uint32_t>(entry_.address);
    for (const std::string& label : labels_) {
      image_.symbols.emplace(label, static_cast<std::uint32_t>(symbols_.find(label)->value.number));
    }
    for (const auto& [origin, call] : calls_) image_.calls.push_back(call);
  }

  void check(const Target& target, const std::vector<bool>& starts) {
    const bool inside = target.address >= 0 && target.address < image_.code_bytes();
    if (inside && target.address % 4 == 0 && starts[static_cast<std::size_t>(target.address / 4)])
      return;
    if (errors_.full()) return;
    errors_.add({target.place,
                 fmt::format("there is no instruction at address {:#x}", target.address),
                 "expected the address of an instruction",
                 {}},
                text_.origins);
  }

  ExpandedText text_;  // without its tokens and files
  ProgramImage image_;
  TokenStream tokens_;
  SymbolTable symbols_;
  OperationParser operations_;
  bool second_ = false;
  bool long_word_open_ = false;
  Section section_ = Section::code;
  std::vector<std::pair<std::size_t, std::size_t>> locations_;  // of code and data, by statement
  std::map<std::string, std::pair<std::size_t, Token>> data_labels_;  // place and name
  std::set<std::string> labels_;
  std::map<unsigned, MacroCall> calls_;  // by origin
  std::set<unsigned> wide_;              // statements whose `li` takes two instructions
  Target entry_;
  bool has_entry_ = false;
  ErrorList errors_;
  ProgramParameters parameters_;
};

}  // namespace

ProgramImage assemble(std::string_view text, std::string file, const AssemblyInputs& inputs) {
  return Assembler(expand_text(text, std::move(file), inputs.read), inputs.settings).run();
}

}  // namespace weft::isa
