import { once } from 'node:events'
import { Resolver } from 'node:dns/promises'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { createServer as createTlsServer } from 'node:https'
import { networkInterfaces } from 'node:os'
import { gzipSync } from 'node:zlib'
import { describe, expect, onTestFinished, test } from 'vitest'
import { startCanary } from '../../test/outgoing/canary.ts'
import { startDnsServer } from '../../test/outgoing/dns-server.ts'
import { loadConfig } from '../config/config.ts'
import { makeCertificate } from '../lib/tls/self-signed.ts'
import { createEgress, type Answer, type EgressDeps } from './egress.ts'
import { createDestinations, resolveBoth, type DestinationRules } from './destinations.ts'

/** Answers each connection with bytes, whatever it asks. */
async function startRaw(answer: (socket: Socket) => void) {
  const ended: boolean[] = []
  const server = createServer((socket) => {
    socket.on('error', () => {})
    socket.on('close', () => ended.push(true))
    socket.once('data', () => answer(socket))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return { port: (server.address() as AddressInfo).port, ended }
}

type Rules = Partial<Omit<DestinationRules, 'allow'>> & { allow?: string }

function egressWith({ allow = '', ...rules }: Rules, more: Partial<EgressDeps> = {}) {
  const loaded = loadConfig({ OUTBOUND_ALLOW: allow })
  if (!loaded.ok) throw new Error(loaded.problems.join())
  const { outboundAllow } = loaded.config
  const common = { ownHost: null, ownPorts: () => [], allow: outboundAllow }
  const destinations = createDestinations({ ...common, ...rules })
  return createEgress({ destinations, version: '1.2.3', ...more })
}

const unguarded = createEgress({ destinations: null, version: '1.2.3' })

const problemOf = (answer: Answer) => (answer.ok ? answer.status : answer.problem)

/** Ways to write an address that is not public, and names that lead to one. */
const hostile: [host: string, address?: string][] = [
  ['127.0.0.1'],
  ['127.1'],
  ['2130706433'],
  ['0x7f.1'],
  ['0177.0.0.1'],
  ['0.0.0.0'],
  ['[::1]'],
  ['[::]'],
  ['[::ffff:127.0.0.1]'],
  ['[::127.0.0.1]'],
  ['[::ffff:0:127.0.0.1]'],
  ['[200::1]'],
  ['[4000::1]'],
  ['[64:ff9b::7f00:1]'],
  ['[2001:0:1::1]'],
  ['[64:ff9b:1::1]'],
  ['[2002:7f00:1::]'],
  ['[fe80::1]'],
  ['[fec0::1]'],
  ['[5f00::1]'],
  ['[100::1]'],
  ['10.0.0.1'],
  ['100.64.0.1'],
  ['169.254.169.254'],
  ['198.18.0.1'],
  ['240.0.0.1'],
  ['localhost', '127.0.0.1'],
  ['rebound.test', '192.168.0.1'],
  ['six.test', 'fd00::1'],
  ['mapped.test', '::ffff:10.0.0.1'],
]

const resolveTo =
  (address = '') =>
  async () => [{ address, family: address.includes(':') ? 6 : 4 }]

test.each(hostile)('%s is refused, since its address is not public', async (host, address) => {
  const { reached, port } = await startCanary()
  const egress = egressWith({ ports: [port], ...(address && { resolve: resolveTo(address) }) })
  for (const scheme of ['http', 'https']) {
    const answer = await egress.ask({ url: `${scheme}://${host}:${port}/`, method: 'GET' })
    expect(problemOf(answer)).toBe('refused')
  }
  expect(reached).toEqual([])
})

test.each([
  '127.0.0.1',
  '127.1',
  '2130706433',
  '0x7f.1',
  '0177.0.0.1',
  '[::ffff:127.0.0.1]',
  'localhost',
])('where nothing is judged %s reaches what is kept from it', async (host) => {
  const { reached, port } = await startCanary()
  const answer = await unguarded.ask({ url: `http://${host}:${port}/`, method: 'GET' })
  expect([problemOf(answer), reached.length]).toEqual([200, 1])
})

test.each([
  ['ftp://192.0.2.1/', 'its scheme is not http or https'],
  ['file:///etc/passwd', 'its scheme is not http or https'],
  ['http://ada:secret@192.0.2.1/', 'it holds a username or a password'],
  ['http://192.0.2.1:25/', 'its port is 25, and OUTBOUND_ALLOW of this server does not have it'],
  ['http://192.0.2.1:6379/', 'its port is 6379'],
  ['http://[fe80::1%25lo]/', 'no address of the web'],
  ['not a url', 'no address of the web'],
  ['http://own.test/', 'it leads to this server'],
  ['http://own.test./', 'it leads to this server'],
  ['http://own.test../', 'it leads to this server'],
])('%s is refused: %s', async (url, why) => {
  const egress = egressWith({ ownHost: 'own.test' })
  const answer = await egress.ask({ url, method: 'GET' })
  expect(answer).toMatchObject({
    ok: false,
    problem: 'refused',
    reason: expect.stringContaining(why),
  })
})

test.each([
  ['http://127.0.0.1/', 'OUTBOUND_ALLOW of this server does not have it'],
  ['http://2130706433/', 'OUTBOUND_ALLOW of this server does not have it'],
  ['https://[fd00::1]/', 'OUTBOUND_ALLOW of this server does not have it'],
  ['http://169.254.169.254/', 'its address is not public'],
  ['http://[2002:7f00:1::]/', 'its address is not public'],
  ['http://[2001:0:1::1]/', 'its address is not public'],
  ['http://192.168.7.1/', 'may be asked'],
  ['http://192.0.2.1/', 'may be asked'],
  ['http://localhost/', 'OUTBOUND_ALLOW of this server does not have it'],
  ['http://my.localhost./', 'OUTBOUND_ALLOW of this server does not have it'],
  ['http://localhost.test/', 'may be asked'],
])('that %s is never asked is known without asking: %s', (url, why) => {
  const { refusalOf } = egressWith({ allow: '192.168.0.0/16' })
  expect(refusalOf(url) ?? 'may be asked').toContain(why)
})

describe('what the operator allows', () => {
  test.each([
    ['127.0.0.1:{port}', 200],
    ['here.test:{port}', 'refused'],
    ['127.0.0.1', 'refused'],
    ['127.0.0.0/8', 'refused'],
  ])('%s lifts the refusal for exactly that host and port', async (allow, outcome) => {
    const { port } = await startCanary()
    const egress = egressWith({ allow: allow.replace('{port}', String(port)) })
    const answer = await egress.ask({ url: `http://127.0.0.1:${port}/`, method: 'GET' })
    expect(problemOf(answer)).toBe(outcome)
  })

  test('as a range of addresses is for names too, at the usual ports', async () => {
    const { port } = await startCanary()
    const resolve = resolveTo('127.0.0.1')
    const asked = { url: `http://here.test:${port}/`, method: 'GET' } as const
    const inRange = egressWith({ allow: '127.0.0.0/8', ports: [port], resolve })
    expect(problemOf(await inRange.ask(asked))).toBe(200)
    const elsewhere = egressWith({ allow: '10.0.0.0/8,fd00::/8', ports: [port], resolve })
    expect(problemOf(await elsewhere.ask(asked))).toBe('refused')
  })

  test.each([
    ['169.254.169.254', '169.254.169.254,169.254.0.0/16'],
    ['100.100.100.200', '100.64.0.0/10'],
    ['[fd00:ec2::254]', 'fd00::/8,[fd00:ec2::254]'],
    ['[fe80::1]', 'fe80::/10,[fe80::1]'],
    ['[::ffff:169.254.169.254]', '[::ffff:169.254.169.254],::ffff:0:0/96'],
    ['[64:ff9b::a9fe:a9fe]', '[64:ff9b::a9fe:a9fe],64:ff9b::/96'],
    ['[::a9fe:a9fe]', '[::a9fe:a9fe],::/96'],
    ['168.63.129.16', '168.63.129.16'],
  ])('never leads to %s, from where clouds give secrets', async (host, allow) => {
    const answer = await egressWith({ allow }).ask({ url: `http://${host}/`, method: 'GET' })
    expect(problemOf(answer)).toBe('refused')
  })

  test('never leads to this server', async () => {
    const { port, reached } = await startCanary()
    const card = Object.values(networkInterfaces())
      .flat()
      .find((each) => each?.family === 'IPv4')?.address
    const mapped = `[::ffff:${card}]`
    const allow = `127.0.0.1:${port},here.test:${port},own.test:${port},${mapped}:${port},127.0.0.0/8`
    const rules = { allow, ownHost: 'own.test', resolve: resolveTo('127.0.0.1') }
    for (const host of ['127.0.0.1', 'here.test', 'own.test', mapped, '[::ffff:127.0.0.1]']) {
      const ownPorts = () => (host === 'own.test' ? [] : [port])
      const answer = await egressWith({ ...rules, ownPorts }).ask({
        url: `http://${host}:${port}/`,
        method: 'GET',
      })
      expect(answer).toMatchObject({ ok: false, problem: 'refused' })
    }
    expect(reached).toEqual([])
  })
})

test('a name that DNS answers otherwise a moment later leads to where it was judged', async () => {
  const first = await startCanary(undefined, { host: '127.0.0.2' })
  const other = await startCanary(undefined, { port: first.port })
  const answers = ['127.0.0.2', '127.0.0.1']
  const dns = await startDnsServer(({ type }) =>
    type === 'A' ? [{ type, ttl: 0, data: answers.shift() ?? '127.0.0.1' }] : [],
  )
  const resolver = new Resolver()
  resolver.setServers([dns.server])
  const egress = egressWith({
    allow: '127.0.0.2/32',
    ports: [first.port],
    resolve: (host) => resolveBoth(resolver, host),
  })
  const url = `http://rebinding.test:${first.port}/`
  expect(problemOf(await egress.ask({ url, method: 'GET' }))).toBe(200)
  expect(dns.asked.toSorted()).toEqual(['A rebinding.test', 'AAAA rebinding.test'])
  expect(problemOf(await egress.ask({ url, method: 'GET' }))).toBe('refused')
  expect([first.reached.length, other.reached.length]).toEqual([1, 0])
})

describe('a redirection', () => {
  const sendOn = (to: (url: string) => string) =>
    startCanary((request, reply) => {
      reply.writeHead(302, { location: to(request.url ?? '') }).end()
    })

  test('to what is not public is refused', async () => {
    const hidden = await startCanary()
    const { port } = await sendOn(() => `http://127.1:${hidden.port}/`)
    const egress = egressWith({ allow: `127.0.0.1:${port}` })
    const answer = await egress.ask({
      url: `http://127.0.0.1:${port}/`,
      method: 'HEAD',
      redirects: 5,
    })
    const redirects = [`http://127.0.0.1:${hidden.port}/`]
    expect(answer).toMatchObject({ ok: false, problem: 'refused', redirects })
    expect(hidden.reached).toEqual([])
  })

  test.each([
    ['to itself', (url: string) => url],
    ['to ever new addresses', (url: string) => `${url}x`],
  ])('%s ends after five', async (_name, to) => {
    const { port, reached } = await sendOn(to)
    const egress = egressWith({ allow: `127.0.0.1:${port}` })
    const answer = await egress.ask({
      url: `http://127.0.0.1:${port}/`,
      method: 'HEAD',
      redirects: 5,
    })
    expect(problemOf(answer)).toBe('looping')
    expect(reached).toHaveLength(6)
  })

  test('is the answer where none is followed', async () => {
    const { port, reached } = await sendOn(() => '/next')
    const egress = egressWith({ allow: `127.0.0.1:${port}` })
    const body = Buffer.from('{}')
    const answer = await egress.ask({ url: `http://127.0.0.1:${port}/`, method: 'POST', body })
    expect([problemOf(answer), reached.length]).toEqual([302, 1])
  })
})

describe('a server that answers badly', () => {
  const head = 'HTTP/1.1 200 OK\r\n'
  const drip = (text: string) => (socket: Socket) => {
    const timer = setInterval(() => socket.write(text), 20)
    socket.on('close', () => clearInterval(timer))
  }
  const flood = (text: string) => (socket: Socket) => {
    const more = () => {
      while (!socket.destroyed && socket.write(text)) continue
    }
    socket.on('drain', more)
    more()
  }
  const afterHead = (answer: (socket: Socket) => void) => (socket: Socket) => {
    socket.write(`${head}\r\n`)
    answer(socket)
  }
  const ask = async (port: number, wholeMs = 10_000) =>
    egressWith({ allow: `127.0.0.1:${port}` }, { wholeMs }).ask({
      url: `http://127.0.0.1:${port}/`,
      method: 'GET',
    })

  test.each([
    ['slowly', afterHead(drip('x')), 'The server did not answer in time.'],
    ['without a status', drip('a: b\r\n'), 'The connection broke off.'],
    [
      'with a header that comes slowly and never ends',
      (socket: Socket) => (socket.write(head), drip('a: b\r\n')(socket)),
      'The server did not answer in time.',
    ],
    [
      'with a header that is too large',
      (socket: Socket) => (socket.write(head), flood(`a: ${'b'.repeat(1_000)}\r\n`)(socket)),
      'The header of the answer is too large.',
    ],
    ['never', () => {}, 'The server did not answer in time.'],
    [
      'with no HTTP',
      (socket: Socket) => socket.end('220 smtp ready\r\n'),
      'The connection broke off.',
    ],
  ])('%s has failed, and its connection is closed', async (_name, answer, reason) => {
    const { port, ended } = await startRaw(answer)
    const wholeMs = reason.includes('in time') ? 400 : 10_000
    expect(await ask(port, wholeMs)).toMatchObject({ ok: false, problem: 'failed', reason })
    await expect.poll(() => ended).toEqual([true])
  })

  test('endlessly is read up to 64 KB, and its connection is closed', async () => {
    const { port, ended } = await startRaw(afterHead(flood('x'.repeat(16 * 1024))))
    const answer = await ask(port)
    expect(answer.ok && [answer.isCut, answer.body.length]).toEqual([true, 64 * 1024])
    await expect.poll(() => ended).toEqual([true])
  })
})

test('a server without a valid certificate is not asked', async () => {
  const server = createTlsServer(await makeCertificate('here.test'), () => {
    throw new Error('It was asked')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  const egress = egressWith({ allow: `127.0.0.1:${port}` })
  const answer = await egress.ask({ url: `https://127.0.0.1:${port}/`, method: 'GET' })
  expect(answer).toMatchObject({ problem: 'failed', reason: 'Its certificate is not valid.' })
})

test('a request says who asks, and nothing of others; what comes packed stays packed', async () => {
  const packed = gzipSync(Buffer.alloc(1_000_000))
  const { port, reached } = await startCanary((_request, reply) => {
    reply.writeHead(200, { 'content-encoding': 'gzip', 'set-cookie': 'a=b' }).end(packed)
  })
  const egress = egressWith({ allow: `127.0.0.1:${port}` })
  const asked = { url: `http://127.0.0.1:${port}/hook?a=1#part`, method: 'POST' } as const
  const headers = { 'content-type': 'application/json', 'user-agent': 'Somebody' }
  for (let turn = 0; turn < 2; turn += 1) {
    const answer = await egress.ask({ ...asked, headers, body: Buffer.from('{"a":1}') })
    expect(answer.ok && answer.body.equals(packed)).toBe(true)
  }
  const sent = {
    host: `127.0.0.1:${port}`,
    'content-type': 'application/json',
    'content-length': '7',
    'user-agent': 'Mailstop/1.2.3',
    'accept-encoding': 'identity',
    connection: 'close',
  }
  expect(reached).toEqual([
    { method: 'POST', url: '/hook?a=1', headers: sent },
    { method: 'POST', url: '/hook?a=1', headers: sent },
  ])
})
