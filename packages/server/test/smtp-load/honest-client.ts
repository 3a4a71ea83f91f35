import { connectSmtp } from '../clients/smtp-client.ts'

/** Sends mails one after another until `done`, each on a connection of its own; returns its times. */
export async function sendMails(port: number, done: Promise<unknown>): Promise<number[]> {
  let over = false
  const end = () => (over = true)
  done.then(end, end)
  const times: number[] = []
  while (!over) {
    const startedAt = performance.now()
    const client = await connectSmtp({ port })
    await client.send('EHLO honest.test')
    await client.login('load', 'load')
    const { code } = await client.mail('a@b.test', ['c@d.test'], 'Subject: honest\r\n\r\nmail\r\n')
    client.destroy()
    if (code !== 250) throw new Error(`An honest mail was answered ${code}`)
    times.push(performance.now() - startedAt)
  }
  return times
}

/** Uses the nearest rank. */
export function p99(times: number[]): number {
  const sorted = times.toSorted((a, b) => a - b)
  return sorted[Math.ceil(0.99 * sorted.length) - 1] ?? Number.NaN
}
