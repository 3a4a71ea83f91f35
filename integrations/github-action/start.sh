#!/usr/bin/env bash
# Starts Mailstop, waits until it answers, and tells the steps that follow where it is.
set -euo pipefail

fail() {
  echo "::error title=Mailstop::$1"
  exit 1
}

for port in "$MAILSTOP_HTTP_PORT" "$MAILSTOP_SMTP_PORT"; do
  [[ $port =~ ^[1-9][0-9]{0,4}$ ]] || fail "$port is no port."
done
[[ $MAILSTOP_SECONDS =~ ^[1-9][0-9]{0,3}$ ]] || fail "seconds is a whole number from 1."
[[ -n $MAILSTOP_IMAGE || -n $MAILSTOP_COMMAND ]] || fail 'Set the input image or command.'
[[ -z $MAILSTOP_IMAGE || -z $MAILSTOP_COMMAND ]] || fail 'Set image or command, and not both.'

url="http://localhost:$MAILSTOP_HTTP_PORT"
log="$RUNNER_TEMP/mailstop.log"
! curl --silent --output /dev/null --max-time 5 "$url/readyz" || fail "Another server answers at $url."
[[ -z $MAILSTOP_CI_TOKEN ]] || export CI_TOKEN="$MAILSTOP_CI_TOKEN"

if [[ -n $MAILSTOP_IMAGE ]]; then
  server=$(docker run --detach --env CI_TOKEN \
    --publish "127.0.0.1:$MAILSTOP_HTTP_PORT:8025" --publish "127.0.0.1:$MAILSTOP_SMTP_PORT:1025" \
    "$MAILSTOP_IMAGE" --ci)
  # The log is written until the container ends.
  docker logs --follow "$server" >"$log" 2>&1 &
else
  # Words of a command line, as a person would type them.
  read -r -a command <<<"$MAILSTOP_COMMAND"
  "${command[@]}" --ci --host localhost --port "$MAILSTOP_HTTP_PORT" --smtp "$MAILSTOP_SMTP_PORT" \
    >"$log" 2>&1 </dev/null &
  server=$!
fi

runs() {
  if [[ -n $MAILSTOP_IMAGE ]]; then
    [[ $(docker inspect --format '{{.State.Running}}' "$server") == true ]]
  else
    kill -0 "$server" 2>/dev/null
  fi
}

end=$((SECONDS + MAILSTOP_SECONDS))
until curl --fail --silent --output /dev/null --max-time 5 "$url/readyz"; do
  if ! runs; then
    cat "$log"
    fail 'Mailstop ended. Its log is above.'
  fi
  if ((SECONDS >= end)); then
    cat "$log"
    fail "Mailstop did not answer at $url within $MAILSTOP_SECONDS seconds. Its log is above."
  fi
  sleep 0.5
done
{
  echo "MAILSTOP_URL=$url"
  for prefix in MAIL SMTP; do
    echo "${prefix}_HOST=localhost"
    echo "${prefix}_PORT=$MAILSTOP_SMTP_PORT"
  done
  [[ -z $MAILSTOP_CI_TOKEN ]] || echo "MAILSTOP_TOKEN=$MAILSTOP_CI_TOKEN"
} >>"$GITHUB_ENV"
{
  echo "url=$url"
  echo "server=$server"
} >>"$GITHUB_OUTPUT"
echo "Mailstop is at $url, and catches mail on port $MAILSTOP_SMTP_PORT."
