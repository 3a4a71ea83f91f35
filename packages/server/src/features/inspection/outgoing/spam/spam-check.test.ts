import { createServer, type AddressInfo, type Socket } from 'node:net'
import { once } from 'node:events'
import { limits } from '@mailstop/contract/limits'
import { pino } from 'pino'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createEgress } from '../../../../egress/egress.ts'
import { createFairShares } from '../../../../lib/shares/fair-shares.ts'
import { serveClient } from '../../../../lib/shares/served-client.ts'
import { createRspamd } from './rspamd.ts'
import { createSpamCheck } from './spam-check.ts'
import { createSpamd } from './spamd.ts'

/** Plays an engine: `answer` gets the connection once something was asked. */
async function startEngine(answer: (socket: Socket, asked: () => string) => void) {
  let asked = ''
  let connections = 0
  const server = createServer((socket) => {
    connections += 1
    socket.on('error', () => {})
    socket.on('data', (data) => (asked += data.toString('latin1')))
    socket.once('data', () => answer(socket, () => asked))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return {
    port: (server.address() as AddressInfo).port,
    asked: () => asked,
    connections: () => connections,
    stop: () => server.close(),
  }
}

const engines = {
  spamd: (port: number) => createSpamd(new URL(`spamd://127.0.0.1:${port}`)),
  rspamd: (port: number) =>
    createRspamd(
      new URL(`rspamd+http://:s%3Acret@127.0.0.1:${port}`),
      createEgress({ destinations: null, version: '1', wholeMs: 25_000 }),
    ),
}

function checkWith(engine: keyof typeof engines, port: number, deadlineMs = 20_000) {
  const clock = { time: 1_000 }
  const shares = createFairShares({
    total: 4,
    perUser: 2,
    waiting: 10,
    waitingPerUser: 10,
    waitMs: 5_000,
  })
  const log = pino({ level: 'silent' })
  const check = createSpamCheck({
    engine: engines[engine](port),
    shares,
    log,
    now: () => clock.time,
    deadlineMs,
  })
  const source = Buffer.from('Subject: Hello\r\n\r\nHello\r\n')
  let read = 0
  const score = (mail: { size?: number; envelope_from?: string } = {}) =>
    check({ size: source.length, envelope_from: 'app@rocket.test', ...mail }, async () => {
      read += 1
      return source
    })
  const scoreAs = (user: string) => serveClient({ user, connection: {} }, () => score())
  return { score, scoreAs, clock, read: () => read }
}

const report = `Content analysis details:   (6.3 points, 5.0 required)

 pts rule name              description
---- ---------------------- --------------------------------------------------
-0.0 NO_RELAYS              Informational: message was not relayed via SMTP
 1.2 MISSING_HEADERS        Missing To: header
 5.1 SUBJECT_SHOUTS         The subject is in capital letters, which people
                            of good manners avoid

`
const spamdAnswer = `SPAMD/1.1 0 EX_OK\r\nContent-length: ${report.length}\r\nSpam: True ; 6.3 / 5.0\r\n\r\n${report}`

const json = JSON.stringify({
  score: 6.3,
  required_score: 15,
  action: 'no action',
  symbols: {
    NO_RELAYS: { name: 'NO_RELAYS', score: -0.0, metric_score: 0 },
    MISSING_HEADERS: { name: 'MISSING_HEADERS', score: 1.2, description: 'Missing To: header' },
    SUBJECT_SHOUTS: { name: 'SUBJECT_SHOUTS', score: 5.1, description: 'Capital letters' },
  },
})
const http = (status: string, body: string, length = body.length) =>
  `HTTP/1.1 ${status}\r\nContent-Length: ${length}\r\n\r\n${body}`
const rspamdAnswer = http('200 OK', json)

const said = { spamd: spamdAnswer, rspamd: rspamdAnswer }
const each = Object.keys(engines) as (keyof typeof engines)[]

describe.each(each)('%s', (name) => {
  test('says the score and the rules that add most', async () => {
    const engine = await startEngine((socket) => socket.end(said[name]))
    const { score } = checkWith(name, engine.port)
    const found = await score()
    expect(found).toMatchObject({
      engine: name === 'spamd' ? 'spamassassin' : 'rspamd',
      score: 6.3,
      threshold: name === 'spamd' ? 5 : 15,
    })
    expect(found.rules.map((rule) => [rule.name, rule.score + 0])).toEqual([
      ['SUBJECT_SHOUTS', 5.1],
      ['MISSING_HEADERS', 1.2],
      ['NO_RELAYS', 0],
    ])
    expect(engine.asked()).toContain('Return-Path: <app@rocket.test>\r\nSubject: Hello')
  })

  test('gets a sender without what would break its line', async () => {
    const engine = await startEngine((socket) => socket.end(said[name]))
    await checkWith(name, engine.port).score({ envelope_from: 'ä<>a@b.test\r\nx: y' })
    expect(engine.asked()).toContain('Return-Path: <a@b.testx:y>\r\nSubject')
  })

  const endless = (socket: Socket) => {
    const more = () => {
      while (!socket.destroyed && socket.write('x'.repeat(64 * 1024))) continue
    }
    socket.on('drain', more)
    socket.write(said[name].replace(/[Cc]ontent-[Ll]ength: \d+/, 'Content-length: 100000000'))
    more()
  }

  test.each<[string, (socket: Socket) => void, deadlineMs?: number]>([
    ['slow', () => {}, 300],
    ['dead', (socket) => socket.destroy()],
    ['gives half an answer', (socket) => socket.end(said[name].slice(0, -40))],
    ['gives a hundred megabytes', endless],
    ['gives no answer of its kind', (socket) => socket.end('220 smtp ready\r\n')],
    [
      'refuses',
      (socket) =>
        socket.end(
          name === 'spamd' ? 'SPAMD/1.0 76 Bad header line\r\n\r\n' : http('403 No', '{}'),
        ),
    ],
  ])(
    'that is %s is said to be unavailable, and nothing else fails',
    async (_state, answer, deadlineMs) => {
      const engine = await startEngine(answer)
      const { score } = checkWith(name, engine.port, deadlineMs)
      await expect(score()).rejects.toMatchObject({ code: 'spam_unavailable' })
    },
  )

  test('that failed three times for a person is not asked for them for a minute, and for nobody when it failed for three', async () => {
    const engine = await startEngine((socket) => socket.destroy())
    const { scoreAs, clock, read } = checkWith(name, engine.port)
    async function fails(user: string, turns: number) {
      for (let turn = 0; turn < turns; turn += 1) {
        const refusal = { code: 'spam_unavailable', retryAfter: 60 }
        await expect(scoreAs(user)).rejects.toMatchObject(refusal)
      }
      return engine.connections()
    }
    expect(await fails('eve', 5)).toBe(3)
    clock.time += 60_000
    expect(await fails('eve', 5)).toBe(6)
    expect(await fails('ann', 1)).toBe(7)
    expect(await fails('bob', 1)).toBe(8)
    expect(await fails('joe', 1)).toBe(8)
    expect(read()).toBe(8)
    clock.time += 60_000
    expect(await fails('joe', 5)).toBe(11)
  })

  test('that is not there is unavailable, and nobody waits for it after three failures', async () => {
    const engine = await startEngine(() => {})
    engine.stop()
    const { scoreAs, read } = checkWith(name, engine.port)
    for (const user of ['eve', 'eve', 'ann', 'bob', 'joe']) {
      await expect(scoreAs(user)).rejects.toMatchObject({ code: 'spam_unavailable' })
    }
    expect(read()).toBe(3)
  })
})

test('a mail that is too large is not read, and its refusal says so', async () => {
  const { score, read } = checkWith('spamd', 9)
  await expect(score({ size: limits.spamCheckBytes + 1 })).rejects.toMatchObject({
    code: 'conflict',
    message: expect.stringContaining('too large'),
  })
  expect(read()).toBe(0)
})

test('the description of a rule of SpamAssassin may go on below', async () => {
  const engine = await startEngine((socket) => socket.end(spamdAnswer))
  const { rules } = await checkWith('spamd', engine.port).score()
  expect(rules[0]?.description).toBe(
    'The subject is in capital letters, which people of good manners avoid',
  )
})

test('Rspamd gets the password of its URL', async () => {
  const engine = await startEngine((socket) => socket.end(rspamdAnswer))
  await checkWith('rspamd', engine.port).score()
  expect(engine.asked()).toMatch(/^POST \/checkv2 HTTP\/1\.1\r\n/)
  expect(engine.asked()).toMatch(/\r\npassword: s:cret\r\n/i)
})
