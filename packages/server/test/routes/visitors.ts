import { join } from 'node:path'
import {
  createTagRule,
  createToken,
  getMail,
  listMails,
  listMembers,
  listSessions,
  listTeams,
  type Team,
} from '@mailstop/contract'
import { runOnFile } from '../access/stores.ts'
import { createApiClient, type ApiClient } from '../clients/api-client.ts'
import { createBrowser, type Browser } from '../clients/browser.ts'
import type { RunningApp } from '../support/harness.ts'
import { invite } from '../clients/invite-link.ts'
import { sendMail } from '../clients/send-mail.ts'
import { password } from './route-table.ts'

/** A browser, and what fills the names in paths when it asks. */
export type Visitor = { browser: Browser; own: Record<string, string> }

const nothing = {
  team: '1',
  mail: '1',
  key: '1',
  kind: 'text',
  pin: '1',
  rule: '1',
  tag_rule: '1',
  user: '1',
  heir: '1',
  email: 'ada@example.test',
  invite: '1',
  token: 'unknown',
  session: 'a'.repeat(32),
  api_token: '1',
}

export async function strangerAt({ origin }: RunningApp): Promise<Visitor> {
  const browser = createBrowser(Number(new URL(origin).port))
  await browser.request('GET', '/sanctum/csrf-cookie')
  return { browser, own: nothing }
}

/** Signed in, the address not yet proven. */
export async function newcomerAt(running: RunningApp, email: string): Promise<Visitor> {
  const visitor = await strangerAt(running)
  const account = { name: 'New', email, password, password_confirmation: password }
  await visitor.browser.post('/register', account)
  await visitor.browser.post('/login', { email, password })
  return visitor
}

/** Signed in and verified, with a mail, an attachment, a pin, a rule, a guest, an invite and a second session. */
export async function memberAt(running: RunningApp, name: string): Promise<Visitor> {
  const email = `${name}@example.test`
  await running.app.accounts.provide({ name, email, password })
  const { browser } = await strangerAt(running)
  for (const each of [(await strangerAt(running)).browser, browser]) {
    await each.post('/login', { email, password })
  }
  const api = createApiClient(running.origin)
  for (const [cookie, value] of browser.cookies) api.cookies.set(cookie, value)

  const { data: teams } = await api.must(listTeams, {})
  const team = teams[0] as Team
  const attachments = [{ filename: 'a.txt', content: 'attached' }]
  await sendMail(running.smtpPort, team, { subject: 'Hello', text: 'x', attachments })
  const params = { team: String(team.id) }
  const [summary] = (await api.must(listMails, { params, query: {} })).data
  const mail = String(summary?.id)
  const { data: opened } = await api.must(getMail, { params: { ...params, mail } })
  const { data: sessions } = await api.must(listSessions, {})
  const pin = await browser.post(`/api/teams/${team.id}/pins`, { type: 'rcpt', query: 'a@b.test' })
  const rule = { search: 'hello', tags: ['greeting'] }
  const { data: tagRule } = await api.must(createTagRule, { params, body: rule })
  const invited = await invite(running, api, { team: team.id, email: `friend-of-${email}` })
  const guest = await guestOf(running, api, { team: team.id, name: `guest-of-${name}` })
  const body = { name: 'CI', scopes: ['mail:read' as const] }
  const { data: made } = await api.must(createToken, { params, body })
  const own = {
    ...nothing,
    api_token: String(made.id),
    email,
    team: params.team,
    user: guest,
    heir: guest,
    invite: String(invited.id),
    mail,
    key: opened.attachments[0]?.key ?? '',
    kind: 'text',
    pin: /"id":(\d+)/.exec(pin.text)?.[1] ?? '1',
    rule: await ruleOf(running, team.id),
    tag_rule: String(tagRule.id),
    session: sessions.find(({ current }) => !current)?.id ?? '',
  }
  return { browser, own }
}

/** A forwarding rule that waits for its address. None can be made without a relay, which there is not. */
async function ruleOf({ dataDir }: RunningApp, team: number): Promise<string> {
  const [row] = await runOnFile(
    join(dataDir, 'mailstop.sqlite'),
    `insert into forwarding_rules (team_id, name, email, email_key, created_at)
     values (${team}, 'Rule', 'dev@customer.test', 'dev@customer.test', 1) returning id`,
  )
  return String(row?.['id'])
}

/** Another account that joins the team; returns its id. */
async function guestOf(
  running: RunningApp,
  api: ApiClient,
  { team, name }: { team: number; name: string },
): Promise<string> {
  const email = `${name}@example.test`
  await running.app.accounts.provide({ name, email, password })
  const { token } = await invite(running, api, { team, email })
  const { browser } = await strangerAt(running)
  await browser.post('/login', { email, password })
  await browser.post(`/api/team-invites/${token}`)
  const { data } = await api.must(listMembers, { params: { team: String(team) } })
  return String(data.find((member) => member.email === email)?.id)
}
