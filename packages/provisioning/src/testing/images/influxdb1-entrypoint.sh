#!/bin/bash
# The part of the official image that the driver relies on: influxd and curl, run as the image's user 1500.
set -eu
exec setpriv --reuid=1500 --regid=1500 --clear-groups -- "$@"
