import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { createServer, get } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { connect as connectTls } from 'node:tls'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { loadConfig } from '../../src/config/config.ts'
import { checkPorts } from '../../src/commands/doctor/ports.ts'
import { askForPorts } from '../../src/commands/doctor/running-ports.ts'
import { serveHttps } from '../../src/http/connections/https.ts'
import { askServer, ownServer } from '../../src/commands/serve/own-server.ts'
import { createSecureContexts } from '../../src/lib/tls/certificate.ts'
import { makeCertificate } from '../../src/lib/tls/self-signed.ts'
import { startApp } from '../support/harness.ts'
import { newFolder } from '../support/new-folder.ts'

const run = promisify(execFile)

async function certificateFiles(folder = newFolder(), name = 'mail.test') {
  const { key, cert } = await makeCertificate(name)
  const [HTTP_TLS_CERT, HTTP_TLS_KEY] = [join(folder, 'cert.pem'), join(folder, 'key.pem')]
  writeFileSync(HTTP_TLS_CERT, cert)
  writeFileSync(HTTP_TLS_KEY, key)
  return { folder, env: { HTTP_TLS_CERT, HTTP_TLS_KEY }, key, cert }
}

const headers = async (...words: string[]) => (await run('curl', ['-sS', '-i', ...words])).stdout

test('curl reads by HTTPS, also after the certificate was renewed, and is told so without TLS', async () => {
  const { folder, env } = await certificateFiles()
  const { origin } = await startApp(env)
  expect(origin).toMatch(/^https:\/\/localhost:\d+$/)
  const { HTTP_TLS_CERT: trusted } = env
  const page = () => headers('--cacert', trusted, `${origin}/sanctum/csrf-cookie`)
  const answer = await page()
  expect(answer).toMatch(/set-cookie: __Host-mailstop_visitor=[^;]+;[^\r]* Secure/i)
  expect(answer).not.toMatch(/strict-transport-security/i)
  const plain = await headers(origin.replace('https:', 'http:'))
  expect(plain).toMatch(/^HTTP\/1.1 400 /)
  expect(plain).toContain(`This port speaks HTTPS: ${origin}\n`)

  await certificateFiles(folder, 'renewed.test')
  expect(await page()).toMatch(/^HTTP\/1.1 200 /)
}, 60_000)

test('a public name is known by HTTPS for long, and the doctor and the health command reach it', async () => {
  const { env } = await certificateFiles()
  const named = { ...env, PUBLIC_URL: 'https://mail.test' }
  const { origin, dataDir } = await startApp({ ...named, LISTEN_HOST: '127.0.0.1' })
  expect(origin).toBe('https://mail.test')
  const running = await askForPorts({ dataDir }, { databaseUrl: null })
  if (typeof running === 'string') throw new Error(`The ports are ${running}`)
  const { httpPort } = running
  const loaded = loadConfig({ ...named, LISTEN_HOST: '127.0.0.1', HTTP_PORT: String(httpPort) })
  if (!loaded.ok) throw new Error('These settings are valid')
  const { config } = loaded
  expect((await askServer(ownServer(config), '/readyz', 10_000)).status).toBe(200)
  expect((await checkPorts(config, 'unknown'))[0]?.text).toBe('HTTP_PORT: used by Mailstop')
  const to = ['--resolve', `mail.test:${httpPort}:127.0.0.1`, '--cacert', env.HTTP_TLS_CERT]
  const answer = await headers(
    ...to,
    '-H',
    'Host: mail.test',
    `https://mail.test:${httpPort}/livez`,
  )
  expect(answer).toMatch(/^HTTP\/1.1 200 [^]*strict-transport-security: max-age=31536000\r/i)
  await expect(
    askServer({ ...ownServer(config), isHere: false }, '/livez', 10_000),
  ).rejects.toThrow(/self-signed/)
}, 60_000)

test('a websocket and open mode work by HTTPS', async () => {
  const { env, cert } = await certificateFiles()
  const { origin } = await startApp(env, { mode: 'open' })
  const { host, port } = new URL(origin)
  const socket = connectTls({
    port: Number(port),
    host: '127.0.0.1',
    ca: cert,
    servername: 'localhost',
  })
  onTestFinished(() => void socket.destroy())
  socket.write(
    `GET /api/events HTTP/1.1\r\nHost: ${host}\r\nOrigin: ${origin}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n` +
      'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
  )
  const [first] = (await once(socket, 'data')) as [Buffer]
  expect(first.toString()).toMatch(/^HTTP\/1.1 101 /)
}, 60_000)

test('files that do not belong together end the start with a sentence', async () => {
  const [one, other] = [await certificateFiles(), await certificateFiles()]
  const { HTTP_TLS_KEY } = other.env
  await expect(startApp({ ...one.env, HTTP_TLS_KEY })).rejects.toThrow(
    `The key in ${HTTP_TLS_KEY} does not belong to the certificate in ${one.env.HTTP_TLS_CERT}`,
  )
})

test('clients that never end their handshake are few, and take no place of another address', async () => {
  const { key, cert } = await certificateFiles()
  const server = createServer((_, response) => response.end('answer'))
  const https = serveHttps(server, {
    secureContext: createSecureContexts(() => ({ key, cert })),
    publicUrl: new URL('https://localhost'),
    say: () => {},
    mostHandshakes: 3,
    handshakeMs: 60_000,
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => {
    https.stop()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  const silent = Array.from({ length: 3 }, () => connect(port, '127.0.0.1'))
  await Promise.all(silent.map((socket) => once(socket, 'connect')))
  const first = once(silent[0] ?? server, 'close')
  const socket = connect({ port, host: '127.0.0.1', localAddress: '127.0.0.2' })
  const secured = connectTls({ socket, ca: cert, servername: 'localhost' })
  secured.write('GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n')
  expect(await text(secured)).toContain('answer')
  silent[0]?.resume()
  await first
  const plain = once(get({ port, host: '127.0.0.1' }), 'response')
  const [refused] = (await plain) as [{ statusCode: number }]
  expect(refused.statusCode).toBe(400)
})
