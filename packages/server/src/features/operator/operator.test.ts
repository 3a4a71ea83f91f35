import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { describeAlike, type OpenDatabase } from '../../../test/support/databases.ts'
import { password } from '../../../test/support/teams-on.ts'
import { operatorOn } from '../../../test/support/operator-on.ts'
import { requestBy } from '../../../test/support/actors.ts'

const someClient = { address: '203.0.113.7', userAgent: 'test' }
const gone = { code: 'not_found' }

describeAlike('an operator', (open: OpenDatabase) => {
  test('finds accounts by any part of a name or an address, the newest first', async () => {
    const db = await open()
    const { operator, person } = await operatorOn(db)
    for (const name of ['bob', 'bobby_tables', 'cid']) await person(name)
    const found = async (q: string) =>
      (await operator.people.list({ q })).data.map(({ name }) => name)
    expect(await found('')).toEqual(['cid', 'bobby_tables', 'bob', 'chief'])
    expect(await found('BOB')).toEqual(['bobby_tables', 'bob'])
    expect(await found('cid@example')).toEqual(['cid'])
    // These are no wildcards.
    expect(await found('bob%')).toEqual([])
    expect(await found('y_t')).toEqual(['bobby_tables'])
    expect(await found('b_b')).toEqual([])
    await db.sql.updateTable('users').set({ name: 'Öztürk' }).where('name', '=', 'cid').execute()
    expect(await found('Özt')).toEqual(['Öztürk'])
    await person('Ömer Ünal')
    const inOtherCase = db.dialect.name === 'sqlite' ? ['ömer', 'ÜNAL'] : []
    for (const q of ['Ömer', ...inOtherCase]) expect(await found(q)).toEqual(['Ömer Ünal'])
  })

  test('pages through accounts by a cursor, which new accounts do not move', async () => {
    const { db, operator, person } = await operatorOn(await open())
    await db.sql
      .insertInto('users')
      .values(
        Array.from({ length: 119 }, (_, at) => ({
          name: `u${at}`,
          email: `u${at}@b.test`,
          email_key: `u${at}@b.test`,
          password_hash: '',
          created_at: at,
        })),
      )
      .execute()
    const first = await operator.people.list({})
    await person('newcomer')
    const pages = [first]
    while (pages.at(-1)?.meta.next_cursor) {
      pages.push(await operator.people.list({ cursor: Number(pages.at(-1)?.meta.next_cursor) }))
    }
    const names = pages.flatMap(({ data }) => data.map(({ name }) => name))
    expect(names).toEqual([...Array.from({ length: 119 }, (_, at) => `u${118 - at}`), 'chief'])
    expect(pages.map(({ data }) => data.length)).toEqual([50, 50, 20])
  })

  test('sees of an account its teams and when it was last seen', async () => {
    const { operator, accounts, person, team, clock } = await operatorOn(await open())
    const bob = await person('bob')
    await team(bob)
    clock.time += 5_000
    await accounts.logIn({ email: bob.email, password }, someClient, null)
    expect(await operator.people.get(bob.userId)).toMatchObject({
      email: bob.email,
      operator: false,
      disabled_at: null,
      last_seen_at: new Date(clock.time).toISOString(),
      teams_count: 2,
      teams: [
        { name: 'bob', role: 'owner' },
        { name: 'Rocket Labs', role: 'owner' },
      ],
    })
  })

  test('disables an account: its sessions end, log in says why, and another password changes nothing', async () => {
    const { operator, chief, accounts, person, sessionsEnded, acts } = await operatorOn(
      await open(),
    )
    const bob = await person('bob')
    const login = { email: bob.email, password }
    const { token } = await accounts.logIn(login, someClient, null)
    await operator.people.disable(chief, bob.userId)
    expect(await accounts.findSession(token)).toBeNull()
    expect(sessionsEnded).toHaveLength(2)
    await expect(accounts.logIn(login, someClient, null)).rejects.toMatchObject({
      errors: { email: [expect.stringContaining('This account is disabled')] },
    })
    // Who does not know the password does not learn it.
    await expect(
      accounts.logIn({ ...login, password: 'wrong' }, someClient, null),
    ).rejects.toMatchObject({ errors: { email: [expect.stringContaining('do not match')] } })

    await operator.people.disable(chief, bob.userId)
    await operator.people.enable(chief, bob.userId)
    await accounts.logIn(login, someClient, null)
    expect(await acts()).toEqual([
      ['chief', 'enabled_user', bob.email],
      ['chief', 'disabled_user', bob.email],
    ])
  })

  test('ends what a disabled account has begun in its teams, and not what a command does there', async () => {
    const { operator, chief, person, team, teams, db } = await operatorOn(await open())
    const bob = await person('bob')
    const request = requestBy(bob, await team(bob), 'read_mail')
    await teams.permit(db.sql, request)
    await operator.people.disable(chief, bob.userId)
    await expect(teams.permit(db.sql, request)).rejects.toMatchObject(gone)
    const command = { ...request, actor: { ...request.actor, sessionId: '' } }
    expect(await teams.permit(db.sql, command)).toEqual({ name: 'Rocket Labs' })
    await operator.people.enable(chief, bob.userId)
    await teams.permit(db.sql, request)
  })

  test('signs an account out, mails a reset link, and deletes it as its holder would', async () => {
    const parts = await operatorOn(await open())
    const { operator, chief, accounts, person, team, teams, printed, acts } = parts
    const bob = await person('bob')
    const { token } = await accounts.logIn({ email: bob.email, password }, someClient, null)
    await operator.people.endSessions(chief, bob.userId)
    expect(await accounts.findSession(token)).toBeNull()

    await operator.people.sendResetLink(chief, bob.userId)
    await parts.mailLeft()
    expect(printed.at(-1)).toContain('/reset-password/')
    const fresh = 'battery staple'
    const reset = { token: parts.lastToken('reset-password'), email: bob.email, password: fresh }
    await accounts.resetPassword(reset, someClient)

    const owned = await team(bob)
    const remove = (secret: string) => operator.people.remove(chief, bob.userId, secret)
    await expect(remove('wrong')).rejects.toMatchObject({ code: 'invalid' })
    await expect(remove(password)).rejects.toMatchObject({ code: 'conflict' })
    await operator.teams.remove(chief, owned, password)
    await remove(password)
    await expect(operator.people.get(bob.userId)).rejects.toMatchObject(gone)
    expect(await teams.listFor(bob.userId)).toEqual([])
    expect((await acts()).map(([, act]) => act)).toEqual([
      'deleted_user',
      'deleted_team',
      'sent_reset_link',
      'ended_sessions',
    ])
  })

  test('does none of this to the own account, nor deletes a personal team', async () => {
    const { operator, chief, teams, person } = await operatorOn(await open())
    const bob = await person('bob')
    const [personal] = await teams.listFor(bob.userId)
    for (const refused of [
      () => operator.people.disable(chief, chief.userId),
      () => operator.people.remove(chief, chief.userId, password),
      () => operator.teams.remove(chief, personal?.id ?? 0, password),
    ]) {
      await expect(refused()).rejects.toMatchObject({ code: 'conflict' })
    }
  })

  test('who loses the role changes nothing any more, also with what had begun before', async () => {
    const { db, operator, chief, person, team, acts } = await operatorOn(await open())
    const bob = await person('bob')
    const id = await team(bob)
    await operator.makeOperator(bob.email)
    await operator.endOperator(chief.email)
    for (const refused of [
      () => operator.people.disable(chief, bob.userId),
      () => operator.people.remove(chief, bob.userId, password),
      () => operator.teams.suspend(chief, id),
      () => operator.teams.limit(chief, id, { max_mails: 1, max_bytes: null }),
      () => operator.teams.remove(chief, id, password),
    ]) {
      await expect(refused()).rejects.toMatchObject(gone)
    }
    expect(await acts()).toEqual([
      ['Command line', 'ended_operator', chief.email],
      ['Command line', 'made_operator', bob.email],
    ])
    const { deactivated_at, deleted_at } = await db.sql
      .selectFrom('teams')
      .where('id', '=', id)
      .selectAll()
      .executeTakeFirstOrThrow()
    expect([deactivated_at, deleted_at]).toEqual([null, null])
  })

  test('of two who take the role from each other by disabling, one keeps it', async () => {
    const { operator, chief, person } = await operatorOn(await open())
    for (let round = 0; round < 5; round += 1) {
      const rival = await person(`rival${round}`)
      await operator.makeOperator(rival.email)
      const results = await Promise.allSettled([
        operator.people.disable(chief, rival.userId),
        operator.people.disable(rival, chief.userId),
      ])
      expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
      if (results[0].status === 'rejected') await operator.people.enable(rival, chief.userId)
    }
  })

  test('grants the role to no address that is unknown or not verified', async () => {
    const { db, operator, person } = await operatorOn(await open())
    await expect(operator.makeOperator('nobody@example.com')).rejects.toMatchObject(gone)
    const bob = await person('bob')
    await db.sql
      .updateTable('users')
      .set({ email_verified_at: null })
      .where('id', '=', bob.userId)
      .execute()
    await expect(operator.makeOperator(bob.email)).rejects.toMatchObject({ code: 'conflict' })
  })

  test('suspends a team, which gets no mail and is read as before', async () => {
    const { operator, chief, person, team, teams, intake, mailOf, emitted } = await operatorOn(
      await open(),
    )
    const bob = await person('bob')
    const id = await team(bob)
    await intake.receive(mailOf(id))
    await operator.teams.suspend(chief, id)
    await expect(intake.receive(mailOf(id))).rejects.toMatchObject({ code: 'forbidden' })
    expect(await teams.get(bob.userId, id)).toMatchObject({ is_active: false })
    expect(emitted).toContainEqual(['teamOutdated', { teamId: id, userId: null, part: 'team' }])
    expect((await operator.teams.list({ q: 'rocket' })).data).toMatchObject([
      { id, messages: 1, members_count: 1, owner: { email: bob.email } },
    ])
    await operator.teams.resume(chief, id)
    await intake.receive(mailOf(id))
  })

  test('suspends for certain: of mails that come meanwhile none is kept after the answer', async () => {
    const { db, operator, chief, person, team, intake, mailOf } = await operatorOn(await open())
    const id = await team(await person('bob'))
    const sent = Array.from({ length: 300 }, () => intake.receive(mailOf(id)).catch(() => null))
    await operator.teams.suspend(chief, id)
    const count = async () =>
      (await db.sql.selectFrom('mails').where('team_id', '=', id).select('id').execute()).length
    const atOnce = await count()
    const kept = (await Promise.all(sent)).filter((stored) => stored !== null)
    expect(await count()).toBe(atOnce)
    expect(kept).toHaveLength(atOnce)
  })

  test('limits a team, from its next mail on', async () => {
    const { operator, chief, person, team, intake, mailOf, acts } = await operatorOn(await open())
    const id = await team(await person('bob'))
    await operator.teams.limit(chief, id, { max_mails: 1, max_bytes: 0 })
    await intake.receive(mailOf(id))
    await expect(intake.receive(mailOf(id))).rejects.toMatchObject({ code: 'conflict' })
    await operator.teams.limit(chief, id, { max_mails: null, max_bytes: null })
    await intake.receive(mailOf(id))
    expect((await operator.teams.list({})).data.find((each) => each.id === id)).toMatchObject({
      messages: 2,
      max_mails: null,
      max_bytes: null,
    })
    expect((await operator.acts(undefined)).data.map(({ detail }) => detail)).toEqual([
      'the usual messages, the usual bytes',
      '1 messages, any number of bytes',
    ])
    expect(await acts()).toHaveLength(2)
  })

  test('is not kept waiting for what came by mail that comes all the time', async () => {
    const { caught, events } = await operatorOn(await open())
    let came = 0
    let comes = true
    const coming = (async () => {
      for (; comes; came += 1) {
        events.emit('mailReceived', { teamId: 1, mailId: 1 })
        await nextTurn()
      }
    })()
    await caught.write()
    comes = false
    await coming
    expect((await caught.recent()).hour).toBe(came)
    await caught.write()
    expect((await caught.recent()).hour).toBe(came)
  })

  test('sees what waits and how much came, and no old acts', async () => {
    const { operator, chief, caught, person, team, intake, mailOf, clock } = await operatorOn(
      await open(),
    )
    const bob = await person('bob')
    const id = await team(bob)
    const minute = 60_000
    await intake.receive(mailOf(id))
    await caught.write()
    clock.time += 2 * 60 * minute
    await intake.receive(mailOf(id))
    const overview = await operator.overview()
    expect(overview).toMatchObject({
      version: '1.2.3',
      database: expect.stringMatching(/^(SQLite|PostgreSQL) \d/),
      caught: { hour: 1, day: 2 },
      users: 2,
      teams: 3,
      store: { free_bytes: 5_000 },
      queues: [
        { name: 'emails', waiting: 0, failed: 0, waiting_since: null },
        { name: 'forwarding', waiting: 0 },
      ],
    })
    expect(overview.store.bytes).toBeGreaterThan(10_000)

    await operator.people.disable(chief, bob.userId)
    clock.time += 366 * 24 * 60 * minute
    await operator.removeOldActs()
    await caught.removeOld()
    expect((await operator.acts(undefined)).data).toEqual([])
    expect((await operator.overview()).caught).toEqual({ hour: 0, day: 0 })
  })
})
