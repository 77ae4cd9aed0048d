#!/bin/bash
# The part of the official image's entry point that the driver relies on: first run by MYSQL_ROOT_PASSWORD_FILE, root from any host, then
# the statements of a folder; the server as mysql with the arguments that it is given.
set -eu
data=/var/lib/mysql

if [ ! -d "$data/mysql" ]; then
  chown -R 999:999 "$data"
  mariadb-install-db --user=mysql --datadir="$data" --skip-test-db --auth-root-authentication-method=normal >&2
  password=$(sed "s/['\\\\]/\\\\&/g" "$MYSQL_ROOT_PASSWORD_FILE")
  mariadbd --user=mysql --datadir="$data" --bootstrap >&2 <<SQL
FLUSH PRIVILEGES;
DELETE FROM mysql.global_priv WHERE User IN ('', 'root');
FLUSH PRIVILEGES;
CREATE USER 'root'@'%' IDENTIFIED BY '$password';
GRANT ALL ON *.* TO 'root'@'%' WITH GRANT OPTION;
CREATE USER 'root'@'localhost' IDENTIFIED BY '$password';
GRANT ALL ON *.* TO 'root'@'localhost' WITH GRANT OPTION;
SQL
  for statements in /docker-entrypoint-initdb.d/*.sql; do
    [ ! -e "$statements" ] || { echo 'FLUSH PRIVILEGES;'; cat "$statements"; } | mariadbd --user=mysql --datadir="$data" --bootstrap >&2
  done
fi
mkdir -p /run/mysqld
chown 999:999 /run/mysqld
[ "${1:-}" = mysqld ] && shift
exec mariadbd --user=mysql --datadir="$data" --bind-address=0.0.0.0 "$@"
