import { expect, test } from 'vitest'
import { identitiesOf, type DrillAttempt } from './drill-attempt.ts'
import { verdictOf } from './drill-verdict.ts'

type Given = Partial<DrillAttempt> & { id?: string; text?: string; to?: string }

const minute = 60_000
const endedAt = 3 * minute

/** An attempt `at` seconds after the beginning. */
function tried(at: number, outcome: DrillAttempt['outcome'], given: Given = {}): DrillAttempt {
  const { id, text, to = 'ada@b.test', ...rest } = given
  const envelope = { sender: 'app@rocket.test', recipients: [to] }
  const content = {
    subject: '',
    messageId: id ?? null,
    digest: text ?? '',
    excerpt: '',
    header: () => null,
  }
  return {
    ...envelope,
    at: at * 1_000,
    point: id || text ? 'end' : 'rcpt',
    outcome,
    isAcknowledged: outcome === 'stored',
    transaction: null,
    identities: id || text ? identitiesOf(content, envelope, null) : [],
    subject: text ?? id ?? null,
    reply: outcome === 'stored' ? null : '451 4.3.0 Later',
    excerpt: null,
    mailId: outcome === 'stored' ? 1 : null,
    ...rest,
  }
}

const verdict = (attempts: DrillAttempt[], gaps: { from: number; to: number }[] = []) =>
  verdictOf({
    attempts,
    startedAt: 0,
    endedAt,
    watchedUntil: 10 * minute,
    gaps,
    leftOpen: 0,
    isOver: true,
    isCut: false,
  })

const m = { id: '<1@a.test>', text: 'Hello' }
const gap = [{ from: 5 * minute, to: 6 * minute }]

test.each<[string, DrillAttempt[], object, { from: number; to: number }[]?]>([
  ['nothing', [], { offered: 0, sentence: 'No mail was offered.' }],
  [
    'a mail that comes at once',
    [tried(1, 'stored', m)],
    { offered: 1, at_once: 1, lost: 0, longest_wait_ms: 0 },
  ],
  [
    'a retry after the content, by its Message-ID',
    [tried(1, 'deferred', m), tried(31, 'deferred', m), tried(250, 'stored', m)],
    { offered: 1, after_retries: 1, longest_wait_ms: 249_000, normal_after_ms: 70_000, guessed: 0 },
  ],
  [
    'a retry with another Message-ID and the same text',
    [
      tried(1, 'deferred', m),
      tried(31, 'deferred', { ...m, id: '<2@a.test>' }),
      tried(61, 'stored', { ...m, id: '<3@a.test>' }),
    ],
    { offered: 1, after_retries: 1, longest_wait_ms: 60_000 },
  ],
  [
    'two mails of the same text that both come',
    [tried(1, 'stored', m), tried(2, 'stored', { ...m, id: '<2@a.test>' })],
    { offered: 2, at_once: 2, doubled: 0 },
  ],
  [
    'a mail that is never tried again',
    [tried(1, 'deferred', m)],
    { offered: 1, lost: 1, normal_after_ms: null },
  ],
  [
    'a connection that ended in the content',
    [tried(1, 'dropped', { point: 'content' })],
    { lost: 1, guessed: 1 },
  ],
  [
    'a refusal before the content, by sender and recipient',
    [tried(1, 'deferred'), tried(31, 'stored', m)],
    { offered: 1, after_retries: 1, guessed: 1 },
  ],
  [
    'two mails to one recipient, in their order',
    [
      tried(1, 'deferred'),
      tried(2, 'deferred'),
      tried(31, 'stored', m),
      tried(32, 'stored', { id: '<2@a.test>', text: 'Other' }),
    ],
    { offered: 2, after_retries: 2, lost: 0 },
  ],
  [
    'one of two recipients refused, in one connection',
    [
      tried(1, 'deferred', { to: 'bo@b.test', transaction: 'one' }),
      tried(2, 'stored', { ...m, transaction: 'one' }),
      tried(40, 'stored', { ...m, to: 'bo@b.test', transaction: 'two' }),
    ],
    { offered: 1, after_retries: 1, doubled: 0, guessed: 0, longest_wait_ms: 39_000 },
  ],
  [
    'a mail whose reply was dropped, and that comes twice',
    [tried(1, 'dropped', { ...m, point: 'end' }), tried(1, 'stored', m), tried(61, 'stored', m)],
    { offered: 1, at_once: 1, doubled: 1, lost: 0 },
  ],
  [
    'a mail whose reply was dropped, and that comes again with another Message-ID',
    [
      tried(1, 'dropped', { ...m, point: 'end' }),
      tried(1, 'stored', m),
      tried(61, 'stored', { ...m, id: '<2@a.test>' }),
    ],
    { offered: 1, doubled: 1 },
  ],
  [
    'an app that ignores 250',
    [1, 2, 3].map((at) => tried(at, 'stored', m)),
    { offered: 1, doubled: 1 },
  ],
  [
    'a refusal for good',
    [tried(1, 'refused', m)],
    { offered: 1, refused: 1, lost: 0, tried_after_refusal: 0, normal_after_ms: null },
  ],
  [
    'a refusal for good that is tried again',
    [tried(1, 'refused', m), tried(9, 'refused', m)],
    { refused: 1, tried_after_refusal: 1 },
  ],
  [
    'a refusal for good of each recipient in one transaction',
    [
      tried(1, 'refused', { transaction: 'one' }),
      tried(1, 'refused', { transaction: 'one', to: 'bo@b.test' }),
    ],
    { offered: 1, refused: 1, tried_after_refusal: 0 },
  ],
  [
    'a refusal of a recipient in a connection that goes on with another mail',
    [
      tried(1, 'deferred', { transaction: 'one', to: 'bo@b.test' }),
      tried(2, 'deferred', { ...m, transaction: 'two' }),
      tried(31, 'stored', { id: '<2@a.test>', text: 'Two', to: 'bo@b.test' }),
    ],
    { offered: 2, after_retries: 1, lost: 1 },
  ],
  [
    'a mail that is refused after its content, and then before it',
    [tried(1, 'deferred', m), tried(2, 'deferred'), tried(31, 'stored', m)],
    { offered: 1, after_retries: 1, lost: 0 },
  ],
  [
    'a mail that is refused after its content, then before it, and never comes',
    [tried(1, 'deferred', m), tried(2, 'deferred')],
    { offered: 1, lost: 1 },
  ],
  [
    'another mail to a recipient whose first came',
    [tried(1, 'stored', m), tried(2, 'deferred')],
    { offered: 2, at_once: 1, lost: 1 },
  ],
  [
    'a mail that was offered before no server ran',
    [tried(1, 'deferred', m)],
    { lost: 0, unknown: 1 },
    gap,
  ],
  [
    'a mail that came although no server ran',
    [tried(1, 'deferred', m), tried(400, 'stored', m)],
    { unknown: 0, after_retries: 1 },
    gap,
  ],
  [
    'a refused login',
    [tried(1, 'deferred', { point: 'auth', sender: null, recipients: [] })],
    { offered: 0 },
  ],
])('the verdict knows %s', async (_name, attempts, wanted, gaps) => {
  expect(await verdict(attempts, gaps)).toMatchObject(wanted)
})

test('the verdict is one sentence, a list with the lost first, and a drawing', async () => {
  const attempts = [
    tried(1, 'deferred', m),
    tried(2, 'stored', { id: '<2@a.test>', text: 'Two' }),
    tried(3, 'stored', { id: '<2@a.test>', text: 'Two' }),
    tried(200, 'deferred', { id: '<3@a.test>', text: 'Three' }),
    tried(400, 'stored', { id: '<3@a.test>', text: 'Three' }),
  ]
  const report = await verdict(attempts)
  expect(report.sentence).toBe('1 of 3 lost, 1 doubled.')
  expect(report.mails.map(({ subject, fate, copies }) => [subject, fate, copies])).toEqual([
    ['Hello', 'lost', 0],
    ['Two', 'at_once', 2],
    ['Three', 'after_retries', 1],
  ])
  const { step_ms, points } = report.timeline
  expect([step_ms, points.length, points[0], points[40], points[80]]).toEqual([
    5_000,
    120,
    { stored: 2, failed: 1 },
    { stored: 0, failed: 1 },
    { stored: 1, failed: 0 },
  ])
  const later = [tried(1, 'deferred', m), tried(430, 'stored', m)]
  expect((await verdict(later)).sentence).toBe(
    '0 of 1 lost, 0 doubled, normal again 4:10 after the end.',
  )
})

/** Numbers from 0 to 1, the same for the same seed. */
function random(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

/** Waits before the next try, in seconds; null: it gives up. `again` is whether it makes another Message-ID. */
const senders: Record<string, { waits: number[]; again?: boolean; loops?: boolean }> = {
  'a queue like that of Postfix': { waits: [60, 120, 240, 480] },
  'a queue with three tries': { waits: [10, 10], again: true },
  'a loop of retries': { waits: [1, 1, 1, 1, 1] },
  'no retry': { waits: [] },
  'a task that runs again after the content': { waits: [30, 60, 90], again: true },
  'a loop without end': { waits: Array.from({ length: 20 }, () => 2), loops: true },
}

const seeds = Array.from({ length: 20 }, (_, index) => index + 1)

test.each(Object.entries(senders))(
  'the verdict equals what %s has counted',
  async (_name, sender) => {
    for (const seed of seeds) {
      const draw = random(seed)
      const attempts: DrillAttempt[] = []
      const counted = { offered: 0, at_once: 0, after_retries: 0, lost: 0, doubled: 0 }
      for (let mail = 0; mail < 50; mail += 1) {
        let at = draw() * 170
        let copies = 0
        let tries = 0
        for (const wait of [...sender.waits, null]) {
          const fails = at < 180 && draw() < 0.5
          // Half of the failures come after the mail is stored.
          const isDropped = fails && draw() < 0.5
          const id = `<${mail}.${sender.again ? tries : 0}@a.test>`
          const given = { id, text: `Text ${mail}`, to: `u${mail}@b.test` }
          const time = at
          if (isDropped) attempts.push(tried(time, 'dropped', given))
          attempts.push(tried(time, fails && !isDropped ? 'deferred' : 'stored', given))
          if (!fails || isDropped) copies += 1
          if (tries === 0 && copies === 1) counted.at_once += 1
          else if (copies === 1 && (!fails || isDropped) && tries > 0) counted.after_retries += 1
          tries += 1
          if ((!fails && !sender.loops) || wait === null) break
          at += wait + 20
        }
        counted.offered += 1
        if (copies === 0) counted.lost += 1
        if (copies > 1) counted.doubled += 1
      }
      expect(await verdict(attempts), `seed ${seed}`).toMatchObject(counted)
    }
  },
)

test('the cost of a verdict grows with the attempts, and no faster', async () => {
  const shapes: ((at: number) => DrillAttempt)[] = [
    (at) => tried(at, 'deferred'),
    (at) =>
      tried(at, at % 2 ? 'deferred' : 'stored', at % 2 ? {} : { id: `<${at}@a.test>`, text: 'x' }),
    (at) => tried(at, at % 2 ? 'dropped' : 'stored', { ...m, transaction: 'one' }),
    (at) =>
      tried(at, at % 2 ? 'deferred' : 'stored', {
        transaction: 'one',
        ...(at % 2 ? {} : { id: `<${at}@a.test>` }),
      }),
    (at) => tried(at, 'deferred', { id: `<${at}@a.test>`, text: 'x' }),
  ]
  for (const shape of shapes) {
    const cost = async (count: number) => {
      const attempts = Array.from({ length: count }, (_, index) => shape(index))
      let least = Infinity
      for (let time = 0; time < 3; time += 1) {
        // What other programs take meanwhile does not count.
        const began = process.threadCpuUsage()
        await verdict(attempts)
        least = Math.min(least, process.threadCpuUsage(began).user / 1_000)
      }
      return least
    }
    await cost(5_000)
    expect((await cost(40_000)) / Math.max(2, await cost(10_000))).toBeLessThan(12)
  }
})
