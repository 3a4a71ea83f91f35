import { from } from './checks/checks.ts'
import { MailstopError, NoMailError } from './errors.ts'
import { usualPersistence, type Requests } from './request.ts'
import { usualTimeout } from './runners/time-of-test.ts'
import type { Mail, MailConditions, MailSummary, PassedOverMail, WaitOptions } from './types.ts'

/** Waits of any length, made of requests that the server and proxies hold open. */

/** The longest wait of one request. */
const longestWait = 50_000

export type Waited = { mails: Mail[]; marker: string }

type WaitQuery = MailConditions & { count?: number; order?: 'newest' | 'oldest' }

/** What the answers for mail look like. */
export type MailReads = {
  get(id: number, signal?: AbortSignal): Promise<Mail>
  list(conditions: MailConditions, signal?: AbortSignal): Promise<MailSummary[]>
}

/** One wait: its end, and all that it passed over until then. */
export function beginWait(requests: Requests, { timeout = usualTimeout(), signal }: WaitOptions) {
  const end = performance.now() + timeout
  const saw = new Map<number, PassedOverMail>()
  const near = new Map<number, PassedOverMail>()
  const remaining = () => Math.max(0, Math.ceil(end - performance.now()))
  /** What the next request waits for. */
  const next = () => Math.min(remaining(), longestWait)

  /** Asks until `count` mails match; null when time is up before. */
  async function ask(query: WaitQuery): Promise<Waited | null> {
    for (;;) {
      try {
        const call = {
          path: 'teams/current/mails/wait',
          query: () => ({ ...query, timeout: next() }),
          signal,
          until: end + usualPersistence,
          patience: () => next() + usualPersistence,
        }
        const { data, meta } = (await requests.json(call)) as {
          data: Mail | Mail[]
          meta: { marker: string }
        }
        const mails = (Array.isArray(data) ? data : [data]).map((mail) => from(requests, mail))
        return { mails, marker: meta.marker }
      } catch (error) {
        if (!(error instanceof MailstopError) || error.code !== 'no_mail') throw error
        for (const mail of error.body.saw ?? []) if (!saw.has(mail.id)) saw.set(mail.id, mail)
        for (const mail of error.body.near ?? []) near.set(mail.id, mail)
        if (remaining() === 0) return null
      }
    }
  }

  return {
    ask,
    remaining,
    /** Notes why a mail that meets the conditions is not the one. */
    passOver({ id, from, to, subject, received_at, tags }: MailSummary, reason: string) {
      saw.set(id, { id, from, to, subject, received_at, tags, failed: [reason] })
    },
    noMail(wanted: ConstructorParameters<typeof NoMailError>[0]['wanted'], count = 1): NoMailError {
      const newestFirst = [...saw.values()].toSorted((a, b) => b.id - a.id).slice(0, 10)
      const before = [...near.values()].filter(({ id }) => !saw.has(id))
      return new NoMailError({ wanted, count, timeout, saw: newestFirst, near: before })
    },
  }
}
