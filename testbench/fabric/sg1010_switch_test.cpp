// SPDX-License-Identifier: Apache-2.0
// The SG1010 has six ports each way (Milkovits 2005, Table 1).
#include <gtest/gtest.h>

#include <isochron/core/error.h>
#include <isochron/fabric/sg1010_switch.h>

namespace isochron::testbench {
namespace {

class Nowhere final : public Router {
 public:
  OutputPort& route(const Payload&) const override { throw ModelError("nothing is sent here"); }
  void each_port(const std::function<void(OutputPort&)>&) const override {}
};

TEST(Sg1010Switch, hasSixPortsEachWay) {
  Region region("region");
  MessagePool pool(16);
  const Domain domain{region, pool, Phases::shortcut};
  Nowhere nowhere;
  EXPECT_NO_THROW(Sg1010Switch("all", domain, 6, 6, nowhere, 1, BufferFreed::on_send));
  EXPECT_THROW(Sg1010Switch("out", domain, 7, 6, nowhere, 1, BufferFreed::on_send), ModelError);
  EXPECT_THROW(Sg1010Switch("in", domain, 6, 7, nowhere, 1, BufferFreed::on_send), ModelError);
}

}  // namespace
}  // namespace isochron::testbench
