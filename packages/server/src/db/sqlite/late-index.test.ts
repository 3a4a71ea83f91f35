import { pino } from 'pino'
import { describe, expect, test } from 'vitest'
import type { SearchEntry } from '../words/search-index.ts'
import { createLateIndex } from './late-index.ts'
import { createBatchPost } from './post-batch.ts'
import type { PostedBatch } from './protocol.ts'

const log = pino({ level: 'silent' })

const entry = (mail_id: number): SearchEntry => ({
  mail_id,
  team_id: 1,
  facts: '',
  sender: '',
  recipients: '',
  subject: 'hello',
  body: '',
})

/** Keeps what is written, in its order. While it is full it takes no words, and no two mails together. */
function keepingWrites() {
  const written: PostedBatch[] = []
  const indexed: number[][] = []
  const store = { isFull: false, missed: 0, areMade: false }
  const full = () => Promise.reject(new Error('database or disk is full'))
  const late = createLateIndex({
    async writeHeld(held) {
      if (store.isFull) return full()
      indexed.push(held.flatMap(({ mails }) => mails))
    },
    async makeMissed() {
      store.missed += 1
      return store.areMade
    },
    log,
  })
  const post = createBatchPost(
    {
      async post(command) {
        if (command.kind !== 'write') return null
        const [rows] = command.batch
        if (store.isFull && rows && 'values' in rows && rows.values.length > 1) return full()
        written.push(command.batch)
        return null
      },
    },
    late,
  )
  const write = (...ids: number[]) => post([{ index: ids.map(entry) }])
  return { written, store, indexed, write, late }
}

describe('the late search index', () => {
  test('writes what waits for its words with the mail, and the words of many mails together', async () => {
    const { written, indexed, write, late } = keepingWrites()
    await write(1, 2)
    await write(3)
    const waiting = { insert: 'mails_to_index', columns: ['mail_id'] }
    expect(written).toEqual([[{ ...waiting, values: [1, 2] }], [{ ...waiting, values: [3] }]])
    await late.settled()
    expect(indexed).toEqual([[1, 2, 3]])
    await late.settled()
    expect(indexed).toEqual([[1, 2, 3]])
  })

  test('waits for no more than so many mails', async () => {
    const { indexed, write } = keepingWrites()
    await write(...Array.from({ length: 255 }, (_, index) => index))
    expect(indexed).toEqual([])
    await write(255)
    expect(indexed).toEqual([Array.from({ length: 256 }, (_, index) => index)])
  })

  test('settles what is still being written', async () => {
    const { indexed, write, late } = keepingWrites()
    const writing = write(1)
    await late.settled()
    expect(indexed).toEqual([[1]])
    await writing
  })

  test('says that it missed words, keeps none of them, and refuses no mail for them', async () => {
    const { store, indexed, write, late } = keepingWrites()
    await write(1)
    store.isFull = true
    await late.settled()
    expect(store).toMatchObject({ missed: 1 })
    store.isFull = false
    await write(2)
    await late.settled()
    expect(indexed).toEqual([[2]])
    expect(store).toMatchObject({ missed: 1 })
  })

  test('says that words may be missing, until all that were missed before are made again', async () => {
    const { store, write, late } = keepingWrites()
    expect(await late.settled()).toBe(false)
    store.areMade = true
    await late.mend()
    expect(await late.settled()).toBe(true)
    Object.assign(store, { isFull: true, areMade: false })
    await write(1)
    expect(await late.settled()).toBe(false)
    Object.assign(store, { isFull: false, areMade: true })
    await late.mend()
    expect(await late.settled()).toBe(true)
  })

  test('keeps the words of a mail that is stored, however many others are refused', async () => {
    const { store, indexed, write, late } = keepingWrites()
    await write(1)
    store.isFull = true
    for (let pair = 0; pair < 750; pair += 1) {
      const refused = write(2 + 2 * pair, 3 + 2 * pair)
      await expect(refused).rejects.toThrow('full')
    }
    store.isFull = false
    await late.settled()
    expect(indexed).toEqual([[1]])
    expect(store).toMatchObject({ missed: 0 })
    await late.close()
  })
})
