# SPDX-License-Identifier: Apache-2.0
from isochron.cli import main

main()
