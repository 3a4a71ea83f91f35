import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import * as fc from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'
import { fuzzRuns } from '../../test/support/fuzz-runs.ts'
import { createSharePools } from '../lib/shares/share-pools.ts'
import type { Pop3Limits } from './limits.ts'
import { createPop3 } from './pop3.ts'

const source = Buffer.from('Subject: Dots\r\n\r\n..\n.\r\n\r\nend')

type Given = { mails?: number; limits?: Partial<Pop3Limits> }

/** A server that knows ada with her password, and an inbox of so many mails. */
async function start({ mails = 3, limits = {} }: Given = {}) {
  const failures: unknown[] = []
  const pop3 = createPop3({
    host: '127.0.0.1',
    ports: [{ port: 0, tls: 'none' }],
    certificate: () => ({ key: '', cert: '' }),
    async attempt(_, check) {
      return { account: await check(), isPastLimit: false }
    },
    authenticate: async ({ username, password }) =>
      username === 'ada' && password === 'secret' ? { id: 1, user: 'ada' } : null,
    list: async () =>
      Array.from({ length: mails }, (_, id) => ({ id: id + 1, size: source.length })),
    source: async () => source,
    remove: null,
    shares: createSharePools({ largestMail: 1_000_000, largeReplies: 4_000_000 }),
    limits,
    log: {
      info: () => {},
      warn: (details) => failures.push(details),
      error: (details) => failures.push(details),
    },
    now: Date.now,
  })
  const [opened] = await pop3.start()
  onTestFinished(() => pop3.stop())
  return { port: opened?.port ?? 0, pop3, failures }
}

/** Sends the pieces, each for itself, and returns all that is answered. */
async function talk(port: number, pieces: Uint8Array[]): Promise<string> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true, allowHalfOpen: true })
  socket.on('error', () => {})
  await once(socket, 'connect')
  const heard = text(socket).catch(() => 'reset')
  for (const piece of pieces) {
    await new Promise((written) => socket.write(piece, written))
    await pause(0)
  }
  socket.end()
  return heard
}

const lines = (...all: string[]) => all.map((line) => Buffer.from(`${line}\r\n`))
const login = ['USER ada', 'PASS secret']

test('any bytes are answered, in whatever pieces they come, and nothing is left open', async () => {
  const { port, pop3, failures } = await start({ limits: { errors: 5 } })
  const part = fc.oneof(
    fc.uint8Array({ maxLength: 40 }),
    fc
      .constantFrom(
        ...login,
        'AUTH PLAIN',
        'AUTH PLAIN AGFkYQBzZWNyZXQ=',
        '*',
        'CAPA',
        'STLS',
        'LIST',
        'UIDL 2',
        'RETR 1',
        'TOP 1 1',
        'DELE 1',
        'RSET',
        'STAT',
        'NOOP',
        'QUIT',
      )
      .map((line) => new Uint8Array(Buffer.from(`${line}\r\n`))),
  )
  const cuts = fc.array(fc.integer({ min: 1, max: 30 }), { minLength: 1, maxLength: 6 })
  const holds = fc.asyncProperty(fc.array(part, { maxLength: 12 }), cuts, async (parts, sizes) => {
    const whole = Buffer.concat(parts)
    const pieces: Uint8Array[] = []
    for (let from = 0, at = 0; from < whole.length; at += 1) {
      const size = sizes[at % sizes.length] ?? 1
      pieces.push(whole.subarray(from, from + size))
      from += size
    }
    const said = await talk(port, [whole])
    if (said === 'reset') return
    expect(said).toMatch(/^\+OK Mailstop is ready\r\n(?:[^]*\r\n)?$/)
    // Who goes on sending after the end may be reset before the last reply was read (RFC 1122 section 4.2.2.13).
    expect([said, 'reset']).toContain(await talk(port, pieces))
  })
  await fc.assert(holds, { numRuns: fuzzRuns(100, 2_000) })
  expect(await talk(port, lines(...login, 'STAT', 'QUIT'))).toContain(
    `+OK 3 ${3 * source.length}\r\n+OK Bye`,
  )
  await expect.poll(() => pop3.stats()).toMatchObject({ connections: 0, sessions: 0 })
  expect(failures).toEqual([])
}, 120_000)

test.each(['LIST', 'UIDL', 'STAT', 'NOOP', 'RETR 1'])(
  'a thousand commands %s of one session hold up nobody else',
  async (command) => {
    const { port } = await start({ mails: 10_000 })
    const greedy = connect({ port, host: '127.0.0.1' })
    onTestFinished(() => void greedy.destroy())
    let answers = 0
    greedy.on(
      'data',
      (chunk: Buffer) => (answers += chunk.toString('latin1').split('+OK').length - 1),
    )
    greedy.write(Buffer.concat(lines(...login, ...Array.from({ length: 1_000 }, () => command))))
    await expect.poll(() => answers).toBeGreaterThan(3)
    expect(await talk(port, lines(...login, 'RETR 1', 'QUIT'))).toContain('Subject: Dots')
    expect(answers).toBeLessThan(1_000)
  },
)

test('a client that only asks for the capabilities has as long to log in as a silent one', async () => {
  const { port } = await start({ limits: { loginMs: 300 } })
  const socket = connect({ port, host: '127.0.0.1' }).on('error', () => {})
  const asking = setInterval(() => socket.write('CAPA\r\n'), 20)
  onTestFinished(() => clearInterval(asking))
  const began = performance.now()
  socket.resume()
  await once(socket, 'close')
  expect(performance.now() - began).toBeLessThan(2_000)
})

test('connections of an address that do not log in make way for one that does', async () => {
  const limits = { connections: 3, connectionsPerAddress: 3, strangerMs: 0 }
  const { port, pop3 } = await start({ limits })
  const held = Array.from({ length: 3 }, () => connect({ port, host: '127.0.0.1' }))
  for (const socket of held) {
    onTestFinished(() => void socket.on('error', () => {}).destroy())
    await once(socket, 'data')
  }
  for (const socket of held.slice(1)) {
    socket.write('USER ada\r\nPASS secret\r\n')
    await once(socket, 'data')
  }
  expect(await talk(port, lines(...login, 'QUIT'))).toContain('+OK You are logged in')
  await expect.poll(() => held.map(({ destroyed }) => destroyed)).toEqual([true, false, false])
  expect(pop3.stats()).toMatchObject({ turnedAway: 1 })
})

test.each([
  ['says nothing', [], { loginMs: 30 }],
  ['reads nothing', lines(...login, ...Array.from({ length: 200 }, () => 'LIST')), { stallMs: 30 }],
  ['never ends a line', [Buffer.alloc(4_000, 'x')], { loginMs: 30 }],
])('a client that %s loses its connection', async (_, pieces, limits) => {
  const { port, pop3 } = await start({ mails: 10_000, limits })
  const socket = connect({ port, host: '127.0.0.1' }).on('error', () => {})
  onTestFinished(() => void socket.destroy())
  await once(socket, 'connect')
  for (const piece of pieces) socket.write(piece)
  await expect.poll(() => pop3.stats().connections).toBe(1)
  await expect.poll(() => pop3.stats().connections, { timeout: 10_000 }).toBe(0)
})

test('one address has its connections, and where all are taken the one with the most makes way', async () => {
  const { port, pop3 } = await start({ limits: { connections: 6, connectionsPerAddress: 5 } })
  const hold = (localAddress: string) => {
    const socket = connect({ port, host: '127.0.0.1', localAddress }).on('error', () => {})
    onTestFinished(() => void socket.destroy())
    return once(socket, 'data')
  }
  for (let count = 0; count < 5; count += 1) await hold('127.0.0.2')
  const [refused] = (await hold('127.0.0.2')) as [Buffer]
  expect(refused.toString()).toContain('There are too many connections')
  await hold('127.0.0.3')
  expect(await talk(port, lines(...login, 'QUIT'))).toContain('+OK You are logged in')
  expect(pop3.stats()).toMatchObject({ turnedAway: 2, connections: expect.any(Number) })
})
