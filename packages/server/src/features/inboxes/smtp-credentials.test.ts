import { expect, test } from 'vitest'
import { requestBy, userActor } from '../../../test/support/actors.ts'
import { describeAlike } from '../../../test/support/databases.ts'
import { teamsOn } from '../../../test/support/teams-on.ts'
import { digestOf } from '../../lib/secrets/password-proof.ts'

const asked = ({ userId }: { userId: number }, teamId: number) =>
  requestBy(userActor(userId), teamId, 'rotate_credentials')

describeAlike('SMTP credentials', (openDatabase) => {
  const setUp = async () => teamsOn(await openDatabase())

  test('passwords lie in the database sealed', async () => {
    const { db, teams, person } = await setUp()
    const { userId } = await person('ann')
    const [team] = await teams.listFor(userId)
    const [row] = await db.sql.selectFrom('inboxes').selectAll().execute()
    expect(row?.username).toBe(team?.smtp_username)
    expect(JSON.stringify(row)).not.toContain(team?.smtp_password)
  })

  test('SMTP credentials select their team, exactly as written', async () => {
    const { teams, credentials, person } = await setUp()
    const ann = await person('ann')
    const [team] = await teams.listFor(ann.userId)
    const username = team?.smtp_username ?? ''
    const password = team?.smtp_password ?? ''
    const user = `user ${ann.userId}`
    expect(await credentials.authenticate({ username, password })).toEqual({
      id: team?.id,
      inbox: 1,
      user,
    })
    const challenge = '<1@mail.test>'
    const digest = digestOf(password, challenge)
    const shown = { username, password: { challenge, digest } }
    expect(await credentials.authenticate(shown)).toMatchObject({ id: team?.id })
    const wrong = [
      { username, password: { challenge: '<2@mail.test>', digest } },
      { username: 'nobody', password: { challenge, digest: digestOf('', challenge) } },
      { username, password: `${password}x` },
      { username, password: password.toUpperCase() },
      { username, password: '' },
      { username: username.toUpperCase(), password },
      { username: 'nobody', password },
      { username: '', password: '' },
      { username: '__proto__', password: '' },
    ]
    for (const pair of wrong) expect(await credentials.authenticate(pair)).toBeNull()
  })

  test('a user name with a tag logs in as the one before the plus, and costs no further query', async () => {
    const { db, teams, credentials, person, clock } = await setUp()
    const ann = await person('ann')
    const [team] = await teams.listFor(ann.userId)
    const { smtp_username = '', smtp_password: password = '' } = team ?? {}
    const login = (username: string, given = password) =>
      credentials.authenticate({ username, password: given })
    expect(await login(`${smtp_username}+run1`)).toMatchObject({ id: team?.id })
    expect(await login(`${smtp_username}+run1`, 'wrong')).toBeNull()
    expect(await login(`${smtp_username}+`)).toBeNull()
    expect(await login(`${smtp_username}+a b`)).toBeNull()
    expect(await credentials.accountNamed(`${smtp_username}+run9`)).toMatchObject({ id: team?.id })
    // What is remembered for all tags is forgotten for all.
    await db.sql.deleteFrom('inboxes').execute()
    for (let run = 0; run < 50; run += 1) {
      expect(await login(`${smtp_username}+run${run}`)).toMatchObject({ id: team?.id })
    }
    clock.time += 3_000
    expect(await login(`${smtp_username}+run1`)).toBeNull()
  })

  test('many SMTP logins at once cost one query, and a changed team is known within seconds', async () => {
    const { db, teams, credentials, person, clock } = await setUp()
    const ann = await person('ann')
    const [team] = await teams.listFor(ann.userId)
    const pair = { username: team?.smtp_username ?? '', password: team?.smtp_password ?? '' }
    const id = team?.id ?? 0
    expect(await Promise.all([pair, pair, pair].map(credentials.authenticate))).toMatchObject([
      { id },
      { id },
      { id },
    ])
    await db.sql.deleteFrom('inboxes').where('team_id', '=', id).execute()
    expect(await credentials.authenticate(pair)).toMatchObject({ id })
    clock.time += 3_000
    expect(await credentials.authenticate(pair)).toBeNull()
  })

  test('new credentials replace the old ones, which work no longer', async () => {
    const { teams, credentials, rotate, person, team, emitted } = await setUp()
    const [ann, bob] = [await person('ann'), await person('bob')]
    const id = await team(ann, bob)
    const [, before] = await teams.listFor(ann.userId)
    const old = { username: before?.smtp_username ?? '', password: before?.smtp_password ?? '' }
    expect(await credentials.authenticate(old)).toMatchObject({ id })
    const byMember = rotate(asked(bob, id))
    await expect(byMember).rejects.toMatchObject({ code: 'forbidden' })
    const { smtp_username, smtp_password } = await rotate(asked(ann, id))
    expect(await credentials.authenticate(old)).toBeNull()
    const crossed = { username: smtp_username, password: old.password }
    expect(await credentials.authenticate(crossed)).toBeNull()
    const fresh = { username: smtp_username, password: smtp_password }
    expect(await credentials.authenticate(fresh)).toMatchObject({ id })
    expect(emitted[0]).toEqual([
      'credentialsEnded',
      { teamId: id, inbox: 1, username: old.username },
    ])
  })

  test('of credentials that may have ended unheard, those are named', async () => {
    const { credentials, rotate, clock, person, team } = await setUp()
    const ann = await person('ann')
    const [kept, rotated] = [await team(ann), await team(ann)]
    clock.time += 10 * 60_000
    await rotate(asked(ann, rotated))
    const ended = await credentials.recheck([kept, rotated, 999], clock.time - 5_000)
    expect(ended).toEqual([rotated, 999])
    expect(await credentials.recheck([], clock.time)).toEqual([])
  })
})
