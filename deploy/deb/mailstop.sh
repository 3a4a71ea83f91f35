#!/bin/sh
# Runs Mailstop with the Node of this package. Root has the settings of the service, so that a command
# such as "mailstop users list" is about its data. MAILSTOP_SETTINGS names the file of another, such as fleet.env.
set -eu
settings=${MAILSTOP_SETTINGS:-/etc/mailstop/mailstop.env}
if [ -r "$settings" ] && [ "$(id -u)" = 0 ]; then
  # What root compiles would stay in /usr/lib when the package is removed.
  export NODE_DISABLE_COMPILE_CACHE=1
  grep -q '^DATA_DIR=' "$settings" || export DATA_DIR="${DATA_DIR:-/var/lib/mailstop}"
  exec /usr/lib/mailstop/node --env-file-if-exists="$settings" /usr/lib/mailstop/bin/mailstop.cjs "$@"
fi
exec /usr/lib/mailstop/node /usr/lib/mailstop/bin/mailstop.cjs "$@"
