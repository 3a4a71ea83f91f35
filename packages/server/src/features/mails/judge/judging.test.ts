import { expect, test } from 'vitest'
import { mailInbox } from '../../../../test/clients/mail-inbox.ts'
import { describeEachDatabase } from '../../../../test/support/databases.ts'
import { insertTeam } from '../../../../test/support/store-rows.ts'
import { beginJudging } from './judging-store.ts'
import { createJudging, type Judge } from './judging.ts'

describeEachDatabase('judging', (open) => {
  test('takes turns by owner and some mails at a time, and takes who was slow after the others', async () => {
    const db = await open()
    const { deps, intake } = await mailInbox(db)
    let time = 0
    const names = ['slow-a', 'slow-b', 'slow-c', 'quick', 'other']
    const teams = new Map<number, string>()
    const owners = new Map<string, number>()
    for (const name of names) {
      const { teamId, userId } = await insertTeam(db, name)
      teams.set(teamId, name)
      const [owner = name] = name.split('-')
      if (!owners.has(owner)) owners.set(owner, userId)
      const owned = { owner_id: owners.get(owner) ?? userId }
      await db.sql.updateTable('teams').set(owned).where('id', '=', teamId).execute()
      time += 1
      await db.transaction((tx) => beginJudging(tx, teamId, time))
    }
    const idOf = (name: string) => [...teams].find((team) => team[1] === name)?.[0] ?? 0
    const send = (name: string) => {
      const envelope = { from: 'ada@ours.com', to: ['bob@ours.com'] }
      const source = new Uint8Array(Buffer.from('Subject: x\r\n\r\nx'))
      return intake.receive({ teamId: idOf(name), envelope, source, receivedAt: deps.now() })
    }
    for (const name of [...names, ...names]) await send(name)
    const steps: [string, number][] = []
    const seen: number[] = []
    const judge: Judge = async (teamId, mails, mayGoOn) => {
      const name = teams.get(teamId) ?? ''
      let judged = 0
      for (const { id } of mails) {
        if (judged > 0 && !mayGoOn()) break
        time += name.startsWith('slow') ? 8_000 : 1
        judged += 1
        seen.push(id)
      }
      steps.push([name, judged])
      if (steps.length === 4) await send('quick')
      return { marks: new Map(), judged }
    }
    await createJudging({
      ...deps,
      now: () => (time += 1),
      clock: () => time,
      judges: [judge],
      pause: async () => {},
      onError(error) {
        throw error
      },
    }).work()
    expect(steps).toEqual([
      ['slow-a', 1],
      ['quick', 2],
      ['other', 2],
      ['slow-b', 1],
      ['quick', 1],
      ['slow-c', 1],
      ['slow-a', 1],
      ['slow-b', 1],
      ['slow-c', 1],
    ])
    expect(new Set(seen).size).toBe(seen.length)
  })

  test('tries a team that failed again, although another always has new mail', async () => {
    const db = await open()
    const { deps, intake } = await mailInbox(db)
    const [busy, unlucky] = [await insertTeam(db, 'busy'), await insertTeam(db, 'unlucky')]
    let time = 0
    for (const { teamId } of [busy, unlucky]) {
      await db.transaction((tx) => beginJudging(tx, teamId, (time += 1)))
    }
    const envelope = { from: 'ada@ours.com', to: ['bob@ours.com'] }
    const source = new Uint8Array(Buffer.from('Subject: x\r\n\r\nx'))
    const send = ({ teamId }: { teamId: number }) =>
      intake.receive({ teamId, envelope, source, receivedAt: deps.now() })
    for (const team of [busy, unlucky]) await send(team)
    const errors: unknown[] = []
    let steps = 0
    let tries = 0
    await createJudging({
      ...deps,
      now: () => (time += 1),
      clock: () => 1_000 * steps,
      judges: [
        async (teamId) => {
          steps += 1
          if (teamId === unlucky.teamId && (tries += 1) === 1) throw new Error('Starved')
          if (teamId === busy.teamId && tries < 2 && steps < 100) await send(busy)
          return { marks: new Map() }
        },
      ],
      pause: async () => {},
      onError: (error) => errors.push(error),
    }).work()
    expect([errors.length, tries]).toEqual([1, 2])
    expect(steps).toBeLessThan(20)
  })

  test.each([
    ['check:fail', [['teamOutdated', { part: 'verdicts' }]]],
    ['guard:duplicate', []],
  ])('says that checks found something, and not of guards: %s', async (key, said) => {
    const db = await open()
    const { deps, teamId, receive, emitted } = await mailInbox(db)
    await db.transaction((tx) => beginJudging(tx, teamId, 1))
    const [id = 0] = await receive('one')
    emitted.length = 0
    await createJudging({
      ...deps,
      judges: [async () => ({ marks: new Map([[id, [{ key }]]]) })],
      onError(error) {
        throw error
      },
    }).work()
    expect(emitted).toMatchObject(said)
  })

  test.each([
    ['little', 10, 0],
    ['much', 50, 3_000],
    ['very much', 250, 30_000],
  ])('rests while %s mail comes in', async (_much, mails, rest) => {
    const db = await open()
    const { deps, intake } = await mailInbox(db)
    const { teamId } = await insertTeam(db, 'ours')
    await db.transaction((tx) => beginJudging(tx, teamId, 1))
    const rests: number[] = []
    const judging = createJudging({
      ...deps,
      clock: () => 5_000,
      judges: [async () => ({ marks: new Map() })],
      pause: async (ms) => void rests.push(ms),
      onError(error) {
        throw error
      },
    })
    const envelope = { from: 'ada@ours.com', to: ['bob@ours.com'] }
    const source = Buffer.from('Subject: x\r\n\r\nx')
    const { id } = await intake.receive({ teamId, envelope, source, receivedAt: deps.now() })
    for (let at = 1; at < mails; at += 1) deps.events.emit('mailReceived', { teamId, mailId: id })
    await judging.work()
    expect(rests).toEqual([rest])
  })
})
