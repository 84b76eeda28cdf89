// SQLite, as little of it as Weft needs.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>

struct sqlite3;
struct sqlite3_stmt;

namespace weft {

/// What SQLite could not do: a full disk, a damaged file.
class DatabaseError : public std::runtime_error {
 public:
  DatabaseError(const std::string& file, const std::string& problem)
      : std::runtime_error(file + ": " + problem), problem_(problem) {}

  /// `what()` without the name of the file.
  const std::string& problem() const { return problem_; }

 private:
  std::string problem_;
};

class Statement;

/// An open file. Everything throws DatabaseError, which names the file.
class Database {
 public:
  enum class Mode : std::uint8_t { read, write };  ///< `write` makes the file if there is none.

  Database(const std::filesystem::path& file, Mode mode);

  void execute(const std::string& sql);
  Statement prepare(const std::string& sql);
  [[noreturn]] void fail() const;

 private:
  struct Close {
    void operator()(sqlite3* database) const;
  };

  std::string name_;
  std::unique_ptr<sqlite3, Close> database_;
};

/// A prepared statement; must not outlive its database.
class Statement {
 public:
  Statement(Database& database, sqlite3_stmt* statement)
      : database_(&database), statement_(statement) {}

  /// The next `?`, from the first on. NaN and an empty optional become NULL.
  Statement& bind(std::int64_t value);
  Statement& bind(double value);
  Statement& bind(std::string_view value);
  Statement& bind(const std::optional<double>& value);

  /// To the next row; false if there is none.
  bool next();
  /// For statements without rows; it can be bound again afterwards.
  void run();

  std::int64_t whole(int column) const;
  double real(int column) const;  ///< NaN for NULL.
  std::string text(int column) const;
  bool null(int column) const;

 private:
  struct Finalize {
    void operator()(sqlite3_stmt* statement) const;
  };
  void check(int code) const;

  Database* database_;
  std::unique_ptr<sqlite3_stmt, Finalize> statement_;
  int bound_ = 0;
};

/// A name in double quotes.
std::string quoted_name(std::string_view name);

}  // namespace weft
