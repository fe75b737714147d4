// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>
#include <systemc>

#include "support/drawn_cases.h"

namespace {

/// A warning or error that SystemC reports and a test did not expect is a failure.
void report_as_failure(const sc_core::sc_report& report, const sc_core::sc_actions& actions) {
  if (report.get_severity() == sc_core::SC_WARNING)
    ADD_FAILURE() << "SystemC warning: " << report.get_msg_type() << ": " << report.get_msg();
  sc_core::sc_report_handler::default_handler(report, actions);
}

}  // namespace

int sc_main(int argc, char** argv) {
  sc_core::sc_report_handler::set_handler(&report_as_failure);
  isochron::testbench::draw_cases(1);
  testing::InitGoogleTest(&argc, argv);
  return RUN_ALL_TESTS();
}
