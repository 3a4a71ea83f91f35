import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isNightly } from '../../../test/nightly.ts'
import { createMboxSplitter, type SplitMail } from './mbox-splitter.ts'
import { mboxEntry } from './mbox-writer.ts'

const bytes = (text: string) => Buffer.from(text, 'latin1')
const line = 'From ann@x.test Sat Nov 21 09:41:00 2026'

/** What comes of a file that arrives in chunks of this size. */
function split(file: Uint8Array, chunkSize = file.length || 1, maxMailBytes = 10_000): SplitMail[] {
  const splitter = createMboxSplitter({ maxMailBytes })
  const mails: SplitMail[] = []
  for (let at = 0; at < file.length; at += chunkSize) {
    mails.push(...splitter.push(file.subarray(at, at + chunkSize)))
  }
  return [...mails, ...splitter.end()]
}

const texts = (mails: SplitMail[]) =>
  mails.map(({ source }) => source && Buffer.from(source).toString('latin1'))

describe('a file of mail', () => {
  test.each([
    ['one mail with LF', `${line}\nSubject: a\n\nhi\n\n`, ['Subject: a\n\nhi\n']],
    ['one mail with CRLF', `${line}\r\nSubject: a\r\n\r\nhi\r\n\r\n`, ['Subject: a\r\n\r\nhi\r\n']],
    ['two mails', `${line}\na: b\n\nhi\n\n${line}\nc: d\n\n`, ['a: b\n\nhi\n', 'c: d\n']],
    [
      'mboxrd quoting',
      `${line}\na: b\n\n>From x\n>>From y\n>> From z\n`,
      ['a: b\n\nFrom x\n>From y\n>> From z\n'],
    ],
    ['mboxo quoting', `${line}\na: b\n\n>From the start\n\n`, ['a: b\n\nFrom the start\n']],
    [
      'From in the middle of a line',
      `${line}\na: b\n\nx From y 1:00\n`,
      ['a: b\n\nx From y 1:00\n'],
    ],
    [
      'an unquoted From without a time',
      `${line}\na: b\n\nFrom here on\n`,
      ['a: b\n\nFrom here on\n'],
    ],
    [
      'an unquoted From without a blank line before',
      `${line}\na: b\n\nx\n${line}\n`,
      [`a: b\n\nx\n${line}\n`],
    ],
    ['no line end at the end', `${line}\na: b\n\nhi`, ['a: b\n\nhi']],
    ['a quoted line at the very end', `${line}\na: b\n\n>From`, ['a: b\n\n>From']],
    ['a first line without a time', 'From ann\na: b\n\nhi\n', ['a: b\n\nhi\n']],
    ['an empty mail between two', `${line}\n\n${line}\na: b\n`, ['a: b\n']],
    [
      'a mail by itself',
      'Subject: a\r\n\r\n>From x\r\n\r\n',
      ['Subject: a\r\n\r\n>From x\r\n\r\n'],
    ],
    [
      'a mail by itself that begins like one',
      'From: a@b.test\r\n\r\nx',
      ['From: a@b.test\r\n\r\nx'],
    ],
    ['a mail of three bytes', 'a:b', ['a:b']],
    ['nothing', '', []],
  ])('yields its mails, in chunks of any size: %s', (_name, file, mails) => {
    for (const size of [1, 2, 3, 7, 16, 1_000]) {
      expect([size, texts(split(bytes(file), size))]).toEqual([size, mails])
    }
  })

  test('names the sender that the separator names', () => {
    const file = `${line}\na: b\n\nFrom - Sat Nov 21 09:41:00 2026\nc: d\n`
    expect(split(bytes(file)).map(({ envelopeFrom }) => envelopeFrom)).toEqual(['ann@x.test', ''])
  })

  test('leaves out a mail that is too large, whatever its lines, and goes on with the next', () => {
    for (const fill of ['x'.repeat(60), `${'y'.repeat(9)}\n`.repeat(6)]) {
      const file = `${line}\na: b\n\n${line}\n${fill}\n\n${line}\nc: d\n`
      const mails = split(bytes(file), 11, 50)
      expect(texts(mails)).toEqual(['a: b\n', null, 'c: d\n'])
      expect(mails.map(({ number }) => number)).toEqual([1, 2, 3])
    }
  })

  test.runIf(isNightly)(
    'takes little more memory than its mail, of however many pieces that is put together',
    () => {
      const mb = 1024 * 1024
      const lines = bytes('>From \n'.repeat(10_000))
      const splitter = createMboxSplitter({ maxMailBytes: 20 * mb })
      const held = () => process.memoryUsage().heapUsed + process.memoryUsage().external
      expect([...splitter.push(bytes(`${line}\n`))]).toEqual([])
      const before = held()
      for (let count = 0; count < 100; count += 1) expect([...splitter.push(lines)]).toEqual([])
      expect((held() - before) / mb).toBeLessThan(60)
      expect([...splitter.end()].map(({ source }) => source?.length)).toEqual([6_000_000])
    },
  )

  test('a mail of exactly the allowed size is kept, its blank line not counted', () => {
    const body = 'x'.repeat(49)
    for (const end of ['\n', '\r\n']) {
      const file = `${line}${end}${body}${end === '\n' ? '\n' : ''}\n${end}${line}\na: b\n`
      expect(texts(split(bytes(file), 1, 51))[0]).not.toBeNull()
    }
  })
})

describe('an export', () => {
  const entry = (text: string) => ({
    source: bytes(text),
    envelopeFrom: 'ann@x.test',
    receivedAt: Date.UTC(2026, 10, 21, 9, 41),
  })
  const written = (text: string) => Buffer.concat([...mboxEntry(entry(text))]).toString('latin1')

  test('is a separator, the mail with its From lines quoted, and a blank line', () => {
    expect(written('a: b\r\n\r\nFrom x\r\n>From y\r\nno From z\r\n')).toBe(
      `${line}\r\na: b\r\n\r\n>From x\r\n>>From y\r\nno From z\r\n\r\n`,
    )
  })

  test('names nobody where the envelope has no sender, and no line can be put in by one', () => {
    const separator = Buffer.concat([...mboxEntry({ ...entry(''), envelopeFrom: '' })])
    expect(String(separator)).toMatch(/^From MAILER-DAEMON Sat/)
    const odd = Buffer.concat([...mboxEntry({ ...entry(''), envelopeFrom: 'a b\r\nFrom c' })])
    expect(String(odd)).toMatch(/^From abFromc Sat[^\r\n]*\r\n\r\n$/)
  })

  test('yields a mail in few pieces, none large, however many of its lines are quoted', () => {
    for (const text of ['From \n', 'xFrom \n', '>>>From \n', 'x>From From \n\n']) {
      const file = [...mboxEntry(entry(text.repeat(100_000)))]
      expect(file.length).toBeLessThan(110)
      expect(Math.max(...file.map((piece) => piece.length))).toBeLessThan(20 * 1024)
      expect(texts(split(Buffer.concat(file), 64 * 1024, 2e6))).toEqual([text.repeat(100_000)])
    }
  })

  test('read again, returns every mail byte for byte', () => {
    const piece = fc.constantFrom('From ', '>', '\r\n', '\n', 'x', ' 1:00', line, '\r', '\n\n')
    const text = fc.array(piece, { maxLength: 40 }).map((all) => `${all.join('')}\n`)
    fc.assert(
      fc.property(
        fc.array(text, { minLength: 1, maxLength: 5 }),
        fc.nat({ max: 50 }),
        (all, size) => {
          const file = Buffer.concat(all.flatMap((each) => [...mboxEntry(entry(each))]))
          expect(texts(split(file, size + 1))).toEqual(all)
        },
      ),
      { numRuns: 3_000 },
    )
  })
})
