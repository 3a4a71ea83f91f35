import {
  createInbox,
  createScenario,
  createToken,
  listSmtpSessions,
  startScenario,
  type Team,
} from '@mailstop/contract'
import { describe, expect, test } from 'vitest'
import type { ApiClient } from '../clients/api-client.ts'
import { connectSmtp, type SmtpClient } from '../clients/smtp-client.ts'
import { startApp, type RunningApp } from '../support/harness.ts'
import { productDatabases } from '../support/product-databases.ts'
import { at, startTwo } from '../support/two-processes-on.ts'

type Credentials = Pick<Team, 'smtp_username' | 'smtp_password'>

/** An app logs in and begins a mail. */
async function begin({ smtpPort }: RunningApp, { smtp_username, smtp_password }: Credentials) {
  const client = await connectSmtp({ port: smtpPort })
  await client.send('EHLO app.test')
  expect((await client.login(smtp_username, smtp_password)).code).toBe(235)
  await client.send('MAIL FROM:<app@rocket.test>')
  return client
}

/** It ends the connection in the middle of a mail. */
async function leave(running: RunningApp, of: Credentials): Promise<void> {
  const client: SmtpClient = await begin(running, of)
  await client.send('RCPT TO:<you@customer.test>')
  client.end()
  await client.closed()
}

const listOf = async (api: ApiClient, team: string, query = {}) =>
  (await api.must(listSmtpSessions, { params: { team }, query })).data

async function listed(api: ApiClient, team: string, count: number) {
  await expect.poll(() => listOf(api, team).then(({ length }) => length)).toBe(count)
  return listOf(api, team)
}

describe.each(productDatabases)('sessions that ended without mail on $dialect', ({ open }) => {
  test('are found by kind, inbox, scenario, time and text', async () => {
    const running = await startApp(await open())
    const { api, team: own } = await running.signIn('ada')
    const params = { team: String(own.id) }
    const { data: staging } = await api.must(createInbox, { params, body: { name: 'Staging' } })
    await leave(running, own)
    const [left] = await listed(api, params.team, 1)
    expect(left).toMatchObject({
      failure: 'client_left',
      reply: 'The client ended the connection after RCPT',
      inbox: { id: 1 },
      login: own.smtp_username,
      scenario: null,
      mail_id: null,
      transcript: expect.stringMatching(/C: RCPT [^]*\nC: \(ended the connection\)\n$/),
    })
    const steps = [{ at: 'rcpt', do: { drop: 'close' } }] as const
    const { data: dropper } = await api.must(createScenario, {
      params,
      body: { name: 'Dropper', steps: [...steps] },
    })
    await api.must(startScenario, {
      params: { ...params, scenario: String(dropper.id) },
      body: { inbox: staging.name },
    })
    const { username, password } = staging.credentials
    const login = { smtp_username: username, smtp_password: password }
    const client = await begin(running, login)
    client.write('RCPT TO:<you@customer.test>\r\n')
    await client.closed()
    const [dropped] = await listed(api, params.team, 2)
    expect(dropped).toMatchObject({
      failure: 'dropped',
      scenario: 'Dropper',
      inbox: { id: staging.id, name: 'Staging' },
    })
    const found = async (query: object) => {
      const sessions = await listOf(api, params.team, query)
      return sessions.map(({ failure }) => failure)
    }
    const both = ['dropped', 'client_left']
    expect(await found({ failure: 'client_left,dropped' })).toEqual(both)
    expect(await found({ failure: 'client_left,timed_out' })).toEqual(['client_left'])
    expect(await found({ on_purpose: 'true' })).toEqual(['dropped'])
    expect(await found({ inbox: String(staging.id) })).toEqual(['dropped'])
    expect(await found({ query: 'DROPP' })).toEqual(['dropped'])
    expect(await found({ query: 'after rcpt' })).toEqual(both)
    expect(await found({ query: '%' })).toEqual([])
    expect(await found({ since: left?.at })).toEqual(both)
    expect(await found({ since: new Date(Date.now() + 60_000).toISOString() })).toEqual([])
    const body = { name: 'CI', scopes: ['mail:read' as const], inbox: staging.id }
    const { data: made } = await api.must(createToken, { params, body })
    const program = running.client({ authorization: `Bearer ${made.token}` })
    expect(await listOf(program, params.team)).toEqual([dropped])
    const others = { params, query: { inbox: '1' } }
    expect(await program.call(listSmtpSessions, others)).toMatchObject({ status: 404 })
    for (const query of [
      { failure: 'client_left,' },
      { since: 'yesterday' },
      { on_purpose: 'no' },
    ]) {
      const refused = await api.call(listSmtpSessions, { params, query } as never)
      expect(refused).toMatchObject({ status: 422 })
    }
  })
})

test('of two processes each lists them live', async () => {
  const { here, there } = await startTwo()
  const { api, team } = await here.signUp()
  await leave(there, team)
  const [first] = await listed(api, String(team.id), 1)
  await leave(here, team)
  const elsewhere = await listed(at(there, api), String(team.id), 2)
  expect(elsewhere[1]).toEqual(first)
  expect(elsewhere[0]).toMatchObject({ failure: 'client_left', remote_address: '127.0.0.1' })
})
