import {
  createInbox,
  createTeam,
  deleteInbox,
  limits,
  listInboxes,
  updateInbox,
  type Team,
} from '@mailstop/contract'
import { describe, expect, test } from 'vitest'
import { stores, type OnStore } from '../access/stores.ts'
import type { ApiClient } from '../clients/api-client.ts'

const tooMany = {
  status: 409,
  error: { message: 'A team can have at most 3 inboxes. End or archive one first.' },
}

function callsOf(api: ApiClient, team: Pick<Team, 'id'>) {
  const params = { team: String(team.id) }
  const ofInbox = (id: number) => ({ params: { ...params, inbox: String(id) } })
  return {
    make: (name: string) => api.call(createInbox, { params, body: { name } }),
    made: async (name: string) => (await api.must(createInbox, { params, body: { name } })).data.id,
    archive: (id: number, archived: boolean) =>
      api.call(updateInbox, { ...ofInbox(id), body: { archived } }),
    end: (id: number) => api.must(deleteInbox, ofInbox(id)),
    names: async () =>
      (await api.must(listInboxes, { params })).data
        .filter(({ archived_at }) => archived_at === null)
        .map(({ name }) => name),
  }
}

/** Inboxes of a team that have just ended, and wait for mail that was under way. */
async function addEnding({ run }: OnStore, team: Pick<Team, 'id'>, count: number): Promise<void> {
  const at = Date.now()
  const rows = Array.from(
    { length: count },
    (_, index) =>
      `(${team.id}, ${index + 100}, 'x', 'x', 1, '', ${at}, ${at}, ${at}, ${at + 60_000})`,
  )
  await run(
    `insert into inboxes (team_id, id, name, name_key, position, password_sealed, created_at, credentials_at,
      ended_at, expires_at) values ${rows.join(', ')}`,
  )
}

describe.each(stores)('the inboxes of a team, on $name', ({ start }) => {
  test('are so many as the operator allows, without those that are archived', async () => {
    const { running } = await start({ INBOXES_PER_TEAM: '3' })
    const { api, team } = await running.signIn('ada')
    const { make, made, archive, end, names } = callsOf(api, team)
    const [a, b] = [await made('a'), await made('b')]
    expect(await make('c')).toMatchObject(tooMany)
    expect(await archive(a, true)).toMatchObject({ status: 200 })
    await made('c')
    expect(await archive(a, false)).toMatchObject(tooMany)
    expect(await names()).toEqual(['main', 'b', 'c'])
    await end(b)
    expect(await archive(a, false)).toMatchObject({ status: 200 })
    expect(await make('d')).toMatchObject(tooMany)
    expect(await names()).toEqual(['main', 'a', 'c'])
    // Another team has room of its own.
    const { data: other } = await api.must(createTeam, { body: { name: 'Rocket Labs' } })
    await callsOf(api, other).made('a')
  }, 60_000)

  test('are no more where many are made, or return, at the same moment', async () => {
    const { running } = await start({ INBOXES_PER_TEAM: '3' })
    const { api, team } = await running.signIn('ada')
    const { make, made, archive, names } = callsOf(api, team)
    const archived = await made('archived')
    await archive(archived, true)
    const answers = await Promise.all([
      ...Array.from({ length: 6 }, (_, at) => make(`run ${at}`)),
      archive(archived, false),
    ])
    const statuses = answers.map(({ status }) => status)
    expect(statuses.filter((status) => status === 409)).toHaveLength(5)
    expect(statuses.filter((status) => status < 300)).toHaveLength(2)
    expect(await names()).toHaveLength(3)
  }, 60_000)

  test('are made a little later where very many of the teams of one person have just ended', async () => {
    const store = await start()
    const { running, run } = store
    const { api, team } = await running.signIn('ada')
    const { data: second } = await api.must(createTeam, { body: { name: 'Rocket Labs' } })
    const [one, other] = [callsOf(api, team), callsOf(api, second)]
    await addEnding(store, team, limits.inboxesEnding - 2)
    const last = await other.made('last')
    await other.end(last)
    await one.made('still')
    await addEnding(store, second, 1)
    for (const { make } of [one, other]) {
      expect(await make('late')).toMatchObject({
        status: 429,
        error: { code: 'rate_limited', message: expect.stringContaining('Try again in a minute.') },
      })
    }
    const bob = await running.signIn('bob')
    await callsOf(bob.api, bob.team).made('of another person')
    // The sweep is done with this one.
    await run(`update inboxes set expires_at = null where team_id = ${second.id} and id = ${last}`)
    await one.made('late')
  }, 60_000)
})
