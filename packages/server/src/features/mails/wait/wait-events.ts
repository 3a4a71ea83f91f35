import type { TeamRequest } from '../../../actor.ts'
import type { Sql } from '../../../db/database.ts'
import { notFound, signedOut } from '../../../errors.ts'
import type { Access, EventBus } from '../../../events.ts'
import type { createArrivalWatch } from './arrival-watch.ts'
import { mailOfRow, meets, receivedMail, wholeMail, type KnownMail } from '../find/mail-match.ts'
import type { OpenWait } from './open-wait.ts'
import type { WaitLook } from './wait-look.ts'
import type { createWaitRegistry } from './wait-registry.ts'
import { findWaited } from '../find/waited-mail-store.ts'

type EventDeps = {
  sql: Sql
  events: EventBus
  registry: ReturnType<typeof createWaitRegistry<OpenWait>>
  readEntry: WaitLook['readEntry']
  /** Null where no other process uses the store. */
  watch: () => Pick<ReturnType<typeof createArrivalWatch>, 'heard'> | null
  /** Refuses when the access of a wait has ended. */
  requireStill: (wait: OpenWait) => Promise<void>
  onError: (error: unknown) => void
}

/** The row of a mail to very many is large. */
const rowsAtOnce = 50

export function connectWaits(deps: EventDeps) {
  const { sql, events, registry, readEntry, watch, requireStill, onError } = deps

  /** Compares a mail with these waits; returns the waits that cannot decide by what is known of it. */
  function deliver(waits: OpenWait[], id: number, mail: KnownMail): OpenWait[] {
    return waits.filter((wait) => {
      const result = meets(wait.search, mail)
      if (result) wait.news.add(id, !wait.mayChange)
      return result === null
    })
  }

  /** Mails that another process caught. */
  async function deliverStored(teamId: number, ids: number[]): Promise<void> {
    for (let at = 0; at < ids.length && registry.hasTeam(teamId); at += rowsAtOnce) {
      for (const row of await findWaited(sql, teamId, ids.slice(at, at + rowsAtOnce))) {
        const known = mailOfRow(row)
        const undecided = deliver(registry.candidates(teamId, known.recipients), row.id, known)
        const entry = undecided.length > 0 ? await readEntry(row) : null
        if (entry) deliver(undecided, row.id, wholeMail(row, entry))
      }
    }
  }

  function lookAgain(waits: OpenWait[]): void {
    for (const { news } of waits) news.lookAgain()
  }

  events.on('mailReceived', ({ teamId, mailId, entry }) => {
    if (!registry.hasTeam(teamId)) return
    watch()?.heard(mailId)
    if (!entry) return lookAgain(registry.ofTeam(teamId))
    const known = receivedMail(entry)
    deliver(registry.candidates(teamId, known.recipients), mailId, known)
  })

  events.on('mailsArrived', ({ teamId, ids }) => {
    if (!registry.hasTeam(teamId)) return
    for (const id of ids) watch()?.heard(id)
    deliverStored(teamId, ids).catch((error: unknown) => {
      onError(error)
      lookAgain(registry.ofTeam(teamId))
    })
  })

  events.on('mailsChanged', ({ teamId, what }) => {
    if (what === 'deleted') return
    const waits = registry.ofTeam(teamId)
    lookAgain(what === 'restored' ? waits : waits.filter((wait) => wait.mayChange))
  })

  events.on('accessEnded', (access) => {
    for (const wait of registry.all()) {
      const refusal = refusalOf(access, wait.request)
      if (refusal) wait.end(refusal)
    }
  })

  events.on('eventsMissed', () => {
    const waits = registry.all()
    lookAgain(waits)
    recheck(waits).catch(onError)
  })

  async function recheck(waits: OpenWait[]): Promise<void> {
    for (const wait of waits) await requireStill(wait).catch(wait.end)
  }

  return { deliverStored }
}

/** Why a wait of this actor ends with this access; null: it does not. */
function refusalOf(access: Access, { actor, teamId }: TeamRequest): Error | null {
  if (actor.kind === 'token') return null
  if ('sessionId' in access) return access.sessionId === actor.sessionId ? signedOut() : null
  return access.userId === actor.userId && access.teamId === teamId ? notFound() : null
}
