import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Percentiles } from '../load/load-job.ts'
import type { Credentials } from '../load/smtp-session.ts'
import { endWithBench } from '../processes.ts'
import type { Spread } from './draw.ts'

/** What the loader does, and what it says afterwards. Both cross a process boundary. */
export type DrawnJob = {
  /** The ports of the servers, used in turn. */
  ports: number[]
  credentials: Credentials[]
  spread: Spread
  connections: number
  mailsPerConnection: number
  /** Ends after this many mails, or after this time. */
  mostMails: number
  longestMs: number
  seed: number
}

export type DrawnAnswer = {
  /** Answered with a 250. */
  accepted: number
  mailsPerSecond: number
  /** Times from the last byte of DATA to its 250. */
  dataMs: Percentiles
  /** How many got mail. */
  teams: number
  /** What was answered instead of what was expected, and how often. */
  refusals: [string, number][]
}

const loader = fileURLToPath(new URL('../simulation-loader.ts', import.meta.url))

export async function runDrawnLoad(job: DrawnJob): Promise<DrawnAnswer> {
  const child = fork(loader, [], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  endWithBench(child)
  child.send(job)
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`The loader ended with ${code}`)
  })
  // That it ends later is no failure.
  ended.catch(() => {})
  const [answer] = (await Promise.race([once(child, 'message'), ended])) as [DrawnAnswer]
  return answer
}
