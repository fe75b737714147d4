// SPDX-License-Identifier: Apache-2.0
#include "pcie/pcie_tree.h"

#include <unistd.h>

#include <cstdio>
#include <fstream>
#include <functional>
#include <map>
#include <memory>
#include <sstream>
#include <utility>

#include <gtest/gtest.h>

#include <isochron/core/simulation.h>
#include <isochron/observe/trace.h>
#include <isochron/pcie/pcie_link.h>
#include <isochron/pcie/pcie_switch.h>
#include <isochron/pcie/port_table.h>

#include "pcie/pcie_end.h"

namespace isochron::testbench {

namespace {

class Built {
 public:
  Built(const PcieTree& tree, Phases phases)
      : tree_(tree),
        domain_{region_, pool_, phases},
        children_(tree.nodes.size()),
        ends_(tree.nodes.size()),
        links_(tree.nodes.size()),
        switches_(tree.nodes.size()),
        tables_(tree.nodes.size()) {
    if (phases == Phases::explicit_four) region_.keep_to_kernel_time();
    for (unsigned i = 1; i < tree.nodes.size(); ++i) children_[tree.nodes[i].parent].push_back(i);
    for (unsigned i = 0; i < tree.nodes.size(); ++i) {
      if (i == 0 || children_[i].empty())
        make_end(i);
      else
        make_switch(i);
    }
    for (unsigned i = 1; i < tree.nodes.size(); ++i) {
      links_[i] = std::make_unique<PcieLink>(("link" + std::to_string(i)).c_str(), domain_, tree.nodes[i].link);
      port_up(i).bind(links_[i]->a);
      port_down(tree.nodes[i].parent, i).bind(links_[i]->b);
      measured_.push_back(links_[i].get());
    }
  }

  /// `run_to` brings the simulation to a time by way of run_to() here.
  std::string run(const std::function<void(Time)>& run_to) {
    std::string text;
    run_to(tree_.window);
    for (Measured* const one : measured_) one->start_window(tree_.window);
    run_to(tree_.window_end);
    text += report_of(measured_, tree_.window, tree_.window_end);
    for (Measured* const one : measured_) one->start_window(tree_.window_end);
    run_to(second);
    text += report_of(measured_, tree_.window_end, second);
    std::ostringstream rest;
    std::uint64_t sent = 0;
    std::uint64_t arrived = 0;
    for (unsigned i = 0; i < ends_.size(); ++i) {
      if (ends_[i] == nullptr) continue;
      sent += ends_[i]->bytes_sent;
      arrived += ends_[i]->bytes_arrived;
      for (const PcieEnd::Arrival& one : ends_[i]->arrivals)
        rest << i << " has " << one.source << "." << one.sequence << " at " << one.at << "\n";
    }
    bool home = true;
    for (const auto& link : links_) home = home && (link == nullptr || link->all_home(second));
    rest << (home ? "all credits are home" : "credits are missing") << "\n";
    rest << (sent == arrived ? "all bytes are there" : "bytes are missing") << "\n";
    rest << pool_.outstanding() << " left\n";
    return text + rest.str();
  }

  std::uint64_t events() const { return region_.events(); }
  std::uint64_t packets() const {
    std::uint64_t sum = 0;
    for (const auto& link : links_)
      if (link != nullptr) sum += link->a_to_b().statistics().tlps + link->b_to_a().statistics().tlps;
    return sum;
  }
  void run_to(Time end) {
    // A window from 0 on begins before anything does, with a trace or without.
    if (kernel_now() < end) simulate_to(region_, end);
  }

 private:
  void make_end(unsigned i) {
    const PcieTree::Node& node = tree_.nodes[i];
    ends_[i] = std::make_unique<PcieEnd>(("end" + std::to_string(i)).c_str(), domain_,
                                         PciePort::Config{node.buffers, tree_.ordering}, i);
    PcieEnd& end = *ends_[i];
    measured_.push_back(&end.port);
    end.hold = [&node](const Payload&) { return node.hold; };
    end.then = [this, &node, &end](const Payload& packet, Time now) {
      const Tag& tag = tag_of(packet);
      if (tag.kind != MessageKind::read_request) return;
      region_.call_at(now + node.answer, [this, &end, to = tag.source, bytes = tag.requested, c = tag.traffic_class,
                                          at = now + node.answer] {
        const CompletionCut cut(tree_.rcb, 256, tree_.merge);
        for (std::uint64_t done = 0, number = 0; done < bytes; ++number) {
          const std::uint64_t next = cut.next(0, bytes, done, number);
          end.send(MessageKind::response, static_cast<unsigned>(next), to, at, c);
          done += next;
        }
      });
    };
    end.at_start = [this, &node, &end] {
      for (const PcieTree::Sending& one : node.sendings)
        region_.call_at(one.at, [&end, one] {
          const bool reads = one.kind == MessageKind::read_request;
          end.send(one.kind, reads ? 32 : one.bytes, one.to, one.at, one.traffic_class, one.bytes);
        });
    };
  }

  void make_switch(unsigned i) {
    PcieSwitchConfig config = tree_.nodes[i].config;
    config.ports = children_[i].size() + 1;
    config.ordering = tree_.ordering;
    tables_[i] = std::make_unique<PortTable>();
    tables_[i]->resize(tree_.nodes.size(), 1);
    for (unsigned to = 0; to < tree_.nodes.size(); ++to) {
      unsigned port = 0;
      for (unsigned child = 0; child < children_[i].size(); ++child)
        if (is_below(to, children_[i][child])) port = child + 1;
      tables_[i]->set(to, 0, port);
    }
    switches_[i] = std::make_unique<PcieSwitch>(("switch" + std::to_string(i)).c_str(), config, *tables_[i]);
    measured_.push_back(switches_[i].get());
  }

  bool is_below(unsigned node, unsigned above) const {
    for (; node != 0; node = tree_.nodes[node].parent)
      if (node == above) return true;
    return false;
  }
  PcieSocket& port_up(unsigned i) { return ends_[i] ? ends_[i]->port.socket : switches_[i]->port(0); }
  PcieSocket& port_down(unsigned i, unsigned child) {
    if (ends_[i]) return ends_[i]->port.socket;
    unsigned place = 0;
    while (children_[i][place] != child) ++place;
    return switches_[i]->port(place + 1);
  }

  const PcieTree& tree_;
  Region region_{"region"};
  MessagePool pool_{4096};
  Domain domain_;
  std::vector<std::vector<unsigned>> children_;
  std::vector<std::unique_ptr<PcieEnd>> ends_;
  std::vector<std::unique_ptr<PcieLink>> links_;
  std::vector<std::unique_ptr<PcieSwitch>> switches_;
  std::vector<std::unique_ptr<PortTable>> tables_;
  std::vector<Measured*> measured_;
};

void put_buffers(std::ostream& text, const ReceiveBuffers& buffers) {
  for (const TlpType type : all_tlp_types) text << " " << buffers[type].headers << "/" << buffers[type].data;
}

/// The changes of a waveform, those of an instant by signal: with the value that a signal has at its end, whatever it
/// had within.
std::string changes_of(const std::string& path) {
  std::ifstream file(path);
  std::ostringstream text;
  std::map<std::string, std::string> values;
  std::map<std::string, std::string> changed;
  const auto end_instant = [&](const std::string& time) {
    for (const auto& [signal, value] : changed)
      if (std::exchange(values[signal], value) != value) text << time << " " << signal << " " << value << "\n";
    changed.clear();
  };
  std::string line;
  std::string time;
  while (std::getline(file, line) && line.rfind("$enddefinitions", 0) != 0) continue;
  while (std::getline(file, line)) {
    const std::size_t space = line.rfind(' ');
    if (line[0] == '#') {
      end_instant(time);
      time = line;
    } else if (space != std::string::npos) {
      changed[line.substr(space + 1)] = line.substr(0, space);
    }
  }
  end_instant(time);
  return text.str();
}

}  // namespace

std::string PcieTree::text() const {
  std::ostringstream text;
  text << "window " << window << " to " << window_end << " ordering " << static_cast<int>(ordering) << "\n";
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    const Node& node = nodes[i];
    text << i << " below " << node.parent << ": generation " << node.link.generation << " x" << node.link.lanes
         << " dllp " << static_cast<int>(node.link.dllp) << " efficiency " << node.link.efficiency << " ack bytes "
         << node.link.ack_bytes << " credit latency " << node.link.credit_latency << " propagation "
         << node.link.propagation << " ack latency " << node.link.ack_latency << " acks every " << node.link.acks_every
         << " update every " << node.link.update_every << " skip " << node.link.skip << "/" << node.link.skip_interval
         << " replay " << node.link.replay_buffer << " classes " << node.link.classes << " serve "
         << static_cast<int>(node.link.serve) << "\n  buffers";
    put_buffers(text, node.buffers);
    text << " hold " << node.hold << " answer " << node.answer << "; switch latency " << node.config.latency
         << " forward " << static_cast<int>(node.config.forward) << " arbitration "
         << static_cast<int>(node.config.arbitration) << " peer " << node.config.peer_to_peer << " buffers";
    put_buffers(text, node.config.buffers);
    text << "\n";
    for (const Sending& one : node.sendings)
      text << "  at " << one.at << " to " << one.to << " kind " << static_cast<int>(one.kind) << " " << one.bytes
           << " B class " << static_cast<int>(one.traffic_class) << "\n";
  }
  return text.str();
}

std::string simulate(const PcieTree& tree, Phases phases) {
  Built built(tree, phases);
  return built.run([&](Time end) { built.run_to(end); });
}

std::string simulate_traced(const PcieTree& tree, Phases phases) {
  Built built(tree, phases);
  TracePlan plan;
  plan.wave = testing::TempDir() + "pcie_tree_" + std::to_string(getpid()) + ".vcd";
  plan.from = tree.window;
  plan.to = tree.window_end;
  plan.interval = microsecond;
  Trace trace(plan);
  trace.open();
  const std::string results = built.run([&](Time end) { trace.run(end, [&](Time leg) { built.run_to(leg); }); });
  trace.close();
  const std::string waves = changes_of(plan.wave);
  std::remove(plan.wave.c_str());
  return waves + results;
}

std::string effort(const PcieTree& tree, Phases phases) {
  Built built(tree, phases);
  built.run_to(second);
  return std::to_string(built.events()) + " " + std::to_string(built.packets());
}

}  // namespace isochron::testbench
