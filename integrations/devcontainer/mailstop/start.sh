#!/bin/sh
# Starts Mailstop when the container starts, and then what the container was started with.
mailstop --ci --host localhost >/tmp/mailstop.log 2>&1 </dev/null &
[ $# -eq 0 ] || exec "$@"
