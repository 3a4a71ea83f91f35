import {
  acceptInvite,
  createGuard,
  createScenario,
  createInbox,
  createPin,
  createShareLink,
  endDrill,
  startDrill,
  createTagRule,
  createTeam,
  createToken,
  createWebhook,
  deleteMail,
  getMail,
  getMailSource,
  listMails,
  listMembers,
  listSessions,
  login,
  removeMember,
  type Team,
} from '@mailstop/contract'
import type { ApiClient } from '../clients/api-client.ts'
import { createBrowser, type Browser } from '../clients/browser.ts'
import type { RunningApp } from '../support/harness.ts'
import { invite } from '../clients/invite-link.ts'
import { password } from '../routes/route-table.ts'
import { sendMail } from '../clients/send-mail.ts'
import type { OnStore } from './stores.ts'

/** A visitor in a browser, and what is theirs in every team that they ask about. */
export type Person = { browser: Browser; api: ApiClient; own: Record<string, string> }

export type World = {
  people: Record<Role, Person>
  /** What fills the names of requests about the team that all of it is about, and about another. */
  ids: { own: Record<string, string>; foreign: Record<string, string>; never: typeof neverWas }
  /** Signed links to a mail of the team, made by one who was removed afterwards. */
  linkOfRemoved: string
}

export const roles = [
  'owner',
  'member',
  'removed member',
  'member of another team',
  'invited',
  'unverified',
  'operator',
  'signed out',
] as const
export type Role = (typeof roles)[number]

/** Ids that nothing ever had. The key of an attachment is none: it counts within its mail. */
export const neverWas = {
  team: '424242',
  mail: '424242',
  deletion: 'd424242',
  pin: '424242',
  rule: '424242',
  tag_rule: '424242',
  guard: '424242',
  scenario: '424242',
  drill: '424242',
  webhook: '424242',
  delivery: '424242',
  inbox: '424242',
  share: '424242',
  user: '424242',
  heir: '424242',
  invite: '424242',
  api_token: '424242',
  identity: '424242',
}

/** Two teams with one of everything, and one visitor of each kind to the first of them. */
export async function createWorld(store: OnStore): Promise<World> {
  const { running } = store
  const signedIn = (name: string) => personAt(running, name)
  // The first verified account of a store operates it.
  const operator = await signedIn('operator')
  const owner = await signedIn('owner')
  const member = await signedIn('member')
  const removed = await signedIn('removed')
  const stranger = await signedIn('stranger')
  const invited = await signedIn('invited')
  const unverified = await signedIn('unverified')

  const ours = await teamWithEverything(store, owner, 'ours')
  const theirs = await teamWithEverything(store, stranger, 'theirs')
  const params = { team: ours['team'] ?? '' }
  const team = Number(params.team)
  for (const person of [member, removed, unverified]) await join(running, owner, person, team)
  await invite(running, owner.api, { team, email: invited.own['email'] ?? '' })

  const link = { ...params, mail: ours['mail'] ?? '' }
  const { url: linkOfRemoved } = await removed.api.must(getMailSource, { params: link })
  await owner.api.must(removeMember, {
    params: { ...params, user: removed.own['self'] ?? '' },
    query: {},
  })
  await store.run(
    `update users set email_verified_at = null where email = '${unverified.own['email']}'`,
  )

  const signedOut: Person = {
    browser: createBrowser(Number(new URL(running.origin).port)),
    api: running.client(),
    own: { email: 'nobody@example.test', session: 'f'.repeat(32), token: 'unknown', identity: '1' },
  }
  await signedOut.browser.request('GET', '/sanctum/csrf-cookie')
  await lettersLeft(store)
  return {
    people: {
      owner,
      member,
      'removed member': removed,
      'member of another team': stranger,
      invited,
      unverified,
      operator,
      'signed out': signedOut,
    },
    ids: { own: ours, foreign: theirs, never: neverWas },
    linkOfRemoved,
  }
}

/** A verified account, signed in here and in one other browser. */
async function personAt(running: RunningApp, name: string): Promise<Person> {
  const email = `${name}@example.test`
  const { userId } = await running.app.accounts.provide({ name, email, password })
  const api = running.client()
  for (const client of [running.client(), api]) {
    await client.must(login, { body: { email, password } })
  }
  const browser = createBrowser(Number(new URL(running.origin).port))
  for (const [cookie, value] of api.cookies) browser.cookies.set(cookie, value)
  const { data: sessions } = await api.must(listSessions, {})
  const session = sessions.find(({ current }) => !current)?.id ?? ''
  return {
    browser,
    api,
    own: { email, session, token: 'unknown', identity: '1', self: String(userId) },
  }
}

async function join(running: RunningApp, owner: Person, guest: Person, team: number) {
  const { token } = await invite(running, owner.api, { team, email: guest.own['email'] ?? '' })
  await guest.api.must(acceptInvite, { params: { token } })
}

async function teamWithEverything(
  { running, run }: OnStore,
  owner: Person,
  name: string,
): Promise<Record<string, string>> {
  const { api } = owner
  const { data: team } = await api.must(createTeam, { body: { name } })
  const params = { team: String(team.id) }
  const mail = await mailWithFile(running, api, team)
  const pinBody = { type: 'rcpt' as const, query: 'a@b.test' }
  const { data: pin } = await api.must(createPin, { params, body: pinBody })
  const ruleBody = { search: 'hello', tags: ['greeting'] }
  const { data: tagRule } = await api.must(createTagRule, { params, body: ruleBody })
  const guardBody = { name: 'no-blue', demand: { rule: 'no_mail' as const, search: 'blue' } }
  const { data: guard } = await api.must(createGuard, { params, body: guardBody })
  const steps = [{ at: 'rcpt' as const, do: { delay_ms: 1 } }]
  const { data: scenario } = await api.must(createScenario, {
    params,
    body: { name: 'Slow', steps },
  })
  const { data: drill } = await api.must(startDrill, {
    params,
    body: { scenario: 'login-unavailable', seconds: 1 },
  })
  // One that runs is looked at every few seconds, and its row with it.
  await api.must(endDrill, { params: { ...params, drill: String(drill.id) } })
  const webhookBody = {
    name: 'CI',
    url: 'http://192.0.2.1/hook',
    events: ['login.failed' as const],
  }
  const { data: webhook } = await api.must(createWebhook, { params, body: webhookBody })
  const [delivery] = await run(
    `insert into webhook_deliveries (webhook_id, event, state, created_at, due_at)
     values (${webhook.id}, 'login.failed', 'failed', 1, 1) returning id`,
  )
  // Inboxes count within their team: those of the two teams differ.
  let inbox = 0
  for (const each of name === 'theirs' ? ['another', name] : [name]) {
    inbox = (await api.must(createInbox, { params, body: { name: each } })).data.id
  }
  const shared = { ...params, mail: mail['mail'] ?? '' }
  const { data: share } = await api.must(createShareLink, { params: shared, body: { hours: 24 } })
  for (const guest of ['guest', 'heir']) {
    await join(running, owner, await personAt(running, `${guest}-of-${name}`), team.id)
  }
  const tokenBody = { name: 'CI', scopes: ['mail:read' as const] }
  const { data: made } = await api.must(createToken, { params, body: tokenBody })
  const invited = await invite(running, api, { team: team.id, email: `friend-of-${name}@b.test` })
  // None can be made without a relay, which there is not.
  const [rule] = await run(
    `insert into forwarding_rules (team_id, name, email, email_key, created_at)
     values (${team.id}, 'Rule', 'dev@customer.test', 'dev@customer.test', 1) returning id`,
  )
  const { data: members } = await api.must(listMembers, { params })
  const idOf = (guest: string) =>
    String(members.find((member) => member.name === `${guest}-of-${name}`)?.id)
  return {
    ...mail,
    team: params.team,
    pin: String(pin.id),
    api_token: String(made.id),
    rule: String(rule?.['id']),
    tag_rule: String(tagRule.id),
    guard: String(guard.id),
    scenario: String(scenario.id),
    drill: String(drill.id),
    webhook: String(webhook.id),
    delivery: String(delivery?.['id']),
    inbox: String(inbox),
    share: String(share.id),
    user: idOf('guest'),
    heir: idOf('heir'),
    invite: String(invited.id),
  }
}

async function mailWithFile(running: RunningApp, api: ApiClient, team: Team) {
  const attachments = [{ filename: 'a.txt', content: 'attached' }]
  await sendMail(running.smtpPort, team, { subject: 'Hello', text: 'x', attachments })
  await sendMail(running.smtpPort, team, { subject: 'Deleted', text: 'x' })
  const params = { team: String(team.id) }
  const [deleted, summary] = (await api.must(listMails, { params, query: {} })).data
  const gone = { ...params, mail: String(deleted?.id) }
  const { deletion } = await api.must(deleteMail, { params: gone })
  const mail = String(summary?.id)
  const { data: opened } = await api.must(getMail, { params: { ...params, mail } })
  return { mail, deletion, kind: 'text', key: opened.attachments[0]?.key ?? '' }
}

/** Nothing more is written after this: the outcome of the emails is noted. */
async function lettersLeft({ run }: OnStore): Promise<void> {
  for (let turn = 0; turn < 2_000; turn += 1) {
    const waiting = await run(`select id from outbox where state = 'queued' limit 1`)
    if (waiting.length === 0) return
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  throw new Error('Letters still wait in the outbox')
}
