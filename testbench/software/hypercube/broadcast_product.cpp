#include "testbench/software/hypercube/broadcast_product.hpp"

#include <algorithm>
#include <functional>

#include "testbench/software/hypercube/product_places.hpp"
#include "testbench/software/values.hpp"

namespace weft {
namespace {

/// Adds the products with the rows of B of one node.
Program add_products(HypercubeProcess& node, ProductPlaces at, std::uint32_t source,
                     std::uint32_t operation) {
  for (std::uint32_t row = 0; row < at.rows; ++row) {
    for (std::uint32_t k = source * at.rows; k < (source + 1) * at.rows; ++k) {
      const double a = co_await node.load_double(at.value(at.a(), row, k));
      for (std::uint32_t column = 0; column < at.columns(); ++column) {
        const double b = co_await node.load_double(at.value(at.b(), k, column));
        const double c = co_await node.load_double(at.value(at.c(), row, column));
        co_await node.compute(operation);
        co_await node.store_double(at.value(at.c(), row, column), c + a * b);
      }
    }
  }
}

Program multiply_rows(HypercubeProcess& node, ProductPlaces at,
                      BroadcastProductParameters parameters, BroadcastProduct::Record& record) {
  const std::uint32_t self = node.node();
  const auto bytes = static_cast<std::uint32_t>(at.rows_bytes());
  for (std::uint32_t i = 0; i < record.a.size(); ++i) {
    co_await node.store_double(at.value(at.a(), 0, i), record.a[i]);
    co_await node.store_double(at.value(at.b(), self * at.rows, i), record.b[i]);
    co_await node.store_double(at.value(at.c(), 0, i), 0);
  }
  record.begin = node.now();
  for (std::uint32_t source = 0; source < at.nodes; ++source) {
    if (source == self) continue;
    co_await node.receive(at.block_of(source), source, hypercube_any,
                          at.value(at.b(), source * at.rows, 0), bytes);
  }
  co_await node.broadcast(ProductPlaces::first_header_block, 0, at.value(at.b(), self * at.rows, 0),
                          bytes);
  using Until = HypercubeProcess::Until;
  for (std::uint32_t turn = 0; turn < at.nodes; ++turn) {
    const std::uint32_t source = (self + turn) % at.nodes;
    if (source != self) {
      co_await node.wait(at.block_of(source),
                         parameters.in_progress ? Until::begun : Until::complete);
    }
    co_await add_products(node, at, source, parameters.operation);
  }
  co_await node.wait(ProductPlaces::first_header_block);
  record.end = node.now();
  for (std::uint32_t i = 0; i < record.a.size(); ++i) {
    const double c = co_await node.load_double(at.value(at.c(), 0, i));
    record.c.push_back(c);
  }
}

}  // namespace

BroadcastProduct::BroadcastProduct(System& system, const BroadcastProductParameters& parameters)
    : HypercubePrograms(system), parameters_(parameters), records_(nodes()) {
  const std::size_t values = parameters.rows * side();
  const Matrix a = drawn_values(platform().seed, "product/a", nodes() * values);
  const Matrix b = drawn_values(platform().seed, "product/b", nodes() * values);
  for (unsigned node = 0; node < nodes(); ++node) {
    const auto rows_of = [node, values](const Matrix& matrix) {
      const auto first = matrix.begin() + static_cast<std::ptrdiff_t>(node * values);
      return Matrix(first, first + static_cast<std::ptrdiff_t>(values));
    };
    records_[node].a = rows_of(a);
    records_[node].b = rows_of(b);
    start_on(node, "broadcast_product", multiply_rows, places_of(parameters, nodes()), parameters,
             std::ref(records_[node]));
  }
}

BroadcastProduct::Matrix BroadcastProduct::expected() const {
  Matrix product;
  for (std::size_t row = 0; row < side(); ++row) {
    const std::size_t node = row / parameters_.rows;
    const Matrix& a = records_[node].a;
    for (std::size_t column = 0; column < side(); ++column) {
      double sum = 0;
      for (std::size_t n = 0; n < side(); ++n) {
        const std::size_t k = (node * parameters_.rows + n) % side();
        const Matrix& b = records_[k / parameters_.rows].b;
        sum += a[row % parameters_.rows * side() + k] * b[k % parameters_.rows * side() + column];
      }
      product.push_back(sum);
    }
  }
  return product;
}

ReportedValues BroadcastProduct::report(Time now) const {
  require_ended("the product", now);
  Matrix found;
  for (const Record& record : records_) found.insert(found.end(), record.c.begin(), record.c.end());
  return figures(require_equal(found, expected(), "the product"));
}

ReportedValues BroadcastProduct::figures(double error) const {
  Time begin = never;
  Time end = 0;
  for (const Record& record : records_) {
    begin = std::min(begin, record.begin);
    end = std::max(end, record.end);
  }
  return {reported::count("rows of the matrices", static_cast<double>(side())),
          reported::single("ticks", static_cast<double>((end - begin) / tick())), overruns(),
          reported::figure("error", Statistic::maximum, error)};
}

}  // namespace weft
