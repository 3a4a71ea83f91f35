import { checkOf, from, requireRules } from './checks/checks.ts'
import { createAddresses, type AddressOptions } from './address.ts'
import { MailstopError } from './errors.ts'
import { createInbox, type Inbox } from './inbox.ts'
import type { LinkMatch } from './mail-finds.ts'
import { aCode, aLink, anyMail, nextMail, type Find } from './next-mail.ts'
import { createRequests } from './request.ts'
import { settingOf, type Settings } from './settings.ts'
import { violationsOf } from './checks/violations.ts'
import { waitForMany, waitForSilence } from './silence-and-lists.ts'
import type {
  Inspection,
  Mail,
  MailConditions,
  MailSummary,
  NewMail,
  SmtpSettings,
  TokenInfo,
  WaitOptions,
} from './types.ts'
import { usualTimeout } from './time-of-test.ts'
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

export type Mailstop = ReturnType<typeof createMailstop>

const mails = 'teams/current/mails'

/** One server and one token, and so the mail of one team. */
export function createMailstop(settings: Settings = {}) {
  const {
    url = settingOf('MAILSTOP_URL') ?? 'http://localhost:8025',
    token = settingOf('MAILSTOP_TOKEN'),
    domain = settingOf('MAILSTOP_DOMAIN') ?? 'test.example',
    timeout = usualTimeout,
    fetch = globalThis.fetch,
  } = settings
  const requests = createRequests({ url, token, fetch: (...given) => fetch(...given) })
  const address = createAddresses(domain)

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
      return from(requests, await read<Mail>(`${mails}/latest`, conditions))
    } catch (error) {
      if (error instanceof MailstopError && error.code === 'no_mail') return null
      throw error
    }
  }

  const reads: MailReads = {
    get: async (id, signal) => from(requests, await read<Mail>(`${mails}/${id}`, {}, signal)),
    list: (conditions, signal) =>
      read<MailSummary[]>(mails, { ...conditions, per_page: 100 }, signal),
  }

  async function find<T>(
    what: Find<T>,
    { timeout: limit = timeout, signal, ...conditions }: MailConditions & WaitOptions,
  ) {
    const options = { timeout: limit, ...(signal && { signal }) }
    const { found } = await nextMail(requests, reads, {
      conditions,
      find: what,
      taken: new Set(),
      ...options,
    })
    return found
  }

  return {
    /** How long a wait lasts at most in a test whose time is known; undefined: the settings do not say. */
    timeout: settings.timeout,
    /** A new address. */
    address,
    marker,
    latest,
    /** The mail of one test, to an address of its own and from now on. */
    async inbox(options: InboxOptions = {}): Promise<Inbox> {
      const { address: given, tag, after, timeout: limit = timeout, signal } = options
      const own = {
        to: given ?? address(options),
        after: after ?? (await marker()),
        ...(tag && { tag }),
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
      { timeout: limit = timeout, signal, ...conditions }: MailConditions & WaitOptions,
    ) => waitForMany(requests, count, conditions, { timeout: limit, ...(signal && { signal }) }),
    /** Fails as soon as a mail arrives that meets the conditions. */
    async expectNone({
      within = 2_000,
      signal,
      after,
      ...conditions
    }: MailConditions & { within?: number; signal?: AbortSignal }) {
      const options = { timeout: within, ...(signal && { signal }) }
      const from = after ?? (await marker())
      await waitForSilence(requests, { ...conditions, after: from }, new Set(), options)
    },
    get: (id: number): Promise<Mail> => reads.get(id),
    /** What would go wrong with a mail in real inboxes. */
    check: (id: number): Promise<Inspection> => checkOf(requests, id),
    /** Refuses ids of which no rule or section of the check has the name. */
    requireRules: (ids: readonly string[]): Promise<void> => requireRules(requests, ids),
    /** Mail that breaks guards of the team, newest first, once all that has arrived is judged; 100 at most. */
    violations: (
      conditions: MailConditions = {},
      options: WaitOptions = {},
    ): Promise<MailSummary[]> => violationsOf(requests, reads, conditions, { timeout, ...options }),
    /** The address of a mail in the web app; the id of its team opens it also from another team. */
    pageOf: (id: number, team?: number): string =>
      new URL(
        `inbox/${id}${team === undefined ? '' : `?team=${team}`}`,
        url.endsWith('/') ? url : `${url}/`,
      ).href,
    /** The newest mails, 100 at most; `cursor` of the answer continues. */
    async list({ cursor, ...conditions }: MailConditions & { cursor?: string } = {}) {
      const query = () => ({ ...conditions, cursor, per_page: 100 })
      const page = (await requests.json({ path: mails, query })) as {
        data: MailSummary[]
        meta: { next_cursor: string | null; marker: string }
      }
      return { mails: page.data, cursor: page.meta.next_cursor, marker: page.meta.marker }
    },
    /** The exact bytes of a mail. */
    source: (id: number): Promise<Uint8Array<ArrayBuffer>> =>
      requests.bytes({ path: `${mails}/${id}/source` }),
    /** Puts a mail into the inbox: its source, or what it is made of. It is kept once, however often the request is sent. */
    async send(
      mail: NewMail | string | Uint8Array<ArrayBuffer>,
      envelope: { from?: string; to?: string[] } = {},
    ) {
      const isSource = typeof mail === 'string' || mail instanceof Uint8Array
      const answer = await requests.json({
        method: 'POST',
        path: mails,
        query: () => ({ from: envelope.from, to: envelope.to?.join(',') }),
        headers: {
          'content-type': isSource ? 'message/rfc822' : 'application/json',
          'idempotency-key': crypto.randomUUID(),
        },
        body: isSource ? mail : JSON.stringify(mail),
      })
      return (answer as { data: { id: number; marker: string | null } }).data
    },
    /** How an app sends mail to the team. */
    smtp: () => read<SmtpSettings>('teams/current/smtp'),
    /** Deletes mail and returns how many. */
    async delete(what: Deletion): Promise<number> {
      const { ids, all, ...conditions } = what as { ids?: number[]; all?: true } & MailConditions
      const answer = await requests.json({
        method: 'DELETE',
        path: mails,
        query: () => ({ ...conditions, ...(all && { all: 'true' }) }),
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(ids ? { ids } : {}),
      })
      return (answer as { count: number }).count
    },
    /** The token, its scopes and its team. */
    token: () => read<TokenInfo>('token'),
  }
}
