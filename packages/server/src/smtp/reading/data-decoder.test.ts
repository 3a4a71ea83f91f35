import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { stuffed } from '../../../test/clients/smtp-client.ts'
import { driveSession, authPlain } from '../../../test/clients/smtp-harness.ts'
import { fuzzRuns } from '../../../test/support/fuzz-runs.ts'
import { createDataDecoder } from './data-decoder.ts'

/** Decodes `wire` cut at `cuts`; `rest` is what lies behind the end, null without one. */
function decode(wire: string | Buffer, cuts: number[] = []) {
  const bytes = Buffer.from(wire as string, 'latin1')
  const pieces: Buffer[] = []
  const decoder = createDataDecoder((content) => pieces.push(Buffer.from(content)))
  const edges = [0, ...cuts.filter((cut) => cut > 0 && cut < bytes.length), bytes.length]
  const sorted = [...new Set(edges)].toSorted((a, b) => a - b)
  for (let index = 1; index < sorted.length; index += 1) {
    const from = sorted[index - 1] ?? 0
    // A copy, since the decoder may move bytes within what it is given.
    const { consumed, ended } = decoder.write(Buffer.from(bytes.subarray(from, sorted[index])))
    if (ended) {
      const rest = bytes.subarray(from + consumed).toString('latin1')
      return { content: Buffer.concat(pieces).toString('latin1'), rest }
    }
  }
  return { content: Buffer.concat(pieces).toString('latin1'), rest: null }
}

const everyCut = (wire: string) => Array.from({ length: wire.length + 1 }, (_, cut) => [cut])
const allBytes = (wire: string) => Array.from({ length: wire.length }, (_, cut) => cut)

const ended: [title: string, wire: string, content: string][] = [
  ['nothing', '.\r\n', ''],
  ['an empty line', '\r\n.\r\n', '\r\n'],
  ['one line', 'a\r\n.\r\n', 'a\r\n'],
  ['a stuffed dot', '..\r\n.\r\n', '.\r\n'],
  ['a stuffed line', 'a\r\n..b\r\n.\r\n', 'a\r\n.b\r\n'],
  ['a line that needed no stuffing', '.b\r\n.\r\n', 'b\r\n'],
  ['many stuffed lines', '..\r\n...\r\n..a\r\n.\r\n', '.\r\n..\r\n.a\r\n'],
  ['dots within a line', 'a.b..\r\n.\r\n', 'a.b..\r\n'],
  ['a bare CR after a dot', '.\rx\r\n.\r\n', '\rx\r\n'],
  ['two CRs after a dot', '.\r\r\n.\r\n', '\r\r\n'],
  ['a stuffed dot before a CR', '..\r\r\n.\r\n', '.\r\r\n'],
  ['CR CR LF', 'a\r\r\n.\r\n', 'a\r\r\n'],
  ['NUL', 'a\0b\r\n.\r\n', 'a\0b\r\n'],
  ['8-bit bytes', '\xff\xfe\r\n.\r\n', '\xff\xfe\r\n'],
]

/** Ends of other servers' DATA, which smuggle a second mail past them; to us they are content. */
const smuggled = [
  '\n.\n',
  '\n.\r\n',
  '\r\n.\n',
  '\r.\r',
  '\r\n.\r',
  '\r.\r\n',
  '\n.\r',
  '\r.\n',
  '\0\r\n.\n',
  '\r\n\0.\r\n',
  '\r\n.\0\r\n',
]

describe('decoding content', () => {
  test.each(ended)('%s, whatever the cuts', (_title, wire, content) => {
    const whole = `${wire}QUIT\r\n`
    for (const cuts of [...everyCut(wire), allBytes(whole)]) {
      expect(decode(whole, cuts).content).toBe(content)
    }
    expect(decode(whole)).toEqual({ content, rest: 'QUIT\r\n' })
  })

  test('returns what was stuffed, for any bytes and any cuts', () => {
    const tokens = fc.constantFrom('\r\n', '\r', '\n', '.', '..', 'a', '\0', '\xff', '\r\n.')
    const texts = fc.array(tokens, { maxLength: 40 }).map((parts) => parts.join(''))
    fc.assert(
      fc.property(texts, fc.array(fc.nat(90)), (text, cuts) => {
        const content = text === '' || text.endsWith('\r\n') ? text : `${text}\r\n`
        const wire = stuffed(Buffer.from(text, 'latin1')).toString('latin1')
        expect(decode(`${wire}NOOP`, cuts).content).toBe(content)
      }),
      { numRuns: fuzzRuns(500) },
    )
  })
})

describe('smuggling', () => {
  const second = 'MAIL FROM:<evil@x>\r\nRCPT TO:<evil@x>\r\nDATA\r\nsecond\r\n'

  test.each(smuggled.map((end) => [JSON.stringify(end), end]))(
    '%s is content and starts no second mail, at whatever byte it is cut',
    (_title, end) => {
      const wire = `first${end}${second}.\r\n`
      const content = `first${end}${second}`.replaceAll('\r\n.', '\r\n')
      for (let cut = 0; cut <= wire.length; cut += 1) {
        const client = driveSession()
        client.send(`EHLO x\r\n${authPlain()}\r\nMAIL FROM:<a@b>\r\nRCPT TO:<c@d>\r\nDATA\r\n`)
        client.send(Buffer.from(wire.slice(0, cut), 'latin1'))
        client.send(Buffer.from(wire.slice(cut), 'latin1'))
        expect(client.mails.length).toBe(1)
        expect(Buffer.from(client.mails[0]?.source ?? []).toString('latin1')).toBe(content)
        expect(client.mails[0]?.envelope).toMatchObject({ from: 'a@b', to: ['c@d'] })
      }
    },
  )
})
