// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include <isochron/observe/statistic_sink.h>
#include <isochron/observe/type_registry.h>
#include <isochron/pcie/tlp_queues.h>

namespace isochron {

/// What a part's port reports of the packets that wait in it, by type: "queue.posted" and so on.
inline void report_queues(StatisticSink& sink, const std::string& path, const TlpQueues& queues) {
  StatisticSink::Part part = sink.part(path + ".queue");
  for (const TlpType type : all_tlp_types) part.mean(tlp_type_names[index_of(type)], queues.depth(type));
}

/// The description of that; `port`: "port[i]".
inline void describe_queues(TypeInfo& info, const std::string& port) {
  for (const TlpType type : all_tlp_types)
    info.statistics.push_back({port + ".queue." + tlp_type_names[index_of(type)], "1",
                               "mean number of packets of this type that wait for the link"});
}

}  // namespace isochron
