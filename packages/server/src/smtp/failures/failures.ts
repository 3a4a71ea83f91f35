import type { SmtpFailure } from '@mailstop/contract'
import { firstInbox } from '../../lib/first-inbox.ts'
import type { SparingLog } from '../../lib/process/sparing-log.ts'
import type { Dialogue, SessionFailure, SmtpAccount } from '../session/session-state.ts'
import { createKnownClients } from './known-clients.ts'

/** A session that failed, or a part of it, and the account that it is shown to. */
export type FailedSmtp = Dialogue & {
  accountId: number
  /** Null where only the account is likely. */
  inbox: number | null
  /** Who caused it: what waits to be written is divided between them. */
  user: string
  isStranger: boolean
  failure: SmtpFailure
  at: number
  remoteAddress: string
  /** The user name; null without a login. */
  login: string | null
  reply: string
  mailId: number | null
  /** The scenario that acted last in it. */
  scenario: string | null
}

export type FailureOptions = {
  keep: (failed: FailedSmtp) => void
  /** The account with this user name, if there is one. */
  accountNamed: (username: string) => Promise<SmtpAccount | null>
  /** The account of the whole store, if it has one alone. */
  onlyAccount: () => Promise<SmtpAccount | null>
  /** What the owner of a client can do that does not trust the certificate. */
  trustAdvice: () => string
}

type FailuresDeps = { options: FailureOptions | null; say: SparingLog; now: () => number }

/** Where a session came from. */
export type FailedClient = {
  /** Whose mail such a client sends, if it need not log in. */
  open: SmtpAccount | null
  remoteAddress: string
  /** The address group. */
  group: string
}

/** A name that no team has may be the password, typed into the wrong field. */
export const masked = (login: string) => (login.length > 4 ? `${login.slice(0, 4)}…` : login)

const alerted = 'The client does not trust the certificate'
const endedSilently = 'The client ended TLS without a word, and may not trust the certificate'

/**
 * Finds the accounts that a failed session is shown to, and hands it over. Without a login that names one, it is the
 * account that the client logged in to lately, or the only one. Where several did, from behind one address, none of
 * them sees what the client said.
 */
export function createFailures({ options, say, now }: FailuresDeps) {
  const known = createKnownClients(now)
  let isAsking = false

  /** One question to the store at a time: strangers cause it. */
  async function onlyAccount({ onlyAccount: ask }: FailureOptions): Promise<number[]> {
    if (isAsking) return []
    isAsking = true
    try {
      const account = await ask()
      return account ? [account.id] : []
    } finally {
      isAsking = false
    }
  }

  async function likelyAccounts(of: FailureOptions, client: FailedClient) {
    if (client.open) return { accounts: [client.open.id], isShared: false }
    const lately = known.accountsOf(client.group)
    if (lately.accounts.length > 0) return lately
    return { accounts: await onlyAccount(of), isShared: false }
  }

  type Failed = Dialogue & Pick<FailedSmtp, 'failure' | 'login' | 'reply'>

  const causedBy = ({ remoteAddress, group }: FailedClient) => ({
    at: now(),
    remoteAddress,
    user: group,
    inbox: null,
    isStranger: false,
    mailId: null,
    scenario: null,
  })

  async function keepForLikely(
    of: FailureOptions,
    client: FailedClient,
    failed: Failed,
  ): Promise<void> {
    const by = causedBy(client)
    const { accounts, isShared } = await likelyAccounts(of, client)
    const isTheirs = accounts.length === 1 && !isShared
    const said = isTheirs ? {} : { transcript: '', transcriptTimes: [] }
    for (const accountId of accounts) {
      of.keep({ ...by, ...failed, ...said, accountId })
    }
  }

  const notFound = (error: unknown) =>
    say('warn', { err: error }, 'The team of a client could not be found')

  async function loginFailed(
    of: FailureOptions,
    client: FailedClient,
    { login, transcript, transcriptTimes, reply }: SessionFailure,
  ): Promise<void> {
    const by = causedBy(client)
    const rest = { transcript, transcriptTimes, reply }
    const named = login ?? ''
    const account = await of.accountNamed(named)
    if (!account) {
      const failed = { ...rest, login: masked(named), failure: 'unknown_username' } as const
      return keepForLikely(of, client, failed)
    }
    const { id: accountId, inbox = firstInbox } = account
    of.keep({ ...by, ...rest, login, failure: 'wrong_password', accountId, inbox })
  }

  return {
    failed(client: FailedClient, whole: SessionFailure): void {
      if (!options) return
      const { account, failure, ...rest } = whole
      if (account) {
        const { id: accountId, inbox = firstInbox } = account
        const user = (rest.isStranger ? undefined : account.user) ?? client.group
        options.keep({ ...causedBy(client), ...rest, failure, accountId, inbox, user })
      } else if (failure === 'login_failed') {
        void loginFailed(options, client, whole).catch(notFound)
      } else void keepForLikely(options, client, { ...rest, failure }).catch(notFound)
    },

    /** `reason` is the alert that the TLS library of the client sent, if it sent one. */
    async distrusted(
      client: FailedClient,
      dialogue: Dialogue,
      reason: string | null,
    ): Promise<void> {
      if (!options) return
      const advice = options.trustAdvice()
      const why = reason === null ? endedSilently : alerted
      say('warn', { remoteAddress: client.remoteAddress, reason, advice }, why)
      const reply = `${why}: ${advice}`
      const failed = { ...dialogue, failure: 'certificate_refused', login: null, reply } as const
      await keepForLikely(options, client, failed).catch(notFound)
    },

    loggedIn: known.loggedIn,
    forget: known.forget,
  }
}
