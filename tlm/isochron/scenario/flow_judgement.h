// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <vector>

#include <isochron/observe/replication_record.h>
#include <isochron/scenario/result.h>

namespace isochron {

/// Share of what a window generates by which a backlog may grow without being a sign of saturation.
inline constexpr double saturation_margin = 0.01;

/// Says of a traffic whether the machine keeps up with it, from what its replications generated, delivered, and how its
/// backlog grew:
/// - It falls behind if more than 1 % of what was generated was lost.
/// - It keeps up if at the window's end no more than 1 % of what was generated is missing. A machine that runs until
///   all has arrived (`until_done`) is looked at when the last was asked for.
/// - Else it falls behind if the backlog grew in the second half of the time in which something was asked for by more
///   than 1 % of what was asked for in it, by more than the scatter of the backlog explains, and no slower than half as
///   fast as in the first half, in which a machine fills.
/// - Else it is in doubt, as it is where something drawn at random asked for more than its mean and the mean was
///   delivered.
FlowResult judge_flow(const std::vector<FlowSample>& replications, bool until_done);

/// The same of all traffics of a point. None of a machine that asks for all it can get.
std::map<std::string, FlowResult> judge_flows(const std::vector<ReplicationRecord>& records, bool until_done);

}  // namespace isochron
