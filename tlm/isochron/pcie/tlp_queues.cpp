// SPDX-License-Identifier: Apache-2.0
#include <isochron/pcie/tlp_queues.h>

#include <string>

#include <isochron/core/error.h>

namespace isochron {

TlpQueues::TlpQueues(OrderingRules rules, unsigned inputs, const std::vector<std::uint64_t>& input_weights)
    : rules_(rules), inputs_(inputs), input_weights_(input_weights) {
  if (inputs < 1 || inputs > 64 || (!input_weights.empty() && input_weights.size() != inputs))
    throw ModelError(std::to_string(inputs) + " inputs with " + std::to_string(input_weights.size()) + " weights");
  make_queues();
}

void TlpQueues::serve_classes(const ClassService& service) {
  const bool by_weights = service.order == ClassOrder::weighted && service.classes > 1;
  if (service.classes < 1 || service.classes > waiting_.size() ||
      (by_weights && !service.weights.empty() && service.weights.size() != service.classes))
    throw ModelError(std::to_string(service.classes) + " classes with " + std::to_string(service.weights.size()) +
                     " weights");
  service_ = service;
  class_turns_.reset();
  if (by_weights) class_turns_.emplace(service.all_weights());
  make_queues();
}

void TlpQueues::make_queues() {
  // A queue does not move: its rings hold pointers into themselves.
  std::vector<OrderingQueue> queues(std::size_t{inputs_} * service_.classes);
  for (OrderingQueue& one : queues) one.follow(rules_);
  queues_.swap(queues);
  turns_.clear();
  turns_.resize(service_.classes);
  if (!input_weights_.empty())
    for (InputTurns& one : turns_) one.weighted.emplace(input_weights_);
}

}  // namespace isochron
