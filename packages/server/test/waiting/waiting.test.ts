import {
  acceptInvite,
  createTeam,
  createToken,
  deleteMail,
  getMailMarker,
  listMails,
  listMembers,
  removeMember,
  revokeToken,
  waitForMail,
  type Mail,
} from '@mailstop/contract'
import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import type { ApiClient } from '../clients/api-client.ts'
import { newPostgres } from '../support/databases.ts'
import { logIn, signUp, startProduct } from '../durability/product-process.ts'
import { isNightly } from '../nightly.ts'
import { startApp } from '../support/harness.ts'
import { invite } from '../clients/invite-link.ts'
import { sendMail } from '../clients/send-mail.ts'
import { at, startTwo } from '../support/two-processes-on.ts'
import { newFolder } from '../support/new-folder.ts'

/** Waits over HTTP, with SMTP, in one process and between two on one Postgres. */
const metrics = { METRICS_TOKEN: 'only-this-test-knows-it' }
const ada = 'ada@customer.test'

type Query = { to?: string; after?: string; timeout?: string; count?: string }

const wait = (api: ApiClient, team: { id: number }, query: Query, signal?: AbortSignal) =>
  api.call(waitForMail, {
    params: { team: String(team.id) },
    query,
    ...(signal && { signal }),
  })

async function metricsOf({ origin }: { origin: string }): Promise<string> {
  const headers = { authorization: `Bearer ${metrics.METRICS_TOKEN}` }
  return (await fetch(new URL('/metrics', origin), { headers })).text()
}

/** Resolves when `count` waits are open at this process. */
async function untilOpen(process: { origin: string }, count: number): Promise<void> {
  for (;;) {
    const [, open] = /^mailstop_waits_open (\d+)$/m.exec(await metricsOf(process)) ?? []
    if (Number(open) === count) return
  }
}

test('a mail that comes by SMTP answers the wait for it, and no other', async () => {
  const running = await startApp(metrics)
  const { api, team } = await running.signIn('ann')
  const params = { team: String(team.id) }
  const { data } = await api.must(getMailMarker, { params })
  const answers = [
    wait(api, team, { to: ada, after: data.marker }),
    wait(api, team, { to: ada, after: data.marker }),
  ]
  const other = wait(api, team, { to: 'bob@customer.test', timeout: '50000' })
  await untilOpen(running, 3)
  await sendMail(running.smtpPort, team, { to: ada, subject: 'Your code', text: '123456' })
  for (const answer of await Promise.all(answers)) {
    expect(answer).toMatchObject({ ok: true, body: { data: { subject: 'Your code' } } })
  }
  await untilOpen(running, 1)
  const missed = await wait(api, team, { to: ada, after: data.marker, timeout: '0', count: '3' })
  expect(missed).toMatchObject({ status: 404, error: { code: 'no_mail' } })
  const counted = await metricsOf(running)
  expect(counted).toContain('mailstop_wait_seconds_count{outcome="found"} 2')
  expect(counted).toContain('mailstop_wait_seconds_count{outcome="none"} 1')
  await running.app.stop()
  const ended = await other
  expect(ended).toMatchObject({ status: 503, error: { code: 'unavailable' } })
  expect(ended.headers.get('retry-after')).toBe('1')
})

test('a wait says what of its query is missing or too much', async () => {
  const running = await startApp()
  const { api, team } = await running.signIn('ann')
  const refused = async (query: Query & { order?: 'oldest' }) => {
    const answer = await wait(api, team, query)
    return answer.ok ? null : Object.keys(answer.error.errors ?? {})
  }
  expect(await refused({})).toEqual(['to'])
  expect(await refused({ to: '' })).toEqual(['to'])
  expect(await refused({ to: ada, timeout: '50001' })).toEqual(['timeout'])
  expect(await refused({ to: ada, timeout: '-1', count: '101' })).toEqual(['timeout', 'count'])
  expect(await refused({ to: ada, order: 'oldest' })).toEqual(['after'])
  expect(await refused({ to: ada, after: 'yesterday' })).toEqual(['after'])
})

test('the end of a token ends its waits, also in another process', async () => {
  const { here, there } = await startTwo(metrics)
  const { api, team } = await here.signIn('ann')
  const params = { team: String(team.id) }
  const body = { name: 'CI', scopes: ['mail:read' as const] }
  const { data: token } = await api.must(createToken, { params, body })
  const headers = { authorization: `Bearer ${token.token}` }
  const query = { to: ada, timeout: '50000' }
  const waits = [here, there].map(({ client }) =>
    client(headers).call(waitForMail, { params: { team: 'current' }, query }),
  )
  await Promise.all([untilOpen(here, 1), untilOpen(there, 1)])
  await api.must(revokeToken, { params: { ...params, api_token: String(token.id) } })
  const refused = { status: 401, error: { code: 'bad_token' } }
  expect(await Promise.all(waits)).toMatchObject([refused, refused])
})

test('a client that hangs up leaves no wait behind', async () => {
  const running = await startApp(metrics)
  const { api, team } = await running.signIn('ann')
  const leaving = new AbortController()
  const answer = wait(api, team, { to: ada, timeout: '50000' }, leaving.signal)
  await untilOpen(running, 1)
  leaving.abort()
  await expect(answer).rejects.toThrow('abort')
  await untilOpen(running, 0)
})

test.runIf(isNightly)(
  'a thousand waits keep nobody from the inbox, and an asker has 250',
  async () => {
    const running = await startApp(metrics)
    const people = await Promise.all(
      ['ann', 'bob', 'eve', 'ian'].map((name) => running.signIn(name)),
    )
    const answers: Promise<unknown>[] = []
    for (const { api, team } of people) {
      for (let index = 0; index < 250; index += 1) {
        const query = { to: `test-${index}@customer.test`, timeout: '50000' }
        answers.push(wait(api, team, query).catch((error: unknown) => error))
      }
    }
    await untilOpen(running, 1_000)
    const [first] = people
    if (!first) throw new Error('Nobody signed in')
    const refused = await wait(first.api, first.team, { to: ada })
    expect(refused).toMatchObject({ status: 429, error: { code: 'rate_limited' } })
    const last = await running.signIn('zoe')
    for (const { api, team } of [first, last]) {
      await sendMail(running.smtpPort, team, { to: 'somebody@else.test', text: 'x' })
      const listed = await api.must(listMails, { params: { team: String(team.id) }, query: {} })
      expect(listed.data).toHaveLength(1)
    }
    expect((await wait(last.api, last.team, { to: 'somebody@*' })).status).toBe(200)
    await running.app.stop()
    const statuses = (await Promise.all(answers)).map((answer) => (answer as Response).status)
    expect(new Set(statuses)).toEqual(new Set([503]))
  },
  60_000,
)

test('a mail that one process catches answers waits at the other, also when the news was lost', async () => {
  const { here, there, deafen } = await startTwo(metrics)
  const { api, team } = await here.signIn('ann')
  const elsewhere = at(there, api)
  const answer = wait(elsewhere, team, { to: ada, timeout: '50000' })
  await untilOpen(there, 1)
  await sendMail(here.smtpPort, team, { to: ada, subject: 'One', text: 'x' })
  expect(await answer).toMatchObject({ body: { data: { subject: 'One' } } })

  const { data } = await api.must(getMailMarker, { params: { team: String(team.id) } })
  const next = wait(elsewhere, team, { to: ada, after: data.marker, timeout: '50000' })
  await untilOpen(there, 1)
  await deafen()
  await sendMail(here.smtpPort, team, { to: ada, subject: 'Two', text: 'x' })
  await deafen()
  expect(await next).toMatchObject({ body: { data: { subject: 'Two' } } })
})

test('a wait ends with the session, and with the membership, that another process ends', async () => {
  const { here, there } = await startTwo(metrics)
  const owner = await here.signUp('ada')
  const guest = await here.signUp('bob')
  const { data: team } = await owner.api.must(createTeam, { body: { name: 'Rocket Labs' } })
  const { token } = await invite(here, owner.api, { team: team.id, email: 'bob@example.test' })
  await guest.api.must(acceptInvite, { params: { token } })
  const params = { team: String(team.id) }
  const { data: members } = await owner.api.must(listMembers, { params })
  const user = String(members.find(({ email }) => email === 'bob@example.test')?.id)

  const removed = wait(at(there, guest.api), team, { to: ada, timeout: '50000' })
  const loggedOut = wait(at(there, owner.api), team, { to: ada, timeout: '50000' })
  await untilOpen(there, 2)
  await owner.api.must(removeMember, { params: { ...params, user }, query: {} })
  expect(await removed).toMatchObject({ status: 404, error: { code: 'not_found' } })
  await owner.api.send('POST', '/logout')
  expect(await loggedOut).toMatchObject({ status: 401, error: { code: 'signed_out' } })
})

test.runIf(isNightly)(
  'a process that is killed while it holds a wait costs nothing but the asking of another',
  { timeout: 60_000 },
  async () => {
    const url = await newPostgres()
    const env = { DATABASE_URL: url, APP_KEY: randomBytes(32).toString('base64'), ...metrics }
    const start = async () => startProduct(newFolder(), env)
    const [holding, other] = await Promise.all([start(), start()])
    const { api, team } = await signUp(holding)
    const { data } = await api.must(getMailMarker, { params: { team: String(team.id) } })
    const query = { to: ada, after: data.marker, timeout: '50000' }
    const lost = wait(api, team, query)
    await untilOpen(holding, 1)
    // The mail comes while no process holds a wait for it.
    holding.signal('SIGKILL')
    await expect(lost).rejects.toThrow('fetch failed')
    await sendMail(other.smtpPort, team, { to: ada, subject: 'Still here', text: 'x' })
    const again = await logIn(other)
    const found = await wait(again.api, team, query)
    expect(found).toMatchObject({ body: { data: { subject: 'Still here' } } })
    const mail = found.ok ? (found.body.data as Mail) : null
    await again.api.must(deleteMail, {
      params: { team: String(team.id), mail: String(mail?.id) },
    })
    const next = wait(again.api, team, query)
    await untilOpen(other, 1)
    await sendMail(other.smtpPort, team, { to: ada, subject: 'Once more', text: 'x' })
    expect(await next).toMatchObject({ body: { data: { subject: 'Once more' } } })
  },
)
