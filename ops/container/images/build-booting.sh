#!/bin/sh
# For tests of the Debian package: builds the root file system of the image, as base.tar beside the target, and from it one with systemd.
# Usage: build-booting.sh <target.tar> <work folder>
set -eu
target=$1
root=$2/root
scripts=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
export DEBIAN_FRONTEND=noninteractive LC_ALL=C

"$scripts/build-base.sh" "$(dirname -- "$target")/base.tar" "$2"
# The package brings its user.
chroot "$root" userdel notafter
rm -rf "$root/var/lib/notafter" "$root/var/lib/notafter-collector"
mkdir -p "$root/var/log/apt" "$root/var/lib/apt/lists/partial"
chroot "$root" apt-get update -qq
chroot "$root" apt-get install -y -qq --no-install-recommends systemd systemd-sysv
chroot "$root" apt-get clean
for unit in systemd-firstboot systemd-networkd systemd-networkd-wait-online systemd-udevd systemd-udev-trigger getty@tty1 console-getty; do
  ln -sf /dev/null "$root/etc/systemd/system/$unit.service"
done
: >"$root/etc/machine-id"
install -m 0755 "$scripts/start-systemd" "$root/sbin/start-systemd"
tar -C "$root" -cf "$target.part" .
mv "$target.part" "$target"
