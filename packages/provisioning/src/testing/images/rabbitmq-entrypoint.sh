#!/bin/bash
# The part of the official image's entry point that the driver relies on: the server as user 999 with its variables, in a volume
# that may be root's.
set -eu
export HOME=/var/lib/rabbitmq
find "$HOME" ! -user rabbitmq -exec chown rabbitmq '{}' +
exec setpriv --reuid=999 --regid=999 --clear-groups -- /usr/lib/rabbitmq/bin/"$@"
