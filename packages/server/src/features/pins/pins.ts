import { limits, type Counters, type Pin } from '@mailstop/contract'
import type { Database } from '../../db/database.ts'
import { lockTeam } from '../../db/locks.ts'
import type { PinRow } from '../../db/schema.ts'
import { conflict, invalid, notFound } from '../../errors.ts'
import type { EventBus } from '../../events.ts'
import type { Asker } from '../../lib/asker.ts'
import type { Mails, PinnedQuery } from '../mails/mails.ts'
import { insertPin, listPins, removePin, setLabel } from './pin-store.ts'

/**
 * Senders, recipients and searches that a team keeps in its sidebar, with what is unread of each.
 * Every operation refuses, as if the team did not exist, a user who is not a member.
 */
export type Pins = ReturnType<typeof createPins>

export type PinDeps = {
  db: Database
  events: EventBus
  mails: Pick<Mails, 'counters' | 'countUnread' | 'queryKey'>
  requireMember: (userId: number, teamId: number, action: 'change_pins') => Promise<unknown>
  now: () => number
}

export function createPins({ db, events, mails, requireMember, now }: PinDeps) {
  async function views(asker: Asker, pins: PinRow[]): Promise<Pin[]> {
    const unread = await mails.countUnread(asker, pins)
    return pins.map(({ id, label, query, type }, index) => {
      return { id, label, query, type, unread: unread[index] ?? 0 }
    })
  }

  async function view(asker: Asker, pin: PinRow): Promise<Pin> {
    const [one] = await views(asker, [pin])
    if (!one) throw notFound()
    return one
  }

  async function create(
    asker: Asker,
    { type, query, label = null }: PinnedQuery & { label?: string | null | undefined },
  ): Promise<Pin> {
    const { userId, teamId } = asker
    await requireMember(userId, teamId, 'change_pins')
    const key = mails.queryKey({ type, query })
    if ('problem' in key) throw invalid({ query: [key.problem] })
    const pin = await db.transaction(async (tx, afterCommit) => {
      // So that of pins made at once each is counted with those before it.
      if (!(await lockTeam(tx, teamId))) throw notFound()
      const pins = await listPins(tx, teamId)
      const inserted = await insertPin(tx, {
        team_id: teamId,
        type,
        query,
        query_key: key.key,
        label,
        created_at: now(),
      })
      if (!inserted) throw conflict('This is pinned already.')
      if (pins.length >= limits.pinsPerTeam) {
        throw conflict(`A team has at most ${limits.pinsPerTeam} pins. Remove one first.`)
      }
      afterCommit(() => announce(asker))
      return inserted
    })
    return view(asker, pin)
  }

  async function rename(asker: Asker, pinId: number, label: string | null): Promise<Pin> {
    const { userId, teamId } = asker
    await requireMember(userId, teamId, 'change_pins')
    const pin = await setLabel(db.sql, teamId, pinId, label)
    if (!pin) throw notFound()
    announce(asker)
    return view(asker, pin)
  }

  async function remove(asker: Asker, pinId: number): Promise<void> {
    const { userId, teamId } = asker
    await requireMember(userId, teamId, 'change_pins')
    if (!(await removePin(db.sql, teamId, pinId))) throw notFound()
    announce(asker)
  }

  /** The mail of the team is as it was: no list of it has to be fetched again. */
  function announce({ userId, teamId }: Asker): void {
    events.emit('teamOutdated', { teamId, userId, part: 'counters' })
  }

  /** What the sidebar shows. */
  async function counters(asker: Asker): Promise<Counters> {
    const [counts, pins] = await Promise.all([
      mails.counters(asker),
      listPins(db.sql, asker.teamId),
    ])
    return { ...counts, pinned: await views(asker, pins) }
  }

  return { create, rename, remove, counters }
}
