import type { Credentials } from '../account.ts'
import { openConnection } from '../one-connection.ts'

/** Sends complete mails unchanged and returns their queue ids, in order. */
export async function sendSources(to: Credentials, sources: readonly Buffer[]): Promise<number[]> {
  const connection = openConnection(to)
  const envelope = { from: 'shop@sender.test', to: 'you@customer.test' }
  const ids: number[] = []
  for (const raw of sources) {
    const { response } = await connection.sendMail({ envelope, raw })
    ids.push(Number(/queued as (\d+)/.exec(response)?.[1]))
  }
  connection.close()
  return ids
}
