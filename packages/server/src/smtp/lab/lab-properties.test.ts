import { labPoints, type LabStep } from '@mailstop/contract'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { createLabServer } from '../../../test/clients/lab-session.ts'
import { authPlain } from '../../../test/clients/smtp-harness.ts'
import { comesUp } from './lab-chance.ts'

test('draws come up as often as they should, and the same again', () => {
  const draws = 10_000
  for (const chance of [1, 10, 50, 99]) {
    const count = (seed: string) =>
      Array.from({ length: draws }, (_, n) =>
        comesUp(chance, { seed, step: 0, inbox: 1, n }),
      ).filter(Boolean).length
    const p = chance / 100
    const sigma = Math.sqrt(draws * p * (1 - p))
    for (const seed of ['one', 'two']) {
      expect(Math.abs(count(seed) - draws * p)).toBeLessThan(3 * sigma)
      expect(count(seed)).toBe(count(seed))
    }
  }
})

const anyStep: fc.Arbitrary<LabStep> = fc
  .record({
    at: fc.constantFrom(...labPoints),
    chance: fc.constantFrom(undefined, 50),
    do: fc.constantFrom<LabStep['do']>(
      { reply: { code: 451, enhanced: '4.3.0', text: 'On purpose' } },
      { delay_ms: 10 },
      { drop: 'close' },
      { silence: true },
      { greylist_s: 1 },
      { rate: { count: 2, per_s: 60 } },
      { throttle_bps: 10 },
      { accept: 'catch' },
    ),
  })
  .map(({ at, chance, do: action }) => ({ at, do: action, ...(chance && { chance }) }))

test('without discard, no mail has a 250 that is not stored', async () => {
  const lines = fc.constantFrom(
    'EHLO client.test',
    authPlain(),
    'NOOP',
    'RSET',
    'MAIL FROM:<app@rocket.test>',
    'RCPT TO:<ada@b.test>',
    'DATA',
    'Subject: Hello\r\n',
    'Text\r\n.',
    'QUIT',
    'BDAT 4 LAST\r\nab',
    'BDAT 4\r\nab',
    '.',
  )
  const property = fc.asyncProperty(
    fc.array(anyStep, { maxLength: 4 }),
    fc.array(lines, { maxLength: 40 }),
    async (steps, said) => {
      const server = createLabServer(steps, { isOpen: true })
      const client = server.connect()
      let output = await client.greet()
      for (const line of ['EHLO x', ...said]) {
        if (client.end() !== null) break
        output += await client.send(line)
      }
      const queued = [...output.matchAll(/^250 2\.0\.0 Ok: queued as (\d+)/gm)].map(([, id]) =>
        Number(id),
      )
      expect(new Set(queued).size).toBe(queued.length)
      expect(Math.max(0, ...queued)).toBeLessThanOrEqual(server.mails.length)
      expect(output).not.toContain('discarded')
    },
  )
  await fc.assert(property, { numRuns: 500 })
})
