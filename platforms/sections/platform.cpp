#include "platforms/registry/parameter_table.hpp"
#include "platforms/sections/keys.hpp"
#include "platforms/sections/sections.hpp"

namespace weft {
ComponentType platform_section() {
  ComponentType type = make_type(TypeRole::section, "platform", "The keys of a platform file.");

  using Form = TableForm::Kind;
  using P = PlatformKeys;
  ParameterTable<P> table;
  table.text("name", &P::name).default_note("the name of the file").help("Title of the report.");
  table.table("network").form(Form::map, "network").help("A generated network.");
  table.table("components")
      .form(Form::named, "component")
      .help("Components by name, each with its type and its parameters.");
  table.table("links").form(Form::list, "link").help("Cables, one by one.");
  table
      .choice("level", &P::level,
              {{"rtl", Level::rtl},
               {"signal", Level::signal},
               {"word", Level::word},
               {"token", Level::token},
               {"stream", Level::stream},
               {"packet", Level::packet}})
      .help("Level of abstraction of all components.");
  table
      .choice("contention", &P::contention,
              {{"full", Contention::full},
               {"free", Contention::free},
               {"throttled", Contention::throttled}})
      .help(
          "Which packets wait for each other: all that want one link; none; or those alone that "
          "want "
          "one as their first link between routers. Other than full at level packet only.")
      .source("thesis 5.5.2");
  table.table("defaults").form(Form::by_type).help("Parameters of a type, wherever it occurs.");
  table.table("groups")
      .form(Form::list, "group")
      .help("Level and parameters of all components whose names match.");
  table.table("routing").form(Form::map, "routing").help("Which way packets take.");
  table.table("workload").form(Form::map, "workload").help("What runs on the processors.");
  table.table("run").form(Form::map, "run").help("How long.");
  table.table("faults").form(Form::list, "fault").help("Links that die.");
  table.count("seed", &P::seed).help("Of all random streams.");
  table.table("plugins")
      .form(Form::texts)
      .help("A user's types: libraries made by weft_add_plugin or weft_add_rtl.");
  table.table("include").form(Form::texts).help("Files to start from: one, or a list.");
  return table.into(std::move(type));
}

}  // namespace weft
