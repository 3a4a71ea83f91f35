import { describe, expect, test } from 'vitest'
import {
  asHtml,
  asText,
  type CorpusMail,
  readCorpus,
} from '../../../test/corpora/extraction-corpus.ts'
import { findCodes } from './codes.ts'
import { readHtml } from './html-contents.ts'
import { textLines } from './readable-lines.ts'

const withCode = readCorpus('codes')
const without = ['receipts', 'newsletters', 'alerts'].flatMap(readCorpus)

const forms: [string, (mail: CorpusMail) => { html: string[] | null; text: string[] | null }][] = [
  ['text', (mail) => ({ html: null, text: textLines(asText(mail)) })],
  ['html', (mail) => ({ html: readHtml(asHtml(mail)).lines, text: null })],
  ['both', (mail) => ({ html: readHtml(asHtml(mail)).lines, text: textLines(asText(mail)) })],
]

describe.each(forms)('of mails written as %s', (_, write) => {
  const found = (mail: CorpusMail, subject = mail.subject) => findCodes({ subject, ...write(mail) })

  test('with a code, all have it among their codes, and 95 in 100 as their only one', () => {
    const missed = withCode.filter(
      (mail) => !found(mail).codes.some(({ value }) => value === mail.code),
    )
    expect(missed.map(({ name }) => name)).toEqual([])
    const wrong = withCode.filter((mail) => found(mail).code !== mail.code)
    expect(wrong.length).toBeLessThanOrEqual(withCode.length * 0.05)
  })

  test('with a code, as many have it when the subject does not say it', () => {
    const wrong = withCode.filter((mail) => found(mail, 'Hello').code !== mail.code)
    expect(wrong.length).toBeLessThanOrEqual(withCode.length * 0.05)
  })

  test('without a code, none has one', () => {
    const wrong = without.filter((mail) => found(mail).codes.length > 0)
    expect(wrong.map(({ name }) => name)).toEqual([])
  })
})

test('the corpus has 60 mails with a code in 20 languages, and 200 without one', () => {
  expect(withCode.length).toBeGreaterThanOrEqual(60)
  expect(new Set(withCode.map(({ name }) => name.split(':')[0])).size).toBeGreaterThanOrEqual(20)
  expect(without.length).toBeGreaterThanOrEqual(200)
})
