# SPDX-License-Identifier: Apache-2.0
from isochron.explore.app import main

main()
