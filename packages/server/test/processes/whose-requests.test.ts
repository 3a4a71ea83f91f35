import { listSessions, login } from '@mailstop/contract'
import { describe, expect, test } from 'vitest'
import { startApp } from '../support/harness.ts'
import { statusOf } from '../clients/raw-request.ts'

describe('requests and upgrades', () => {
  const get = (path: string, ...headers: string[]) => [`GET ${path} HTTP/1.1`, ...headers]
  const upgrade = (...headers: string[]) =>
    get(
      '/socket.io/?EIO=4&transport=websocket',
      'Connection: Upgrade',
      'Upgrade: websocket',
      'Sec-WebSocket-Version: 13',
      'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
      ...headers,
    )
  const metrics = 'Authorization: Bearer only-the-operator-knows'

  const rows: [name: string, head: string[], status: number][] = [
    ['a page', get('/nowhere', 'Host: {ours}'), 404],
    ['a page of another host', get('/login', 'Host: evil.test'), 421],
    ['a page of two hosts', get('/login', 'Host: {ours}', 'Host: evil.test'), 400],
    ['a page of two hosts, ours last', get('/login', 'Host: evil.test', 'Host: {ours}'), 400],
    ['a page of our host twice', get('/login', 'Host: {ours}', 'hOST: {ours}'), 400],
    ['a call', get('/sanctum/csrf-cookie', 'Host: {ours}'), 200],
    ['a call of two hosts', get('/sanctum/csrf-cookie', 'Host: {ours}', 'Host: evil.test'), 400],
    [
      'a call whose target names our host',
      get('http://{ours}/sanctum/csrf-cookie', 'Host: {ours}'),
      200,
    ],
    [
      'a call whose target names another host',
      get('http://evil.test/sanctum/csrf-cookie', 'Host: {ours}'),
      400,
    ],
    [
      'a call whose target names our host, to another',
      get('http://{ours}/sanctum/csrf-cookie', 'Host: evil.test'),
      400,
    ],
    [
      'a call whose client claims a host by X-Forwarded-Host',
      get('/sanctum/csrf-cookie', 'Host: evil.test', 'X-Forwarded-Host: {ours}'),
      421,
    ],
    [
      'a call to our host whose client claims another',
      get('/sanctum/csrf-cookie', 'Host: {ours}', 'X-Forwarded-Host: evil.test'),
      200,
    ],
    ['a file of two hosts', get('/files/mails/x', 'Host: {ours}', 'Host: evil.test'), 400],
    ['metrics under any name', get('/metrics', metrics, 'Host: evil.test'), 200],
    ['metrics under two names', get('/metrics', metrics, 'Host: evil.test', 'Host: {ours}'), 400],
    ['a websocket of nobody', upgrade('Host: {ours}'), 401],
    [
      'a websocket of our page without a session',
      upgrade('Host: {ours}', 'Origin: http://{ours}'),
      401,
    ],
    ['a websocket of a program to another host', upgrade('Host: evil.test'), 400],
    [
      'a websocket of a page of another host, to it',
      upgrade('Host: evil.test', 'Origin: http://evil.test'),
      400,
    ],
    [
      'a websocket of a page of another host, to ours',
      upgrade('Host: {ours}', 'Origin: http://evil.test'),
      400,
    ],
    [
      'a websocket of our page to another host',
      upgrade('Host: evil.test', 'Origin: http://{ours}'),
      400,
    ],
    [
      'a websocket whose client claims a host by X-Forwarded-Host',
      upgrade('Host: evil.test', 'X-Forwarded-Host: {ours}'),
      400,
    ],
    ['a websocket of two hosts', upgrade('Host: {ours}', 'Host: evil.test'), 400],
    ['a websocket of two hosts, ours last', upgrade('Host: evil.test', 'Host: {ours}'), 400],
    ['a websocket of no host', upgrade(), 400],
  ]

  test('are answered by their one host, which has to be ours', async () => {
    const running = await startApp({
      METRICS_TOKEN: 'only-the-operator-knows',
      TRUSTED_PROXIES: 'loopback',
    })
    const { host, port } = new URL(running.origin)
    const answered: [string, number][] = []
    for (const [name, head] of rows) {
      const lines = head.map((line) => line.replaceAll('{ours}', host))
      answered.push([name, await statusOf(Number(port), lines)])
    }
    expect(answered).toEqual(rows.map(([name, _head, status]) => [name, status]))
  })
})

describe('wrong passwords through a trusted proxy that forwards', () => {
  test.each([
    ['the port of each connection', (turn: number) => `203.0.113.7:${4_711 + turn}`],
    ['an IPv6 address with a port', (turn: number) => `[2001:db8::1]:${4_711 + turn}`],
    ['other garbage each time', (turn: number) => `${'x'.repeat(3_000)}${turn}`],
    ['what the client claims before its address', (turn: number) => `10.0.0.${turn}, 203.0.113.7`],
  ])('%s are limited as those of one client', async (_name, forwarded) => {
    const running = await startApp({ TRUSTED_PROXIES: 'loopback' })
    const statuses: number[] = []
    for (let turn = 0; turn < 13; turn += 1) {
      const api = running.client({ 'x-forwarded-for': forwarded(turn) })
      const body = { email: 'ada@example.test', password: 'wrong' }
      statuses.push((await api.call(login, { body })).status)
    }
    expect(statuses).toEqual([...Array(10).fill(422), ...Array(3).fill(429)])
  })

  test('the address of a session is one that the proxy wrote, or its own', async () => {
    const running = await startApp({ TRUSTED_PROXIES: 'loopback' })
    const addressAfter = async (forwarded: string) => {
      const email = `user${forwarded.length}@example.test`
      const password = 'correct horse battery staple'
      await running.app.accounts.provide({ name: 'Ann', email, password })
      const api = running.client({ 'x-forwarded-for': forwarded })
      await api.must(login, { body: { email, password } })
      return (await api.must(listSessions, {})).data.map((session) => session.address)
    }
    expect(await addressAfter('[2001:db8::1]:4711')).toEqual(['2001:db8::1'])
    expect(await addressAfter('x'.repeat(3_000))).toEqual(['127.0.0.1'])
  })
})
