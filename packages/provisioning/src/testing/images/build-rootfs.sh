#!/bin/sh
# Builds the root file system of the test images from Debian's packages, without any registry: PostgreSQL, MariaDB, InfluxDB 1 and
# RabbitMQ with the users, the environment variables and the entry points of the official images. Usage: build-rootfs.sh <target.tar> <work folder>
set -eu
target=$1
root=$2/root
here=$(dirname "$0")
export DEBIAN_FRONTEND=noninteractive LC_ALL=C

debootstrap --variant=minbase bookworm "$root"
printf '#!/bin/sh\nexit 101\n' >"$root/usr/sbin/policy-rc.d"
chmod 755 "$root/usr/sbin/policy-rc.d"
mkdir -p "$root/etc/postgresql-common/createcluster.d"
echo 'create_main_cluster = false' >"$root/etc/postgresql-common/createcluster.d/none.conf"
# The user IDs of the official images.
chroot "$root" groupadd -r -g 999 postgres
chroot "$root" useradd -r -g 999 -u 999 -d /var/lib/postgresql -s /bin/bash postgres
chroot "$root" groupadd -r -o -g 999 mysql
chroot "$root" useradd -r -o -g 999 -u 999 -d /var/lib/mysql -s /bin/false mysql
chroot "$root" groupadd -r -o -g 999 rabbitmq
chroot "$root" useradd -r -o -g 999 -u 999 -d /var/lib/rabbitmq -s /bin/false rabbitmq
chroot "$root" groupadd -g 1500 influxdb
chroot "$root" useradd -g 1500 -u 1500 -M -d /var/lib/influxdb -s /bin/false influxdb
chroot "$root" apt-get install -y -qq --no-install-recommends postgresql-15 mariadb-server influxdb rabbitmq-server curl
chroot "$root" apt-get clean
rm -rf "$root"/var/lib/rabbitmq/* "$root"/var/lib/rabbitmq/.erlang.cookie
rm -rf "$root"/var/lib/mysql/* "$root"/var/lib/apt/lists/* "$root"/usr/share/doc/* "$root"/usr/share/man/* "$root"/usr/share/locale/*
install -m 755 "$here"/*-entrypoint.sh "$root/usr/local/bin/"
tar -C "$root" -cf "$target.part" .
mv "$target.part" "$target"
