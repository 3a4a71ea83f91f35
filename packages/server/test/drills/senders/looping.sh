#!/bin/sh
# A script as people write it: it sends until it reads 250, and never stops.
# Words: host, port, username, password, then for each mail name, sender, recipient, and the file of its source.
host=$1 port=$2 username=$3 password=$4
shift 4
while [ $# -gt 0 ]; do
  name=$1 sender=$2 recipient=$3 source=$4
  shift 4
  while :; do
    said=$(swaks --server "$host" --port "$port" --timeout 20 --auth PLAIN --auth-user "$username" \
      --auth-password "$password" --from "$sender" --to "$recipient" --data "@$source" 2>&1) && break
    case $(printf '%s\n' "$said" | sed -n 's/^<\*\* *\([0-9]\).*/\1/p' | head -n 1) in
    4) result=deferred ;;
    5) result=refused ;;
    *) result=broken ;;
    esac
    printf '{"mail":"%s","result":"%s"}\n' "$name" "$result"
    sleep 0.1
  done
  printf '{"mail":"%s","result":"accepted"}\n' "$name"
done
