import { setTimeout as delay } from 'node:timers/promises'
import type { Credentials } from '../load/smtp-session.ts'
import type { Requests } from './held-requests.ts'
import type { Asked } from './lone-mails.ts'

/** What clients of a mail catcher do today, when they wait for a mail. */
const pollMs = 500

type Mailstop = { requests: Requests; team: number; smtpPort: number; credentials: Credentials }

export const waited = ({ requests, team, smtpPort, credentials }: Mailstop): Asked => ({
  name: 'Mailstop, one wait',
  smtpPort,
  credentials,
  async awaitMail(recipient) {
    const query = { to: recipient, timeout: '50000' }
    const reply = await requests.get(`/api/teams/${team}/mails/wait`, query)
    if (reply.status !== 200) throw new Error(`A wait got ${reply.status}`)
    return reply
  },
})

export const polled = ({ requests, team, smtpPort, credentials }: Mailstop): Asked => ({
  name: `Mailstop, asked every ${pollMs} ms`,
  smtpPort,
  credentials,
  awaitMail: (recipient) => poll(requests, `/api/teams/${team}/mails`, { to: recipient }, 'data'),
})

/** Mailpit, which runs elsewhere; its API is what its clients call. `to:` finds no recipient that is in the envelope alone. */
export const mailpit = (requests: Requests, smtpPort: number): Asked => ({
  name: `Mailpit, asked every ${pollMs} ms`,
  smtpPort,
  credentials: null,
  awaitMail: (recipient) =>
    poll(requests, '/api/v1/search', { query: `addressed:${recipient}` }, 'messages'),
})

async function poll(
  { get }: Requests,
  path: string,
  query: Record<string, string>,
  list: string,
): Promise<{ at: number }> {
  for (;;) {
    const { body, at, status } = await get(path, query)
    if (status !== 200) throw new Error(`${path} got ${status}`)
    if (((body as Record<string, unknown[] | null>)[list] ?? []).length > 0) return { at }
    await delay(pollMs)
  }
}
