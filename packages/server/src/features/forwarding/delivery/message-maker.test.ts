import { afterAll, expect, test } from 'vitest'
import type { ForwardOrder } from './forwarded-mail.ts'
import { createMessageMaker } from './message-maker.ts'
import { make } from './message-worker.ts'

const order: ForwardOrder = {
  id: 'id',
  at: 0,
  receivedAt: 0,
  mailFrom: 'Mailstop <no-reply@mail.example.com>',
  to: 'dev@customer.test',
  team: 'Rocket Labs',
  mark: 'here',
  mostReturns: 0,
  stopUrl: 'https://inbox.example.com/forwarding/stop/x',
}
const messages = createMessageMaker()
afterAll(() => messages.stop())

const head = 'From: a@b.test\r\nSubject: x\r\n'
const mail = (lines: number, more = '') =>
  new Uint8Array(Buffer.from(`${head}${more}\r\n${'A line that is not long.\n'.repeat(lines)}`))

test.each([
  ['small', mail(10)],
  ['large', mail(400_000)],
])(
  'a %s mail is the same message in any thread, and its source stays unchanged',
  async (_, source) => {
    const before = Buffer.from(source)
    const made = await messages.make(source, order)
    expect(before.equals(source)).toBe(true)
    const here = await make(source, order)
    if ('problem' in made || 'problem' in here) throw new Error('It was not made')
    expect(made.envelope).toEqual(here.envelope)
    expect(Buffer.compare(made.source, here.source)).toBe(0)
  },
)

test.each([
  ['small', 10],
  ['large', 40_000],
])('a %s mail that is in a loop makes no message', async (_, lines) => {
  const source = mail(lines, 'X-Mailstop-Hop: abc here\r\n')
  expect(await messages.make(source, order)).toEqual({ problem: 'loop' })
})

// The thread that catches mail would make it all the same.
test('a large mail is made in another thread, and refused for now when that was stopped', async () => {
  const ended = createMessageMaker()
  await ended.stop()
  await expect(ended.make(mail(40_000), order)).rejects.toMatchObject({ code: 'unavailable' })
})
