import { setTimeout as delay } from 'node:timers/promises'
import { sampleMails, sendMail } from '../load/sample-mails.ts'
import { openSession, type Credentials } from '../load/smtp-session.ts'
import { createRequests } from './held-requests.ts'

/** One asker may have 250 waits open, and in open mode each address is an asker. */
const waitsPerAsker = 250
const settleMs = 10_000

export type Product = { origin: string; smtpPort: number; team: number; credentials: Credentials }

/** Many waits at once, each for an address of its own; one that was answered waits for the next mail to it. */
export async function openCrowd({ origin, team }: Pick<Product, 'origin' | 'team'>, size: number) {
  const askers = Array.from({ length: Math.ceil(size / waitsPerAsker) }, (_, index) =>
    createRequests(origin, `127.0.0.${index + 1}`),
  )
  const { body } = await (askers[0] as (typeof askers)[0]).get(`/api/teams/${team}/mails/marker`)
  const { marker } = (body as { data: { marker: string } }).data
  const places = Array.from({ length: size }, () => marker)
  /** When the answer to the mail that was sent last was there, by the number of the wait. */
  const answered: ((at: number) => void)[] = []
  let isOpen = true

  async function hold(index: number): Promise<void> {
    const { get } = askers[Math.floor(index / waitsPerAsker)] as (typeof askers)[0]
    while (isOpen) {
      const query = {
        to: addressOf(index),
        after: places[index] ?? marker,
        timeout: '50000',
      }
      const path = `/api/teams/${team}/mails/wait`
      const reply = await get(path, query).catch(() => null)
      if (reply?.status === 200) {
        places[index] = (reply.body as { meta: { marker: string } }).meta.marker
        answered[index]?.(reply.at)
      } else if (isOpen && reply?.status !== 404) throw new Error(`A wait got ${reply?.status}`)
    }
  }

  const holding = places.map((_, index) => hold(index))
  await Promise.race([delay(3_000), ...holding])
  return {
    /** Resolves with the moment when this wait gets its next mail. */
    next: (index: number) => new Promise<number>((resolve) => (answered[index] = resolve)),
    async close(): Promise<void> {
      isOpen = false
      for (const { close } of askers) close()
      await Promise.allSettled(holding)
    },
  }
}

const addressOf = (index: number) => `crowd-${index}@customers.example`

/** Mail at a steady rate, each to one of the waits: from its 250 to its answer, and how many had none. */
export async function timeCrowd(
  product: Product,
  { waits, perSecond, seconds }: { waits: number; perSecond: number; seconds: number },
): Promise<{ times: number[]; missed: number }> {
  const crowd = await openCrowd(product, waits)
  const times: number[] = []
  const pending: Promise<unknown>[] = []
  const connections = 4
  const end = new AbortController()
  setTimeout(() => end.abort(), seconds * 1_000)

  async function send(connection: number): Promise<void> {
    const session = await openSession(product.smtpPort, product.credentials)
    const mails = sampleMails(connection + 1, 50)
    let due = performance.now()
    for (let sent = 0; !end.signal.aborted; sent += 1) {
      // Its own waits in turn, so that none gets a second mail before it has the first.
      const own = Math.floor(waits / connections)
      const index = connection * own + (sent % own)
      const found = crowd.next(index)
      const mail = mails[sent % mails.length]
      if (!mail) throw new Error('There are no mails to send')
      const { acceptedAt } = await sendMail(session, mail, sent, { recipient: addressOf(index) })
      pending.push(found.then((at) => times.push(at - acceptedAt)))
      due += (connections * 1_000) / perSecond
      await delay(Math.max(0, due - performance.now()))
    }
    await session.quit()
  }

  await Promise.all(Array.from({ length: connections }, (_, connection) => send(connection)))
  await Promise.race([Promise.all(pending), delay(settleMs)])
  const missed = pending.length - times.length
  await crowd.close()
  return { times, missed }
}
