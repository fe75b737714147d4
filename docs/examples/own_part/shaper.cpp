// SPDX-License-Identifier: Apache-2.0
#include "shaper.h"

isochron::ParameterTable Shaper::Config::parameters() {
  isochron::ParameterTable table;
  table.data_rate("rate", rate, {1000, 1'000'000'000'000}, "at which tokens come, one a byte");
  table.bytes("burst", burst, {0, 16 << 20}, "tokens that the bucket holds: what may pass at once");
  table.count("buffers", buffers, {1, 1 << 16}, "messages that wait for tokens before the link is held up");
  return table;
}

Shaper::Shaper(const sc_core::sc_module_name& name, const isochron::Domain& domain, const Config& config)
    : sc_module(name),
      out_("out", domain, 1, isochron::BufferFreed::on_send),
      bucket_(this->name(), domain, config.rate, config.burst, static_cast<unsigned>(config.buffers), out_) {
  has(bucket_);
  has(out_);
}

void Shaper::start_of_simulation() {
  in_.connect();
  out_.connect();
}

isochron::TypeInfo Shaper::type_info() {
  isochron::TypeInfo info;
  info.name = type;
  info.kind = "fabric";
  info.summary = "Token bucket: messages leave at a rate, but for bursts of a size";
  info.source = "an example of docs/machines.md";
  info.ports = {{"in", isochron::GeneralLink::name, "receiver", "the end of a link"},
                {"out", isochron::GeneralLink::name, "sender", "the beginning of one"}};
  info.statistics = {{"queue_depth", "1", "messages that wait for tokens, or to leave; mean over time"},
                     {"wait_tokens", "1", "fraction of time with a message that waits for tokens"}};
  info.describe_output_port("out");
  Config config;
  info.describe_parameters(config.parameters());
  return info;
}
