#include "platforms/components/c104_tables.hpp"

namespace weft {

const std::map<std::size_t, RouterTables>& tables_of(const Platform& platform) {
  return platform.parts.get<SwitchTables>().routers;
}

const std::vector<TableRewrite>& rewrites_of(const Platform& platform) {
  return platform.parts.get<SwitchTables>().rewrites;
}

C104Parameters c104_parameters(const Platform& platform, std::size_t component) {
  auto parameters = platform.components.at(component).parameters->to_struct<C104Parameters>();
  const RouterTables& router = tables_of(platform).at(component);
  parameters.per_link = router.per_link;
  parameters.contention = platform.contention;
  for (std::size_t i = 0; i < parameters.per_link.size(); ++i) {
    parameters.per_link[i].intervals = router.tables[router.table_of_link[i]].intervals;
  }
  return parameters;
}

}  // namespace weft
