# SPDX-License-Identifier: Apache-2.0
"""Goals: what the machines may cost at most."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

MISSED = "MISSED"


@dataclass(frozen=True)
class Goal:
    """At most `limit` of a figure. `must`: it is required; else it is a goal that lies beyond what is required.

    `unit` is "" (a count per message), "s", "B" or "times".
    """

    title: str
    figure: str
    limit: float
    unit: str
    must: bool = True

    def verdict(self, figures: Mapping[str, float]) -> str:
        """ "met", "MISSED", or "not measured"."""
        if self.figure not in figures:
            return "not measured"
        return "met" if figures[self.figure] <= self.limit else MISSED


GOALS = (
    Goal("cluster, 7 nodes, 1024 B: events per message", "cluster.events_per_message", 5.5, ""),
    Goal("cluster, 7 nodes, 1024 B: instructions per message", "cluster.instructions_per_message", 5400, ""),
    Goal("cluster, 7 nodes, 1024 B: instructions per message", "cluster.instructions_per_message", 4500, "", must=False),
    Goal("cluster, 7 nodes, 1024 B: CPU per simulated second", "fast 7 nodes 1024 B.cpu_per_simulated_s", 1.0, "s", must=False),
    Goal("cluster, 7 nodes, 128 B: CPU per simulated second", "fast 7 nodes 128 B.cpu_per_simulated_s", 10, "s"),
    Goal("cluster, 7 nodes, 128 B: CPU per simulated second", "fast 7 nodes 128 B.cpu_per_simulated_s", 8, "s", must=False),
    # No slower: the times of two equal programs differ by 2 %.
    Goal("cluster, reference mode: CPU relative to --against", "reference.ratio", 1.02, "times"),
    Goal("cluster, 56 nodes: CPU per message relative to --against", "cluster_56.ratio", 0.56, "times"),
    Goal("cluster, 56 nodes: CPU per message relative to 7 nodes", "cluster_56.cpu_of_cluster", 1.8, "times", must=False),
    Goal("cluster, 56 nodes: misses of a second-level cache of 2 MiB per message", "cluster_56.misses_per_message", 8, ""),
    Goal("cluster, 56 nodes: memory", "cluster_56.peak_rss_bytes", 64e6, "B"),
    Goal("cluster, 128 nodes, 20 ms: CPU", "nodes_128.cpu_s", 60, "s"),
    Goal("cluster, 128 nodes, 20 ms: memory", "nodes_128.peak_rss_bytes", 350e6, "B"),
    Goal("machine file of 10,000 parts, built: CPU", "parts_10000.cpu_s", 1.0, "s"),
    Goal("Fig. 4 of the multidisk servers, 1280 replications: CPU relative to --against", "figure_4.ratio", 0.5, "times"),
    Goal("isochron run of the smallest scenario: CPU", "smallest.cpu_s", 0.010, "s"),
    Goal("isochron list: CPU", "list.cpu_s", 0.100, "s"),
    Goal("isochron explain of the cluster: CPU", "explain.cpu_s", 0.020, "s"),
)
