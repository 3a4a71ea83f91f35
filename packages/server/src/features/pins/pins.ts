import { limits, type Counters, type Pin } from '@mailstop/contract'
import { userIdOf, type TeamRequest } from '../../actor.ts'
import { lockTeam } from '../../db/locks.ts'
import type { PinRow } from '../../db/schema.ts'
import { conflict, invalid, notFound } from '../../errors.ts'
import type { FeatureDeps } from '../feature-deps.ts'
import type { Mails, PinnedQuery } from '../mails/mails.ts'
import type { Permit } from '../teams/teams.ts'
import { insertPin, listPins, removePin, setLabel } from './pin-store.ts'

/**
 * Senders, recipients and searches that a team keeps in its sidebar, with the unread count of each. Every operation
 * refuses, as if the team did not exist, a user who is not a member.
 */
export type Pins = ReturnType<typeof createPins>

export type PinDeps = Pick<FeatureDeps, 'db' | 'events' | 'now'> & {
  mails: Pick<Mails, 'counts' | 'find'>
  permit: Permit
}

export function createPins({ db, events, mails, permit, now }: PinDeps) {
  async function views(request: TeamRequest, pins: PinRow[], timeZone?: string): Promise<Pin[]> {
    const unread = await mails.counts.countUnread(
      { ...request, action: 'read_mail' },
      pins,
      timeZone,
    )
    return pins.map(({ id, label, query, type }, index) => {
      return { id, label, query, type, unread: unread[index] ?? 0 }
    })
  }

  async function view(request: TeamRequest, pin: PinRow): Promise<Pin> {
    const [one] = await views(request, [pin])
    if (!one) throw notFound()
    return one
  }

  async function create(
    request: TeamRequest<'change_pins'>,
    { type, query, label = null }: PinnedQuery & { label?: string | null | undefined },
  ): Promise<Pin> {
    const { teamId } = request
    await permit(db.sql, request)
    const key = mails.find.queryKey({ type, query })
    if ('problem' in key) throw invalid({ query: [key.problem] })
    const pin = await db.transaction(async (tx, afterCommit) => {
      // The lock makes concurrent requests count each other's pins.
      await lockTeam(tx, teamId)
      await permit(tx, request)
      const pins = await listPins(tx, teamId)
      const inserted = await insertPin(tx, {
        team_id: teamId,
        type,
        query,
        query_key: key.key,
        label,
        created_at: now(),
      })
      if (!inserted) throw conflict('This is already pinned.')
      if (pins.length >= limits.pinsPerTeam) {
        throw conflict(`A team can have at most ${limits.pinsPerTeam} pins. Remove one first.`)
      }
      afterCommit(() => announce(request))
      return inserted
    })
    return view(request, pin)
  }

  async function rename(
    request: TeamRequest<'change_pins'>,
    pinId: number,
    label: string | null,
  ): Promise<Pin> {
    const { teamId } = request
    await permit(db.sql, request)
    const pin = await setLabel(db.sql, teamId, pinId, label)
    if (!pin) throw notFound()
    announce(request)
    return view(request, pin)
  }

  async function remove(request: TeamRequest<'change_pins'>, pinId: number): Promise<void> {
    const { teamId } = request
    await permit(db.sql, request)
    if (!(await removePin(db.sql, teamId, pinId))) throw notFound()
    announce(request)
  }

  /** The mail of the team has not changed, so no list is fetched again. */
  function announce({ actor, teamId }: TeamRequest): void {
    events.emit('teamOutdated', { teamId, userId: userIdOf(actor), part: 'counters' })
  }

  /** The counts of the sidebar; pins that name days count the days of the time zone. */
  async function counters(
    request: TeamRequest<'read_mail'>,
    { time_zone, pins }: { time_zone?: string | undefined; pins?: 'none' | undefined } = {},
  ): Promise<Counters> {
    const [counts, pinned] = await Promise.all([
      mails.counts.counters(request),
      pins === 'none' ? [] : listPins(db.sql, request.teamId),
    ])
    return { ...counts, pinned: await views(request, pinned, time_zone) }
  }

  return { create, rename, remove, counters }
}
