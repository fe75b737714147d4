// SPDX-License-Identifier: Apache-2.0
// Any list of commands moves every byte and no other; RapidCheck shrinks a list that does not.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "random_commands.h"
#include "rtl_run.h"

namespace rc {

template <>
struct Arbitrary<isochron::rtl::Command> {
  static Gen<isochron::rtl::Command> arbitrary() {
    using isochron::rtl::Command;
    using isochron::rtl::RandomCommands;
    const auto stride = gen::inRange<std::int32_t>(-700, 700);
    return gen::build<Command>(
        gen::set(&Command::op, gen::inRange(0u, 3u)), gen::set(&Command::src_port, gen::inRange(0u, 3u)),
        gen::set(&Command::dst_port, gen::inRange(0u, 3u)),
        gen::set(&Command::src, gen::inRange(RandomCommands::source_base, RandomCommands::source_base + 9000)),
        gen::set(&Command::dst,
                 gen::inRange(RandomCommands::destination_base, RandomCommands::destination_base + 9000)),
        gen::set(&Command::row_bytes, gen::inRange(0u, 300u)), gen::set(&Command::rows, gen::inRange(1u, 5u)),
        gen::set(&Command::planes, gen::inRange(1u, 5u)), gen::set(&Command::src_row_stride, stride),
        gen::set(&Command::src_plane_stride, stride), gen::set(&Command::dst_row_stride, stride),
        gen::set(&Command::dst_plane_stride, stride), gen::set(&Command::tag, gen::inRange(0u, 256u)));
  }
};

}  // namespace rc

namespace isochron::rtl {

static void showValue(const Command& command, std::ostream& out) {
  out << to_string(command);
}
std::ostream& operator<<(std::ostream& out, const Command& command);
std::ostream& operator<<(std::ostream& out, const Command& command) {
  showValue(command, out);
  return out;
}

namespace {

RC_GTEST_PROP(CommandLists, MoveEveryByteAndNoOther, (const std::vector<Command>& commands)) {
  CoreRun run;
  run.surroundings.latency(*rc::gen::inRange(0u, 12u));
  run.surroundings.stall_memories(*rc::gen::inRange(0u, 60u));
  run.surroundings.seed = *rc::gen::inRange<std::uint64_t>(1, 1000000);
  run.commands = commands;
  const auto failures = failures_of(run);
  if (!failures.empty()) RC_FAIL(failures.front() + "\n" + to_string(run.surroundings) + "\n" + to_string(commands));
}

}  // namespace
}  // namespace isochron::rtl
