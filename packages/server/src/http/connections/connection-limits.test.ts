import { EventEmitter, once } from 'node:events'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { expect, onTestFinished, test } from 'vitest'
import { limitConnections } from './connection-limits.ts'

/** Requests are answered when the test says so. */
async function serve(limits: Parameters<typeof limitConnections>[1]) {
  const answers: (() => void)[] = []
  const whole: IncomingMessage[] = []
  const upgraded: Duplex[] = []
  const server = createServer((request, response) => {
    if (request.url === '/last') response.setHeader('connection', 'close')
    answers.push(() => response.end('answer'))
    request.resume().once('end', () => whole.push(request))
  })
  server.on('upgrade', (_request, socket) => upgraded.push(socket))
  const connections = limitConnections(server, limits)
  let parsed = 0
  server.on('request', () => (parsed += 1))
  server.listen(0)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  async function open(localAddress = '127.0.0.1'): Promise<Socket> {
    const accepted = once(server, 'connection')
    const socket = connect({ port, host: '127.0.0.1', localAddress }).on('error', () => {})
    onTestFinished(() => void socket.destroy())
    await accepted
    return socket
  }
  async function soMany<T>(of: T[], count: number): Promise<T | undefined> {
    while (of.length < count) await new Promise(setImmediate)
    return of.at(-1)
  }
  return {
    open,
    answers,
    connections,
    parsed: () => parsed,
    waiting: (count: number) => soMany(answers, count),
    bodies: (count: number) => soMany(whole, count),
    upgrades: (count: number) => soMany(upgraded, count),
  }
}

const get = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n'

test('the requests of a connection are answered one after another, and too many at once end it', async () => {
  const { open, answers, waiting, parsed } = await serve({ requestsAtOnce: 3 })
  const patient = await open()
  patient.write(get.repeat(3))
  for (let count = 1; count <= 3; count += 1) {
    await waiting(count)
    expect(answers).toHaveLength(count)
    answers.at(-1)?.()
  }
  patient.write(get)
  await waiting(4)
  const greedy = await open()
  const ended = once(greedy, 'close')
  greedy.write(get.repeat(1_000))
  await ended
  expect(patient.destroyed).toBe(false)
  // Four of the patient one, and of the greedy one no more than showed that they are too many.
  expect(parsed()).toBe(8)
  expect(answers).toHaveLength(5)
})

test('a request behind a reply that closes the connection is not begun', async () => {
  const { open, answers, waiting, parsed } = await serve({})
  const socket = await open()
  const ended = once(socket, 'close')
  socket.resume().write(`${get.replace('/', '/last')}${get}`)
  await waiting(1)
  while (parsed() < 2) await new Promise(setImmediate)
  answers[0]?.()
  await ended
  expect(answers).toHaveLength(1)
})

test('an idle connection of the address that has most makes way for the next', async () => {
  const { open, waiting } = await serve({ connections: 4 })
  const busy = await open()
  busy.write(get)
  await waiting(1)
  const idle = [await open(), await open()]
  const alone = await open('127.0.0.2')
  const ended = once(idle[0] as Socket, 'close')
  await open('127.0.0.3')
  await ended
  expect([busy, idle[1], alone].map((socket) => socket?.destroyed)).toEqual([false, false, false])
})

test('of the address that has most, what waits for its client goes first, then what waits for us', async () => {
  const { open, waiting } = await serve({ connections: 4 })
  const idle = await open('127.0.0.2')
  const [waits, halfSent, later] = [await open(), await open(), await open()]
  for (const socket of [waits, later]) socket.write(get)
  halfSent.write(`POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\nhalf`)
  await waiting(3)
  for (const [socket, address] of [
    [halfSent, '127.0.0.3'],
    [waits, '127.0.0.4'],
  ] as const) {
    const ended = once(socket, 'close')
    await open(address)
    await ended
  }
  expect([idle, later].map((socket) => socket.destroyed)).toEqual([false, false])
})

test('a request whose body has come waits for us', async () => {
  const { open, waiting, bodies } = await serve({ connections: 3 })
  const whole = await open()
  whole.write(`POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\n\r\nbody`)
  await bodies(1)
  const next = await open()
  next.write(get)
  await waiting(2)
  const idle = await open()
  const ended = once(idle, 'close')
  await open('127.0.0.2')
  await ended
  expect([whole, next].map((socket) => socket.destroyed)).toEqual([false, false])
})

test('nor does one that comes after a body which idle waited for count for less', async () => {
  const { open, answers, waiting, bodies } = await serve({ connections: 3 })
  const socket = await open()
  socket.write(`POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\n\r\nbo`)
  await waiting(1)
  answers[0]?.()
  await once(socket, 'data')
  socket.write('dy')
  await bodies(1)
  socket.write(get)
  await waiting(2)
  const idle = await open()
  await open('127.0.0.2')
  const ended = Promise.race([once(idle, 'close'), once(socket, 'close')])
  await open('127.0.0.2')
  await ended
  expect([socket, idle].map(({ destroyed }) => destroyed)).toEqual([false, true])
})

test('one address with bodies that never come keeps out neither another one nor health', async () => {
  const { open, waiting, answers } = await serve({
    connections: 20,
    isHealth: (url) => url === '/livez',
  })
  for (let number = 1; number <= 20; number += 1) {
    const greedy = await open()
    greedy.write(`POST /login HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\nhalf`)
    await waiting(number)
  }
  for (const [address, path] of [
    ['127.0.0.2', '/'],
    ['127.0.0.2', '/livez'],
    ['127.0.0.1', '/livez'],
  ]) {
    const other = await open(address)
    const answered = Promise.race([once(other, 'data'), once(other, 'close')])
    void waiting(answers.length + 1).then(() => answers.at(-1)?.())
    other.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`)
    expect(String(await answered)).toMatch(/^HTTP\/1.1 200/)
  }
})

test('behind a proxy the connections of a client are those that carry its requests', async () => {
  const { open, waiting } = await serve({
    connections: 4,
    clientAddress: ({ headers }) => headers['x-forwarded-for'] as string,
  })
  const of = (client: string) => `GET / HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: ${client}\r\n\r\n`
  const patient = await open()
  patient.write(of('192.0.2.1'))
  await waiting(1)
  const greedy = [await open(), await open(), await open()]
  for (const socket of greedy) socket.write(of('192.0.2.2'))
  await waiting(4)
  const ended = once(greedy[0] as Socket, 'close')
  const next = await open()
  await ended
  expect([patient, next].map((socket) => socket.destroyed)).toEqual([false, false])
})

test('a websocket takes a place as one that is not finished until a user has it', async () => {
  const { open, upgrades, connections } = await serve({ connections: 3 })
  const upgrade = 'GET / HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n'
  const [live, idle] = [await open(), await open()]
  live.write(upgrade)
  connections.isLive((await upgrades(1)) as Socket)
  idle.write(upgrade)
  await upgrades(2)
  const fresh = await open()
  const ended = once(idle, 'close')
  await open('127.0.0.2')
  await ended
  expect([live, fresh].map((socket) => socket.destroyed)).toEqual([false, false])
})

test('the next one is refused where no address has more than one, and health is answered', async () => {
  const { open, waiting, answers } = await serve({
    connections: 2,
    isHealth: (url) => url === '/livez',
  })
  const busy = [await open(), await open('127.0.0.3')]
  for (const socket of busy) socket.write(get)
  await waiting(2)
  const late = await open('127.0.0.2')
  late.write(get)
  const [answer] = (await once(late, 'data')) as [Buffer]
  expect(answer.toString()).toMatch(/^HTTP\/1.1 503 [^]*retry-after: 5/i)
  // Others that come and say nothing do not keep it out.
  for (let number = 0; number < 40; number += 1) await open('127.0.0.4')
  const check = await open('127.0.0.4')
  check.write('GET /livez HTTP/1.1\r\nHost: x\r\n\r\n')
  await waiting(3)
  answers[2]?.()
  const [alive] = (await once(check, 'data')) as [Buffer]
  expect(alive.toString()).toMatch(/^HTTP\/1.1 200 [^]*connection: close/i)
  expect(busy.map((socket) => socket.destroyed)).toEqual([false, false])
})

test('an address that has most gives of its own to the next of its own, and never what waits for us', async () => {
  const { open, waiting } = await serve({ connections: 4 })
  const other = await open('127.0.0.2')
  const busy = [await open(), await open()]
  for (const socket of busy) socket.write(get)
  await waiting(2)
  const idle = await open()
  const ended = once(idle, 'close')
  const next = await open()
  await ended
  next.write(get)
  await waiting(3)
  const late = await open()
  late.write(get)
  expect(String((await once(late, 'data'))[0])).toMatch(/^HTTP\/1.1 503/)
  expect([other, ...busy, next].map((socket) => socket.destroyed)).toEqual([
    false,
    false,
    false,
    false,
  ])
})

test('10,000 that come to a full server cost little each', async () => {
  const server = new EventEmitter()
  limitConnections(server as Server, { connections: 8_000 })
  const connect = (address: string) => {
    const socket = Object.assign(new EventEmitter(), { remoteAddress: address, destroy() {} })
    server.emit('connection', socket)
  }
  for (let number = 0; number < 8_000; number += 1) connect(`10.0.${number % 200}.1`)
  const began = process.cpuUsage().user
  for (let number = 0; number < 10_000; number += 1) connect('192.0.2.1')
  // Looking at each of the others took 20 times as long.
  expect(process.cpuUsage().user - began).toBeLessThan(1_500_000)
})
