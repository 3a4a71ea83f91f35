import { expect, test } from 'vitest'
import { tokenActor } from '../../../../../test/support/actors.ts'
import { requestBy, userActor } from '../../../../../test/support/actors.ts'
import { describeAlike } from '../../../../../test/support/databases.ts'
import { testShares } from '../../../../../test/clients/shares.ts'
import { waitingInbox } from '../../../../../test/clients/waiting-inbox.ts'
import type { Database } from '../../../../db/database.ts'
import { findMail } from '../../../mails/rows/mail-store.ts'
import { badToken } from '../../../../errors.ts'
import { createArrivalWatch } from '../../../mails/wait/arrival-watch.ts'
import { createMailpitEvents } from './mailpit-events.ts'

const statsMs = 250
const watchMs = 2_000

/** The events of a team of user 1, and programs that hear them. */
async function eventInbox(db: Database, places = { perAsker: 2, perTeam: 3, inAll: 4 }) {
  const inbox = await waitingInbox(db)
  const timers = new Map<() => void, number>()
  const ends = new Map<number, () => void>()
  const revoked = new Set<number>()
  /** The store is away. */
  const broken = { permit: false, summary: false }
  const reported: unknown[] = []
  let watched = () => {}
  const later = (work: () => void, ms: number) => {
    timers.set(work, ms)
    if (ms === watchMs) watched()
    return () => timers.delete(work)
  }
  const onError = (error: unknown) => {
    if (!broken.permit && !broken.summary) throw error
    reported.push(error)
  }
  const mailpitEvents = createMailpitEvents({
    ...inbox,
    permit: async (_sql, { actor }) => {
      if (broken.permit) throw new Error('away')
      if (actor.kind === 'token' && revoked.has(actor.tokenId)) throw badToken()
      return { name: 'Ann' }
    },
    // The inbox knows its members alone.
    mails: {
      counts: {
        teamCounts: (request) => inbox.mails.counts.teamCounts({ ...request, actor: userActor(1) }),
      },
      show: {
        listed: (request, ids) => inbox.mails.show.listed({ ...request, actor: userActor(1) }, ids),
        reached: async (_request, ids) => ids,
      },
    },
    whenEnded(token, onEnd) {
      ends.set(token.tokenId, onEnd)
      return () => ends.delete(token.tokenId)
    },
    async summaryOf({ teamId }, id) {
      if (broken.summary) throw new Error('away')
      const mail = await findMail(db.sql, teamId, id)
      return mail ? { ID: String(id), Subject: mail.subject } : null
    },
    watchArrivals: (teams, onMissed) =>
      createArrivalWatch({ sql: db.sql, later, teams, onMissed, onError }),
    version: 'v1',
    reads: testShares().eventReads,
    later,
    onError,
    places,
  })

  function open(tokenId = 1, teamId = inbox.teamId, answeredBy = teamId) {
    const frames: string[] = []
    let wake = () => {}
    const closed = Promise.withResolvers<number>()
    const actor = tokenActor({ tokenId, teamId, answeredBy })
    let leave = () => {}
    leave = mailpitEvents.open(
      { actor, teamId },
      {
        send(text) {
          frames.push(text)
          wake()
        },
        close(code) {
          closed.resolve(code)
          leave()
        },
      },
    )
    return {
      closed: closed.promise,
      leave: () => leave(),
      /** The type and data of the next `count` frames, as soon as they are there. */
      async next(count: number) {
        while (frames.length < count) await new Promise<void>((resolve) => (wake = resolve))
        return frames.splice(0, count).map((text) => {
          const { Type, Data } = JSON.parse(text) as { Type: string; Data: unknown }
          return [Type, Data]
        })
      },
    }
  }

  return {
    ...inbox,
    mailpitEvents,
    open,
    revoked,
    broken,
    reported,
    endToken: (tokenId: number) => ends.get(tokenId)?.(),
    passTime() {
      for (const [work, ms] of Array.from(timers)) {
        if (ms !== statsMs) continue
        timers.delete(work)
        work()
      }
    },
    /** Resolves once arrivals without an event were read. */
    async readArrivals() {
      const read = new Promise<void>((resolve) => (watched = resolve))
      for (const [work, ms] of Array.from(timers)) {
        if (ms !== watchMs) continue
        timers.delete(work)
        work()
      }
      await read
    },
    change: requestBy(userActor(1), inbox.teamId, 'change_mail'),
    removal: requestBy(userActor(1), inbox.teamId, 'delete_mail'),
  }
}

const stats = (Total: number, Unread: number) => ['stats', { Total, Unread, Version: 'v1' }]

describeAlike('the events of a team', (open) => {
  test('are the counts at first, a frame for each mail, and the counts once for a burst', async () => {
    const inbox = await eventInbox(await open())
    const socket = inbox.open()
    expect(await socket.next(1)).toEqual([stats(0, 0)])
    const ids = [await inbox.send({ subject: 'One' }), await inbox.send({ subject: 'Two' })]
    expect(await socket.next(2)).toEqual([
      ['new', { ID: String(ids[0]), Subject: 'One' }],
      ['new', { ID: String(ids[1]), Subject: 'Two' }],
    ])
    inbox.passTime()
    expect(await socket.next(1)).toEqual([stats(2, 2)])
  })

  test('tell of marks, tags and deletions mail by mail', async () => {
    const { open: connect, send, mails, change, removal } = await eventInbox(await open())
    const ids = [await send(), await send(), await send()]
    const socket = connect()
    await socket.next(1)
    const [first = 0, second = 0, third = 0] = ids
    await mails.change.update(change, first, { read: true, add_tags: ['Run-1'] })
    expect(await socket.next(2)).toEqual([
      ['update', { ID: String(first), Read: true }],
      ['update', { ID: String(first), Tags: ['Run-1'] }],
    ])
    await mails.change.update(change, first, { flagged: true })
    await mails.change.updateMany(change, { ids }, { read: false })
    expect(await socket.next(1)).toEqual([['update', { ID: String(first), Read: false }]])
    await mails.change.remove(removal, first)
    await mails.change.removeMany(removal, { ids: [second] }, { withFlagged: true })
    expect(await socket.next(2)).toEqual([
      ['delete', { ID: String(first) }],
      ['delete', { ID: String(second) }],
    ])
    await mails.change.removeMany(removal, { query: { filter: 'all' } }, { withFlagged: true })
    expect(await socket.next(2)).toEqual([
      ['delete', { ID: String(third) }],
      ['truncate', null],
    ])
    await mails.change.restore(removal, { ids: [third] })
    expect(await socket.next(1)).toEqual([['prune', null]])
  })

  test('are written before the next are made, also where these need nothing from the store', async () => {
    const { mailpitEvents, events, teamId } = await eventInbox(await open())
    let [inTurn, most, all] = [0, 0, 0]
    const done = Promise.withResolvers<void>()
    mailpitEvents.open(
      { actor: userActor(1), teamId },
      {
        send() {
          inTurn += 1
          most = Math.max(most, inTurn)
          setImmediate(() => (inTurn = 0))
          if (++all === 31) done.resolve()
        },
        close() {},
      },
    )
    for (let id = 1; id <= 30; id += 1) {
      events.emit('mailsChanged', { teamId, what: 'marks', ids: [id], read: true })
    }
    await done.promise
    expect(most).toBe(1)
  })

  test('have one frame of a mail that another process names twice, and none of one that is gone', async () => {
    const { open: connect, send, events, teamId, delete: remove } = await eventInbox(await open())
    const gone = await send()
    await remove(gone)
    const id = await send()
    const socket = connect()
    await socket.next(1)
    events.emit('mailsArrived', { teamId, ids: [gone, id], elsewhere: true })
    events.emit('mailsArrived', { teamId, ids: [id], elsewhere: true })
    const next = await send()
    expect((await socket.next(2)).map(([, data]) => data)).toMatchObject([
      { ID: String(id) },
      { ID: String(next) },
    ])
  })

  test('tell a socket nothing of mail from before it, also where another was open before', async () => {
    const inbox = await eventInbox(await open())
    const first = inbox.open()
    await first.next(1)
    await inbox.readArrivals()
    first.leave()
    await inbox.send({ subject: 'Before' })
    const second = inbox.open(2)
    await second.next(1)
    await inbox.readArrivals()
    await inbox.send({ subject: 'After' })
    expect(await second.next(1)).toMatchObject([['new', { Subject: 'After' }]])
  })

  test('are for sockets of that team alone, and for those that are open', async () => {
    const inbox = await eventInbox(await open())
    const [other, left, socket] = [inbox.open(1, inbox.teamId + 1), inbox.open(2), inbox.open(3)]
    await Promise.all([other, left, socket].map((each) => each.next(1)))
    left.leave()
    await inbox.send()
    await socket.next(1)
    inbox.passTime()
    expect(await socket.next(1)).toEqual([stats(1, 1)])
    inbox.events.emit('mailsChanged', { teamId: inbox.teamId + 1, what: 'restored' })
    expect(await other.next(1)).toEqual([['prune', null]])
  })

  test('end with their token, also one that ended before it was listened to', async () => {
    const { open: connect, endToken, revoked, mailpitEvents } = await eventInbox(await open())
    const socket = connect(1)
    await socket.next(1)
    endToken(1)
    expect(await socket.closed).toBe(4401)
    revoked.add(2)
    expect(await connect(2).closed).toBe(4401)
    expect(mailpitEvents.size()).toBe(0)
  })

  test('begin again where events of other processes were missed, or one cannot be made', async () => {
    const inbox = await eventInbox(await open())
    const socket = inbox.open()
    await socket.next(1)
    inbox.events.emit('eventsMissed', { since: 0 })
    expect(await socket.closed).toBe(1013)

    const second = inbox.open()
    await second.next(1)
    inbox.broken.summary = true
    await inbox.send()
    expect(await second.closed).toBe(1013)
    expect(inbox.reported).toHaveLength(1)
  })

  test('do not call a token ended that could not be checked', async () => {
    const { open: connect, broken, reported } = await eventInbox(await open())
    broken.permit = true
    expect(await connect().closed).toBe(1013)
    expect(reported).toHaveLength(1)
  })

  test('have places that are divided among tokens and teams', async () => {
    const { open: connect, teamId, mailpitEvents } = await eventInbox(await open())
    const [first, second] = [connect(1), connect(1)]
    // A token has no more than its own.
    expect(await connect(1).closed).toBe(1013)
    const third = connect(2)
    // The team is full: the token with the most loses the youngest.
    const fourth = connect(3)
    expect(await second.closed).toBe(1013)
    // All have one.
    expect(await connect(4).closed).toBe(1013)
    const others = [connect(5, teamId + 1)]
    // The process is full: who answers for the most loses one.
    others.push(connect(6, teamId + 1))
    expect(await Promise.race([first.closed, third.closed, fourth.closed])).toBe(1013)
    expect(await connect(7, teamId + 1).closed).toBe(1013)
    expect(mailpitEvents.size()).toBe(4)
    for (const { leave } of [first, second, third, fourth, ...others]) leave()
    expect(mailpitEvents.size()).toBe(0)
  })

  test('have places that are divided among users, however many teams one has', async () => {
    const { open: connect, teamId } = await eventInbox(await open())
    const eve = [1, 2, 3].map((number) => connect(number, teamId + number, 66))
    const ann = [connect(4, teamId + 4, 1), connect(5, teamId + 4, 1)]
    expect(await eve[2]?.closed).toBe(1013)
    expect(await connect(6, teamId + 5, 1).closed).toBe(1013)
    for (const { leave } of [...eve, ...ann]) leave()
  })
})
