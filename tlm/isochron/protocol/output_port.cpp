// SPDX-License-Identifier: Apache-2.0
#include <isochron/protocol/output_port.h>

#include <isochron/observe/probe_list.h>
#include <isochron/observe/statistic_sink.h>
#include <isochron/protocol/transaction.h>

namespace isochron {

struct OutputPort::Probes {
  NumberProbe depth;
  NumberProbe credits;
  TransactionProbe head;
};

OutputPort::OutputPort(unsigned buffers, BufferFreed freed) : freed_(freed), capacity_(buffers), buffers_(buffers) {}

OutputPort::~OutputPort() = default;

// Not in the header: another caller there and the compiler no longer puts release_buffer() into the paths that are hot.
void OutputPort::give_back(Time now) {
  release_buffer(now);
}

void OutputPort::report(StatisticSink& sink) {
  sink.part(path()).mean("queue_depth", depth_);
}

void OutputPort::list_probes(ProbeList& list) {
  own_probes_ = std::make_unique<Probes>();
  list.add(own_probes_->depth, path(), "queue_depth", capacity_, "messages in the port, the one at the head too");
  list.add(own_probes_->credits, path(), "credits", capacity_, "buffers of the port that are free for a sender");
  list.add(own_probes_->head, path(), "head", "message at the head of the queue");
}

void OutputPort::start_trace(Time now) {
  probes_ = own_probes_.get();
  show_traced(now);
}

void OutputPort::show_traced(Time now) {
  probes_->depth.set(now, queue_.size());
  probes_->credits.set(now, buffers_.free());
  probes_->head.set(now, transaction_of(head()));
}

}  // namespace isochron
