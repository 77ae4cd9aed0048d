#!/bin/sh
# Debian packages that `pnpm bench:tls` compares with. Run as root. Missing tools are reported as absent.
set -eu
apt-get update
apt-get install --yes --no-install-recommends golang-go openssl prometheus-blackbox-exporter
