import { request } from 'node:http'
import { exportMails, listMails, listSessions, login } from '@mailstop/contract'
import { describe, expect, test } from 'vitest'
import { startApp } from '../support/harness.ts'
import { connectLive, joinChannel } from '../clients/live-client.ts'
import { statusOf } from '../clients/raw-request.ts'
import { sendMail } from '../clients/send-mail.ts'
import { connectSmtp } from '../clients/smtp-client.ts'
import { twoPorts, proxies, smtpBalancers } from './documented-proxies.ts'

// They need nginx with its stream module, HAProxy and Caddy, and half a minute of a slow client: `npm run test:proxies`.
// oxlint-disable-next-line no-process-env -- read by tests only; the product has one reader
describe.runIf(process.env['PROXIES'])('behind the documented', () => {
  describe.each(proxies)('$name', ({ path, start }) => {
    async function setUp() {
      const ports = await twoPorts()
      const running = await startApp({
        HTTP_PORT: String(ports.product),
        PUBLIC_URL: `http://localhost:${ports.proxy}${path}`,
        TRUSTED_PROXIES: 'loopback',
      })
      await start(ports)
      return { running, port: ports.proxy, host: `localhost:${ports.proxy}` }
    }

    test('the one host counts, and no header of the client stands in for it', async () => {
      const { port, host } = await setUp()
      const status = (...headers: string[]) =>
        statusOf(port, [`GET ${path}/sanctum/csrf-cookie HTTP/1.1`, ...headers])
      expect(await status(`Host: ${host}`)).toBe(200)
      expect(await status(`Host: ${host}`, 'X-Forwarded-Host: evil.test')).toBe(200)
      expect(await status('Host: evil.test')).toBe(421)
      expect(await status('Host: evil.test', `X-Forwarded-Host: ${host}`)).toBe(421)
      expect(await status(`Host: ${host}`, 'Host: evil.test')).toBe(400)
    })

    test('a client is known by its address, whatever it says of itself', async () => {
      const { running } = await setUp()
      const statuses: number[] = []
      for (let turn = 0; turn < 13; turn += 1) {
        const api = running.client({ 'x-forwarded-for': `203.0.113.${turn}` })
        const body = { email: 'nobody@example.test', password: 'wrong' }
        statuses.push((await api.call(login, { body })).status)
      }
      expect(statuses).toEqual([...Array(10).fill(422), ...Array(3).fill(429)])
      const { api } = await running.signIn('ada')
      const { data } = await api.must(listSessions, {})
      expect(data.map((session) => session.address)).toEqual(['127.0.0.1'])
    })

    test('live news come', async () => {
      const { running } = await setUp()
      const { api, team } = await running.signIn('ada')
      const socket = connectLive(api)
      expect(await joinChannel(socket, `teams.${team.id}.mails`)).toMatchObject({ ok: true })
    })

    // What is in front of its address makes no difference to the size of a reply.
    const options = { timeout: 300_000, skip: path !== '' }
    test('a large export arrives whole at a slow client', options, async () => {
      const { running, port } = await setUp()
      const { api, team } = await running.signIn('ada')
      const text = `${'x'.repeat(70)}\r\n`.repeat(56_000)
      for (let mail = 0; mail < 8; mail += 1) {
        await sendMail(running.smtpPort, team, {
          subject: `Large ${mail}`,
          raw: `Subject: Large\r\n\r\n${text}`,
        })
      }
      const { url } = await api.must(exportMails, { params: { team: String(team.id) }, query: {} })
      const cookie = [...api.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
      const { pathname } = new URL(url, running.origin)
      const bytes = await readSlowly({ port, path: pathname, cookie, bytesPerSecond: 400_000 })
      expect(bytes).toBeGreaterThan(8 * text.length)
    })
  })

  test.each(smtpBalancers)('$name, SMTP knows its clients', async ({ start }) => {
    const ports = await twoPorts()
    const running = await startApp({
      SMTP_PORTS: String(ports.product),
      SMTP_STARTTLS_PORTS: 'none',
      SMTP_PROXIES: '127.0.0.1',
      // The balancer is no client: only the client's address is in the network of open mail.
      SMTP_OPEN_TEAM: '1',
      SMTP_OPEN_NETWORKS: '127.0.0.9',
    })
    await start(ports)
    const { api, team } = await running.signIn('ada')
    async function send(localAddress: string) {
      const client = await connectSmtp({ port: ports.proxy, localAddress })
      await client.send('EHLO app.test')
      const { code } = await client.mail('a@b.test', ['c@d.test'], 'x')
      client.destroy()
      return code
    }
    // The first of them only finds out that the team has been made.
    while ((await send('127.0.0.9')) !== 250) expect(await send('127.0.0.8')).toBe(530)
    expect(await send('127.0.0.8')).toBe(530)
    const { data } = await api.must(listMails, { params: { team: String(team.id) }, query: {} })
    expect(data).toHaveLength(1)
  })
})

function readSlowly(of: {
  port: number
  path: string
  cookie: string
  bytesPerSecond: number
}): Promise<number> {
  const { port, path, cookie, bytesPerSecond } = of
  const headers = { host: `localhost:${port}`, cookie }
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  request({ host: '127.0.0.1', port, path, headers, agent: false }, (response) => {
    let read = 0
    response.on('data', (chunk: Buffer) => {
      read += chunk.length
      response.pause()
      setTimeout(() => response.resume(), (1_000 * chunk.length) / bytesPerSecond)
    })
    response.on('end', () =>
      response.statusCode === 200 ? resolve(read) : reject(new Error(String(response.statusCode))),
    )
    response.on('error', reject)
  })
    .on('error', reject)
    .end()
  return promise
}
