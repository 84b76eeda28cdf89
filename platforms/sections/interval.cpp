#include <cstdint>
#include <string>

#include "hw/c104/interval_table.hpp"
#include "platforms/registry/parameter_table.hpp"
#include "platforms/sections/limits.hpp"
#include "platforms/sections/sections.hpp"

namespace weft {
namespace {

struct IntervalKeys {
  std::uint64_t from = 0;
  std::uint64_t to = 0;
  std::string links;
  IntervalAction action = IntervalAction::route;
};

struct LinkSettingsKeys {
  std::string links;
  std::uint64_t header_bytes = 1;
  bool delete_header = false;
  std::string partition;
  bool escape = false;
};

struct RandomHeaderKeys {
  std::uint64_t base = 0;
  std::uint64_t range = 1;
};

}  // namespace

ComponentType interval_section() {
  ComponentType type =
      make_type(TypeRole::section, "interval",
                "One of the `intervals:` of a C104, in ascending order without gaps.");
  using P = IntervalKeys;
  ParameterTable<P> table;
  table.count("from", &P::from)
      .between(0, header_values)
      .default_note("the limit before it")
      .help("First header; may be left out.");
  table.count("to", &P::to)
      .between(1, header_values)
      .required()
      .help("First header above the interval.");
  table.text("links", &P::links)
      .default_note("none")
      .help("Where its packets go: link4, or a hunt group link0..link3.");
  table
      .choice("action", &P::action,
              {{"route", IntervalAction::route},
               {"strip", IntervalAction::strip},
               {"discard", IntervalAction::discard},
               {"invalid", IntervalAction::invalid}})
      .help("What is done with its packets.");
  return table.into(std::move(type));
}

ComponentType link_settings_section() {
  ComponentType type =
      make_type(TypeRole::section, "link_settings", "One of `per_link:` of a C104.");
  using P = LinkSettingsKeys;
  ParameterTable<P> table;
  table.text("links", &P::links).required().help("link4, or link0..link3.");
  table.table("intervals")
      .form(TableForm::Kind::list, "interval")
      .default_note("those of the C104")
      .help("Interval table of these links.");
  table.count("header_bytes", &P::header_bytes)
      .between(1, 2)
      .default_note("as in the platform")
      .help("Length of a header.");
  table.boolean("delete_header", &P::delete_header).help("The header is taken off on leaving.");
  table.table("random_header")
      .form(TableForm::Kind::map, "random_header")
      .help("A header drawn at random is put in front of each packet.");
  table.text("partition", &P::partition)
      .default_note("none")
      .help("A name for a part of the switch: no packet comes out of it or into it.");
  table.boolean("escape", &P::escape)
      .help("An escape link: packets that wait for it get to where they go without any other.");
  return table.into(std::move(type));
}

ComponentType random_header_section() {
  ComponentType type =
      make_type(TypeRole::section, "random_header", "From which headers one is drawn.");
  using P = RandomHeaderKeys;
  ParameterTable<P> table;
  table.count("base", &P::base).between(0, header_values - 1).required().help("First header.");
  table.count("range", &P::range).between(1, header_values).required().help("How many.");
  return table.into(std::move(type));
}

}  // namespace weft
