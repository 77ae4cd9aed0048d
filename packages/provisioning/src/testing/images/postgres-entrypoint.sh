#!/bin/bash
# The part of the official image's entry point that the driver relies on: first run by POSTGRES_USER and POSTGRES_PASSWORD_FILE,
# the server as postgres with the arguments that it is given.
set -eu
as_postgres() { setpriv --reuid=999 --regid=999 --clear-groups -- "$@"; }
bin=/usr/lib/postgresql/15/bin
export PGDATA=${PGDATA:-/var/lib/postgresql/15/docker}

if [ ! -s "$PGDATA/PG_VERSION" ]; then
  mkdir -p "$PGDATA"
  chown -R 999:999 /var/lib/postgresql
  chmod 700 "$PGDATA"
  as_postgres "$bin/initdb" -D "$PGDATA" --username="$POSTGRES_USER" --pwfile="$POSTGRES_PASSWORD_FILE" --auth-local=trust --auth-host=scram-sha-256 >&2
  # As the official image: a server that only the container sees, before the one that clients see.
  as_postgres "$bin/pg_ctl" -D "$PGDATA" -w -o "-c listen_addresses='' -p 5432" start >&2
  as_postgres "$bin/pg_ctl" -D "$PGDATA" -m fast -w stop >&2
fi
mkdir -p /var/run/postgresql
chown 999:999 /var/run/postgresql
shift
exec setpriv --reuid=999 --regid=999 --clear-groups -- "$bin/postgres" -c listen_addresses='*' "$@"
