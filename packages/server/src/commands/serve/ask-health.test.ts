import { expect, test } from 'vitest'
import { askUntilWell } from './ask-health.ts'

type Answer = Response | Error

/** A process that returns these answers, repeating the last one, and a clock that runs while one pauses. */
function setUp(answers: Answer[], waitMs = 0) {
  const state = { now: 0, asked: 0 }
  const health = askUntilWell({
    async ask() {
      const answer = answers[Math.min(state.asked++, answers.length - 1)] as Answer
      if (answer instanceof Error) throw answer
      return answer.clone()
    },
    waitMs,
    pause: async (ms) => (state.now += ms),
    elapsed: () => state.now,
  })
  return { state, health }
}

const well = Response.json({ status: 'ok' })
const unready = Response.json({ checks: ['store', 'store_read_only'] }, { status: 503 })
const refused = new TypeError('fetch failed', {
  cause: Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }),
})

test.each<[string, Answer, object]>([
  ['that is well', well, { isWell: true, impaired: [] }],
  ['that is not ready', unready, { isWell: false, reason: 'is not ready: store, store_read_only' }],
  ['of another program', new Response('x', { status: 404 }), { reason: 'answers with status 404' }],
  ['that does not listen', refused, { reason: 'does not answer: ECONNREFUSED' }],
  ['that is silent', new Error('timed out'), { reason: 'does not answer: timed out' }],
])('a process %s is described', async (_, answer, said) => {
  const { health, state } = setUp([answer])
  expect(await health).toMatchObject(said)
  expect(state.asked).toBe(1)
})

test('a process that starts is asked until it is well', async () => {
  const { health, state } = setUp([refused, refused, unready, well], 30_000)
  expect(await health).toEqual({ isWell: true, impaired: [] })
  expect(state).toEqual({ asked: 4, now: 750 })
})

test('a process that is well names what it cannot use', async () => {
  const { health } = setUp([
    Response.json({ status: 'ok', impaired: ['sources', 'store_damaged'] }),
  ])
  expect(await health).toEqual({ isWell: true, impaired: ['sources', 'store_damaged'] })
})

test('asking ends with the time that was given', async () => {
  const { health, state } = setUp([refused], 1_100)
  expect(await health).toMatchObject({ isWell: false })
  expect(state).toEqual({ asked: 6, now: 1_100 })
})
