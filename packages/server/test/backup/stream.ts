import type { Team } from '@mailstop/contract'
import { hashOf, uniqueMail } from '../durability/sent-mails.ts'
import { beginMail, connectAs, queuedId } from '../durability/smtp-connection.ts'

export type Acknowledged = { token: string; hash: string }

/** Mail that comes as fast as `connections` can send it. */
export function startStream(port: number, team: Team, connections: number, mailBytes: number) {
  const acknowledged: Acknowledged[] = []
  const failures: string[] = []
  const waiting: { count: number; resolve: () => void }[] = []
  let slowestMs = 0
  let isEnding = false

  async function send(): Promise<void> {
    const connection = await connectAs(port, team)
    while (!isEnding) {
      const { token, source } = uniqueMail(mailBytes)
      const began = performance.now()
      await beginMail(connection)
      const reply = await connection.say(`${source}.\r\n`)
      slowestMs = Math.max(slowestMs, performance.now() - began)
      if (queuedId(reply) === null) failures.push(reply)
      else acknowledged.push({ token, hash: hashOf(source) })
      for (const { count, resolve } of waiting) if (acknowledged.length >= count) resolve()
    }
    connection.close()
  }
  const sending = Promise.all(Array.from({ length: connections }, send))

  return {
    acknowledged,
    failures,
    reached: (count: number) =>
      new Promise<void>((resolve) => void waiting.push({ count, resolve })),
    /** The longest that a mail has taken since the last call, in milliseconds. */
    takeSlowest(): number {
      const slowest = slowestMs
      slowestMs = 0
      return slowest
    },
    async end(): Promise<void> {
      isEnding = true
      await sending
    },
  }
}
