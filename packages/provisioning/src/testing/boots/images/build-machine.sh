#!/bin/sh
# Builds the root file system of a machine as clouds start it: Debian 12 with systemd and cloud-init, and without the packages of the first
# boot. Those are in a repository on it, so that the boot installs them without a network. Usage: build-machine.sh <target.tar> <work folder>
set -eu
target=$1
root=$2/root
export DEBIAN_FRONTEND=noninteractive LC_ALL=C

debootstrap --variant=minbase bookworm "$root"
chroot "$root" apt-get install -y -qq --no-install-recommends systemd systemd-sysv dbus udev e2fsprogs cloud-init iproute2 apt-utils
chroot "$root" apt-get clean
packages=$root/srv/packages
mkdir -p "$packages" "$root/opt/registry"
chroot "$root" apt-get install -y -qq --no-install-recommends --download-only ca-certificates curl docker.io docker-compose nftables openssl
mv "$root"/var/cache/apt/archives/*.deb "$packages"
chroot "$root" sh -c 'cd /srv/packages && apt-ftparchive packages . >Packages'
# The registry that machines of tests pull from runs in a container of the same image.
chroot "$root" apt-get install -y -qq --no-install-recommends --download-only docker-registry
dpkg-deb -x "$root"/var/cache/apt/archives/docker-registry_*.deb "$root/opt/registry"
chroot "$root" apt-get clean
echo 'deb [trusted=yes] file:/srv/packages ./' >"$root/etc/apt/sources.list"
rm -rf "$root"/var/lib/apt/lists/* "$root"/usr/share/doc/* "$root"/usr/share/man/* "$root"/usr/share/locale/*

# What a container has in place of a machine: a network that is up, devices that its host manages, no console and no locales.
cat >"$root/etc/cloud/cloud.cfg.d/99-test.cfg" <<'CONFIG'
datasource_list: [NoCloud]
network: {config: disabled}
locale: false
CONFIG
for unit in systemd-firstboot systemd-networkd systemd-networkd-wait-online systemd-udevd systemd-udev-trigger getty@tty1 console-getty; do
  ln -sf /dev/null "$root/etc/systemd/system/$unit.service"
done
: >"$root/etc/machine-id"
cat >"$root/sbin/start-machine" <<'START'
#!/bin/sh
for folder in /sys /sys/fs/cgroup /sys/fs/cgroup/*; do
  if mountpoint -q "$folder"; then mount -o remount,bind,rw "$folder"; fi
done
exec /sbin/init
START
chmod 755 "$root/sbin/start-machine"
tar -C "$root" -cf "$target.part" .
mv "$target.part" "$target"
