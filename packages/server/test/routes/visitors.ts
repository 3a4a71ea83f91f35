import { getMail, listMails, listSessions, listTeams, type Team } from '@mailstop/contract'
import { createApiClient } from '../api-client.ts'
import { createBrowser, type Browser } from '../browser.ts'
import type { RunningApp } from '../harness.ts'
import { sendMail } from '../send-mail.ts'
import { password } from './route-table.ts'

/** A browser, and what fills the names in paths when it asks. */
export type Visitor = { browser: Browser; own: Record<string, string> }

const nothing = {
  team: '1',
  mail: '1',
  key: '1',
  pin: '1',
  token: 'unknown',
  session: 'a'.repeat(32),
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

/** Signed in and verified, with a mail, an attachment, a pin and a second session. */
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
  const own = {
    ...nothing,
    team: params.team,
    mail,
    key: opened.attachments[0]?.key ?? '',
    pin: /"id":(\d+)/.exec(pin.text)?.[1] ?? '1',
    session: sessions.find(({ current }) => !current)?.id ?? '',
  }
  return { browser, own }
}
