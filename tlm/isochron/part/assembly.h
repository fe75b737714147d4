// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <systemc>

#include <isochron/part/topology.h>
#include <isochron/protocol/domain.h>

namespace isochron {

/// Puts a machine together. A machine describes itself once, part by part and connection by connection, to an Assembly:
/// one that builds makes the SystemC modules and joins their ports, one that plans only notes them, without SystemC,
/// and draws the topology. So what is drawn is what is built.
///
/// Names are those of instances ("raid[3]"), relative to the scope that is open. Order of parts is canonical order.
class Assembly {
 public:
  /// Plans parts.
  Assembly() = default;
  /// Builds parts of `domain`, which must outlive it.
  explicit Assembly(const Domain& domain) : domain_(&domain) {}
  /// The last built goes first: SystemC looks for a socket that ends from the end of all that there are.
  ~Assembly();
  Assembly(const Assembly&) = delete;
  Assembly& operator=(const Assembly&) = delete;

  bool builds() const { return domain_ != nullptr; }
  /// Of the parts that are built.
  const Domain& domain() const { return *domain_; }

  /// A part of a registered type (P::type, unless said otherwise), which `make(name)` makes where the machine is built.
  /// Returns it, or nullptr where it is planned.
  template <class P, class Make>
  P* part(const std::string& name, Make make, const char* type = P::type) {
    place(name, type);
    if (!builds()) return nullptr;
    std::unique_ptr<P> made = make(name.c_str());
    P* const built = made.get();
    built_.push_back(std::move(made));
    return built;
  }
  /// The same of a part that is made of its name, the domain and `arguments`.
  template <class P, class... Arguments>
  P* add(const std::string& name, Arguments&&... arguments) {
    return add_as<P>(P::type, name, std::forward<Arguments>(arguments)...);
  }
  /// The same of another type than the class's own: of a bus with times of its own.
  template <class P, class... Arguments>
  P* add_as(const char* type, const std::string& name, Arguments&&... arguments) {
    const auto make = [&](const char* part) {
      return std::make_unique<P>(part, domain(), std::forward<Arguments>(arguments)...);
    };
    return part<P>(name, make, type);
  }
  /// A part that another one makes, or that stands there by the scenario's choice.
  void place(const std::string& name, const char* type) {
    if (!builds()) parts_.push_back({prefix_ + name, type});
  }
  /// What `inside` names is within `name`: "node[2]".
  void scope(const std::string& name, const std::function<void()>& inside);
  /// Joins the port `from`, an initiator, sender or peer, to `to`: "raid[0].dma[0]" to "raid_pci[0].device[0]".
  void connect(const std::string& from, const std::string& to);
  /// Notes that the part `from` calls the part `to` without a port between them.
  void note_calls(const std::string& from, const std::string& to, const std::string& label);

  /// Of a planned machine.
  Topology topology() const { return draw_topology(parts_, connections_); }

 private:
  const Domain* domain_ = nullptr;
  std::string prefix_;
  std::vector<Topology::Part> parts_;
  std::vector<Connection> connections_;
  std::vector<std::unique_ptr<sc_core::sc_module>> built_;
};

}  // namespace isochron
