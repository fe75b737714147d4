# SPDX-License-Identifier: Apache-2.0
"""Loss of data: mean time to data loss, and probability of loss within a mission, of arrays of disks. Times are in hours."""
