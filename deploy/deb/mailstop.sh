#!/bin/sh
# Runs Mailstop with the Node of this package. Root has the settings of the service, so that a command
# such as "mailstop users list" is about its data. MAILSTOP_SETTINGS names the file of another, such as fleet.env.
set -eu
library=/usr/lib/mailstop
program=$library
# A service runs a copy of its own: some files are read only when they are needed, and an upgrade removes those
# in /usr/lib while the process goes on. The folder is that of CacheDirectory= in its unit.
if [ "${1:-}" = serve ] && [ -n "${CACHE_DIRECTORY:-}" ]; then
  copy=${CACHE_DIRECTORY%%:*}/program
  rm -rf "$copy" || :
  if mkdir "$copy" && cp -R "$library/bin" "$library/server" "$library/web" "$library/package.json" "$copy"; then
    program=$copy
  fi
fi
# What it suggests is typed for the data of the service.
if [ -n "${CACHE_DIRECTORY:-}" ] || [ "$(id -u)" = 0 ]; then
  export MAILSTOP_CALL="${MAILSTOP_CALL:-sudo mailstop}"
fi
settings=${MAILSTOP_SETTINGS:-/etc/mailstop/mailstop.env}
if [ -r "$settings" ] && [ "$(id -u)" = 0 ]; then
  # What root compiles would stay in /usr/lib when the package is removed.
  export NODE_DISABLE_COMPILE_CACHE=1
  grep -q '^DATA_DIR=' "$settings" || export DATA_DIR="${DATA_DIR:-/var/lib/mailstop}"
  exec "$library/node" --env-file-if-exists="$settings" "$program/bin/mailstop.cjs" "$@"
fi
exec "$library/node" "$program/bin/mailstop.cjs" "$@"
