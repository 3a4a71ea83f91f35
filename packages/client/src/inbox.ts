import { aCode, aLink, anyMail, nextMail, type Find } from './next-mail.ts'
import type { LinkMatch } from './mail-finds.ts'
import type { Requests } from './request.ts'
import { violationsOf } from './checks/violations.ts'
import { waitForMany, waitForSilence } from './silence-and-lists.ts'
import type { Mail, MailConditions, MailSummary, WaitOptions } from './types.ts'
import type { MailReads } from './waiting.ts'

export type InboxConditions = Omit<MailConditions, 'to' | 'after'>

/**
 * The mail of one test: to one address, since the inbox was made. It never returns the same mail twice, so that after
 * a second request `code()` waits for the second code.
 */
export type Inbox = {
  readonly address: string
  /** The marker of the moment when it was made. */
  readonly marker: string
  /** The newest mail that was not returned yet. */
  wait(conditions?: InboxConditions & WaitOptions): Promise<Mail>
  /** Waits for `count` mails, newest first, whether they were returned before or not. */
  waitForMany(count: number, conditions?: InboxConditions & WaitOptions): Promise<Mail[]>
  /** The code of the newest mail with one that was not returned yet. */
  code(conditions?: InboxConditions & WaitOptions): Promise<string>
  /** A link of the newest mail with one that matches and was not returned yet. */
  link(match?: LinkMatch, conditions?: InboxConditions & WaitOptions): Promise<string>
  /** Fails as soon as a mail arrives, or is there already, that was not returned yet. */
  expectNone(options?: InboxConditions & { within?: number; signal?: AbortSignal }): Promise<void>
  /** Does not wait: returns the newest mail, or null. */
  latest(): Promise<Mail | null>
  /** Mail that arrived and breaks a guard of the team, once all of it is judged. */
  violations(): Promise<MailSummary[]>
  /** All that has arrived, newest first; 100 at most. */
  list(): Promise<MailSummary[]>
}

export type InboxDeps = {
  requests: Requests
  reads: MailReads
  /** How long a wait lasts that does not say it itself. */
  timeout: () => number
  /** Ends all waits. */
  signal?: AbortSignal | undefined
  latest: (conditions: MailConditions) => Promise<Mail | null>
}

export function createInbox(
  { requests, reads, timeout, signal: ends, latest }: InboxDeps,
  own: { to: string; after: string; tag?: string },
): Inbox {
  const taken = new Set<number>()

  function optionsOf({ timeout: limit = timeout(), signal }: WaitOptions): WaitOptions {
    const signals = [signal, ends].filter((each) => each !== undefined)
    return { timeout: limit, ...(signals.length > 0 && { signal: AbortSignal.any(signals) }) }
  }

  async function take<T>(find: Find<T>, given: InboxConditions & WaitOptions = {}) {
    const { timeout: limit, signal, ...conditions } = given
    const { mail, found } = await nextMail(requests, reads, {
      conditions: { ...conditions, ...own },
      find,
      taken,
      ...optionsOf({ timeout: limit, signal }),
    })
    taken.add(mail.id)
    return found
  }

  return {
    address: own.to,
    marker: own.after,
    wait: (given) => take(anyMail, given),
    code: (given) => take(aCode, given),
    link: (match, given) => take(aLink(match), given),
    async waitForMany(count, { timeout: limit, signal, ...conditions } = {}) {
      const options = optionsOf({ timeout: limit, signal })
      const mails = await waitForMany(requests, count, { ...conditions, ...own }, options)
      for (const { id } of mails) taken.add(id)
      return mails
    },
    expectNone: ({ within = 2_000, signal, ...conditions } = {}) =>
      waitForSilence(
        requests,
        { ...conditions, ...own },
        taken,
        optionsOf({ timeout: within, signal }),
      ),
    latest: () => latest(own),
    violations: () => violationsOf(requests, reads, own, optionsOf({})),
    list: () => reads.list(own),
  }
}
