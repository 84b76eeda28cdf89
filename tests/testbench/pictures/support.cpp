#include "tests/testbench/pictures/support.hpp"

#include <fmt/format.h>

#include <utility>

#include "platforms/processors.hpp"
#include "platforms/registry/shape.hpp"
#include "testbench/registry/built_in_registry.hpp"

namespace weft::test {

HandMade::HandMade(Arrangement arrangement) {
  platform.name = "made by hand";
  platform.plan.arrangement = arrangement;
}

std::size_t HandMade::add(const std::string& name, const std::string& type) {
  Component component;
  component.name = name;
  component.type = built_in_registry().find(type);
  platform.components.push_back(component);
  next_port_.push_back(0);
  return platform.components.size() - 1;
}

std::size_t HandMade::router(const std::string& name, std::vector<unsigned> coordinates,
                             unsigned level) {
  const std::size_t component = add(name, "c104");
  platform.plan.routers.push_back({component, std::move(coordinates), level});
  return component;
}

std::size_t HandMade::processor(const std::string& name) {
  const std::size_t component = add(name, "t9000");
  Processors& all = platform.parts.edit<Processors>();
  all.index[component] = all.list.size();
  all.list.push_back({component, {}, 0, 0, 0});
  return component;
}

void HandMade::processors(std::size_t router, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) {
    link(router, processor(fmt::format("cpu[{}]", processors_of(platform).size())));
  }
}

void HandMade::link(std::size_t from, std::size_t to, unsigned width) {
  for (unsigned i = 0; i < width; ++i) {
    LinkSpec spec;
    spec.from = {from, next_port_[from]++};
    spec.to = {to, next_port_[to]++};
    platform.links.push_back(spec);
  }
}

Platform grid(const std::vector<unsigned>& shape, bool wraps) {
  HandMade made(Arrangement::grid);
  std::vector<std::size_t> routers;
  for (std::size_t node = 0; node < node_count(shape); ++node) {
    const auto at = coordinates_of(shape, node);
    routers.push_back(made.router(fmt::format("node[{}].router", fmt::join(at, ",")), at));
    made.processors(routers.back(), 1);
  }
  for (std::size_t node = 0; node < routers.size(); ++node) {
    for (std::size_t d = 0; d < shape.size(); ++d) {
      auto at = coordinates_of(shape, node);
      const bool last = ++at[d] == shape[d];
      if (last && (!wraps || shape[d] < 3)) continue;
      if (last) at[d] = 0;
      made.link(routers[node], routers[node_at(shape, at)]);
    }
  }
  return made.platform;
}

Platform hexagons(unsigned columns, unsigned rows) {
  HandMade made(Arrangement::hexagonal);
  std::vector<std::size_t> routers;
  for (unsigned y = 0; y < rows; ++y) {
    for (unsigned x = 0; x < columns; ++x) {
      routers.push_back(made.router(fmt::format("node[{},{}].router", x, y), {x, y}));
      made.processors(routers.back(), 1);
      if (x > 0) made.link(routers[y * columns + x - 1], routers.back());
      if (y > 0) made.link(routers[(y - 1) * columns + x], routers.back());
      if (y > 0 && x + 1 < columns) made.link(routers[(y - 1) * columns + x + 1], routers.back());
    }
  }
  return made.platform;
}

Platform ring(unsigned routers) {
  HandMade made(Arrangement::ring);
  std::vector<std::size_t> all;
  for (unsigned i = 0; i < routers; ++i) {
    all.push_back(made.router(fmt::format("node[{}].router", i)));
    made.processors(all.back(), 1);
    if (i > 0) made.link(all[i - 1], all[i], 2);
  }
  if (routers > 2) made.link(all.back(), all.front(), 2);
  return made.platform;
}

Platform star(unsigned leaves, unsigned processors_each) {
  HandMade made(Arrangement::star);
  const std::size_t hub = made.router("hub");
  for (unsigned i = 0; i < leaves; ++i) {
    const std::size_t leaf = made.router(fmt::format("leaf[{}]", i));
    made.processors(leaf, processors_each);
    made.link(hub, leaf, 4);
  }
  return made.platform;
}

Platform clos(unsigned leaves, unsigned spines, unsigned processors_each) {
  HandMade made(Arrangement::levels);
  std::vector<std::size_t> below;
  for (unsigned i = 0; i < leaves; ++i) {
    below.push_back(made.router(fmt::format("leaf[{}]", i), {}, 0));
    made.processors(below.back(), processors_each);
  }
  for (unsigned i = 0; i < spines; ++i) {
    const std::size_t spine = made.router(fmt::format("spine[{}]", i), {}, 1);
    for (const std::size_t leaf : below) made.link(leaf, spine, 2);
  }
  return made.platform;
}

Platform fat_tree(unsigned arity, unsigned levels) {
  HandMade made(Arrangement::levels);
  unsigned row = 1;
  for (unsigned level = 1; level < levels; ++level) row *= arity;
  std::vector<std::size_t> below;
  unsigned step = 1;  // of the digit that a link changes
  for (unsigned level = 0; level < levels; ++level) {
    std::vector<std::size_t> routers;
    for (unsigned i = 0; i < row; ++i) {
      routers.push_back(made.router(fmt::format("switch[{},{}]", level, i), {}, level));
      if (level == 0) made.processors(routers.back(), arity);
      for (unsigned digit = 0; level > 0 && digit < arity; ++digit) {
        const unsigned other = i - i / step % arity * step + digit * step;
        made.link(below[other], routers.back());
      }
    }
    if (level > 0) step *= arity;
    below = routers;
  }
  return made.platform;
}

Platform free_tree(unsigned routers) {
  HandMade made(Arrangement::free);
  for (unsigned i = 0; i < routers; ++i) {
    made.router(fmt::format("r{}", i));
    if (i > 0) made.link((i - 1) / 3, i);
  }
  for (unsigned i = 0; i < routers; ++i) made.processors(i, 1);
  return made.platform;
}

}  // namespace weft::test
