#include "testbench/sweeps/database.hpp"

#include <sqlite3.h>

#include <cmath>
#include <filesystem>
#include <limits>

#include "platforms/netlist/file_guard.hpp"

namespace weft {

namespace {

constexpr int patience_ms = 5000;  // with a reader that is at it

}  // namespace

void Database::Close::operator()(sqlite3* database) const { sqlite3_close(database); }

Database::Database(const std::filesystem::path& file, Mode mode) : name_(file.string()) {
  std::error_code none;
  const auto kind = std::filesystem::status(file, none).type();
  if (kind == std::filesystem::file_type::not_found && mode == Mode::read) {
    throw DatabaseError(name_, "there is no such file");
  }
  if (kind == std::filesystem::file_type::directory) throw DatabaseError(name_, "a folder");
  if (kind != std::filesystem::file_type::not_found &&
      kind != std::filesystem::file_type::regular) {
    throw DatabaseError(name_, "no regular file");
  }
  if (mode == Mode::read) {
    for (const char* beside : {"", "-wal", "-journal"}) FileGuard::reading(name_ + beside);
  }
  const int flags =
      mode == Mode::read ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE;
  sqlite3* database = nullptr;
  const int code = sqlite3_open_v2(name_.c_str(), &database, flags, nullptr);
  database_.reset(database);
  if (code != SQLITE_OK) fail();
  sqlite3_busy_timeout(database, patience_ms);
}

void Database::fail() const { throw DatabaseError(name_, sqlite3_errmsg(database_.get())); }

void Database::execute(const std::string& sql) {
  if (sqlite3_exec(database_.get(), sql.c_str(), nullptr, nullptr, nullptr) != SQLITE_OK) fail();
}

Statement Database::prepare(const std::string& sql) {
  sqlite3_stmt* statement = nullptr;
  if (sqlite3_prepare_v2(database_.get(), sql.c_str(), -1, &statement, nullptr) != SQLITE_OK)
    fail();
  return {*this, statement};
}

void Statement::Finalize::operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }

void Statement::check(int code) const {
  if (code != SQLITE_OK && code != SQLITE_DONE && code != SQLITE_ROW) database_->fail();
}

Statement& Statement::bind(std::int64_t value) {
  check(sqlite3_bind_int64(statement_.get(), ++bound_, value));
  return *this;
}

Statement& Statement::bind(double value) {
  check(sqlite3_bind_double(statement_.get(), ++bound_, value));  // NaN is stored as NULL
  return *this;
}

Statement& Statement::bind(std::string_view value) {
  check(sqlite3_bind_text(statement_.get(), ++bound_, value.data(), static_cast<int>(value.size()),
                          SQLITE_TRANSIENT));
  return *this;
}

Statement& Statement::bind(const std::optional<double>& value) {
  return bind(value.value_or(std::numeric_limits<double>::quiet_NaN()));
}

bool Statement::next() {
  const int code = sqlite3_step(statement_.get());
  check(code);
  return code == SQLITE_ROW;
}

void Statement::run() {
  while (next()) {
  }
  check(sqlite3_reset(statement_.get()));
  bound_ = 0;
}

std::int64_t Statement::whole(int column) const {
  return sqlite3_column_int64(statement_.get(), column);
}

bool Statement::null(int column) const {
  return sqlite3_column_type(statement_.get(), column) == SQLITE_NULL;
}

double Statement::real(int column) const {
  if (null(column)) return std::numeric_limits<double>::quiet_NaN();
  return sqlite3_column_double(statement_.get(), column);
}

std::string Statement::text(int column) const {
  const auto* text = reinterpret_cast<const char*>(sqlite3_column_text(statement_.get(), column));
  if (text == nullptr) return {};
  return {text, static_cast<std::size_t>(sqlite3_column_bytes(statement_.get(), column))};
}

std::string quoted_name(std::string_view name) {
  std::string quoted = "\"";
  for (const char c : name) quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
  return quoted + '"';
}

}  // namespace weft
