import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { fuzzRuns } from '../../test/fuzz-runs.ts'
import { authPlain, driveSession } from '../../test/smtp-harness.ts'

const limits = {
  messageBytes: 200,
  discardBytes: 2_000,
  commandLineBytes: 64,
  authLineBytes: 128,
  recipients: 3,
  errorsBeforeDelay: 5,
  errorsBeforeClose: 40,
}

const lines = fc.constantFrom(
  'EHLO a',
  'HELO a',
  authPlain(),
  'AUTH LOGIN',
  'AUTH PLAIN',
  '*',
  'STARTTLS',
  'MAIL FROM:<a@b>',
  'MAIL FROM:<a@b> SIZE=201',
  'RCPT TO:<c@d>',
  'DATA',
  '.',
  '..',
  'BDAT 10',
  'BDAT 3 LAST',
  'BDAT 300',
  'RSET',
  'NOOP',
  'VRFY x',
  'FOO',
)
const endings = fc.constantFrom('\r\n', '\r\n', '\r\n', '\r\n', '\n', '\r', '')
const speech = fc.tuple(lines, endings).map(([line, end]) => Buffer.from(line + end))
const noise = fc.uint8Array({ maxLength: 100 }).map((bytes) => Buffer.from(bytes))
const pieces = fc.array(fc.oneof({ weight: 5, arbitrary: speech }, noise), { maxLength: 60 })

/** What the server may say: a code, an enhanced code of the same class where one is due, and text. */
const wellFormed =
  /^(?:220 mail\.test .*|250[ -](?:mail\.test|[A-Z0-9]+(?: .*)?)|334 .*|354 .*|([245])\d\d \1\.\d\.\d .+)$/

test('any bytes in any cuts are answered, bounded and never fatal', () => {
  fc.assert(
    fc.property(
      pieces,
      fc.array(fc.integer({ min: 1, max: 50 }), { minLength: 1 }),
      fc.boolean(),
      (given, sizes, opened) => {
        const client = driveSession({ limits })
        if (opened) client.send(`EHLO x\r\n${authPlain()}\r\n`)
        const bytes = Buffer.concat(given)
        for (let at = 0, turn = 0; at < bytes.length && !client.closed; turn += 1) {
          const size = sizes[turn % sizes.length] ?? 1
          const output = client.send(bytes.subarray(at, at + size))
          at += size
          expect(output === '' || output.endsWith('\r\n')).toBe(true)
          for (const line of output.split('\r\n').slice(0, -1)) expect(line).toMatch(wellFormed)
          expect(client.session.held).toBeLessThanOrEqual(limits.messageBytes)
          expect(client.session.buffered).toBeLessThanOrEqual(limits.authLineBytes + size)
        }
        for (const { source, envelope, transcript } of client.mails) {
          expect(source.byteLength).toBeLessThanOrEqual(limits.messageBytes)
          expect(envelope.to.length).toBeGreaterThan(0)
          expect(envelope.to.length).toBeLessThanOrEqual(limits.recipients)
          expect(transcript.length).toBeLessThan(17_000)
        }
        const afterwards = client.closed ? client.send('NOOP\r\n') : ''
        expect(afterwards).toBe('')
      },
    ),
    { numRuns: fuzzRuns(1_000) },
  )
})

test('how the bytes are cut changes neither the replies nor the mails', () => {
  fc.assert(
    fc.property(
      pieces,
      fc.array(fc.integer({ min: 1, max: 30 }), { minLength: 1 }),
      (given, sizes) => {
        const bytes = Buffer.concat([Buffer.from(`EHLO x\r\n${authPlain()}\r\n`), ...given])
        const [whole, cut] = [driveSession({ limits }), driveSession({ limits })]
        // STARTTLS drops what came with it, so there the cut does matter.
        fc.pre(!bytes.includes('STARTTLS'))
        const expected = whole.send(Buffer.from(bytes))
        let output = ''
        for (let at = 0, turn = 0; at < bytes.length; turn += 1) {
          const size = sizes[turn % sizes.length] ?? 1
          output += cut.send(Buffer.from(bytes.subarray(at, at + size)))
          at += size
        }
        expect(output).toBe(expected)
        expect(cut.mails).toEqual(whole.mails)
      },
    ),
    { numRuns: fuzzRuns(1_000) },
  )
})
