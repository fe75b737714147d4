# SPDX-License-Identifier: Apache-2.0
import sys

from isochron import interrupts, messages, streams
from isochron.errors import ReportError

try:
    # Before all that takes a second to load.
    interrupts.install()
    streams.install()
    from isochron.explore.app import main

    main()
except ReportError as error:
    messages.say(str(error))
    sys.exit(error.exit_code)
