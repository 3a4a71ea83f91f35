import { join } from 'node:path'
import { run } from '../../lib/run.mjs'

/** Starts the server, asks for its health, sends a mail with a login that nobody made, and finds it by the API. */
const script = `
set -eu
"$@" >/tmp/log 2>&1 &
trap 'cat /tmp/log' ERR
for _ in $(seq 300); do grep -q 'accessible via http' /tmp/log && break; sleep 0.1; done
grep 'accessible via http' /tmp/log
eval "$HEALTH"
printf 'Subject: It stands in\\n\\nHi\\n' | curl -fsS --upload-file - --user any:thing \\
  --mail-from app@example.test --mail-rcpt ada@example.test smtp://127.0.0.1:1025
curl -fsS --header "Host: $HOST" "http://127.0.0.1:$HTTP/api/v1/messages" | grep -o '"Subject":"It stands in"'
`

/**
 * Runs a service on the files of the image, in their places: without a network but its own loopback, with the user of
 * the image and no capability but the one for low ports, and nothing writable except /data and /tmp.
 *
 * @param {string} node
 * @param {string} app the npm package, which the image has in /app
 * @param {import('./stand-in-services.mjs').StandInService} service
 */
export function runStandIn(node, app, service) {
  const { environment, http, host, health, command = [], asRoot = false } = service
  const hosts = join(import.meta.dirname, 'stand-in-hosts')
  const variables = Object.entries({
    PATH: '/opt/bin:/usr/bin',
    NODE_ENV: 'production',
    DATA_DIR: '/data',
    MAILSTOP_AS: 'mailpit',
    HTTP: String(http),
    HOST: host,
    HEALTH: health.join('\n'),
    ...environment,
  })
  return run('bwrap', [
    '--unshare-all',
    '--die-with-parent',
    '--uid',
    asRoot ? '0' : '1000',
    '--gid',
    '0',
    '--cap-add',
    'CAP_NET_BIND_SERVICE',
    '--ro-bind',
    '/usr',
    '/usr',
    '--symlink',
    'usr/bin',
    '/bin',
    '--symlink',
    'usr/lib',
    '/lib',
    '--ro-bind-try',
    '/lib64',
    '/lib64',
    '--ro-bind',
    app,
    '/app',
    '--ro-bind',
    node,
    '/opt/bin/node',
    '--ro-bind',
    hosts,
    '/etc/hosts',
    '--symlink',
    '/app/bin/mailstop.cjs',
    '/mailpit',
    '--symlink',
    '/mailpit',
    '/opt/bin/mailpit',
    '--proc',
    '/proc',
    '--dev',
    '/dev',
    '--tmpfs',
    '/tmp',
    '--tmpfs',
    '/data',
    '--dir',
    '/var',
    '--remount-ro',
    '/',
    '--chdir',
    '/data',
    '--clearenv',
    ...variables.flatMap(([name, value]) => ['--setenv', name, value]),
    'bash',
    '-E',
    '-c',
    script,
    'stand-in',
    '/mailpit',
    ...command,
  ])
}
