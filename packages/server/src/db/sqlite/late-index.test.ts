import { pino } from 'pino'
import { describe, expect, test } from 'vitest'
import type { Batch, SearchEntry } from '../database.ts'
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

/** Keeps what is written, in its order. While it is full it takes no words. */
function keepingWrites() {
  const written: Batch[] = []
  const store = { isFull: false }
  async function write(batch: Batch): Promise<void> {
    if (store.isFull && batch.some((step) => 'index' in step || 'reindex' in step)) {
      throw new Error('database or disk is full')
    }
    written.push(batch)
  }
  const steps = () =>
    written.flat().flatMap((step) => {
      if ('index' in step) return [{ kind: 'index', mails: step.index }]
      return 'reindex' in step ? [{ kind: 'reindex', mails: step.reindex }] : []
    })
  const indexed = () => steps().map(({ mails }) => mails.map((mail) => mail.mail_id))
  const kinds = () => steps().map(({ kind }) => kind)
  return { written, store, indexed, kinds, late: createLateIndex({ write, log }) }
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

  test('keeps the words that could not be written for the next time, and refuses no mail for them', async () => {
    const { store, indexed, kinds, late } = keepingWrites()
    await late.write([{ index: [entry(1)] }])
    store.isFull = true
    await late.settled()
    expect(indexed()).toEqual([])
    store.isFull = false
    await late.write([{ index: [entry(2)] }])
    await late.settled()
    expect(indexed()).toEqual([[1, 2]])
    await late.write([{ index: [entry(3)] }])
    await late.settled()
    // What was counted meanwhile is outdated, as mail was missing from it.
    expect(kinds()).toEqual(['reindex', 'index'])
  })

  test('leaves to the next start what it cannot keep', async () => {
    const { store, indexed, late } = keepingWrites()
    store.isFull = true
    for (let hundred = 0; hundred < 15; hundred += 1) {
      const mails = Array.from({ length: 100 }, (_, index) => entry(hundred * 100 + index))
      await late.write([{ index: mails }])
      await late.settled()
    }
    store.isFull = false
    await late.settled()
    const kept = indexed().flat()
    expect(kept).toHaveLength(1_000)
    expect(Math.min(...kept)).toBe(500)
    await late.close()
  })
})
