// Escape links: adaptive routing whose channels may depend on each other in a cycle.
#pragma once

#include <optional>
#include <string>

#include "platforms/checks/header_flow.hpp"
#include "platforms/netlist/place.hpp"

namespace weft {

/// What is wrong with the escape links of a platform.
struct EscapeFault {
  Place place;        ///< Of the table.
  std::string found;  ///< "at 'r0', headers 2..3, which ..."
  std::string expected;
};

/// Is there an escape link (`RouterTables::escape`) between routers at all?
bool has_escape_links(const HeaderFlow& flow);

/// The first rule that the escape links break; nothing if they keep the platform free of deadlock
/// although channels depend on each other in a cycle (after Duato 1993). The rules:
///
/// (a) a packet that may ask for a link to another router that is no escape link may also ask for
///     an escape link, or for a link to a processor;
/// (b) what came in by an escape link leaves by escape links, or to a processor;
/// (c) escape links alone do not depend on each other in a cycle.
///
/// Why this is enough. An input buffer of a C104 is a FIFO, in which packets wait behind each
/// other, and a packet at its head takes whichever link of its hunt group gets free first. By (b)
/// all that is in the buffers of an escape link leaves by escape links or to a processor, which
/// always takes it. By (c) escape links have an order in which each waits for later ones only, so,
/// from the last one back, each of them passes on what it holds and gets free. A packet at the head
/// of any other buffer waits, by (a), for an escape link or a processor among others, and so gets
/// on as arbiters pass over nobody for ever; then the one behind it does. Without (b) a packet
/// could hold an escape link while its header waits in the buffer of an adaptive one, behind a
/// packet that waits for that escape link: Duato's own condition, on indirect dependencies, is for
/// buffers that hold flits of one packet only.
std::optional<EscapeFault> escape_fault(const HeaderFlow& flow);

}  // namespace weft
