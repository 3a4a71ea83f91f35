import {
  createInbox,
  createScenario,
  createTeam,
  createToken,
  deleteScenario,
  limits,
  listMails,
  listScenarios,
  resetScenario,
  startScenario,
  stopScenario,
  updateScenario,
  type LabStep,
} from '@mailstop/contract'
import { describe, expect, test } from 'vitest'
import type { ApiClient } from '../clients/api-client.ts'
import { connectSmtp } from '../clients/smtp-client.ts'
import { startApp, type RunningApp } from '../support/harness.ts'
import { alikeDatabases } from '../support/product-databases.ts'
import { at, startTwo } from '../support/two-processes-on.ts'

type Login = { smtp_username: string; smtp_password: string }

const refuse: LabStep = { at: 'rcpt', do: { reply: { code: 550, enhanced: '5.1.1', text: 'No' } } }

async function send({ smtpPort }: Pick<RunningApp, 'smtpPort'>, login: Login, to = 'you@b.test') {
  const client = await connectSmtp({ port: smtpPort })
  await client.send('EHLO app.test')
  const { code } = await client.login(login.smtp_username, login.smtp_password)
  if (code !== 235) return code
  const reply = await client.mail('app@rocket.test', [to], 'Subject: Hello\r\n\r\nText\r\n')
  client.destroy()
  return reply.code
}

describe.each(alikeDatabases)('scenarios on $dialect', ({ open }) => {
  async function setUp() {
    const running = await startApp(await open())
    const { api, team } = await running.signIn('ada')
    const params = { team: String(team.id) }
    const start = (
      scenario: string | number,
      body: { inbox?: string; seconds?: number; seed?: string } = {},
    ) => api.must(startScenario, { params: { ...params, scenario: String(scenario) }, body })
    const listed = () => api.must(listScenarios, { params })
    const add = async (steps: LabStep[], name = 'Refused') =>
      (await api.must(createScenario, { params, body: { name, steps } })).data
    const caught = async () => (await api.must(listMails, { params })).data.length
    return { running, api, team, params, start, listed, add, caught }
  }

  test('make SMTP fail in their inbox until they are stopped, and in no other', async () => {
    const { running, api, team, params, start, listed, add, caught } = await setUp()
    const { data: other } = await api.must(createInbox, { params, body: { name: 'Other' } })
    const { username: smtp_username, password: smtp_password } = other.credentials
    const elsewhere = { smtp_username, smtp_password }
    const { data: otherTeam } = await api.must(createTeam, { body: { name: 'Rocket Labs' } })
    const { id } = await add([refuse])
    expect(await send(running, team)).toBe(250)
    const { data: started } = await start(id, { seed: 'one' })
    expect(started).toMatchObject({
      inbox: { id: 1, name: 'main' },
      scenario: id,
      name: 'Refused',
      hits: [0],
      seed: 'one',
    })
    expect(Date.parse(started.ends_at) - Date.parse(started.started_at)).toBe(3_600_000)
    expect([
      await send(running, team),
      await send(running, elsewhere),
      await send(running, otherTeam),
    ]).toEqual([550, 250, 250])
    const hits = async () => (await listed()).meta.running.map((one) => one.hits)
    await expect.poll(hits).toEqual([[1]])
    await api.must(resetScenario, { params: { ...params, scenario: String(id) }, body: {} })
    expect(await hits()).toEqual([[0]])
    await start(id, { inbox: 'other' })
    expect([await send(running, team), await send(running, elsewhere)]).toEqual([550, 550])
    await api.must(stopScenario, {
      params: { ...params, scenario: String(id) },
      body: { inbox: 'other' },
    })
    expect([await send(running, team), await send(running, elsewhere)]).toEqual([550, 250])
    await api.must(updateScenario, {
      params: { ...params, scenario: String(id) },
      body: { steps: [{ ...refuse, at: 'mail' }] },
    })
    expect((await listed()).meta.running[0]?.steps[0]?.at).toBe('mail')
    await api.must(deleteScenario, { params: { ...params, scenario: String(id) } })
    expect(await send(running, team)).toBe(250)
    expect(await caught()).toBe(4)
    expect((await listed()).data).toEqual([])
  })

  test('that nobody has written are started by their names', async () => {
    const { running, team, start, listed, params, api } = await setUp()
    expect((await listed()).meta.presets.map(({ name }) => name)).toContain('mailbox-full')
    await start('mailbox-full', { seconds: 60 })
    expect(await send(running, team)).toBe(552)
    await start('login-unavailable')
    expect(await send(running, team)).toBe(454)
    await start('rate-limit')
    const codes: number[] = []
    for (let count = 0; count < 11; count += 1) codes.push(await send(running, team))
    expect(codes).toEqual([...Array<number>(10).fill(250), 421])
    await start('drop-after-data')
    await expect(send(running, team)).rejects.toThrow('The server closed the connection')
    const unknown = await api.call(startScenario, {
      params: { ...params, scenario: 'unknown' },
      body: {},
    })
    expect(unknown.status).toBe(404)
  })

  test('are started, counted from zero and stopped by the names that their team chose', async () => {
    const { running, team, start, listed, add, params, api } = await setUp()
    const { id } = await add([refuse], 'Slow app 2')
    expect((await start('Slow app 2')).data).toMatchObject({ scenario: id, name: 'Slow app 2' })
    expect(await send(running, team)).toBe(550)
    const named = { params: { ...params, scenario: 'Slow app 2' }, body: {} }
    await api.must(resetScenario, named)
    await api.must(stopScenario, named)
    expect((await listed()).meta.running).toEqual([])
    expect(await send(running, team)).toBe(250)
    expect((await api.call(resetScenario, named)).status).toBe(409)
  })

  test('end by themselves', async () => {
    const { running, team, start, listed } = await setUp()
    await start('mailbox-full', { seconds: 1 })
    expect(await send(running, team)).toBe(552)
    await expect.poll(() => send(running, team), { timeout: 5_000 }).toBe(250)
    expect((await listed()).meta.running).toEqual([])
  })

  test('fail mail that is posted too', async () => {
    const { running, api, params, start, add, caught } = await setUp()
    const { data: made } = await api.must(createToken, {
      params,
      body: { name: 'CI', scopes: ['mail:send'] },
    })
    const post = async (to = 'you@b.test') => {
      const body = { from: 'app@rocket.test', to: [to], subject: 'Hello', text: 'Text' }
      const response = await fetch(`${running.origin}/api/teams/current/mails`, {
        method: 'POST',
        headers: { authorization: `Bearer ${made.token}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
      return { status: response.status, body: await response.json() }
    }
    await start('unknown-user')
    expect(await post()).toMatchObject({
      status: 503,
      body: { message: 'A scenario refuses this: 550 5.1.1 User unknown' },
    })
    await start((await add([{ at: 'end', do: { rate: { count: 1, per_s: 60 } } }])).id)
    expect([(await post()).status, (await post()).status]).toEqual([201, 429])
    expect((await post('bounce@smtp.invalid')).status).toBe(503)
    expect(await caught()).toBe(1)
  })

  test('are refused with the step that is wrong, and beyond their number', async () => {
    const { api, params, add } = await setUp()
    const create = async (step: object, name = 'x') => {
      const body = { name, steps: [step as LabStep] }
      const answer = await api.call(createScenario, { params, body })
      return answer.ok ? null : answer.error.errors
    }
    const reply = { code: 451, text: 'No' }
    expect(await create({ at: 'rcpt', do: {} })).toEqual({
      'steps.0.do': [expect.stringMatching(/^Name one of reply, /)],
    })
    expect(await create({ at: 'mail', when: { recipient: '*' }, do: { reply } })).toEqual({
      'steps.0.when.recipient': [
        'The recipient is not known yet: use it at rcpt, data, content, end',
      ],
    })
    expect(await create({ at: 'content', do: { reply } })).toHaveProperty(['steps.0.at'])
    expect(await create({ at: 'rcpt', do: { reply: { ...reply, enhanced: '5.1.1' } } })).toEqual({
      'steps.0.do.enhanced': ['Both codes begin with the same digit'],
    })
    expect(await create({ at: 'rcpt', do: { reply: { code: 250, text: 'Ok' } } })).toHaveProperty([
      'steps.0.do.reply.code',
    ])
    expect(
      await create({ at: 'rcpt', do: { reply: { code: 550, text: 'Nein: ä' } } }),
    ).toHaveProperty(['steps.0.do.reply.text'])
    expect(await create({ at: 'rcpt', do: { accept: 'discard' } })).toHaveProperty([
      'steps.0.do.accept',
    ])
    const misread = { name: [expect.stringMatching(/^A (number|preset) /)] }
    expect([await create(refuse, '42'), await create(refuse, 'greylist')]).toEqual([
      misread,
      misread,
    ])
    const asId = { params: { ...params, scenario: '42' }, body: { steps: [refuse] } }
    expect((await api.call(startScenario, asId)).status).toBe(422)
    for (let count = 0; count < limits.scenariosPerTeam; count += 1) {
      await add([refuse], `S ${count}`)
    }
    const beyond = await api.call(createScenario, {
      params,
      body: { name: 'One more', steps: [refuse] },
    })
    expect(beyond.status).toBe(409)
  })
})

test('two processes count together, and each knows within a second what is on', async () => {
  const { here, there, deafen } = await startTwo()
  const { api, team } = await here.signUp()
  const params = { team: String(team.id) }
  const elsewhere: ApiClient = at(there, api)
  const start = (scenario: string) =>
    api.must(startScenario, { params: { ...params, scenario }, body: {} })
  await start('rate-limit')
  await expect.poll(() => running(elsewhere), { timeout: 1_000 }).toEqual(['rate-limit'])
  const codes: number[] = []
  for (let sent = 0; sent < 12; sent += 1) {
    codes.push(await send(sent % 2 === 0 ? here : there, team))
  }
  expect(codes).toEqual([...Array<number>(10).fill(250), 421, 421])
  await start('greylist')
  expect(await send(here, team)).toBe(451)
  await expect.poll(() => send(there, team), { timeout: 5_000 }).toBe(451)
  await deafen()
  await start('mailbox-full')
  await expect.poll(() => send(there, team), { timeout: 20_000 }).toBe(552)

  async function running(asked: ApiClient): Promise<string[]> {
    return (await asked.must(listScenarios, { params })).meta.running.map(({ name }) => name)
  }
}, 60_000)
