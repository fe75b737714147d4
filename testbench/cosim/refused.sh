#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Usage: refused.sh ISOCHRON SCENARIO INSTANCE SETTING
#
# A command without RTL says so in one line, with the place and the missing package, and ends with 2; the model in the
# same place, INSTANCE, works. SETTING makes the run short.
set -u
said=$("$1" run "$2" --quiet 2>&1)
status=$?
echo "exit $status: $said"
[ "$status" -eq 2 ] || exit 1
case $said in
  *${2##*/}:*"\`impl\` cannot be \`rtl\`"*verilator*) ;;
  *) exit 1 ;;
esac
"$1" run "$2" --set "instances.$3.impl=tlm" --set "$4" --quiet >/dev/null
