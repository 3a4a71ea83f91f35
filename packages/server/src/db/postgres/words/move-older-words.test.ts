import { expect, onTestFinished, test } from 'vitest'
import { mailInbox } from '../../../../test/mail-inbox.ts'
import { endDay, storeFromBefore } from '../../../../test/words-from-before.ts'
import { createOlderWordMove } from './move-older-words.ts'
import { createWordThreads } from './word-threads.ts'

test('words that cannot be moved together are moved in smaller parts', async () => {
  const { db, open } = await storeFromBefore()
  const { receive } = await mailInbox(db)
  const subjects = Array.from({ length: 300 }, (_, at) => `bob: red n${at}`)
  await receive(...subjects)
  await endDay(db)
  const { longReads: store } = await open()
  const threads = createWordThreads()
  onTestFinished(threads.stop)
  const run = () => Promise.reject(new Error('No index can be made of them'))
  const { step } = createOlderWordMove({
    store,
    threads: { ...threads, run },
    now: Date.now,
    onAwaited() {},
    fromBefore: { form: () => null, hasAny: () => true, look: async () => {}, stop() {} },
  })
  await expect(step()).rejects.toThrow('No index')
  // 38 of 300.
  expect(await step()).toEqual([])
  const left = await store.selectFrom('new_words').select('mail_ids').execute()
  expect(left.flatMap(({ mail_ids }) => mail_ids).length).toBe(38)
})
