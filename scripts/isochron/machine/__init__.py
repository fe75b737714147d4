# SPDX-License-Identifier: Apache-2.0
"""Machines out of parts, built in Python and saved as machine files, which is all that the simulator reads.

>>> from isochron.machine import Machine, parts
>>> m = Machine("star", summary="four sources around a switch")
>>> switch = m.add("switch", parts.Switch(inputs=4, outputs=1, buffers=2))
>>> m.save("star.yaml")
"""

from isochron.machine import parts
from isochron.machine.body import Type
from isochron.machine.description import Metric, Traffic
from isochron.machine.entries import Connection, Declared, Entry, Place, Use
from isochron.machine.expression import Expression
from isochron.machine.jobs import Jobs, Step
from isochron.machine.machine import Machine

__all__ = ["Connection", "Declared", "Entry", "Expression", "Jobs", "Machine", "Metric", "Place", "Step", "Traffic", "Type", "Use", "parts"]
