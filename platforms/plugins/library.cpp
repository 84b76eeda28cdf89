#include "platforms/plugins/library.hpp"

#include <cxxabi.h>
#include <dlfcn.h>
#include <fmt/format.h>

#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <fstream>
#include <iterator>
#include <memory>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <variant>

#include "platforms/components/components.hpp"
#include "platforms/netlist/input_error.hpp"
#include "platforms/plugins/stamp.hpp"
#include "platforms/plugins/whole_library.hpp"
#include "rtl/plugin/plugin.hpp"

namespace weft {
namespace {

constexpr const char* expected = "expected a library made by weft_add_plugin or weft_add_rtl";

/// A library, and how messages name it.
struct Library {
  const std::filesystem::path& path;
  const Node& name;

  [[noreturn]] void refuse(const std::string& why, const std::string& what_to_do) const {
    throw InputError(name.place, fmt::format("the plugin '{}'{}", name.text, why), what_to_do);
  }
};

// Of a regular file only: to open a pipe would wait for who writes into it.
std::string bytes_of(const Library& library) {
  const auto refuse = [&library](const std::string& why) {
    library.refuse(fmt::format(", which cannot be loaded: {}", why), expected);
  };
  std::error_code error;
  const std::filesystem::file_status status = std::filesystem::status(library.path, error);
  if (status.type() == std::filesystem::file_type::not_found) refuse("no such file");
  if (error) refuse(error.message());
  if (std::filesystem::is_directory(status)) refuse("it is a directory");
  if (!std::filesystem::is_regular_file(status)) refuse("it is no regular file");
  std::ifstream file(library.path, std::ios::binary);
  if (!file) refuse(std::strerror(errno));
  std::string bytes(std::istreambuf_iterator<char>(file), {});
  if (file.bad()) refuse("it cannot be read");
  return bytes;
}

// "weft-plugin-stamp:c++:0.1.0+..."; empty if there is none.
std::string stamp_in(const std::string& bytes) {
  const std::size_t begin = bytes.find(rtl::plugin_stamp_begin);
  return begin == std::string::npos ? std::string() : std::string(bytes.c_str() + begin);
}

// Before any of its code runs: that of another Weft does not fit this one.
void require_stamp(const Library& library) {
  const std::string bytes = bytes_of(library);
  const std::string stamp = stamp_in(bytes);
  if (stamp.empty()) library.refuse(", which is no plugin of Weft's", expected);
  for (const std::string_view own :
       {WEFT_PLUGIN_STAMP, "weft-plugin-stamp:rtl:" WEFT_RTL_VERSION}) {
    if (stamp == own) {
      if (is_whole_library(bytes)) return;
      library.refuse(", which is not whole", expected);
    }
    const std::string_view kind = own.substr(0, own.rfind(':') + 1);
    if (!stamp.starts_with(kind)) continue;
    library.refuse(fmt::format(", which was built for Weft {}", stamp.substr(kind.size())),
                   fmt::format("this is Weft {}: build it anew", own.substr(kind.size())));
  }
  library.refuse(", which is of a kind that this Weft does not know", expected);
}

// "weft::beacon_type()" of what the loader misses, if it is that; else empty.
std::string missing_symbol(const std::string& said) {
  constexpr std::string_view undefined = "undefined symbol: ";
  const std::size_t at = said.find(undefined);
  if (at == std::string::npos) return {};
  const std::string symbol = said.substr(at + undefined.size());
  int status = 0;
  const std::unique_ptr<char, decltype(&std::free)> name(
      abi::__cxa_demangle(symbol.c_str(), nullptr, nullptr, &status), std::free);
  return name ? name.get() : symbol;
}

void* open(const Library& library) {
  if (void* handle = dlopen(library.path.c_str(), RTLD_NOW | RTLD_LOCAL)) return handle;
  const std::string said = dlerror();
  const std::string missing = missing_symbol(said);
  if (missing.empty()) {
    library.refuse(fmt::format(", which cannot be loaded: {}", said), expected);
  }
  library.refuse(fmt::format(", which cannot be loaded: it has no {}", missing),
                 "expected the file that defines it among its SOURCES, or the library among its "
                 "LINKS; a type of a list needs its function");
}

/// A type that a library of RTL brings.
struct BroughtType {
  std::size_t ports;        ///< Of which ports the RTL is: the index in rtl::MakeRtl.
  const char* suffix;       ///< Behind the name of the library.
  ComponentType (*base)();  ///< The type whose parameters it has.
  ComponentModules (*modules)();
  const char* help;
};

constexpr std::array<BroughtType, 4> brought_types{
    {{0, "", c104_type, c104_modules, "RTL from {}, with the ports of a c104."},
     {1, "", t9000_type, t9000_modules, "A t9000 whose DS-Links are RTL from {}."},
     {1, "_end", link_end_type, link_end_modules, "A link_end whose DS-Link is RTL from {}."},
     {2, "", iwarp_type, iwarp_modules, "An iwarp whose communication agent is RTL from {}."}}};

ComponentType type_of(const BroughtType& brought, const rtl::Plugin& plugin,
                      const std::filesystem::path& library) {
  ComponentType type = brought.base();
  type.name = fmt::format("{}{}", plugin.type, brought.suffix);
  type.help = fmt::format(fmt::runtime(brought.help), library.filename().string());
  type.modules = brought.modules();
  type.levels = {Level::rtl};
  type.rtl = &plugin;
  return type;
}

// Registers its types; says why it cannot.
void add_types(void* handle, const Library& library, Registry& registry) {
  if (const void* plugin = dlsym(handle, rtl::plugin_symbol)) {
    const auto& rtl = *static_cast<const rtl::Plugin*>(plugin);
    for (const BroughtType& brought : brought_types) {
      if (brought.ports == rtl.make.index()) registry.add(type_of(brought, rtl, library.path));
    }
    return;
  }
  using Entry = void (*)(Registry&);
  const auto entry = reinterpret_cast<Entry>(dlsym(handle, "weft_plugin"));
  if (entry == nullptr) library.refuse(", which has no WEFT_PLUGIN", expected);
  entry(registry);
}

}  // namespace

void add_types_of(const std::filesystem::path& path, const Node& name, Registry& registry) {
  const Library library{path, name};
  require_stamp(library);
  void* handle = open(library);
  try {
    add_types(handle, library, registry);
  } catch (const InputError&) {
    throw;
  } catch (const std::exception& error) {
    library.refuse(fmt::format(", whose types cannot be added: {}", error.what()),
                   "expected types that `weft describe` can show");
  } catch (...) {
    library.refuse(", whose types cannot be added: it throws what is no std::exception",
                   "expected types that `weft describe` can show");
  }
}

}  // namespace weft
