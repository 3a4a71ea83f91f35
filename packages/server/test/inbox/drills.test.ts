import {
  createInbox,
  createScenario,
  createTeam,
  endDrill,
  getDrill,
  limits,
  listDrills,
  listScenarios,
  startDrill,
  startScenario,
  stopScenario,
  updateScenario,
  type LabStep,
} from '@mailstop/contract'
import { describe, expect, test } from 'vitest'
import { connectSmtp } from '../clients/smtp-client.ts'
import { startApp } from '../support/harness.ts'
import { alikeDatabases } from '../support/product-databases.ts'

const later: LabStep = {
  at: 'end',
  when: { attempt: { to: 1 } },
  do: { reply: { code: 451, enhanced: '4.3.0', text: 'Later' } },
}
const notTwice: LabStep = {
  at: 'end',
  when: { recipient: 'twice@*', attempt: { to: 1 } },
  do: { drop: 'close' },
}

describe.each(alikeDatabases)('drills on $dialect', ({ open }) => {
  async function setUp() {
    const running = await startApp(await open())
    const { api, team } = await running.signIn('ada')
    const params = { team: String(team.id) }
    /** Returns the code of the reply; null: the connection ended. */
    async function send(to: string, subject: string, id: string): Promise<number | null> {
      const client = await connectSmtp({ port: running.smtpPort })
      try {
        await client.send('EHLO app.test')
        await client.login(team.smtp_username, team.smtp_password)
        const source = `Subject: ${subject}\r\nMessage-ID: <${id}@app.test>\r\n\r\nText of ${subject}\r\n`
        return (await client.mail('app@rocket.test', [to], source)).code
      } catch {
        return null
      } finally {
        client.destroy()
      }
    }
    const start = async (body: object) =>
      (
        await api.must(startDrill, {
          params,
          body: { scenario: 'own', steps: [notTwice, later], seconds: 60, ...body },
        })
      ).data
    return { running, api, params, send, start }
  }

  test('say which mails were lost, came later, and came twice', async () => {
    const { api, params, send, start } = await setUp()
    const { id, state, name, inbox } = await start({})
    expect([state, name, inbox.name]).toEqual(['failing', 'own', 'main'])
    expect([await send('ada@b.test', 'One', '1'), await send('ada@b.test', 'One', '1')]).toEqual([
      451, 250,
    ])
    expect(await send('bo@b.test', 'Two', '2')).toBe(451)
    expect([
      await send('twice@b.test', 'Three', '3'),
      await send('twice@b.test', 'Three', '3'),
    ]).toEqual([null, 451])
    expect(await send('twice@b.test', 'Three', '3')).toBe(250)
    const one = { params: { ...params, drill: String(id) } }
    const { data } = await api.must(getDrill, { ...one, query: {} })
    expect(data.report).toMatchObject({
      offered: 3,
      at_once: 1,
      after_retries: 1,
      lost: 1,
      doubled: 1,
      guessed: 0,
    })
    const ended = (await api.must(endDrill, one)).data
    expect(ended.state).toBe('ended')
    expect(ended.report.sentence).toBe('1 of 3 lost, 1 doubled.')
    expect(
      ended.report.mails.map(({ subject, fate, excerpt }) => [subject, fate, excerpt]),
    ).toEqual([
      ['Two', 'lost', 'Text of Two'],
      ['Three', 'at_once', expect.anything()],
      ['One', 'after_retries', 'Text of One'],
    ])
    expect(await send('bo@b.test', 'Two', '2')).toBe(250)
    expect((await api.must(getDrill, { ...one, query: { wait: '5' } })).data.report).toEqual(
      ended.report,
    )
    const { data: all } = await api.must(listDrills, { params })
    expect(all.map((each) => [each.id, each.state, each.result])).toEqual([
      [id, 'ended', '1 of 3 lost, 1 doubled.'],
    ])
  })

  test('end by themselves, and an inbox has one at a time', async () => {
    const { api, params, send, start } = await setUp()
    const first = await start({ watch_seconds: 600 })
    const body = { scenario: 'flaky' }
    expect((await api.call(startDrill, { params, body })).status).toBe(409)
    const scenario = { ...params, scenario: 'flaky' }
    expect((await api.call(startScenario, { params: scenario, body: {} })).status).toBe(409)
    await api.must(stopScenario, { params: { ...params, scenario: 'own' }, body: {} })
    const stopped = { params: { ...params, drill: String(first.id) } }
    expect((await api.must(getDrill, { ...stopped, query: {} })).data.state).toBe('watching')
    expect(await api.call(startScenario, { params: scenario, body: {} })).toMatchObject({
      status: 409,
      error: { message: expect.stringContaining(`Drill ${first.id} watches this inbox`) },
    })
    await api.must(endDrill, stopped)
    const { id } = await start({ seconds: 1, watch_seconds: 1 })
    const of = (drill: number, wait?: string) =>
      api.must(getDrill, {
        params: { ...params, drill: String(drill) },
        query: wait ? { wait } : {},
      })
    expect((await of(first.id)).data.state).toBe('ended')
    expect(await send('ada@b.test', 'One', '1')).toBe(451)
    const { data } = await of(id, '20')
    expect([data.state, data.report.lost]).toEqual(['ended', 1])
    expect(await send('ada@b.test', 'Two', '2')).toBe(250)
  }, 40_000)

  test('keep the steps with which they began', async () => {
    const { api, params, start } = await setUp()
    const body = { name: 'mine', steps: [later] }
    const { data: own } = await api.must(createScenario, { params, body })
    const { id } = await start({ scenario: String(own.id), steps: undefined })
    const change = (to: object) =>
      api.call(updateScenario, { params: { ...params, scenario: String(own.id) }, body: to })
    expect((await change({ steps: [notTwice] })).status).toBe(409)
    expect((await change({ name: 'Mine' })).status).toBe(200)
    await api.must(endDrill, { params: { ...params, drill: String(id) } })
    expect((await change({ steps: [notTwice] })).status).toBe(200)
  })

  test('are at most 20 at a time in the teams of one person', async () => {
    const { api, params, start } = await setUp()
    const inboxes = Array.from({ length: limits.drillsAtOnce }, (_, index) => `Preview ${index}`)
    for (const name of inboxes) await api.must(createInbox, { params, body: { name } })
    for (const inbox of inboxes) await start({ inbox })
    const { data: other } = await api.must(createTeam, { body: { name: 'Another' } })
    const body = { scenario: 'flaky' }
    const elsewhere = { params: { team: String(other.id) }, body }
    const refused = await api.call(startDrill, elsewhere)
    expect(refused).toMatchObject({
      status: 409,
      error: { message: expect.stringContaining('at most 20 drills') },
    })
    const { meta } = await api.must(listScenarios, { params: elsewhere.params })
    expect(meta.running).toEqual([])
    const [{ id } = { id: 0 }] = (await api.must(listDrills, { params })).data
    await api.must(endDrill, { params: { ...params, drill: String(id) } })
    await api.must(startDrill, elsewhere)
  })

  test.each([
    [{ scenario: 'nothing-like-it', steps: undefined }, 404],
    [{ seconds: 0 }, 422],
    [{ watch_seconds: 999_999 }, 422],
    [{ header: 'X Job' }, 422],
    [{ inbox: 'nowhere' }, 422],
    [{ steps: [] }, 422],
  ])('refuse %j', async (body, status) => {
    const { api, params } = await setUp()
    const given = { scenario: 'own', steps: [later], ...body }
    const answer = await api.call(startDrill, { params, body: given })
    expect(answer.status).toBe(status)
  })
})
