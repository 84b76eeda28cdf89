// What fmt instantiates anew in each unit that prints into a stream or appends to a string, a third
// of the time of a unit, is compiled once: in hw/common/fmt_instances.cpp. Read by the precompiled
// headers only; who compiles without them instantiates as fmt has it.
#pragma once

#include <fmt/format.h>

#if FMT_VERSION / 10000 == 9
extern template void fmt::detail::vformat_to<char>(
    fmt::detail::buffer<char>&, fmt::string_view, fmt::basic_format_args<fmt::buffer_context<char>>,
    fmt::detail::locale_ref);
#endif
