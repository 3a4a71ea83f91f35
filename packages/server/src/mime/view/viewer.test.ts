import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { bombs } from '../../../test/fixtures/mails/bombs.ts'
import { isNightly, someByDay } from '../../../test/nightly.ts'
import { serveClient } from '../../lib/shares/served-client.ts'
import { testShares } from '../../../test/clients/shares.ts'
import { createViewer, createViewThreads, type StoredMail } from './viewer.ts'

const warnings: string[] = []
const log = { warn: (_details: object, message: string) => void warnings.push(message) }
const limits = { threads: 1, cpuMs: 5_000, wallMs: 60_000, memoryMb: 256 }
const createTestViewer = (others: Partial<typeof limits> = {}) =>
  createViewer({
    shares: testShares(),
    threads: createViewThreads({ ...limits, ...others }),
    log,
  })
const viewer = createTestViewer()
afterAll(() => viewer.stop())

const invoice = readFileSync(
  join(import.meta.dirname, '../../../test/fixtures/mails/invoice-with-files.eml'),
)

/** A source as it comes from the store: in memory of its own, which the viewer takes. */
const stored = (source: Uint8Array): StoredMail => ({
  size: source.byteLength,
  read: async () => new Uint8Array(source),
})

describe('a viewer', () => {
  test('opens a mail and its attachments', async () => {
    expect(await viewer.view(stored(invoice))).toMatchObject({
      problem: null,
      attachments: [{ key: '1' }, { key: '2' }, { key: '3' }],
    })
    const file = await viewer.attachment(stored(invoice), '2')
    expect(file).toMatchObject({ filename: 'posten.csv', contentType: 'text/csv' })
    expect(Buffer.from(file?.bytes ?? []).toString()).toBe('item;price\nrocket;1280,50\n')
    expect(await viewer.attachment(stored(invoice), '4')).toBeNull()
  })

  test('computes the SHA-256 of an attachment, and packs all of them', async () => {
    const sha256 = createHash('sha256').update('item;price\nrocket;1280,50\n').digest('hex')
    expect(await viewer.digest(stored(invoice), '2')).toBe(sha256)
    expect(await viewer.digest(stored(invoice), '4')).toBeNull()
    const archive = Buffer.from((await viewer.zip(stored(invoice))) ?? [])
    expect(archive.includes('posten.csv')).toBe(true)
    expect(await viewer.attachedMail(stored(invoice), '2')).toBeNull()
  })

  test('packs the largest mail within the limits of a thread', async () => {
    const part = `--b\r\nContent-Type: a/b; name=a\r\n\r\n${'x'.repeat(12 * 1024 * 1024)}\r\n`
    const mail = `Content-Type: multipart/mixed; boundary=b\r\n\r\n${part}${part}--b--\r\n`
    const archive = await viewer.zip(stored(Buffer.from(mail)))
    expect(archive?.length).toBeGreaterThan(24 * 1024 * 1024)
  })

  test('opens a mail while the sources of others are being read', async () => {
    const { promise: arrived, resolve } = Promise.withResolvers<void>()
    const slow = {
      size: invoice.byteLength,
      read: () => arrived.then(() => new Uint8Array(invoice)),
    }
    const others = [viewer.view(slow), viewer.view(slow)]
    expect(await viewer.view(stored(invoice))).toMatchObject({ problem: null })
    resolve()
    expect(await Promise.all(others)).toMatchObject([{ problem: null }, { problem: null }])
  })

  test('returns a large body separately from the view', async () => {
    const text = 'Grüße. '.repeat(100_000)
    const mail = stored(Buffer.from(`Content-Type: text/plain; charset=utf-8\n\n${text}`))
    expect(await viewer.view(mail)).toMatchObject({ text: null, html: null, large: ['text'] })
    const body = await viewer.body(mail, 'text')
    expect(
      Buffer.from(body ?? [])
        .toString()
        .trim(),
    ).toBe(text.trim())
    expect(await viewer.body(mail, 'html')).toBeNull()
  })

  const large = stored(Buffer.from(`Subject: x\r\n\r\n${'long '.repeat(2_000_000)}`))

  test('treats a mail that uses up its processor time as too complex, and logs it', async () => {
    const hasty = createTestViewer({ cpuMs: 1 })
    warnings.length = 0
    const dear = bombs.find(({ name }) => name === 'one image shown a million times')
    const mail = stored(dear?.bytes() ?? new Uint8Array())
    expect(await hasty.view(mail)).toEqual({ problem: 'too_complex' })
    expect(warnings).toHaveLength(1)
    await hasty.stop()
  })

  test('asks to try again when a busy machine had no time to open a mail', async () => {
    const starved = createTestViewer({ cpuMs: 1e6, wallMs: 1 })
    warnings.length = 0
    await expect(starved.view(large)).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining('Try again'),
    })
    expect(warnings).toEqual([])
    await starved.stop()
  })

  test('opens the small mail of one user while many large ones of another wait, and reads none of these before', async () => {
    const fair = createTestViewer({ threads: 2 })
    let read = 0
    const counted: StoredMail = {
      ...large,
      async read() {
        read += 1
        return large.read()
      },
    }
    const eve = { user: 'eve', connection: {} }
    const opened = serveClient(eve, () =>
      Promise.allSettled(Array.from({ length: 60 }, () => fair.view(counted))),
    )
    const mine = await serveClient({ user: 'ann', connection: {} }, () =>
      fair.view(stored(invoice)),
    )
    expect(mine.problem).toBeNull()
    expect(read).toBeLessThan(30)
    await fair.stop()
    const refused = (await opened).filter((result) => result.status === 'rejected')
    expect(new Set(refused.map(({ reason }) => reason.code))).toEqual(new Set(['unavailable']))
    expect(refused.length).toBeGreaterThan(0)
  })

  test.each(someByDay(bombs, 8))(
    'ends with an answer, and without holding up the main thread, on $name',
    async ({ bytes }) => {
      const source = bytes()
      const before = process.threadCpuUsage()
      const { problem } = await viewer.view(stored(source))
      const { user, system } = process.threadCpuUsage(before)
      expect([null, 'cut', 'too_complex']).toContain(problem)
      // All that this thread has to do is to copy the source and to receive the view. To make it takes seconds.
      expect((user + system) / 1_000).toBeLessThan(isNightly ? 400 : 4_000)
    },
    20_000,
  )
})
