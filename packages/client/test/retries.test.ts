import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createMailstop, MailstopError } from '../src/index.ts'

/** What happens on the way to a server, each request in turn; the last goes on for ever. */
type Turn = (request: IncomingMessage, response: ServerResponse) => void

async function startTurns(turns: Turn[]) {
  const asked: URL[] = []
  const server = createServer((request, response) => {
    asked.push(new URL(request.url ?? '', 'http://server.test'))
    turns[Math.min(asked.length, turns.length) - 1]?.(request, response)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/mail`
  return { asked, mailstop: createMailstop({ url, token: 'mst_1' }) }
}

const answer =
  (status: number, body: unknown, headers: Record<string, string> = {}): Turn =>
  (_request, response) =>
    void response
      .writeHead(status, headers)
      .end(typeof body === 'string' ? body : JSON.stringify(body))

const broken: Turn = ({ socket }) => {
  socket.destroy()
}
const brokenInTheMiddle: Turn = (_request, response) => {
  response.writeHead(200, { 'content-length': '100' })
  response.write('{"data":', () => response.destroy())
}
/** An answer without a length ends like a whole one. */
const brokenWithoutLength: Turn = ({ socket }) => {
  socket.end('HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n{"data":{"id":')
}
const mail = { id: 7, marker: 'r9', subject: 'Here' }
const arrived = answer(200, { data: mail, meta: { marker: 'r9' } })
const noMail = answer(404, {
  code: 'no_mail',
  message: 'No',
  saw: [{ id: 1, to: [], subject: 'Old', received_at: '2026-01-01T10:00:00Z', failed: ['to'] }],
  near: [],
})

test('a wait goes on after broken connections, proxies without a server and a server that ends', async () => {
  const { asked, mailstop } = await startTurns([
    broken,
    answer(502, '<html>Bad gateway</html>'),
    brokenInTheMiddle,
    brokenWithoutLength,
    answer(503, { code: 'unavailable', message: 'Ending' }, { 'retry-after': '0' }),
    arrived,
  ])
  expect(await mailstop.wait({ to: 'ada@customer.test', after: 'r5' })).toMatchObject(mail)
  expect(asked.map(({ searchParams }) => searchParams.get('after'))).toEqual(Array(6).fill('r5'))
  expect(asked[0]?.pathname).toBe('/mail/api/teams/current/mails/wait')
})

test('a wait longer than one request asks again, and remembers what it saw', async () => {
  const { asked, mailstop } = await startTurns([noMail, noMail, arrived])
  await mailstop.wait({ to: 'ada@customer.test', timeout: 180_000 })
  expect(asked.map(({ searchParams }) => searchParams.get('timeout'))).toEqual(
    Array(3).fill('50000'),
  )
})

test('a mail is sent once, whatever happens to the connection', async () => {
  const keys: unknown[] = []
  const keep: Turn = ({ headers }) => void keys.push(headers['idempotency-key'])
  const both =
    (turn: Turn): Turn =>
    (request, response) => {
      keep(request, response)
      turn(request, response)
    }
  const { mailstop } = await startTurns([
    both(broken),
    both(answer(201, { data: { id: 3, marker: 'r1' } })),
  ])
  expect(await mailstop.send('Subject: x\r\n\r\nx', { to: ['a@b.test', 'c@d.test'] })).toEqual({
    id: 3,
    marker: 'r1',
  })
  expect(new Set(keys)).toEqual(new Set([expect.stringMatching(/^[\da-f-]{36}$/)]))
  expect(keys).toHaveLength(2)
})

test.each([
  ['a broken connection', broken, 1, 'refused'],
  ['a proxy that lost the server', answer(502, 'Bad gateway'), 1, 'refused'],
  [
    'a server that is full',
    answer(503, { code: 'unavailable' }, { 'retry-after': '0' }),
    2,
    'rotated',
  ],
])('a password is not replaced twice after %s', async (_name, first, requests, outcome) => {
  const { asked, mailstop } = await startTurns([
    answer(200, { data: { id: 4, name: 'shop', credentials: {} } }),
    first,
    answer(200, { data: { host: 'mail' } }),
  ])
  const inbox = await mailstop.inbox('shop')
  const before = asked.length
  const rotated = inbox.rotate(24).then(
    () => 'rotated',
    () => 'refused',
  )
  expect(await rotated).toBe(outcome)
  expect(asked.length - before).toBe(requests)
})

test('a mail that is deleted while older ones are read ends no wait', async () => {
  const old = { id: 5, marker: 'r8', subject: 'Older', extracted: { code: '123456' } }
  const gone = answer(404, { code: 'not_found', message: 'Not found' })
  const { mailstop } = await startTurns([
    answer(200, { data: { ...mail, extracted: { codes: [] } }, meta: { marker: 'r9' } }),
    answer(200, { data: [{ id: 7 }, { id: 6 }, { id: 5 }], meta: {} }),
    gone,
    answer(200, { data: old }),
  ])
  expect(await mailstop.code({ from: 'app@x.test' })).toBe('123456')
})

test('what will not change is answered at once, with every problem', async () => {
  const { asked, mailstop } = await startTurns([
    answer(422, {
      code: 'invalid',
      message: 'No',
      errors: { to: ['Too long'], q: ['Ends early'] },
    }),
  ])
  await expect(mailstop.list({ to: 'x' })).rejects.toMatchObject({
    code: 'invalid',
    status: 422,
    message: 'Too long. Ends early',
  })
  expect(asked).toHaveLength(1)
})

test.each([
  [200, '<!doctype html><title>Log in to the Wi-Fi</title>', 'Log in to the Wi-Fi'],
  [200, 'null', 'null'],
  [500, 'null', 'null'],
  [500, '{"errors":null,"message":null}', '"message":null'],
])(
  'an answer of something else with status %d is refused at once: %s',
  async (status, body, part) => {
    const { asked, mailstop } = await startTurns([answer(status, body)])
    const failure: unknown = await mailstop.marker().catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(MailstopError)
    expect(failure).toMatchObject({ code: 'unreadable', status })
    expect((failure as Error).message).toContain(part)
    expect(asked).toHaveLength(1)
  },
)

test('a server that stands still keeps a short wait no longer than a moment above its timeout', async () => {
  const patience = vi.spyOn(AbortSignal, 'timeout')
  onTestFinished(() => patience.mockRestore())
  const { mailstop } = await startTurns([arrived])
  await mailstop.wait({ to: 'ada@customer.test', timeout: 1_000 })
  expect(patience.mock.lastCall?.[0]).toBeLessThanOrEqual(11_000)
  await mailstop.wait({ to: 'ada@customer.test', timeout: 300_000 })
  expect(patience.mock.lastCall?.[0]).toBe(60_000)
})
