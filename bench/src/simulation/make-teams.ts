import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Credentials } from '../load/smtp-session.ts'
import { endWithBench } from '../processes.ts'

const maker = fileURLToPath(
  new URL('../../../packages/server/test/inbox-load/teams-process.ts', import.meta.url),
)

/** Fills an empty database with teams, and returns the credentials of each. */
export async function makeTeams(wanted: {
  databaseUrl: string
  appKey: string
  teams: number
}): Promise<Credentials[]> {
  const child = fork(maker, [JSON.stringify(wanted)])
  endWithBench(child)
  const ended = once(child, 'exit')
  const failed = ended.then(([code]) => {
    throw new Error(`The process that makes teams ended with ${code}`)
  })
  // That it ends later is no failure.
  failed.catch(() => {})
  const [answer] = (await Promise.race([once(child, 'message'), failed])) as [
    { credentials: Credentials[] },
  ]
  await ended
  return answer.credentials
}
