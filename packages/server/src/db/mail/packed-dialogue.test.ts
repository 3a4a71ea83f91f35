import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { fuzzRuns } from '../../../test/support/fuzz-runs.ts'
import { packDialogue, unpackDialogue, withFinalReply } from './packed-dialogue.ts'

const stored = (dialogue: Parameters<typeof packDialogue>[0], replyMs: number) =>
  withFinalReply(packDialogue(dialogue), replyMs)

const line = fc.oneof(
  fc.constantFrom(
    'S: 220 mail.test ESMTP Mailstop',
    'S: 220  ESMTP Mailstop',
    'S: 220 ESMTP Mailstop',
    'S: 250-mail.test',
    'S: 250-',
    'S: 250 HELP',
    'C: MAIL FROM:<>',
    'C: MAIL FROM:<a@b> SIZE=1',
    'C: RCPT TO:<ä@b>',
    'C: (12 bytes of content)',
    'C: (12 bytes that are no command)',
    'C: DATA',
    '… (cut)',
    '',
  ),
  fc.string(),
)
const texts = fc.array(line, { maxLength: 30 }).map((lines) => lines.join('\n'))

test('every dialogue comes back with its times and that of the final reply', () => {
  const growing = fc
    .array(fc.nat({ max: 100_000 }), { minLength: 1, maxLength: 40 })
    .map((times) => times.toSorted((one, other) => one - other))
  fc.assert(
    fc.property(texts, growing, fc.nat(), (transcript, times, replyMs) => {
      expect(unpackDialogue(stored({ transcript, times }, replyMs))).toEqual({
        transcript,
        times: [...times, (times.at(-1) ?? 0) + replyMs],
      })
      expect(unpackDialogue(stored({ transcript, times: null }, replyMs))).toEqual({
        transcript,
        times: null,
      })
    }),
    { numRuns: fuzzRuns(500) },
  )
})

test('an app that logs in takes less than 130 bytes', () => {
  const lines = [
    'S: 220 mail.example ESMTP Mailstop',
    'C: EHLO app',
    ...['mail.example', 'PIPELINING', 'SIZE 26214400', '8BITMIME', 'SMTPUTF8'].map(
      (keyword) => `S: 250-${keyword}`,
    ),
    ...['ENHANCEDSTATUSCODES', 'CHUNKING', 'DSN', 'AUTH PLAIN LOGIN', 'STARTTLS'].map(
      (keyword) => `S: 250-${keyword}`,
    ),
    'S: 250 HELP',
    'C: AUTH PLAIN ***',
    'S: 235 2.7.0 Authentication succeeded',
    'C: MAIL FROM:<app@rocket.test>',
    'S: 250 2.1.0 Sender ok',
    'C: RCPT TO:<ada@rocket.test>',
    'S: 250 2.1.5 Recipient ok',
    'C: DATA',
    'S: 354 End data with <CR><LF>.<CR><LF>',
    'C: (4513 bytes of content)',
  ]
  const times = lines.map((_, line) => line * 2)
  expect(stored({ transcript: `${lines.join('\n')}\n`, times }, 12).length).toBeLessThan(130)
})

test('a dialogue that was stored once can be read', () => {
  const hex = '0193010300010302016d61696c2e746573740a026170702e746573740a49000a'
  expect(unpackDialogue(Buffer.from(hex, 'hex'))).toEqual({
    transcript: 'S: 220 mail.test ESMTP Mailstop\nC: EHLO app.test\nS: 250 HELP\n',
    times: [0, 3, 3, 150],
  })
})
