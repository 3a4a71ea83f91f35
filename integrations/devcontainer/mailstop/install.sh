#!/bin/sh
# Runs as root when the container is built. DESTDIR is for tests.
set -eu

command -v npm >/dev/null || {
  echo 'The feature mailstop needs npm: add ghcr.io/devcontainers/features/node, or an image with Node.' >&2
  exit 1
}
npm install --global "${PACKAGE:-mailstop}"
install -D --mode=755 "$(dirname "$0")/start.sh" "${DESTDIR:-}/usr/local/share/mailstop/start.sh"
