import type { AddressOptions } from './address.ts'
import { from } from './checks/checks.ts'
import { violationsOf } from './checks/violations.ts'
import { MailstopError } from './errors.ts'
import { createInbox, type Inbox } from './inbox.ts'
import type { LinkMatch } from './mail-finds.ts'
import { aCode, aLink, anyMail, nextMail, type Find } from './next-mail.ts'
import { jsonOf, type Requests } from './request.ts'
import { waitForMany, waitForSilence } from './silence-and-lists.ts'
import type { Mail, MailConditions, MailSummary, WaitOptions } from './types.ts'
import type { MailReads } from './waiting.ts'

export type InboxOptions = AddressOptions & {
  /** An address that is used again, such as an administrator's; without it the inbox gets a new one. */
  address?: string
  /** Only mail with this tag, as from the SMTP username `USERNAME+run42`: separates tests that share an address. */
  tag?: string
  /** A marker that was taken before; without it the inbox begins now. */
  after?: string
  /** How long its waits last unless they say otherwise, in milliseconds. A function is asked at each wait. */
  timeout?: number | (() => number)
  /** Ends all of its waits. */
  signal?: AbortSignal
}

/** What `delete` deletes. An empty condition does not count, so `all` has to be given. */
export type Deletion = { ids: number[] } | MailConditions | { all: true }

type Deps = {
  requests: Requests
  address: (options?: AddressOptions) => string
  /** How long a wait lasts that does not say it itself. */
  timeout: () => number
  /** What all of the mail meets. */
  within: { inbox?: string }
}

export const mails = 'teams/current/mails'

/** Waits for mail, lists and deletes it: that of the team, or that of one inbox. */
export function createSelectedMails({ requests, address, timeout, within }: Deps) {
  async function read<T>(
    path: string,
    query: Record<string, string | number | undefined> = {},
    signal?: AbortSignal,
  ): Promise<T> {
    const { data } = (await requests.json({ path, query: () => query, signal })) as { data: T }
    return data
  }

  async function marker(): Promise<string> {
    const { marker: now } = await read<{ marker: string }>(`${mails}/marker`)
    return now
  }

  async function latest(conditions: MailConditions = {}): Promise<Mail | null> {
    try {
      return from(requests, await read<Mail>(`${mails}/latest`, { ...conditions, ...within }))
    } catch (error) {
      if (error instanceof MailstopError && error.code === 'no_mail') return null
      throw error
    }
  }

  const reads: MailReads = {
    get: async (id, signal) => from(requests, await read<Mail>(`${mails}/${id}`, {}, signal)),
    list: (conditions, signal) =>
      read<MailSummary[]>(mails, { ...conditions, ...within, per_page: 100 }, signal),
  }

  async function find<T>(
    what: Find<T>,
    { timeout: limit = timeout(), signal, ...conditions }: MailConditions & WaitOptions,
  ) {
    const options = { timeout: limit, ...(signal && { signal }) }
    const { found } = await nextMail(requests, reads, {
      conditions: { ...conditions, ...within },
      find: what,
      taken: new Set(),
      ...options,
    })
    return found
  }

  return {
    marker,
    latest,
    /** The mail of one test, to an address of its own and from now on. */
    async ofTest(options: InboxOptions = {}): Promise<Inbox> {
      const { address: given, tag, after, timeout: limit = timeout, signal } = options
      const own = {
        to: given ?? address(options),
        after: after ?? (await marker()),
        ...(tag && { tag }),
        ...within,
      }
      return createInbox(
        {
          requests,
          reads,
          timeout: typeof limit === 'function' ? limit : () => limit,
          signal,
          latest,
        },
        own,
      )
    },
    /** The newest mail that meets the conditions. Without `after`, mail that is there already counts. */
    wait: (conditions: MailConditions & WaitOptions): Promise<Mail> => find(anyMail, conditions),
    code: (conditions: MailConditions & WaitOptions): Promise<string> => find(aCode, conditions),
    link: (match: LinkMatch, conditions: MailConditions & WaitOptions): Promise<string> =>
      find(aLink(match), conditions),
    waitForMany: (
      count: number,
      { timeout: limit = timeout(), signal, ...conditions }: MailConditions & WaitOptions,
    ) => {
      const options = { timeout: limit, ...(signal && { signal }) }
      return waitForMany(requests, count, { ...conditions, ...within }, options)
    },
    /** Fails as soon as a mail arrives that meets the conditions. */
    async expectNone({
      within: limit = 2_000,
      signal,
      after,
      ...conditions
    }: MailConditions & { within?: number; signal?: AbortSignal }) {
      const options = { timeout: limit, ...(signal && { signal }) }
      const query = { ...conditions, ...within, after: after ?? (await marker()) }
      await waitForSilence(requests, query, new Set(), options)
    },
    get: (id: number): Promise<Mail> => reads.get(id),
    /** Mail that breaks guards of the team, newest first, once all that has arrived is judged; 100 at most. */
    violations: (
      conditions: MailConditions = {},
      options: WaitOptions = {},
    ): Promise<MailSummary[]> =>
      violationsOf(
        requests,
        reads,
        { ...conditions, ...within },
        { timeout: timeout(), ...options },
      ),
    /** The newest mails, 100 at most; `cursor` of the answer continues. */
    async list({ cursor, ...conditions }: MailConditions & { cursor?: string } = {}) {
      const query = () => ({ ...conditions, ...within, cursor, per_page: 100 })
      const page = (await requests.json({ path: mails, query })) as {
        data: MailSummary[]
        meta: { next_cursor: string | null; marker: string }
      }
      return { mails: page.data, cursor: page.meta.next_cursor, marker: page.meta.marker }
    },
    /** Deletes mail and returns how many. */
    async delete(what: Deletion): Promise<number> {
      const { ids, all, ...conditions } = what as { ids?: number[]; all?: true } & MailConditions
      // All mail of one inbox is a selection.
      const isWhole = all && within.inbox === undefined
      const query = { ...conditions, ...(!ids && within), ...(isWhole && { all: 'true' }) }
      const isNothing = !ids && !all && Object.values(conditions).every((each) => !each)
      const answer = await requests.json({
        method: 'DELETE',
        path: mails,
        // Without a condition the server refuses it, and names what is missing.
        query: () => (isNothing ? {} : query),
        ...jsonOf(ids ? { ids } : {}),
      })
      return (answer as { count: number }).count
    },
  }
}

export type SelectedMails = ReturnType<typeof createSelectedMails>
