import * as contract from '@mailstop/contract'
import {
  getMail,
  getProfile,
  listMails,
  listSmtpSessions,
  listTeams,
  login,
  mailChannel,
  sendTestMail,
  type AnyEndpoint,
  type Team,
} from '@mailstop/contract'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { createApp } from '../../src/app/app.ts'
import { loadConfig } from '../../src/config/config.ts'
import { createApiClient } from '../clients/api-client.ts'
import { createBrowser } from '../clients/browser.ts'
import { startApp } from '../support/harness.ts'
import { connectLive, joinChannel, nextEvent } from '../clients/live-client.ts'
import { sendMail } from '../clients/send-mail.ts'

async function startOpen(env: Record<string, string> = {}) {
  const running = await startApp(env, { mode: 'open' })
  const api = running.client()
  const { data: teams } = await api.must(listTeams, {})
  const team = teams[0] as Team
  return { ...running, api, teams, team, params: { team: String(team.id) } }
}

test('everybody reads all mail in one team, live and with its login, and nobody signs in', async () => {
  const { api, client, teams, team, params, smtpPort } = await startOpen()
  expect(teams).toHaveLength(1)
  expect((await api.must(getProfile, {})).data).toMatchObject({ is_open: true })
  const live = connectLive(client())
  expect(await joinChannel(live, mailChannel(team.id))).toMatchObject({ ok: true })
  const received = nextEvent(live, 'MailReceived')
  const billing = { smtp_username: 'billing-service', smtp_password: 'x' }
  await sendMail(smtpPort, billing, { subject: 'Invoice' })
  await received
  await api.must(sendTestMail, { params })
  const find = async (q: string) =>
    (await client().must(listMails, { params, query: { q } })).data.map((mail) => mail.subject)
  expect(await find('login:billing')).toEqual(['Invoice'])
  expect(await find('-login:billing')).toHaveLength(1)
  const { data: mails } = await api.must(listMails, { params })
  const logins = await Promise.all(
    mails.map(async ({ id }) => {
      const { data } = await api.must(getMail, { params: { ...params, mail: String(id) } })
      return data.login
    }),
  )
  expect(logins).toEqual([null, 'billing-service'])
  expect((await api.must(listSmtpSessions, { params })).data).toEqual([])
})

test('a program says which mail to delete: an empty variable does not empty the inbox', async () => {
  const { origin, api, params, smtpPort } = await startOpen()
  await sendMail(smtpPort, { smtp_username: 'a', smtp_password: 'x' }, { subject: 'One' })
  const remove = async (query: string) =>
    (await fetch(`${origin}/api/teams/current/mails${query}`, { method: 'DELETE' })).status
  expect([await remove(''), await remove('?tag='), await remove('?to=')]).toEqual([422, 422, 422])
  expect((await api.must(listMails, { params })).data).toHaveLength(1)
  expect(await remove('?all=true')).toBe(200)
  expect((await api.must(listMails, { params })).data).toEqual([])
})

const isEndpoint = (value: unknown): value is AnyEndpoint =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value

/** What needs no account. */
const served = `
  addGuardException changeInspectionSettings checkLinks countMails createGuard createInbox createPin createScenario
  createTagRule createToken deleteMails deleteTag exportMails getArchive getCounters getCsrfCookie getInspectionRules
  getInspectionSettings getMailFile getMailMarker getOpenApi getOutgoingChecks getPrivacy getProfile getRetention
  getSmtpSettings getSystemMail getTagging getTerms getToken importMails listDeletions listDrills listGuards listInboxes
  listMailClients listMails listScenarios listSmtpSessions listTagRules listTags listTeams listTokens listViolations postMail
  renamePin restoreMails sendTestMail setTagging startDrill stopMailByLink
  suggestAddresses tryGuard updateGuard updateInbox updateMail updateMails updateScenario updateTag updateTagRule
  waitForMail
`
  .trim()
  .split(/\s+/)

test('of the API, open mode serves what is listed here, and nothing that needs an account', async () => {
  const { team, origin } = await startOpen()
  const browser = createBrowser(Number(new URL(origin).port))
  await browser.request('GET', '/sanctum/csrf-cookie')
  const found: string[] = []
  for (const [name, endpoint] of Object.entries(contract)) {
    if (!isEndpoint(endpoint)) continue
    const path = endpoint.path.replace('{team}', String(team.id)).replaceAll(/\{\w+\}/g, '999999')
    const method: string = endpoint.method
    const body = method === 'GET' ? undefined : {}
    const { status } = await browser.request(method, path, { body })
    // Nothing has this id, so of one mail or pin only what looks at the body first answers otherwise.
    if (status !== 404) found.push(name)
    expect(status, name).toBeLessThan(500)
  }
  expect(found.toSorted()).toEqual(served)
})

test('clients share by their addresses, so that one cannot take the turns of all', async () => {
  const { app, dataDir } = await startOpen()
  await app.stop()
  const { origin } = await startApp(
    { TRUSTED_PROXIES: 'loopback', DATA_DIR: dataDir },
    { mode: 'open' },
  )
  const from = (address: string) =>
    connectLive(createApiClient(origin, { 'x-forwarded-for': address }), origin, {
      'x-forwarded-for': address,
    })
  const greedy = Array.from({ length: 201 }, () => from('192.0.2.1'))
  const refused = await Promise.race(
    greedy.map(
      (live) =>
        new Promise<string>((done) => live.on('connect_error', ({ message }) => done(message))),
    ),
  )
  expect(refused).toBe('unavailable')
  const other = from('192.0.2.2')
  await new Promise<void>((done) => other.on('connect', done))
})

const silent = pino({ level: 'silent' })

function start(dataDir: string, open: boolean) {
  const loaded = loadConfig(
    { HTTP_PORT: '0', SMTP_PORTS: '0', DATA_DIR: dataDir },
    Infinity,
    open ? 'open' : 'accounts',
  )
  if (!loaded.ok) throw new Error(loaded.problems.join('\n'))
  return createApp(loaded, { log: silent })
}

test('a folder of open mode gets a first account, which keeps the mail, and is open no more', async () => {
  const { app, api, dataDir, smtpPort, team, params } = await startOpen()
  await sendMail(smtpPort, team, { subject: 'Kept' })
  await app.stop()
  await expect(start(dataDir, false)).rejects.toThrow(
    /npm start -- --open[^]*npm start -- accounts/,
  )

  const again = await start(dataDir, true)
  expect(again.openUser?.teamId).toBe(team.id)
  const ada = { name: 'Ada', email: 'ada@example.test', password: 'correct horse battery' }
  expect(await again.endOpenMode(ada)).toBe(true)
  expect(await again.endOpenMode(ada)).toBe(false)
  await again.stop()
  await expect(start(dataDir, true)).rejects.toThrow(/has accounts[^]*--data/)

  const ordinary = await start(dataDir, false)
  const { publicUrl } = await ordinary.start()
  const signedIn = createApiClient(publicUrl.origin)
  expect(await signedIn.call(listTeams)).toMatchObject({ status: 401 })
  await signedIn.must(login, { body: { email: ada.email, password: ada.password } })
  const { data: teams } = await signedIn.must(listTeams, {})
  expect(teams).toMatchObject([{ id: team.id, name: 'Ada', smtp_open: false }])
  expect(teams[0]?.smtp_password).not.toBe(team.smtp_password)
  expect((await signedIn.must(getProfile, {})).data).toMatchObject({ ...publicAda, is_open: false })
  const { data: mails } = await signedIn.must(listMails, { params })
  expect(mails).toMatchObject([{ subject: 'Kept' }])
  expect(api.cookies.size).toBeGreaterThan(0)
  await ordinary.stop()
})

const publicAda = { name: 'Ada', email: 'ada@example.test' }
