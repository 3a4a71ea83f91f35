import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, lstatSync, writeFileSync } from 'node:fs'
import { connect, createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { listMails, listSessions, login, sendTestMail } from '@mailstop/contract'
import { expect, onTestFinished, test } from 'vitest'
import { checkPorts } from '../../src/commands/doctor/ports.ts'
import { loadConfig } from '../../src/config/config.ts'
import { startFailure } from '../../src/config/start-failure.ts'
import { askServer, ownServer } from '../../src/commands/serve/own-server.ts'
import { createApiClient } from '../clients/api-client.ts'
import { signUpPassword, startApp } from '../support/harness.ts'
import { newFolder } from '../support/new-folder.ts'

const run = promisify(execFile)

function sockets() {
  const folder = newFolder()
  return { HTTP_PORT: join(folder, 'http.sock'), SMTP_PORTS: join(folder, 'smtp.sock') }
}

/** Passes connections on, as a proxy on this machine does. */
async function passOn(path: string): Promise<string> {
  const proxy = createServer((socket) => socket.pipe(connect(path)).pipe(socket))
  await once(proxy.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => void proxy.close())
  return `http://localhost:${(proxy.address() as AddressInfo).port}`
}

/** A socket whose process ended without removing it. */
async function leaveBehind(path: string): Promise<void> {
  const bind = 'import socket, sys; socket.socket(socket.AF_UNIX).bind(sys.argv[1])'
  await run('python3', ['-c', bind, path])
}

test('curl and swaks use the sockets, which only a user and a group may, until the stop', async () => {
  const env = sockets()
  await leaveBehind(env.HTTP_PORT)
  const running = await startApp(env)
  const { team } = await running.app.accounts
    .provide({ name: 'ada', email: 'ada@example.test', password: signUpPassword })
    .then(async ({ userId }) => ({ team: (await running.app.teams.listFor(userId))[0] }))
  const socket = ['-sS', '--unix-socket', env.HTTP_PORT]
  const { stdout } = await run('curl', [...socket, 'http://localhost/readyz'])
  expect(stdout).toContain('"status":"ok"')
  const auth = [
    '--auth-user',
    team?.smtp_username ?? '',
    '--auth-password',
    team?.smtp_password ?? '',
  ]
  const envelope = ['--from', 'app@rocket.test', '--to', 'you@customer.test']
  const sent = await run('swaks', [
    '--socket',
    env.SMTP_PORTS,
    '--auth',
    'PLAIN',
    ...auth,
    ...envelope,
  ])
  expect(sent.stdout).toContain('queued as')
  for (const path of Object.values(env)) expect(lstatSync(path).mode & 0o777).toBe(0o660)
  await running.app.stop()
  for (const path of Object.values(env)) expect(existsSync(path)).toBe(false)
}, 60_000)

test.each([
  ['loopback', '192.0.2.7'],
  ['192.0.2.0/24', '127.0.0.1'],
])('with TRUSTED_PROXIES=%s the client of a socket is %s', async (TRUSTED_PROXIES, address) => {
  const env = sockets()
  const { app } = await startApp({ ...env, TRUSTED_PROXIES })
  const email = 'ada@example.test'
  await app.accounts.provide({ name: 'ada', email, password: signUpPassword })
  const api = createApiClient(await passOn(env.HTTP_PORT), { 'x-forwarded-for': '192.0.2.7' })
  await api.must(login, { body: { email, password: signUpPassword } })
  expect((await api.must(listSessions, {})).data.map((session) => session.address)).toEqual([
    address,
  ])
})

test.each(['', 'loopback'])(
  'a test mail comes by the socket alone, with SMTP_PROXIES=%s',
  async (SMTP_PROXIES) => {
    const { SMTP_PORTS } = sockets()
    const { signIn } = await startApp({ SMTP_PORTS, SMTP_PROXIES })
    const { api, team } = await signIn('ada')
    const params = { team: String(team.id) }
    await api.must(sendTestMail, { params, body: {} })
    expect((await api.must(listMails, { params })).data).toHaveLength(1)
  },
)

test('the health command and the doctor ask a socket', async () => {
  const env = sockets()
  const loaded = loadConfig(env)
  if (!loaded.ok) throw new Error('These settings are valid')
  const { config } = loaded
  const found = async () =>
    (await checkPorts(config, 'unknown')).map(
      ({ level, check, text }) => `${level} ${check} ${text}`,
    )
  expect(await found()).toEqual([
    `ok socket ${env.HTTP_PORT} HTTP_PORT: free`,
    `ok socket ${env.SMTP_PORTS} SMTP_PORTS: free`,
  ])
  await startApp(env)
  expect(await found()).toEqual([
    `ok socket ${env.HTTP_PORT} HTTP_PORT: used by Mailstop`,
    `ok socket ${env.SMTP_PORTS} SMTP_PORTS: used by Mailstop`,
  ])
  expect((await askServer(ownServer(config), '/readyz', 10_000)).status).toBe(200)
})

test('a socket that is in use, another file and a missing folder end the start with a sentence', async () => {
  const env = sockets()
  const start = (HTTP_PORT: string) => startApp({ HTTP_PORT }).catch(startFailure)
  await startApp({ HTTP_PORT: env.HTTP_PORT })
  expect(await start(env.HTTP_PORT)).toMatchObject(
    [/is in use by another process/, /HTTP_PORT/].map((text) => expect.stringMatching(text)),
  )
  writeFileSync(env.SMTP_PORTS, 'a file')
  expect(await start(env.SMTP_PORTS)).toMatchObject([
    expect.stringMatching(/is no Unix socket/),
    expect.any(String),
  ])
  expect(lstatSync(env.SMTP_PORTS).isFile()).toBe(true)
  expect(await start(join(newFolder(), 'missing', 'a.sock'))).toEqual([
    expect.stringMatching(/cannot make the Unix socket .*: its folder has to be there/),
  ])
  const { origin } = { origin: await passOn(env.HTTP_PORT) }
  expect((await fetch(`${origin}/livez`)).status).toBe(200)
})
