import { expect, test } from 'vitest'
import { createGuessLane } from './guess-lane.ts'

const wanted = () => true

/** A lane whose rests are in the hands of the test. */
function laneAtRest() {
  const rests: { ms: number; end: () => void }[] = []
  const lane = createGuessLane({
    gapMs: 5,
    pause: (ms) => new Promise<void>((end) => rests.push({ ms, end })),
  })
  const checked: string[] = []
  const check = (client: string, guess: string, isWanted = wanted) =>
    lane.check({ client, isWanted }, async () => void checked.push(guess))
  async function endRest() {
    rests.shift()?.end()
    await settled()
  }
  return { lane, rests, checked, check, endRest }
}

const settled = () => new Promise((done) => setImmediate(done))

test('guesses are checked one at a time, with a rest between them', async () => {
  const { checked, check, rests, endRest } = laneAtRest()
  for (const guess of ['1', '2', '3']) void check('a', guess)
  await settled()
  expect(checked).toEqual(['1'])
  expect(rests).toMatchObject([{ ms: 5 }])
  await endRest()
  expect(checked).toEqual(['1', '2'])
})

test('clients take turns, however much one of them tries', async () => {
  const { checked, check, endRest } = laneAtRest()
  for (let count = 0; count < 1_000; count += 1) void check('flood', `flood ${count}`)
  void check('quiet', 'quiet')
  await settled()
  await endRest()
  await endRest()
  expect(checked).toEqual(['flood 0', 'flood 1', 'quiet'])
})

test('what nobody waits for any more takes no turn', async () => {
  const { checked, check, endRest } = laneAtRest()
  let hungUp = false
  void check('a', 'first')
  const gone = [1, 2, 3].map((count) => check('a', `gone ${count}`, () => !hungUp))
  const last = check('a', 'last')
  hungUp = true
  await settled()
  await endRest()
  expect(checked).toEqual(['first', 'last'])
  expect(await Promise.all(gone)).toEqual([null, null, null])
  expect(await last).toEqual({ result: undefined })
})

test('a check that fails delays nobody', async () => {
  const { lane, checked, check, endRest } = laneAtRest()
  const failing = () => Promise.reject(new Error('no database'))
  const broken = lane.check({ client: 'a', isWanted: wanted }, failing)
  await expect(broken).rejects.toThrow('no database')
  void check('a', 'next')
  await settled()
  await endRest()
  expect(checked).toEqual(['next'])
})
