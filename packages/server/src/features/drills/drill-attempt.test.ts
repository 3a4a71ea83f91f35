import { expect, test } from 'vitest'
import { readOfferedContent } from '../../mime/offered-content.ts'
import { attemptOf, storedAttempt } from './drill-attempt.ts'
import { verdictOf } from './drill-verdict.ts'

const content = readOfferedContent(Buffer.from('Subject: Hi\r\n\r\nText\r\n'))
const offer = { sender: 'app@b.test', transaction: 't', session: 's', content: () => content }
const refusal = {
  step: 0,
  at: 'end',
  did: 'reply',
  reply: '451 Later',
  isDiscarded: false,
} as const
const namesOf = (count: number) => Array.from({ length: count }, (_, at) => `u${at}@b.test`)

function deferred(recipients: string[], at: number) {
  const event = { teamId: 1, inbox: 1, run: 'drill x', ...offer, ...refusal, recipients }
  const attempt = attemptOf(event, at, null)
  if (!attempt) throw new Error('It is an attempt.')
  return attempt
}

const stored = (names: string[], at: number) =>
  storedAttempt(
    { id: 5, at, sender: offer.sender, recipients: JSON.stringify(names) },
    content,
    null,
  )

const times = { startedAt: 0, endedAt: 60_000, watchedUntil: 90_000 }
const ended = { ...times, gaps: [], leftOpen: 0, isOver: true, isCut: false }

test('a mail to many without a Message-ID is known again, in any order', async () => {
  const names = namesOf(60)
  const attempts = [deferred(names, 1_000), stored(names.toReversed(), 5_000)]
  expect(await verdictOf({ ...ended, attempts })).toMatchObject({
    offered: 1,
    after_retries: 1,
    lost: 0,
  })
})

test('of another envelope, it is another mail', async () => {
  const names = namesOf(60)
  const attempts = [deferred(names, 1_000), stored([...names, 'another@b.test'], 5_000)]
  expect(await verdictOf({ ...ended, attempts })).toMatchObject({ offered: 2, lost: 1 })
})

test('an attempt keeps 50 recipients', () => {
  const names = namesOf(1_000)
  expect(stored(names, 1).recipients).toHaveLength(50)
  expect(stored(names, 1).recipients).toEqual(deferred(names, 1).recipients)
})
