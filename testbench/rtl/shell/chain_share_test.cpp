// SPDX-License-Identifier: Apache-2.0
#include "chain_share.h"

#include <gtest/gtest.h>

namespace isochron::rtl {
namespace {

TEST(ChainShare, of_descriptors_of_128_bytes) {
  EXPECT_GE(chain_share(0, 128, 128).share, 0.9);
  EXPECT_GE(chain_share(10, 128, 128).share, 0.9);
  EXPECT_GE(chain_share(50, 128, 128).share, 0.25);
}

}  // namespace
}  // namespace isochron::rtl
