import { createAddresses } from './address.ts'
import { checkOf, requireRules } from './checks/checks.ts'
import type { Inbox } from './inbox.ts'
import { createNamedInboxes, type NamedInbox, type NamedInboxOptions } from './named-inboxes.ts'
import { createRequests } from './request.ts'
import { createSelectedMails, mails, type InboxOptions } from './selected-mails.ts'
import { createDrills } from './drills.ts'
import { createScenarios } from './scenarios.ts'
import { settingOf, type Settings } from './settings.ts'
import { createWebhooks } from './webhooks.ts'
import { usualTimeout } from './runners/time-of-test.ts'
import type { InboxInfo, Inspection, NewMail, SmtpSettings, TokenInfo } from './types.ts'

export type Mailstop = ReturnType<typeof createMailstop>

/** One server and one token, and so the mail of one team. */
export function createMailstop(settings: Settings = {}) {
  const {
    url = settingOf('MAILSTOP_URL') ?? 'http://localhost:8025',
    token = settingOf('MAILSTOP_TOKEN'),
    domain = settingOf('MAILSTOP_DOMAIN') ?? 'test.example',
    fetch = globalThis.fetch,
  } = settings
  const requests = createRequests({ url, token, fetch: (...given) => fetch(...given) })
  const address = createAddresses(domain)

  async function read<T>(path: string): Promise<T> {
    const { data } = (await requests.json({ path })) as { data: T }
    return data
  }

  const tokenInfo = () => read<TokenInfo>('token')
  /** The team of the token, once a page of it was asked for. */
  let ownTeam: number | undefined

  const mailsOf = (within: { inbox?: string }) =>
    createSelectedMails({
      requests,
      address,
      timeout: () => usualTimeout(settings.timeout),
      within,
    })
  const { ofTest, ...ofTeam } = mailsOf({})
  const inboxes = createNamedInboxes(requests)
  const scenarios = createScenarios(requests)
  const drill = createDrills(requests)

  /** The mail of one test, to an address of its own and from now on. */
  function inbox(options?: InboxOptions): Promise<Inbox>
  /** An inbox of the team with credentials of its own: it is made, or the one of this name is taken. */
  function inbox(name: string, options?: NamedInboxOptions): Promise<NamedInbox>
  async function inbox(
    given?: string | InboxOptions,
    options?: NamedInboxOptions,
  ): Promise<Inbox | NamedInbox> {
    if (typeof given !== 'string') return ofTest(given)
    return opened(await inboxes.take(given, options))
  }

  function opened({ id, name, credentials }: Pick<NamedInbox, 'id' | 'name' | 'credentials'>) {
    const { ofTest: within, ...own } = mailsOf({ inbox: name })
    return {
      ...own,
      id,
      name,
      credentials,
      inbox: within,
      rotate: (graceHours?: number) => inboxes.rotate(id, graceHours),
      end: () => inboxes.end(id),
    }
  }

  return {
    /** How long a wait lasts at most in a test whose time is known; undefined: the settings do not say. */
    timeout: settings.timeout,
    /** A new address. */
    address,
    inbox,
    /** The inboxes of the team, the first one first. */
    inboxes: (): Promise<InboxInfo[]> => inboxes.list(),
    /** The inbox of this name; refused as `not_found` where there is none. */
    findInbox: async (name: string): Promise<NamedInbox> => opened(await inboxes.known(name)),
    ...ofTeam,
    /** Lets SMTP fail on purpose: by a preset, a scenario of the team, or steps of your own. */
    scenario: scenarios.start,
    /** Lets SMTP fail for some minutes, and reports what the app did with its mail. */
    drill,
    /** The scenarios of the team, the presets, and what is on. */
    scenarios: scenarios.list,
    /** Stops a scenario, or lets it count from zero, in one inbox or wherever it is on. */
    endScenario: scenarios.end,
    webhooks: createWebhooks(requests),
    /** What would go wrong with a mail in real inboxes. */
    check: (id: number): Promise<Inspection> => checkOf(requests, id),
    /** Refuses ids of which no rule or section of the check has the name. */
    requireRules: (ids: readonly string[]): Promise<void> => requireRules(requests, ids),
    /** The address of a mail in the web app, which opens it whichever team is shown there. */
    async pageOf(id: number): Promise<string> {
      // Without a token, in open mode, there is one team.
      if (token) ownTeam ??= (await tokenInfo()).team.id
      const query = ownTeam === undefined ? '' : `?team=${ownTeam}`
      return new URL(`inbox/${id}${query}`, url.endsWith('/') ? url : `${url}/`).href
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
    /** The token, its scopes and its team. */
    token: tokenInfo,
  }
}
