import {
  getCounters,
  getMailSource,
  listInvites,
  listMails,
  listMembers,
  listRules,
  listTeams,
} from '@mailstop/contract'
import type { ApiClient } from '../clients/api-client.ts'
import type { Stored } from './data-folder.ts'

/** Everything that the product shows to this user of their first team. */
export async function readStored(
  api: ApiClient,
): Promise<Omit<Stored, 'at' | 'email' | 'password' | 'cookies'>> {
  const { data: teams } = await api.must(listTeams, {})
  const [team] = teams
  if (!team) throw new Error('The user has no team')
  const params = { team: String(team.id) }
  const { data: mails } = await api.must(listMails, { params, query: { per_page: '50' } })
  const { data: counters } = await api.must(getCounters, { params })
  const { data: rules } = await api.must(listRules, { params })
  const { data: members } = await api.must(listMembers, { params })
  const { data: invites } = await api.must(listInvites, { params })
  const sources: string[] = []
  for (const { id } of mails) {
    const { url } = await api.must(getMailSource, { params: { ...params, mail: String(id) } })
    const { pathname, search } = new URL(url, api.origin)
    const reply = await api.send('GET', pathname + search)
    sources.push(Buffer.from(await reply.arrayBuffer()).toString('base64'))
  }
  const { total, unread, flagged, pinned } = counters
  const { id, name, smtp_username, smtp_password } = team
  return {
    team: { id, name, smtp_username, smtp_password },
    mails: mails.map((mail, at) => ({
      id: mail.id,
      subject: mail.subject,
      read: mail.read_at !== null,
      flagged: mail.flagged,
      source: sources[at] ?? '',
    })),
    counters: { total, unread, flagged },
    pins: pinned.map(({ label, query, type }) => ({ label, query, type })),
    rules: rules.map(({ name, email, status, rules: { from } }) => ({ name, email, status, from })),
    members: members.map((member) => member.email),
    invites: invites.map((invite) => invite.email),
  }
}
