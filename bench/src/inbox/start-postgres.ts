import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

const server = fileURLToPath(
  new URL('../../../packages/server/test/inbox-load/postgres-process.ts', import.meta.url),
)

/** A Postgres that ends with the bench, and the addresses of an empty database for each name. */
export async function startPostgres(
  names: string[],
  settings: Record<string, string> = {},
): Promise<string[]> {
  const child = fork(server, [JSON.stringify({ names, settings })])
  const ended = once(child, 'exit').then(() => {
    throw new Error('Postgres did not start')
  })
  const [{ urls }] = (await Promise.race([once(child, 'message'), ended])) as [{ urls: string[] }]
  // That it ends later is no failure.
  ended.catch(() => {})
  return urls
}
