import { pino } from 'pino'
import { describe, expect, test } from 'vitest'
import type { Batch } from '../database.ts'
import type { SearchEntry } from '../words/search-index.ts'
import { createLateIndex } from './late-index.ts'

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

/** Keeps what is written, in its order. While it is full it takes no words, and no mail that is big. */
function keepingWrites() {
  const written: Batch[] = []
  const store = { isFull: false, missed: 0, areMade: false }
  async function write(batch: Batch): Promise<void> {
    const isBig = batch.some((step) => 'insert' in step && step.rows.length > 1)
    if (store.isFull && (isBig || batch.some((step) => 'index' in step))) {
      throw new Error('database or disk is full')
    }
    written.push(batch)
  }
  const indexed = () =>
    written
      .flat()
      .flatMap((step) => ('index' in step ? [step.index.map((mail) => mail.mail_id)] : []))
  async function makeMissed(): Promise<boolean> {
    store.missed += 1
    return store.areMade
  }
  const late = createLateIndex({
    write,
    writeHeld: (held) => write([{ index: held.flatMap(({ mails }) => mails.map(entry)) }]),
    makeMissed,
    log,
  })
  return { written, store, indexed, late }
}

describe('the late search index', () => {
  test('writes what waits for its words with the mail, and the words of many mails together', async () => {
    const { written, indexed, late } = keepingWrites()
    await late.write([{ index: [entry(1), entry(2)] }])
    await late.write([{ index: [entry(3)] }])
    expect(written).toEqual([
      [{ insert: 'mails_to_index', rows: [{ mail_id: 1 }, { mail_id: 2 }] }],
      [{ insert: 'mails_to_index', rows: [{ mail_id: 3 }] }],
    ])
    await late.settled()
    expect(indexed()).toEqual([[1, 2, 3]])
    await late.settled()
    expect(indexed()).toEqual([[1, 2, 3]])
  })

  test('waits for no more than so many mails', async () => {
    const { indexed, late } = keepingWrites()
    await late.write([{ index: Array.from({ length: 255 }, (_, index) => entry(index)) }])
    expect(indexed()).toEqual([])
    await late.write([{ index: [entry(255)] }])
    expect(indexed()).toEqual([Array.from({ length: 256 }, (_, index) => index)])
  })

  test('settles what is still being written', async () => {
    const { indexed, late } = keepingWrites()
    const writing = late.write([{ index: [entry(1)] }])
    await late.settled()
    expect(indexed()).toEqual([[1]])
    await writing
  })

  test('says that it missed words, keeps none of them, and refuses no mail for them', async () => {
    const { store, indexed, late } = keepingWrites()
    await late.write([{ index: [entry(1)] }])
    store.isFull = true
    await late.settled()
    expect(store).toMatchObject({ missed: 1 })
    store.isFull = false
    await late.write([{ index: [entry(2)] }])
    await late.settled()
    expect(indexed()).toEqual([[2]])
    expect(store).toMatchObject({ missed: 1 })
  })

  test('says that words may be missing, until all that were missed before are made again', async () => {
    const { store, late } = keepingWrites()
    expect(await late.settled()).toBe(false)
    store.areMade = true
    await late.mend()
    expect(await late.settled()).toBe(true)
    Object.assign(store, { isFull: true, areMade: false })
    await late.write([{ index: [entry(1)] }])
    expect(await late.settled()).toBe(false)
    Object.assign(store, { isFull: false, areMade: true })
    await late.mend()
    expect(await late.settled()).toBe(true)
  })

  test('keeps the words of a mail that is stored, however many others are refused', async () => {
    const { store, indexed, late } = keepingWrites()
    await late.write([{ index: [entry(1)] }])
    store.isFull = true
    for (let pair = 0; pair < 750; pair += 1) {
      const refused = late.write([{ index: [entry(2 + 2 * pair), entry(3 + 2 * pair)] }])
      await expect(refused).rejects.toThrow('full')
    }
    store.isFull = false
    await late.settled()
    expect(indexed()).toEqual([[1]])
    expect(store).toMatchObject({ missed: 0 })
    await late.close()
  })
})
