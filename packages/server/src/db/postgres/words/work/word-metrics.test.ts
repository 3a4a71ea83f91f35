import { expect, test } from 'vitest'
import { createMeter } from '../../../../lib/process/meter.ts'
import { measureWords } from './word-metrics.ts'

test('the mail that waits for a word index is shown by the process that makes them alone', async () => {
  const meter = await createMeter()
  let waiting: { mails: number; ms: number } | null = null
  measureWords(meter, { waiting: () => waiting })
  const shown = async () => (await meter.registry.metrics()).match(/^mailstop_words_.*$/gm)
  expect(await shown()).toBe(null)
  waiting = { mails: 300, ms: 5_500 }
  expect(await shown()).toEqual([
    'mailstop_words_waiting_mails 300',
    'mailstop_words_oldest_seconds 5.5',
  ])
  waiting = null
  expect(await shown()).toBe(null)
})
