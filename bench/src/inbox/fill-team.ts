import { fork } from 'node:child_process'
import { on, once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { endWithBench } from '../processes.ts'
import { variedMail } from './varied-mails.ts'

/**
 * Fills a team up to `mails`, with mail of every half minute until now, two thirds of it read and one
 * in two thousand flagged. What is there already stays: an interrupted fill is resumed.
 */
export type FillOptions = {
  dataDir: string
  databaseUrl: string | null
  teamId: number
  mails: number
  /** Its second inbox gets one mail in a thousand, or all but that. Null: it has none. */
  second?: SecondInbox | null
  onProgress: (done: number) => void
}

export type SecondInbox = 'few' | 'most'

const writer = fileURLToPath(
  new URL('../../../packages/server/test/inbox-load/fill-process.ts', import.meta.url),
)
const perBatch = 1_024
/** One is made while the other is written. */
const batchesAhead = 2
const spacingMs = 30_000

export async function fillTeam(options: FillOptions): Promise<void> {
  const { mails, second = null, onProgress, ...store } = options
  const child = fork(writer, [JSON.stringify(store)], { serialization: 'advanced' })
  endWithBench(child)
  const ended = once(child, 'exit')
  const answers = on(child, 'message', { close: ['exit'] })
  async function answer<T>(): Promise<T> {
    const { value, done } = (await answers.next()) as IteratorResult<[T], undefined>
    if (done) throw new Error('The process that fills the store ended early')
    return value[0]
  }
  const { total } = await answer<{ total: number }>()
  const begunAt = Date.now() - mails * spacingMs
  let made = total
  let done = total
  while (done < mails) {
    while (made < mails && made - done < batchesAhead * perBatch) {
      const indexes = Array.from({ length: Math.min(perBatch, mails - made) }, (_, at) => made + at)
      made += indexes.length
      child.send({
        mails: indexes.map((index) => ({
          ...variedMail(index),
          inbox: second !== null && (index % 1_000 === 0) === (second === 'few') ? 2 : 1,
          receivedAt: begunAt + index * spacingMs,
          read: index % 3 !== 0,
          flagged: index % 2_000 === 0,
        })),
      })
    }
    const { written } = await answer<{ written: number }>()
    done += written
    onProgress(done)
  }
  child.disconnect()
  await ended
}
