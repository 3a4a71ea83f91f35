import {
  acceptInvite,
  createInbox,
  createPin,
  createTeam,
  deleteTeam,
  listMails,
  listMembers,
  removeMember,
  rotateCredentials,
  rotateInbox,
  updateMails,
  type Team,
} from '@mailstop/contract'
import { describe, expect, test } from 'vitest'
import { sha256Hex } from '../../src/lib/secrets/tokens.ts'
import { stores, type OnStore } from '../access/stores.ts'
import type { ApiClient } from '../clients/api-client.ts'
import { sendMail } from '../clients/send-mail.ts'
import { connectSmtp, type SmtpClient } from '../clients/smtp-client.ts'
import { findOrphans, relations } from './orphans.ts'
import { setting } from '../soak/setting.ts'

/**
 * What may happen at the same moment: whichever comes first, nobody gets a server error, and nothing
 * is left without its owner. `npm run test:races` takes 200 rounds of each.
 */
const rounds = setting('RACE_ROUNDS', 10)
const timeoutMs = 60_000 + rounds * 3_000

const password = 'correct horse battery staple'

type Login = Pick<Team, 'smtp_username' | 'smtp_password'>
type Replacing = { login: Login; replace: () => Promise<Login> }

const loginOf = ({ username, password }: { username: string; password: string }): Login => ({
  smtp_username: username,
  smtp_password: password,
})

async function greeted(port: number): Promise<SmtpClient> {
  const client = await connectSmtp({ port })
  await client.send('EHLO app.test')
  return client
}

async function loggedIn(port: number, team: Team): Promise<SmtpClient> {
  const client = await greeted(port)
  expect(await client.login(team.smtp_username, team.smtp_password)).toMatchObject({ code: 235 })
  return client
}

/** What a mail is answered; 421 also when the connection ends instead. */
const mailCode = (client: SmtpClient): Promise<number> =>
  client.mail('app@rocket.test', ['you@customer.test'], 'Subject: x\r\n\r\nx').then(
    ({ code }) => code,
    () => 421,
  )

describe.each(stores)('on $name', ({ name, start }) => {
  const dialect = name as 'SQLite' | 'Postgres'

  async function setUp() {
    const store = await start()
    const { api: ada } = await store.running.signUp('ada')
    const { api: bob } = await store.running.signUp('bob')
    return { ...store, ada, bob, bobsId: await idOf(store, 'bob@example.test') }
  }

  const idOf = async ({ run }: OnStore, email: string) =>
    Number((await run(`select id from users where email = '${email}'`))[0]?.['id'])

  const newTeam = async (owner: ApiClient): Promise<Team> =>
    (await owner.must(createTeam, { body: { name: 'Rocket Labs' } })).data

  const paramsOf = (team: Team) => ({ team: String(team.id) })

  async function expectNoOrphans({ run }: OnStore): Promise<void> {
    expect(await findOrphans(dialect, run)).toEqual([])
  }

  test('the sweep for orphans looks at every relation, and finds one', async () => {
    const store = await setUp()
    const looked = await relations(dialect, store.run)
    const names = looked.map(({ table, column }) => `${table}.${column}`)
    expect(names).toEqual(
      expect.arrayContaining([
        'team_members.team_id',
        'team_members.user_id',
        'teams.owner_id',
        'mail_sources.team_id',
        'team_invites.team_id',
        'rule_deliveries.rule_id',
      ]),
    )
    await expectNoOrphans(store)
    await store.run(`delete from inboxes where team_id = 1`)
    await store.run(`insert into mail_sources (mail_id, team_id, source)
      select id, 424242, ${dialect === 'SQLite' ? `x'00'` : `'\\x00'`} from mails where false`)
    expect(await findOrphans(dialect, store.run)).toEqual(['1 teams without credentials'])
  })

  test(
    'an invitation is accepted twice',
    async () => {
      const store = await setUp()
      const { ada, bob, bobsId, run } = store
      const team = await newTeam(ada)
      for (let round = 0; round < rounds; round += 1) {
        const token = `token-${round}`
        await run(`insert into team_invites
          (team_id, email, email_key, token_hash, created_at, expires_at) values
          (${team.id}, 'bob@example.test', 'bob@example.test', '${sha256Hex(token)}', 1, 4000000000000)`)
        const answers = await Promise.all(
          [1, 2].map(() => bob.call(acceptInvite, { params: { token } })),
        )
        const messages = answers.map((answer) =>
          answer.ok ? answer.body.message : String(answer.status),
        )
        expect(messages.toSorted()).toEqual([
          `You are already a member of ${team.name}.`,
          `You are now a member of ${team.name}.`,
        ])
        const { data } = await ada.must(listMembers, { params: paramsOf(team) })
        expect(data.map(({ id }) => id)).toContain(bobsId)
        await run(`delete from team_members where team_id = ${team.id} and user_id = ${bobsId}`)
      }
      await expectNoOrphans(store)
    },
    timeoutMs,
  )

  test(
    'a team is deleted while its mail arrives',
    async () => {
      const store = await setUp()
      const { ada, running } = store
      for (let round = 0; round < rounds; round += 1) {
        const team = await newTeam(ada)
        const params = paramsOf(team)
        const client = await loggedIn(running.smtpPort, team)
        const deletion = ada.call(deleteTeam, { params, body: { password } })
        let last = 250
        while (last === 250) last = await mailCode(client)
        // Asked to come back, or cut off in the middle: both make an app try again.
        expect([421, 451]).toContain(last)
        client.destroy()
        expect((await deletion).status).toBe(200)
        expect((await ada.call(listMails, { params, query: {} })).status).toBe(404)
      }
      await expectNoOrphans(store)
      // Time passes: the rows go too.
      await store.run(`update teams set deleted_at = 1 where deleted_at is not null`)
      await running.app.sweepTeams()
      expect(await store.run(`select id from teams where type = 'shared'`)).toEqual([])
      expect(await store.run(`select id from mails`)).toEqual([])
      await expectNoOrphans(store)
    },
    timeoutMs,
  )

  test(
    'a member is removed who is writing',
    async () => {
      const store = await setUp()
      const { ada, bob, bobsId, run, running } = store
      const team = await newTeam(ada)
      const params = paramsOf(team)
      await sendMail(running.smtpPort, team, { text: 'x' })
      let written = 0
      for (let round = 0; round < rounds; round += 1) {
        await run(`insert into team_members (team_id, user_id, role, created_at)
          values (${team.id}, ${bobsId}, 'member', 1)`)
        const pin = { type: 'q' as const, query: `round${round}` }
        const writing = () => [
          bob.call(createPin, { params, body: pin }),
          bob.call(updateMails, { params, query: {}, body: { read: round % 2 === 0 } }),
          bob.send('POST', `/api/teams/${team.id}/imports?import=x`),
        ]
        const during = writing()
        const removal = ada.call(removeMember, {
          params: { ...params, user: String(bobsId) },
          query: {},
        })
        const answers = await Promise.all([...during, ...writing()])
        for (const { status } of answers) expect([200, 404, 409, 415]).toContain(status)
        written += answers.filter(({ status }) => status === 200).length
        expect((await removal).status).toBe(200)
        for (const { status } of await Promise.all(writing())) expect(status).toBe(404)
        await run(`delete from pins where team_id = ${team.id}`)
      }
      expect(written).toBeGreaterThan(0)
      await expectNoOrphans(store)
    },
    timeoutMs,
  )

  /** The credentials of a team, and of an inbox of it, each with how they are replaced. */
  const replacings: [string, (ada: ApiClient, team: Team) => Promise<Replacing>][] = [
    [
      'credentials',
      async (ada, team) => ({
        login: team,
        replace: async () => (await ada.must(rotateCredentials, { params: paramsOf(team) })).data,
      }),
    ],
    [
      'credentials of an inbox',
      async (ada, team) => {
        const params = paramsOf(team)
        const { data } = await ada.must(createInbox, { params, body: { name: 'shop' } })
        const ofInbox = { params: { ...params, inbox: String(data.id) }, body: {} }
        return {
          login: loginOf(data.credentials),
          replace: async () => loginOf((await ada.must(rotateInbox, ofInbox)).data),
        }
      },
    ],
  ]

  test.each(replacings)(
    '%s are replaced in the middle of a session',
    async (_name, make) => {
      const store = await setUp()
      const { ada, running } = store
      const team = await newTeam(ada)
      const { login, replace } = await make(ada, team)
      let present = login
      const params = paramsOf(team)
      let accepted = 0
      for (let round = 0; round < rounds; round += 1) {
        const client = await greeted(running.smtpPort)
        const authenticated = client.login(present.smtp_username, present.smtp_password)
        // Sometimes it is replaced while the client logs in, mostly later.
        if (round % 4 !== 0) await authenticated
        const rotation = replace()
        const code = await authenticated.then(
          () => mailCode(client),
          () => 421,
        )
        expect([250, 421, 451, 454, 530, 535]).toContain(code)
        if (code === 250) accepted += 1
        const old = present
        present = await rotation
        const { code: answered } = await authenticated.catch(() => ({ code: 421 }))
        if (answered === 235) await client.closed()
        client.destroy()
        const pair = { username: old.smtp_username, password: old.smtp_password }
        expect(await running.app.credentials.authenticate(pair)).toBeNull()
      }
      const { meta } = await ada.must(listMails, { params, query: {} })
      // What was promised is there; what the client never heard of may be.
      expect(meta.total).toBeGreaterThanOrEqual(accepted)
      await sendMail(running.smtpPort, present, { text: 'x' })
      await expectNoOrphans(store)
    },
    timeoutMs,
  )
})
