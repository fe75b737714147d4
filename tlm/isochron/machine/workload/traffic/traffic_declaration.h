// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <isochron/machine/language/machine_file.h>
#include <isochron/machine/workload/traffic/arrival_trace.h>

namespace isochron {

/// A part, or one of several, that routes pass. Its path may depend on a route's ends and its way.
struct ViaDeclaration {
  PatternTemplate at;
  std::optional<Expression> when;
};

/// Traffic from some parts to others.
struct TrafficDeclaration {
  std::string name;
  SourcePosition position;
  std::optional<Expression> when;
  PathPatterns from;
  PathPatterns to;
  std::vector<Expression> weights;            ///< of what each of `to` matches; none: no weights
  std::vector<ViaDeclaration> via;            ///< in the order in which they are passed
  std::shared_ptr<const ArrivalTrace> trace;  ///< what its `file` has
  SourcePosition trace_position;              ///< of `file`
  std::string after;                          ///< the traffic that it follows; empty: none
  std::optional<SourcePosition> after_position;
  std::optional<Expression> only;         ///< sinks that a source sends to; none: all
  std::optional<Expression> order;        ///< of a rotation: the smallest first; none: as they stand
  std::optional<Expression> recorded_as;  ///< number of a sink in fingerprints; none: in the order of all sinks
  std::vector<Setting> settings;
};

}  // namespace isochron
