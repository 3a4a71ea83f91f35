import type { Mail } from '@mailstop/contract'
import { userIdOf, type TeamRequest } from '../../src/actor.ts'
import type { Database } from '../../src/db/database.ts'
import { noQuota } from '../../src/db/mail/team-quota.ts'
import { notFound, Refusal } from '../../src/errors.ts'
import { createIntake } from '../../src/features/mails/catch/mail-intake.ts'
import type { Viewer } from '../../src/mime/view/viewer.ts'
import type { WaitQuery } from '../../src/features/mails/wait/open-wait.ts'
import { createWaits, type WaitDeps } from '../../src/features/mails/wait/waits.ts'
import { insertVerifiedTeam } from '../support/factories.ts'
import { requestBy, userActor } from '../support/actors.ts'
import { testShares } from './shares.ts'
import { createTestViewer } from './viewer.ts'
import { strictEvents } from '../support/strict-events.ts'
import { mailsOn } from '../support/mails-on.ts'

export type SentMail = {
  to?: string
  from?: string
  subject?: string
  text?: string
  header?: string
}

/** No wait of a test has this timeout. */
const watchMs = 2_000

type Options = { limits?: WaitDeps['limits']; viewer?: Viewer; onError?: WaitDeps['onError'] }

/** A team of user 1, its mail and the waits for it. Time passes when the test says so. */
export async function waitingInbox(
  db: Database,
  { limits, viewer = createTestViewer(), onError = rethrow }: Options = {},
) {
  const teamId = await insertVerifiedTeam(db, Math.random())
  const events = strictEvents()
  const clock = { time: Date.UTC(2026, 10, 20, 9) }
  const now = () => clock.time
  const members = new Set([1, 2, 3])
  const permit = async (_sql: unknown, request: TeamRequest) => {
    const userId = userIdOf(request.actor)
    if (userId === null || !members.has(userId)) throw notFound()
    return { name: 'Ann' }
  }
  const intake = createIntake({ db, events, quota: noQuota, now })
  const mails = mailsOn({
    db,
    events,
    viewer,
    permit,
    now,
  })
  const shares = testShares()
  const timers = new Map<() => void, number>()
  const fire = (isDue: (ms: number) => boolean) => {
    // What one of them starts is not due yet.
    for (const [work, ms] of Array.from(timers)) {
      if (!isDue(ms)) continue
      timers.delete(work)
      work()
    }
  }
  const living = { sessions: true }
  const waits = createWaits({
    whenEnded: () => () => {},
    db,
    events,
    permit,
    mails: mails.show,
    looks: shares.waitLooks,
    lists: shares.waitLists,
    later(work, ms) {
      timers.set(work, ms)
      return () => timers.delete(work)
    },
    isLiving: async () => living.sessions,
    onError,
    now,
    ...(limits && { limits }),
  })

  async function send({
    to = 'you@customer.test',
    from = 'app@rocket.test',
    subject = 'Hello',
    text = 'Hi',
    header = 'X-Other: x',
  }: SentMail = {}): Promise<number> {
    const source = `From: ${from}\r\nTo: ${to}\r\nSubject: ${subject}\r\n${header}\r\n\r\n${text}`
    const { id } = await intake.receive({
      teamId,
      envelope: { from, to: [to] },
      source: new Uint8Array(Buffer.from(source)),
      receivedAt: now(),
    })
    return id
  }

  const request = (userId = 1) => requestBy(userActor(userId), teamId, 'read_mail')
  const wait = (query: Partial<WaitQuery>, userId = 1) =>
    waits.wait(request(userId), { order: 'newest', ...query })

  return {
    teamId,
    db,
    events,
    clock,
    members,
    living,
    mails,
    waits,
    send,
    request,
    wait,
    /** The ids of the mails that it answers with. */
    idsOf: async (query: Partial<WaitQuery>) => {
      const { data } = await wait(query)
      return [data].flat().map(({ id }: Mail) => id)
    },
    /** Starts a wait and returns once it is open; its outcome is a promise in an object. */
    async begin(query: Partial<WaitQuery>, userId = 1) {
      const before = waits.open()
      const answer = wait(query, userId)
      answer.catch(() => {})
      while (waits.open() === before) await Promise.race([new Promise(setImmediate), answer])
      return { answer }
    },
    /** Once all waits that are open have looked at the store. */
    async untilLooked() {
      const { stats } = shares.waitLooks
      while (stats().held + stats().waiting > 0) await new Promise(setImmediate)
    },
    marker: async () => (await waits.marker(request())).marker,
    /** Fires the timeouts of all waits, or only waits with this timeout. */
    passTime: (timeout?: number) =>
      fire((ms) => ms !== watchMs && (timeout === undefined || ms === timeout)),
    /** The time after which the arrivals of other processes are read. */
    watchArrivals: () => fire((ms) => ms === watchMs),
    delete: (id: number) => mails.change.remove(requestBy(userActor(1), teamId, 'delete_mail'), id),
    restore: (id: number) =>
      mails.change.restore(requestBy(userActor(1), teamId, 'delete_mail'), { ids: [id] }),
    markRead: (id: number) =>
      mails.change.update(requestBy(userActor(1), teamId, 'change_mail'), id, { read: true }),
  }
}

function rethrow(error: unknown): never {
  throw error
}

/** The refusal that a call ends with. */
export async function refusalOf(call: Promise<unknown>): Promise<Refusal> {
  const error: unknown = await call.then(
    () => null,
    (reason: unknown) => reason,
  )
  if (!(error instanceof Refusal)) throw new Error('It was not refused', { cause: error })
  return error
}
