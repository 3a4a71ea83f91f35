import { expect, test } from 'vitest'
import { createKeptAnswers } from './kept-answers.ts'

function counting() {
  const kept = createKeptAnswers()
  let made = 0
  const ask = async (key: string, answer = key) => {
    await kept(key, async () => {
      made += 1
      return answer
    })
    return made
  }
  return { ask }
}

test('an answer is made once, as long as it is kept', async () => {
  const { ask } = counting()
  expect(await ask('a')).toBe(1)
  expect(await ask('a')).toBe(1)
  for (let index = 0; index < 500; index += 1) await ask(`other ${index}`)
  expect(await ask('a')).toBe(502)
})

test('what was asked for last is kept longest, within eight megabytes', async () => {
  const { ask } = counting()
  const large = 'x'.repeat(100 * 1024)
  for (let index = 0; index < 50; index += 1) {
    await ask('first')
    await ask(`large ${index}`, large)
  }
  expect(await ask('first')).toBe(51)
  expect(await ask('large 49', large)).toBe(51)
  expect(await ask('large 0', large)).toBe(52)
})

test('an answer that is too large is never kept', async () => {
  const { ask } = counting()
  const huge = 'x'.repeat(200 * 1024)
  expect(await ask('a', huge)).toBe(1)
  expect(await ask('a', huge)).toBe(2)
})
