import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { bombs } from '../../test/fixtures/mails/bombs.ts'
import { createViewer } from './viewer.ts'

const warnings: string[] = []
const log = { warn: (_details: object, message: string) => void warnings.push(message) }
const limits = { threads: 1, timeoutMs: 5_000, memoryMb: 256 }
const viewer = createViewer({ ...limits, log })
afterAll(() => viewer.stop())

const invoice = readFileSync(
  join(import.meta.dirname, '../../test/fixtures/mails/invoice-with-files.eml'),
)

describe('a viewer', () => {
  test('opens a mail and its attachments, and leaves the source to its owner', async () => {
    const before = Buffer.from(invoice)
    expect(await viewer.view(async () => invoice)).toMatchObject({
      problem: null,
      attachments: [{ key: '1' }, { key: '2' }, { key: '3' }],
    })
    const file = await viewer.attachment(async () => invoice, '2')
    expect(file).toMatchObject({ filename: 'posten.csv', contentType: 'text/csv' })
    expect(Buffer.from(file?.bytes ?? []).toString()).toBe('item;price\nrocket;1280,50\n')
    expect(await viewer.attachment(async () => invoice, '4')).toBeNull()
    expect(before.equals(invoice)).toBe(true)
  })

  test('takes a mail that outlasts the time limit as too complex, and says so in the log', async () => {
    const hasty = createViewer({ ...limits, timeoutMs: 1, log })
    warnings.length = 0
    const long = async () =>
      new Uint8Array(Buffer.from(`Subject: x\r\n\r\n${'long '.repeat(2_000_000)}`))
    expect(await hasty.view(long)).toEqual({ problem: 'too_complex' })
    expect(await hasty.attachment(long, '1')).toBeNull()
    expect(warnings).toHaveLength(2)
    await hasty.stop()
  })

  test('says it is unavailable before it reads a mail when too many wait, and once it has stopped', async () => {
    const crowded = createViewer({ ...limits, log })
    let read = 0
    const count = async () => {
      read += 1
      return invoice
    }
    const results = await Promise.allSettled(Array.from({ length: 40 }, () => crowded.view(count)))
    const refused = results.flatMap((result) =>
      result.status === 'rejected' ? [result.reason.code] : [],
    )
    expect(new Set(refused)).toEqual(new Set(['unavailable']))
    expect(refused.length).toBeLessThan(30)
    expect(read).toBe(40 - refused.length)
    await crowded.stop()
    await expect(crowded.view(count)).rejects.toMatchObject({ code: 'unavailable' })
  })

  test.each(bombs)(
    'ends with an answer, and without holding up the main thread, on $name',
    async ({ bytes }) => {
      const source = bytes()
      const before = process.threadCpuUsage()
      const { problem } = await viewer.view(async () => source)
      const { user, system } = process.threadCpuUsage(before)
      expect([null, 'cut', 'too_complex']).toContain(problem)
      // All that this thread has to do is to copy the source and to receive the view.
      expect((user + system) / 1_000).toBeLessThan(100)
    },
    20_000,
  )
})
