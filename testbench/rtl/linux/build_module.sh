#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Usage: build_module.sh DRIVER KERNEL FOLDER
# Builds the module against a kernel's headers in a folder, with the kernel's additional warnings; any warning fails.
set -euo pipefail

rm -rf "$3"
mkdir -p "$3"
cp "$1"/*.[ch] "$1/Makefile" "$3"
make -C "$3" KERNEL="$2" W=1 modules >"$3/log" 2>&1 || { cat "$3/log"; exit 1; }
if grep -iE 'warning|error:' "$3/log"; then exit 1; fi
grep -aq 'alias=of:N\*T\*Cisochron,block-mover' "$3/isochron_block_mover.ko"
