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

test('who asks while an answer is made waits for it, and makes it where that failed', async () => {
  const kept = createKeptAnswers()
  const first = Promise.withResolvers<string>()
  let made = 0
  const ask = () => kept('a', () => (made++ === 0 ? first.promise : Promise.resolve('again')))
  const asked = [ask(), ask(), ask()]
  first.reject(new Error('hung up'))
  await expect(asked[0]).rejects.toThrow('hung up')
  expect(await Promise.all(asked.slice(1))).toEqual(['again', 'again'])
  expect(made).toBe(2)
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
