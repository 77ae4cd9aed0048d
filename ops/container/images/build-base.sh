#!/bin/sh
# Builds the root file system of the container images from Debian's packages: what Node and the embedded PostgreSQL need, and a user with a
# folder for each of both programs.
# Needs root and debootstrap. Usage: build-base.sh <target.tar> <work folder>
set -eu
target=$1
root=$2/root
export DEBIAN_FRONTEND=noninteractive LC_ALL=C

debootstrap --force-check-gpg --variant=minbase --include=ca-certificates,libatomic1,libstdc++6 bookworm "$root"
chroot "$root" useradd --uid 10001 --user-group --home-dir /var/lib/notafter --no-create-home --shell /usr/sbin/nologin notafter
install -d -o 10001 -g 10001 -m 0700 "$root/var/lib/notafter" "$root/var/lib/notafter-collector"
chroot "$root" apt-get clean
# Nobody installs packages in a container that can't write.
rm -rf "$root"/var/lib/apt/lists/* "$root"/var/cache/debconf/* "$root"/usr/share/doc/* "$root"/usr/share/man/* "$root"/usr/share/locale/* \
  "$root"/usr/share/i18n/* "$root"/var/log/*
tar -C "$root" --sort=name -cf "$target.part" .
mv "$target.part" "$target"
