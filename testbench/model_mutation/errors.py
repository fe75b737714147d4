# SPDX-License-Identifier: Apache-2.0
"""What ends a run with one message and exit code 2."""


class MutationError(Exception):
    """Place, cause and remedy, for people."""
