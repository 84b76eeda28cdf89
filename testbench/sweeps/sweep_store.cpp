#include "testbench/sweeps/sweep_store.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cmath>
#include <cstring>
#include <system_error>
#include <thread>

#include <nlohmann/json.hpp>

#include "platforms/netlist/input_error.hpp"
#include "testbench/build_info.hpp"
#include "testbench/sweeps/plan.hpp"

namespace weft {

namespace {

constexpr std::int64_t application = 0x57656674;  // "Weft", in the header of the file
constexpr std::int64_t format_version = 4;

const char* const tables =
    "CREATE TABLE results(run INTEGER, position INTEGER, name TEXT, quantity TEXT, statistic TEXT,"
    " kind TEXT, value REAL, unit TEXT, weight REAL, scope TEXT, part TEXT, half_width REAL,"
    " PRIMARY KEY(run, position)) WITHOUT ROWID;"
    "CREATE TABLE distributions(run INTEGER, quantity TEXT, unit TEXT, count INTEGER, mean REAL,"
    " squares REAL, cubes REAL, minimum REAL, maximum REAL, PRIMARY KEY(run, quantity))"
    " WITHOUT ROWID;"
    "CREATE TABLE histograms(run INTEGER, quantity TEXT, low REAL, high REAL, count INTEGER,"
    " PRIMARY KEY(run, quantity, low)) WITHOUT ROWID;"
    "CREATE TABLE processors(run INTEGER, name TEXT, x INTEGER, y INTEGER,"
    " packets_acknowledged INTEGER, packets_received INTEGER, bytes_received INTEGER,"
    " messages_received INTEGER, message_latency_ns REAL, PRIMARY KEY(run, name)) WITHOUT ROWID;"
    "CREATE TABLE links(run INTEGER, sender TEXT, receiver TEXT, utilisation_percent REAL,"
    " PRIMARY KEY(run, sender, receiver)) WITHOUT ROWID;";

/// All of it or nothing.
class Transaction {
 public:
  explicit Transaction(Database& database) : database_(&database) {
    database_->execute("BEGIN IMMEDIATE");
  }
  ~Transaction() {
    if (committed_) return;
    try {
      database_->execute("ROLLBACK");
    } catch (const DatabaseError&) {
      // SQLite has rolled it back by itself
    }
  }
  Transaction(const Transaction&) = delete;
  Transaction& operator=(const Transaction&) = delete;

  void commit() {
    database_->execute("COMMIT");
    committed_ = true;
  }

 private:
  Database* database_;
  bool committed_ = false;
};

std::int64_t pragma(Database& database, const std::string& name) {
  Statement statement = database.prepare("PRAGMA " + name);
  return statement.next() ? statement.whole(0) : 0;
}

// In their order; numbers have one of their own.
std::vector<std::string> texts_of(const SweepParameter& parameter) {
  std::vector<std::string> texts;
  for (const SweepValue& value : parameter.values) {
    if (std::isnan(value.number)) texts.push_back(value.text);
  }
  return texts;
}

nlohmann::json files_in(const std::map<std::string, std::string>& description) {
  const auto found = description.find("files");
  return found == description.end() ? nlohmann::json::object()
                                    : nlohmann::json::parse(found->second);
}

}  // namespace

/// The file itself, held by no other process. SQLite's own locks are of another kind; they would be
/// lost if this were closed before the database is.
class SweepStore::Lock {
 public:
  explicit Lock(const std::filesystem::path& file)
      : descriptor_(open(file.c_str(), O_CREAT | O_RDWR | O_CLOEXEC, 0644)) {
    if (descriptor_ < 0) {
      throw InputError(place_of(file.string()),
                       fmt::format("cannot be written: {}", std::strerror(errno)));
    }
    // the workers of a sweep that was killed end soon
    constexpr int most_tries = 40;
    for (int tries = 0; flock(descriptor_, LOCK_EX | LOCK_NB) != 0; ++tries) {
      if (tries < most_tries) {
        std::this_thread::sleep_for(std::chrono::milliseconds(50));
        continue;
      }
      close(descriptor_);
      throw InputError(place_of(file.string()), "another sweep writes into it",
                       "expected another file, or that one to end");
    }
  }
  ~Lock() { close(descriptor_); }
  Lock(const Lock&) = delete;
  Lock& operator=(const Lock&) = delete;

 private:
  int descriptor_;
};

void require_results(Database& database, const std::filesystem::path& file) {
  const auto wrong = [&file](const std::string& found, const std::string& expected) {
    throw InputError(place_of(file.string()), found, expected);
  };
  try {
    if (pragma(database, "application_id") != application) {
      wrong("no results of a sweep", "expected a file that `weft sweep` has made");
    }
    const std::int64_t version = pragma(database, "user_version");
    if (version != format_version) {
      wrong(fmt::format("results in format {}", version),
            fmt::format("expected format {}: run the sweep again, into another file",
                        format_version));
    }
    Statement statement = database.prepare("PRAGMA quick_check(1)");
    if (statement.next() && statement.text(0) != "ok") {
      wrong("a damaged file: " + statement.text(0), "expected whole results; run the sweep again");
    }
  } catch (const DatabaseError& error) {
    wrong("a damaged file, or none of SQLite: " + error.problem(),
          "expected a file that `weft sweep` has made");
  }
}

SweepStore::SweepStore(const std::filesystem::path& file, const Experiment& experiment) try
    : lock_(std::make_unique<Lock>(file)),
      database_(file, Database::Mode::write),
      parameters_(experiment.parameters.size()) {
  std::error_code none;
  if (std::filesystem::file_size(file, none) == 0 || none) {
    create(experiment);
  } else {
    require_results(database_, file);
    require_same(experiment, file);
  }
  database_.execute("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL");
  describe(experiment);
} catch (const DatabaseError& error) {
  throw InputError(place_of(file.string()), error.problem());
}

SweepStore::~SweepStore() {
  try {
    // one file in the end, which a folder that is read only may hold
    database_.execute("PRAGMA wal_checkpoint(TRUNCATE); PRAGMA journal_mode = DELETE");
  } catch (const DatabaseError&) {
    // a full disk: what lies in the write-ahead file is taken over at the next opening
  }
}

void SweepStore::create(const Experiment& experiment) {
  Transaction transaction(database_);
  std::string runs = "CREATE TABLE runs(id INTEGER PRIMARY KEY";
  for (const SweepParameter& parameter : experiment.parameters) {
    runs += fmt::format(", {} TEXT", quoted_name(parameter.name));
  }
  database_.execute(runs +
                    ", seed INTEGER, status TEXT, error TEXT, convergence TEXT, confidence REAL,"
                    " warm_up INTEGER, simulated INTEGER)");
  database_.execute(tables);
  database_.execute("CREATE TABLE experiment(name TEXT PRIMARY KEY, value TEXT) WITHOUT ROWID");
  database_.execute(fmt::format("PRAGMA application_id = {}; PRAGMA user_version = {}", application,
                                format_version));
  transaction.commit();
}

void SweepStore::describe(const Experiment& experiment) {
  nlohmann::ordered_json parameters = nlohmann::ordered_json::array();
  for (const SweepParameter& parameter : experiment.parameters) {
    parameters.push_back({{"name", parameter.name},
                          {"key", parameter.key},
                          {"unit", parameter.unit},
                          {"value", parameter.expression},
                          {"values", texts_of(parameter)}});
  }
  nlohmann::json files = files_in(description());
  for (const auto& [name, hash] : experiment.files) files[name] = hash;
  Transaction transaction(database_);
  Statement insert = database_.prepare("INSERT OR REPLACE INTO experiment VALUES(?, ?)");
  const std::vector<std::pair<std::string_view, std::string>> lines{
      {"title", experiment.title},
      {"version", std::string(build_info::version)},
      {"identity", experiment.identity()},
      {"files", files.dump()},
      {"parameters", parameters.dump()},
      {"measures", nlohmann::json(experiment.measures).dump()},
      {"compare", json_of(experiment.comparisons).dump()},
      {"runs", fmt::format("{}", SweepPlan(experiment).size())},
      {"x", experiment.x}};
  for (const auto& [name, value] : lines) insert.bind(name).bind(std::string_view(value)).run();
  transaction.commit();
}

std::map<std::string, std::string> SweepStore::description() {
  std::map<std::string, std::string> lines;
  Statement select = database_.prepare("SELECT name, value FROM experiment");
  while (select.next()) lines[select.text(0)] = select.text(1);
  return lines;
}

void SweepStore::require_same(const Experiment& experiment, const std::filesystem::path& file) {
  auto lines = description();
  if (lines.empty()) return;
  const auto refuse = [&file](const std::string& what, const std::string& expected) {
    throw InputError(place_of(file.string()), what, expected);
  };
  const std::string another = "expected another file (-o), or none of this name";
  if (lines["identity"] != experiment.identity()) {
    refuse(fmt::format("results of another experiment, '{}', or of other parameters or another "
                       "platform of this one",
                       lines["title"]),
           another);
  }
  if (lines["version"] != build_info::version) {
    refuse(lines["version"].empty() ? "results of an earlier Weft"
                                    : fmt::format("results of Weft {}", lines["version"]),
           fmt::format("expected those of {}: another file (-o), or none of this name",
                       build_info::version));
  }
  const nlohmann::json files = files_in(lines);
  for (const auto& [name, hash] : experiment.files) {
    if (!files.contains(name) || files[name] == hash) continue;
    refuse(fmt::format("results of another '{}' than there is now", name), another);
  }
}

std::map<std::int64_t, std::string> SweepStore::statuses() const {
  std::map<std::int64_t, std::string> statuses;
  Statement select = database_.prepare("SELECT id, status FROM runs");
  while (select.next()) statuses[select.whole(0)] = select.text(1);
  return statuses;
}

void SweepStore::add(const SweepRun& run, const RunRecord& record) {
  Transaction transaction(database_);
  add_row(run, record, record.load);
  add_details(run.id, record);
  transaction.commit();
}

void SweepStore::add_failure(const SweepRun& run, const std::string& error) {
  Transaction transaction(database_);
  RunRecord none;
  none.status = "failed";
  add_row(run, none, error);
  transaction.commit();
}

void SweepStore::add_row(const SweepRun& run, const RunRecord& record, const std::string& error) {
  std::string marks = "?";
  for (std::size_t i = 0; i < parameters_ + 7; ++i) marks += ", ?";
  Statement insert = database_.prepare("INSERT OR REPLACE INTO runs VALUES(" + marks + ")");
  insert.bind(run.id);
  for (const SweepValue& value : run.values) insert.bind(std::string_view(value.text));
  insert.bind(static_cast<std::int64_t>(run.seed))
      .bind(std::string_view(record.status))
      .bind(std::string_view(error))
      .bind(std::string_view(record.convergence))
      .bind(record.confidence)
      .bind(static_cast<std::int64_t>(record.warm_up))
      .bind(static_cast<std::int64_t>(record.simulated))
      .run();
}

void SweepStore::add_details(std::int64_t run, const RunRecord& record) {
  Statement value =
      database_.prepare("INSERT INTO results VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)");
  for (std::size_t i = 0; i < record.values.size(); ++i) {
    const ReportedValue& one = record.values[i];
    const std::string name = name_of(one);
    value.bind(run).bind(static_cast<std::int64_t>(i)).bind(std::string_view(name));
    value.bind(std::string_view(one.quantity)).bind(name_of(one.statistic)).bind(name_of(one.kind));
    value.bind(one.value).bind(name_of(one.unit)).bind(one.weight).bind(name_of(one.scope.of));
    value.bind(std::string_view(one.scope.name));
    value.bind(one.interval ? std::optional(one.interval->half_width) : std::nullopt).run();
  }
  Statement moments =
      database_.prepare("INSERT INTO distributions VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?)");
  Statement bins = database_.prepare("INSERT INTO histograms VALUES(?, ?, ?, ?, ?)");
  for (const RecordedDistribution& one : record.distributions) {
    const Moments& m = one.moments;
    moments.bind(run).bind(std::string_view(one.quantity)).bind(name_of(one.unit));
    moments.bind(static_cast<std::int64_t>(m.count)).bind(m.mean).bind(m.squares).bind(m.cubes);
    moments.bind(m.minimum).bind(m.maximum).run();
    for (const Distribution::Bin& bin : one.bins) {
      bins.bind(run).bind(std::string_view(one.quantity)).bind(bin.low).bind(bin.high);
      bins.bind(static_cast<std::int64_t>(bin.count)).run();
    }
  }
  Statement processor =
      database_.prepare("INSERT INTO processors VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?)");
  for (const RecordedProcessor& one : record.processors) {
    const ProcessorValues& values = one.values;
    processor.bind(run).bind(std::string_view(one.name));
    processor.bind(std::int64_t{one.x}).bind(std::int64_t{one.y});
    for (const std::uint64_t count :
         {values.acknowledged, values.received, values.bytes, values.messages}) {
      processor.bind(static_cast<std::int64_t>(count));
    }
    processor.bind(values.messages == 0 ? std::nullopt : std::optional(values.latency_ns)).run();
  }
  Statement link = database_.prepare("INSERT INTO links VALUES(?, ?, ?, ?)");
  for (const RecordedLink& one : record.links) {
    link.bind(run).bind(std::string_view(one.from)).bind(std::string_view(one.to));
    link.bind(one.utilisation_percent).run();
  }
}

}  // namespace weft
