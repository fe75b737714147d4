// SPDX-License-Identifier: Apache-2.0
// The examples keep the switches of their reports in globals that the application defines.
#define REPORT_DEFINE_GLOBALS
#include "reporting.h"
