import { expect, test } from 'vitest'
import { createInspector, type InspectThreads } from '../../src/inspect/inspector.ts'
import { TaskAborted } from '../../src/lib/process/thread-pool.ts'
import { serveClient } from '../../src/lib/shares/served-client.ts'
import { createSharePools } from '../../src/lib/shares/share-pools.ts'
import { checked } from './mail-of.ts'

const mb = 1024 * 1024
const mail = (bytes: number) => ({ size: bytes, read: async () => new Uint8Array(bytes) })
const as = <T>(user: string, work: () => Promise<T>) => serveClient({ user, connection: {} }, work)
const envelope = { from: 'a@b.c', to: ['a@b.c'], receivedAt: 0 }
const options = { clients: [], stagingHosts: [], muted: [] }
const [size] = (await checked({})).sections.filter(({ id }) => id === 'size')

/** Hands on one section; a mail of more bytes than `most` then reaches the limit, once `ends` does. */
const threads = (most: number, ends = Promise.resolve()) => {
  const run = async (source: Uint8Array, onPart?: (part: unknown) => void) => {
    onPart?.({ ...size, muted: [], counts: { fail: 0, warn: 1, info: 0 } })
    if (source.length <= most) return 'no_html'
    await ends
    throw new TaskAborted('timeout')
  }
  return {
    run: (_name: string, source: Uint8Array) => run(source),
    runInParts: (_name: string, [source]: [Uint8Array], onPart: () => void) => run(source, onPart),
    rest() {},
    stop: async () => {},
  } as unknown as InspectThreads
}

test('a mail waits for no check that takes long, and that says what was done', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const inspector = createInspector({
    shares: createSharePools({ largestMail: mb, largeReplies: 8 * mb }),
    threads: threads(10),
    longThreads: threads(1_000, promise),
    log: { warn() {} },
  })
  const inspect = (bytes: number) => inspector.inspect(mail(bytes), envelope, options)
  const dear = ['a', 'b', 'c', 'd'].map((user) => as(user, () => inspect(2_000)))
  const html = as('e', () => inspector.checkHtml(mail(2_000)))
  expect((await as('f', () => inspect(5))).verdict).toBe('warn')
  expect(await as('f', () => inspector.checkHtml(mail(5)))).toBe('no_html')
  resolve()
  for (const { sections, counts } of await Promise.all(dear)) {
    expect(sections.filter(({ skipped }) => skipped === null)).toMatchObject([{ id: 'size' }])
    expect(counts).toEqual({ fail: 0, warn: 1, info: 0 })
  }
  expect(await html).toBe('too_complex')
  expect(await as('a', () => inspector.checkHtml(mail(500)))).toBe('no_html')
})
