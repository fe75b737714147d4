#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Usage: refused.sh ISOCHRON SCENARIO
#
# A command without RTL says so in one line, with the place and the missing package, and ends with 2; the model in the
# same place works.
set -u
said=$("$1" run "$2" --quiet 2>&1)
status=$?
echo "exit $status: $said"
[ "$status" -eq 2 ] || exit 1
case $said in
  *cluster_dma.yaml:*"\`impl\` cannot be \`rtl\`"*verilator*) ;;
  *) exit 1 ;;
esac
"$1" run "$2" --set 'instances.node[0].raid[1].dma.impl=tlm' --set measure.duration=5ms --quiet >/dev/null
