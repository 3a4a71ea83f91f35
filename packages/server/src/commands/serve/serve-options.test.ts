import { expect, test } from 'vitest'
import { readServeOptions } from './serve-options.ts'

const serve = (options: {
  mode?: string
  demo?: boolean
  stopsWithInput?: boolean
  settings?: Record<string, string>
}) => ({
  kind: 'serve',
  options: { mode: null, demo: false, stopsWithInput: false, settings: {}, ...options },
})

test.each([
  ['', serve({})],
  ['--open', serve({ mode: 'open' })],
  ['--demo --open', serve({ mode: 'open', demo: true })],
  ['--ci', serve({ mode: 'ci' })],
  ['--open --ci', serve({ mode: 'ci' })],
  ['--ci --stop-with-input', serve({ mode: 'ci', stopsWithInput: true })],
  ['--port 8080', serve({ settings: { HTTP_PORT: '8080' } })],
  ['--port=0 --smtp=0', serve({ settings: { HTTP_PORT: '0', SMTP_PORTS: '0' } })],
  ['--smtp 1025,2525', serve({ settings: { SMTP_PORTS: '1025,2525' } })],
  ['--host ::1', serve({ settings: { LISTEN_HOST: '::1' } })],
  ['--host mail.rocket.test', serve({ settings: { LISTEN_HOST: 'mail.rocket.test' } })],
  ['--data=-odd', serve({ settings: { DATA_DIR: '-odd' } })],
  ['--data /srv/mail --', serve({ settings: { DATA_DIR: '/srv/mail' } })],
  ['--open --help', { kind: 'help' }],
  ['--version', { kind: 'version' }],
])('%j is read', (line, asked) => {
  expect(readServeOptions(line.split(' ').filter(Boolean))).toEqual(asked)
})

test.each([
  ['--opne', 'There is no option --opne.'],
  ['-o', 'There is no option -o.'],
  ['--constructor', 'There is no option --constructor.'],
  ['--no-open', 'There is no option --no-open.'],
  ['--ci --data /srv/mail', '--ci keeps nothing: leave out --data, or use --open.'],
  ['--open=yes', '--open takes no value.'],
  ['--open yes', 'Nothing can be done with "yes".'],
  ['--port', '--port needs a value.'],
  ['--port --open', '--port needs a value.'],
  ['--data=', '--data needs a value.'],
  ['--port 80 --port 81', '--port is there twice.'],
  ['--port 80000', '--port must be a port from 0 to 65535, or the path of a Unix socket.'],
  ['--port http', '--port must be a port from 0 to 65535, or the path of a Unix socket.'],
  [
    '--smtp 25,25',
    '--smtp must be different ports from 0 to 65535, comma-separated, or paths of Unix sockets.',
  ],
  [
    '--smtp ,',
    '--smtp must be different ports from 0 to 65535, comma-separated, or paths of Unix sockets.',
  ],
  ['--host http://me', '--host must be one host name or address, without brackets and port.'],
  ['--host [::1]', '--host must be one host name or address, without brackets and port.'],
])('%j is refused with one sentence', (line, sentence) => {
  expect(readServeOptions(line.split(' '))).toEqual({ kind: 'problem', sentence })
})
