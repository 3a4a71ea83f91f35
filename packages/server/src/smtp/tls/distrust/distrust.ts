import type { SparingLog } from '../../../lib/process/sparing-log.ts'
import type { createRecentRefusals } from '../../limits/recent-refusals.ts'
import type { Dialogue, SmtpAccount } from '../../session/session-state.ts'
import { createKnownClients } from './known-clients.ts'

export type DistrustOptions = {
  /** What the client's owner can do about it. */
  advice: () => string
  /** The account of the whole store, if it has one alone. */
  onlyAccount: () => Promise<SmtpAccount | null>
}

type DistrustDeps = {
  options: DistrustOptions | null
  refusals: Pick<ReturnType<typeof createRecentRefusals>, 'addLatest'>
  say: SparingLog
  now: () => number
}

type Seen = Dialogue & {
  /** Whose mail such a client sends, if it need not log in. */
  open: SmtpAccount | null
  remoteAddress: string
  client: string
  /** The alert that its TLS library sent, if it sent one. */
  reason: string | null
}

const alerted = 'The client does not trust the certificate'
const endedSilently = 'The client ended TLS without a word, and may not trust the certificate'

/**
 * Clients that seem to end TLS because they do not trust the certificate: their app says only that TLS failed.
 * It happens before they log in, so the team is the one that they logged in to lately, or the only one.
 * Where several did, from behind one address, none of them sees what the client said.
 */
export function createDistrust({ options, refusals, say, now }: DistrustDeps) {
  const known = createKnownClients(now)
  let isAsking = false

  /** One question to the store at a time: strangers cause it. */
  async function onlyAccount(): Promise<number[]> {
    if (isAsking || !options) return []
    isAsking = true
    try {
      const account = await options.onlyAccount()
      return account ? [account.id] : []
    } catch (error) {
      say('warn', { err: error }, 'The team of a client could not be found')
      return []
    } finally {
      isAsking = false
    }
  }

  async function seen({ open, client, remoteAddress, reason, ...dialogue }: Seen): Promise<void> {
    if (!options) return
    const advice = options.advice()
    const about = { remoteAddress, reason, advice }
    const why = reason === null ? endedSilently : alerted
    say('warn', about, why)
    const lately = open ? [open.id] : known.accountsOf(client)
    const accountIds = lately.length > 0 ? lately : await onlyAccount()
    const said = accountIds.length === 1 ? dialogue : { transcript: '', transcriptTimes: [] }
    for (const accountId of accountIds) {
      refusals.addLatest(accountId, {
        at: now(),
        remoteAddress,
        reply: `${why}: ${advice}`,
        mailId: null,
        ...said,
      })
    }
  }

  return { seen, loggedIn: known.loggedIn, forget: known.forget }
}
