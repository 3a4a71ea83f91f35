import { setImmediate } from 'node:timers/promises'
import { sharerOf, type Actor, type TeamRequest, type TokenActor } from '../../../../actor.ts'
import { Refusal } from '../../../../errors.ts'
import type { FeatureDeps } from '../../../feature-deps.ts'
import type { FairShares } from '../../../../lib/shares/fair-shares.ts'
import { keepNewest } from '../../../../lib/shares/newest-kept.ts'
import { serveClient } from '../../../../lib/shares/served-client.ts'
import type { Permit } from '../../../teams/teams.ts'
import { createEventPlaces, usualPlaces, type PlaceLimits } from './event-places.ts'
import { framesOfChange, statsFrame, type EventFrame, type Read } from './event-frames.ts'

/**
 * The events of Mailpit's API: what happens to the mail of a team, sent to the sockets of its programs. Each
 * mail that arrives is a frame of its own, in the order in which they became known. The frames of a team are
 * made one after the other, so that one team does not delay another, and only while it has sockets.
 */
/** A socket of a client, as `realtime/plain-sockets.ts` has it. */
type Socket = { send(text: string): void; close(code: number, reason: string): void }

type Request = TeamRequest<'read_mail'>
type Announce = (teamId: number, ids: number[]) => Promise<void>
type ArrivalWatch = {
  begin(teamId: number, revision: number): void
  heard(mailId: number): void
  forget(teamId: number): void
  stop(): void
}

type MailpitEventDeps = Pick<FeatureDeps, 'db' | 'events'> & {
  permit: Permit
  mails: Read
  whenEnded: (token: TokenActor, onEnd: () => void) => () => void
  /** Mailpit's summary of a mail; null when it is gone. */
  summaryOf: (request: Request, mailId: number) => Promise<object | null>
  /** Finds arrivals that other processes did not send; null where there are no others. */
  watchArrivals: (teams: () => number[], onMissed: Announce) => ArrivalWatch | null
  /** The version of Mailpit that is imitated. */
  version: string
  /** Slots for reading what frames are made of. */
  reads: FairShares
  /** Runs `work` after `ms`; returns what cancels it. */
  later: (work: () => void, ms: number) => () => void
  onError: (error: unknown) => void
  places?: PlaceLimits
}

/** What a frame is made of; `to` is one socket, else all. */
type Step = { make: (request: Request) => Promise<EventFrame[]>; to?: Socket }

type Team = {
  /** Each with who opened it. */
  sockets: Map<Socket, Actor>
  steps: Step[]
  isWorking: boolean
  /** Mails that were announced: another process may name one again. */
  announced: Map<number, true>
  cancelStats: (() => void) | null
}

/**
 * Events that wait for their frames, at most 400 each: two for each mail of a change with ids. A team that is further
 * behind begins again.
 */
const mostSteps = 2_000
/** Mailpit's interval. */
const statsMs = 250

/** Codes for programs (RFC 6455 section 7.4.2), and `try again later`. */
const tokenEnded = 4401
const tryAgain = 1013

export function createMailpitEvents(deps: MailpitEventDeps) {
  const { db, events, permit, mails, summaryOf, version, reads, later, onError } = deps
  const places = createEventPlaces(deps.places ?? usualPlaces)
  const teams = new Map<number, Team>()
  const watch = deps.watchArrivals(
    () => [...teams.keys()],
    async (teamId, ids) => announce(teamId, ids),
  )

  function add(teamId: number, step: Step): void {
    const team = teams.get(teamId)
    if (!team) return
    if (team.steps.length >= mostSteps) {
      team.steps.length = 0
      for (const socket of team.sockets.keys()) socket.close(tryAgain, 'Too many events')
      return
    }
    team.steps.push(step)
    if (!team.isWorking) void work(teamId, team)
  }

  async function work(teamId: number, team: Team): Promise<void> {
    team.isWorking = true
    for (let step = team.steps.shift(); step; step = team.steps.shift()) {
      const { make, to } = step
      try {
        // It is done in the name of who listens, not of the client whose request caused the event: that may have its answer.
        const [listener] = team.sockets.values()
        if (!listener) break
        const client = { ...sharerOf(listener, teamId), connection: team }
        const frames = await serveClient(client, () =>
          reads.within(1, () => asOneOf(team.sockets.values(), teamId, make)),
        )
        for (const frame of frames) {
          const text = JSON.stringify(frame)
          for (const socket of to ? [to] : team.sockets.keys()) socket.send(text)
        }
        // Frames of an event are written before those of the next, which may need nothing from the store.
        await setImmediate()
      } catch (error) {
        if (!(error instanceof Refusal)) onError(error)
        // A frame is missing, so clients have to look again.
        for (const socket of to ? [to] : team.sockets.keys()) {
          socket.close(tryAgain, 'An event is missing')
        }
      }
    }
    team.isWorking = false
  }

  const stats = async (request: Request) => [await statsFrame(mails, request, version)]

  function statsSoon(teamId: number): void {
    const team = teams.get(teamId)
    if (!team || team.cancelStats) return
    team.cancelStats = later(() => {
      team.cancelStats = null
      add(teamId, { make: stats })
    }, statsMs)
  }

  function announce(teamId: number, ids: number[]): void {
    const team = teams.get(teamId)
    if (!team) return
    for (const id of ids) {
      if (team.announced.has(id)) continue
      keepNewest(team.announced, id, true, mostSteps)
      add(teamId, {
        async make(request) {
          const summary = await summaryOf(request, id)
          return summary ? [{ Type: 'new', Data: summary }] : []
        },
      })
    }
    statsSoon(teamId)
  }

  events.on('mailReceived', ({ teamId, mailId }) => {
    if (!teams.has(teamId)) return
    watch?.heard(mailId)
    announce(teamId, [mailId])
  })
  events.on('mailsArrived', ({ teamId, ids }) => {
    if (!teams.has(teamId)) return
    for (const id of ids) watch?.heard(id)
    announce(teamId, ids)
  })
  events.on('mailsChanged', (change) => {
    add(change.teamId, { make: (request) => framesOfChange(mails, request, change) })
    statsSoon(change.teamId)
  })
  events.on('eventsMissed', () => {
    // Clients connect again, and look at what they have missed.
    for (const { sockets } of teams.values()) {
      for (const socket of sockets.keys()) socket.close(tryAgain, 'Events were missed')
    }
  })

  function join(teamId: number, actor: Actor, socket: Socket): void {
    const team = teams.get(teamId) ?? {
      sockets: new Map(),
      steps: [],
      isWorking: false,
      announced: new Map(),
      cancelStats: null,
    }
    team.sockets.set(socket, actor)
    if (teams.has(teamId)) return
    teams.set(teamId, team)
    if (!watch) return
    // After the team is known: what arrives from here on is heard.
    mails.counts
      .teamCounts({ actor, action: 'read_mail', teamId })
      .then(({ revision }) => teams.get(teamId) === team && watch.begin(teamId, revision))
      // One whose access has ended is closed; that is no fault.
      .catch((error: unknown) => error instanceof Refusal || onError(error))
  }

  function leave(teamId: number, socket: Socket): void {
    const team = teams.get(teamId)
    if (!team?.sockets.delete(socket) || team.sockets.size > 0) return
    team.steps.length = 0
    team.cancelStats?.()
    teams.delete(teamId)
    // Later clients get no news of mail that arrived before them.
    watch?.forget(teamId)
  }

  return {
    /** A socket is open. Returns what is called once it is closed. Closes it where there is no place for it. */
    open({ actor, teamId }: { actor: Actor; teamId: number }, socket: Socket): () => void {
      const end = () => {
        leave(teamId, socket)
        socket.close(tokenEnded, 'The token has ended')
      }
      const place = {
        teamId,
        asker: actor.kind === 'token' ? `token ${actor.tokenId}` : sharerOf(actor).user,
        user: sharerOf(actor).user,
        end: () => socket.close(tryAgain, 'Others need the place'),
      }
      try {
        places.add(place)
      } catch (error) {
        socket.close(tryAgain, (error as Error).message)
        return () => {}
      }
      const stopHearing = actor.kind === 'token' ? deps.whenEnded(actor, end) : null
      join(teamId, actor, socket)
      add(teamId, { to: socket, make: stats })
      // Its access may have ended before this listened to that.
      permit(db.sql, { actor, action: 'read_mail', teamId }).catch((error: unknown) => {
        if (error instanceof Refusal && noAccess.has(error.code)) return end()
        if (!(error instanceof Refusal)) onError(error)
        socket.close(tryAgain, 'The token could not be checked')
      })
      return () => {
        stopHearing?.()
        places.remove(place)
        leave(teamId, socket)
      }
    },
    size: places.size,
    stop: (): void => watch?.stop(),
  }
}

/** What says that an actor has no access any more. */
const noAccess = new Set(['bad_token', 'missing_scope', 'signed_out', 'forbidden', 'not_found'])

/** Reads in the name of one listener, and passes over each whose access has ended. */
async function asOneOf(
  actors: Iterable<Actor>,
  teamId: number,
  make: (request: Request) => Promise<EventFrame[]>,
): Promise<EventFrame[]> {
  for (const actor of actors) {
    try {
      return await make({ actor, action: 'read_mail', teamId })
    } catch (error) {
      if (!(error instanceof Refusal && noAccess.has(error.code))) throw error
    }
  }
  return []
}
