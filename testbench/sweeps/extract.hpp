// Results as a table.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "platforms/components/iwarp_cells.hpp"
#include "testbench/sweeps/results.hpp"

namespace weft {

/// What of the results is wanted.
struct ExtractOptions {
  std::vector<std::string> columns;  ///< Parameters and reported values; empty: all parameters, and
                                     ///< the measures of the experiment or, without, all values.
  std::vector<std::string> where;    ///< "load=0.5", "routing=valiant": all have to hold.
  bool each = false;                 ///< Each run by itself; else those of all seeds merged.
};

/// A table with a row for each point (or run), in the order of `Results::points`.
struct Extract {
  struct Column {
    std::string name;
    std::string unit;
    bool parameter = false;
  };
  struct Cell {
    std::string text;                    ///< Of a parameter.
    std::optional<ReportedValue> value;  ///< Nothing where the runs have no such value.
  };
  struct Row {
    std::vector<Cell> cells;  ///< By column.
    std::vector<std::uint64_t> seeds;
    std::string status;
    std::string error;  ///< Of the first run that failed.
  };
  std::vector<Column> columns;
  std::vector<Row> rows;
};

/// Throws InputError for columns and parameters that there are not.
Extract extract(Results& results, const ExtractOptions& options);

/// RFC 4180; numbers with all their digits; a column "name +-" behind each value.
std::string csv_of(const Extract& table);
nlohmann::ordered_json json_of(const Extract& table);

}  // namespace weft
