// SPDX-License-Identifier: Apache-2.0
#include <isochron/fabric/c104_crossbar.h>

#include <algorithm>

#include <isochron/core/error.h>
#include <isochron/observe/probe_list.h>
#include <isochron/observe/statistic_sink.h>
#include <isochron/protocol/transaction.h>

namespace isochron {

/// A link that ends at the crossbar.
class C104Crossbar::Input final : private CreditForward<Transputer> {
 public:
  Input(C104Crossbar& crossbar, const std::string& name) : socket(name.c_str()), crossbar_(crossbar) {
    socket.bind(static_cast<CreditForward<Transputer>&>(*this));
  }

  TransputerReceiverSocket socket;
  CreditBackwardBase* sender = nullptr;  ///< fetched once, at start of simulation
  TimeIn busy;
  bool claimed = false;  ///< scratch of connect()

 private:
  bool request(Payload& packet, Time now) override;
  void send(Payload& packet, Time now) override;
  std::string buffer_owner(const Payload& packet) const override;

  C104Crossbar& crossbar_;
  std::vector<Connection*> granted_;  ///< not yet handed over
  friend class C104Crossbar;
};

/// A link that begins at the crossbar.
class C104Crossbar::Output final : private CreditBackward<Transputer>, private Region::Activity {
 public:
  Output(C104Crossbar& crossbar, const std::string& name) : socket(name.c_str()), crossbar_(crossbar) {
    socket.bind(static_cast<CreditBackward<Transputer>&>(*this));
    crossbar.region_.join(static_cast<Region::Activity&>(*this), Region::Rank::link);
  }

  TransputerSenderSocket socket;
  CreditForwardBase* receiver = nullptr;
  TimeIn busy;
  Connection* connection = nullptr;  ///< has the link
  bool claimed = false;              ///< scratch of connect()

  void schedule(Time end) { crossbar_.region_.schedule(*this, end); }

 private:
  void complete(Time now) override { crossbar_.packet_across(*connection, now); }
  void credit(Payload&, Time now) override {
    connection->has_buffer = true;
    crossbar_.begin(*connection, now);
  }
  void sent(Time) override {}

  C104Crossbar& crossbar_;
};

class C104Crossbar::Arbiter final : private Region::Update {
 public:
  explicit Arbiter(C104Crossbar& crossbar) : crossbar_(crossbar) {
    crossbar.region_.join(static_cast<Region::Update&>(*this));
  }

  void arbitrate() { crossbar_.region_.request_update(*this); }

  ArrivalQueue<Connection*> waiting;

 private:
  void update(Time now) override { crossbar_.connect(now); }

  C104Crossbar& crossbar_;
};

struct C104Crossbar::Probes {
  struct End {
    TransactionProbe packet;
    UtilisationProbe utilisation;
  };
  Probes(std::size_t inputs, std::size_t outputs) : in(inputs), out(outputs), places(inputs) {}

  std::vector<End> in;
  std::vector<End> out;
  std::vector<PhaseProbe> places;  ///< by input
  NumberProbe waiting;
};

bool C104Crossbar::Input::request(Payload& packet, Time now) {
  Connection& connection = *[this] {
    if (crossbar_.free_.empty()) {
      crossbar_.connections_.push_back(std::make_unique<Connection>());
      crossbar_.free_.push_back(crossbar_.connections_.back().get());
    }
    Connection* const taken = crossbar_.free_.back();
    crossbar_.free_.pop_back();
    return taken;
  }();
  const unsigned out = tag_of(packet).destination;
  if (out >= crossbar_.outputs_.size()) throw ModelError(std::string(crossbar_.name()) + ": there is no such output");
  connection = {&packet, this, crossbar_.outputs_[out].get(), false, false};
  crossbar_.want(connection, now);
  return false;
}

void C104Crossbar::Input::send(Payload& packet, Time now) {
  const auto found = std::find_if(granted_.begin(), granted_.end(),
                                  [&](const Connection* connection) { return connection->packet == &packet; });
  if (found == granted_.end()) throw ModelError(std::string(socket.name()) + ": a packet without a connection");
  Connection& connection = **found;
  granted_.erase(found);
  connection.sent = true;
  crossbar_.begin(connection, now);
}

std::string C104Crossbar::Input::buffer_owner(const Payload& packet) const {
  return crossbar_.outputs_.at(tag_of(packet).destination)->socket.name();
}

C104Crossbar::C104Crossbar(const sc_core::sc_module_name& name, const Domain& domain, unsigned inputs, unsigned outputs,
                           std::uint64_t bits_per_second)
    : sc_module(name), region_(domain.region), rate_(Rate::bits_per_second(bits_per_second)) {
  if (inputs + outputs > ports) throw ModelError(std::string(this->name()) + ": a C104 has 32 links");
  for (unsigned i = 0; i < inputs; ++i)
    inputs_.push_back(std::make_unique<Input>(*this, "in[" + std::to_string(i) + "]"));
  for (unsigned j = 0; j < outputs; ++j)
    outputs_.push_back(std::make_unique<Output>(*this, "out[" + std::to_string(j) + "]"));
  arbiter_ = std::make_unique<Arbiter>(*this);
}

C104Crossbar::~C104Crossbar() = default;

TransputerReceiverSocket& C104Crossbar::input(unsigned i) {
  return inputs_.at(i)->socket;
}
TransputerSenderSocket& C104Crossbar::output(unsigned j) {
  return outputs_.at(j)->socket;
}
const TimeIn& C104Crossbar::input_busy(unsigned i) const {
  return inputs_.at(i)->busy;
}
const TimeIn& C104Crossbar::output_busy(unsigned j) const {
  return outputs_.at(j)->busy;
}

void C104Crossbar::start_of_simulation() {
  for (const auto& input : inputs_) input->sender = input->socket.get_base_port().operator->();
  for (const auto& output : outputs_) output->receiver = output->socket.get_base_port().operator->();
}

void C104Crossbar::list_probes(ProbeList& list) {
  own_probes_ = std::make_unique<Probes>(inputs_.size(), outputs_.size());
  list.add(own_probes_->waiting, name(), "queue_depth", std::uint64_t{64} * ports,
           "packets that wait for their two links");
  const auto add = [&](Probes::End& end, const std::string& link) {
    list.add(end.packet, link, "packet", "packet that has the link");
    list.add(end.utilisation, link, "fraction of the time that a packet has the link");
  };
  for (std::size_t i = 0; i < inputs_.size(); ++i) {
    const std::string link = inputs_[i]->socket.name();
    list.add(own_probes_->places[i], link, "REQUEST: wants a connection; CONNECT: has both links; SENT: is across");
    add(own_probes_->in[i], link);
  }
  for (std::size_t j = 0; j < outputs_.size(); ++j) add(own_probes_->out[j], outputs_[j]->socket.name());
}

void C104Crossbar::start_trace(Time now) {
  probes_ = own_probes_.get();
  for (PhaseProbe& place : probes_->places) place.clear(now);
  show(now);
}

void C104Crossbar::show(Time now) {
  probes_->waiting.set(now, arbiter_->waiting.size());
  for (std::size_t i = 0; i < inputs_.size(); ++i) probes_->in[i].utilisation.set(now, inputs_[i]->busy.inside());
  std::vector<const Payload*> carried(inputs_.size(), nullptr);
  for (std::size_t j = 0; j < outputs_.size(); ++j) {
    const Connection* const connection = outputs_[j]->connection;
    const Payload* const packet = connection == nullptr ? nullptr : connection->packet;
    probes_->out[j].packet.set(now, transaction_of(packet));
    probes_->out[j].utilisation.set(now, packet != nullptr);
    for (std::size_t i = 0; packet != nullptr && i < inputs_.size(); ++i)
      if (inputs_[i].get() == connection->input) carried[i] = packet;
  }
  for (std::size_t i = 0; i < inputs_.size(); ++i) probes_->in[i].packet.set(now, transaction_of(carried[i]));
}

void C104Crossbar::note_traced(Time now, Phase phase, const Connection& connection) {
  for (std::size_t i = 0; i < inputs_.size(); ++i)
    if (inputs_[i].get() == connection.input) probes_->places[i].event(now, phase, transaction_of(*connection.packet));
  show(now);
}

void C104Crossbar::want(Connection& connection, Time now) {
  arbiter_->waiting.push(now, tag_of(*connection.packet).sequence, &connection);
  note(now, Phase::request, connection);
  arbiter_->arbitrate();
}

void C104Crossbar::connect(Time now) {
  for (const auto& input : inputs_) input->claimed = input->busy.inside();
  for (const auto& output : outputs_) output->claimed = output->busy.inside();
  // In order of arrival; who must wait keeps both links from those behind.
  ArrivalQueue<Connection*>& waiting = arbiter_->waiting;
  for (std::size_t i = 0; i < waiting.size();) {
    Connection& connection = *waiting[i];
    const bool free = !connection.input->claimed && !connection.output->claimed;
    connection.input->claimed = connection.output->claimed = true;
    if (!free) {
      ++i;
      continue;
    }
    waiting.remove(i);
    connection.input->busy.enter(now);
    connection.output->busy.enter(now);
    connection.output->connection = &connection;
    note(now, Phase::connect, connection);
    connection.has_buffer = connection.output->receiver->request(*connection.packet, now);
    connection.input->granted_.push_back(&connection);
    connection.input->sender->credit(*connection.packet, now);
  }
}

void C104Crossbar::begin(Connection& connection, Time now) {
  if (!connection.sent || !connection.has_buffer) return;
  connection.output->schedule(now + rate_.time_of(connection.packet->get_data_length()));
}

void C104Crossbar::packet_across(Connection& connection, Time now) {
  connection.input->busy.leave(now);
  connection.output->busy.leave(now);
  connection.output->connection = nullptr;
  note(now, Phase::sent, connection);
  arbiter_->arbitrate();
  connection.output->receiver->send(*connection.packet, now);
  connection.input->sender->sent(now);
  free_.push_back(&connection);  // last: those two may ask for a connection
}

void C104Crossbar::start_window(Time now) {
  for (const auto& input : inputs_) input->busy.start_window(now);
  for (const auto& output : outputs_) output->busy.start_window(now);
}

void C104Crossbar::report(StatisticSink& sink) {
  for (const auto& input : inputs_) sink.part(input->socket.name()).fraction("utilisation", input->busy);
  for (const auto& output : outputs_) sink.part(output->socket.name()).fraction("utilisation", output->busy);
}

void C104Crossbar::report_waits(std::vector<Wait>& waits) const {
  for (std::size_t i = 0; i < arbiter_->waiting.size(); ++i) {
    const Connection& connection = *arbiter_->waiting[i];
    waits.push_back({connection.input->socket.name(), "a link", connection.output->socket.name()});
  }
}

TypeInfo C104Crossbar::type_info() {
  TypeInfo info;
  info.name = type;
  info.kind = "fabric";
  info.summary = "C104 crossbar with its T9000 links: a packet takes both of its links together";
  info.source = "Gennart et al., section 3.3";
  info.ports = {{"in[i]", "transputer", "receiver", "the end of a link"},
                {"out[j]", "transputer", "sender", "the beginning of a link"}};
  info.statistics = {{"in[i].utilisation", "1", "fraction of time that a packet has the link"},
                     {"out[j].utilisation", "1", "fraction of time that a packet has the link"}};
  return info;
}

}  // namespace isochron
