#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Usage: bare_debian.sh [--worktree] [--keep] [COMMAND]
#
# Makes a bare Debian 12 with debootstrap in a temporary folder, puts a clean clone of this repository into it and runs
# COMMAND there (default: scripts/run && scripts/test). What passes here needs nothing that only this machine has.
# Needs root and debootstrap. The mirror, proxy and pip settings are this machine's.
#
#   --worktree   the files as they lie here instead of the last commit
#   --keep       leave the folder for a look (mounts are undone all the same)
set -euo pipefail

root=$(cd "$(dirname "$0")/../.." && pwd)
suite=bookworm
worktree=
keep=
bare=

main() {
  while [[ ${1-} == -* ]]; do
    case $1 in
      --worktree) worktree=1 ;;
      --keep) keep=1 ;;
      *)
        sed -n '/^# SPDX/d; 2,/^[^#]/ { s/^# \{0,1\}//p }' "$0"
        exit 2
        ;;
    esac
    shift
  done
  local command=${1:-scripts/run && scripts/test}
  ((EUID == 0)) || fail "needs root, for debootstrap and chroot"
  command -v debootstrap >/dev/null || fail "needs debootstrap: apt-get install debootstrap"

  bare=$(mktemp -d "${TMPDIR:-/tmp}/isochron-bare.XXXXXX")
  trap cleanup EXIT
  echo "-- debootstrap $suite into $bare"
  debootstrap --variant=minbase "$suite" "$bare" "$(mirror)" >"$bare.log" 2>&1 ||
    { tail -n 20 "$bare.log" && fail "debootstrap failed"; }
  settings
  if [[ $worktree ]]; then copy_worktree; else git clone --quiet --no-hardlinks "$root" "$bare/root/isochron"; fi
  mount_kernel_folders
  echo "-- $command"
  chroot "$bare" /usr/bin/env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LANG=C.UTF-8 TERM=dumb \
    "${passed_on[@]}" bash -c "cd /root/isochron && $command" </dev/null
}

fail() {
  echo "bare_debian.sh: $*" >&2
  exit 2
}

# The Debian mirror that this machine uses.
mirror() {
  { sed -n 's/^URIs: *\([^ ]*\).*/\1/p' /etc/apt/sources.list.d/debian.sources 2>/dev/null ||
    awk '$1 == "deb" { print $2 }' /etc/apt/sources.list; } | grep -m1 debian || echo http://deb.debian.org/debian
}

# apt, names and pip as on this machine: nothing here gives the chroot a package, only the way to the mirrors.
settings() {
  cp /etc/resolv.conf /etc/hosts "$bare/etc/" 2>/dev/null || true
  find /etc/apt/apt.conf.d -type f \( -iname '*proxy*' -o -iname '*registry*' -o -iname '*mirror*' \) -exec cp {} "$bare/etc/apt/apt.conf.d/" \;
  passed_on=()
  local name
  for name in http_proxy https_proxy no_proxy HTTP_PROXY HTTPS_PROXY NO_PROXY PIP_INDEX_URL PIP_EXTRA_INDEX_URL PIP_DEFAULT_TIMEOUT; do
    [[ ! ${!name-} ]] || passed_on+=("$name=${!name}")
  done
  # A mirror behind a local certificate authority.
  local authorities=${PIP_CERT:-/etc/ssl/certs/ca-certificates.crt}
  if [[ -f $authorities ]]; then
    cp "$authorities" "$bare/etc/host-authorities.crt"
    passed_on+=(PIP_CERT=/etc/host-authorities.crt)
  fi
  if [[ -f /etc/pip.conf ]]; then cp /etc/pip.conf "$bare/etc/pip.conf"; fi
}

copy_worktree() {
  mkdir -p "$bare/root/isochron"
  (cd "$root" && git ls-files -z --cached --others --exclude-standard |
    tar --create --null --files-from=- --ignore-failed-read) | tar --extract --directory="$bare/root/isochron" --no-same-owner
}

# Sanitizers read /proc, programs want /dev/null.
mount_kernel_folders() {
  mount -t proc proc "$bare/proc" 2>/dev/null || mount --rbind /proc "$bare/proc"
  [[ -c $bare/dev/null ]] || mount --bind /dev "$bare/dev"
}

cleanup() {
  local folder
  for folder in dev proc; do
    if mountpoint -q "$bare/$folder"; then umount --lazy "$bare/$folder"; fi
  done
  rm -f "$bare.log"
  if [[ $keep ]]; then echo "-- kept: $bare"; else rm -rf --one-file-system "$bare"; fi
}

main "$@"
