import { setImmediate } from 'node:timers/promises'
import {
  inboxOf,
  keepsToInbox,
  sharerOf,
  type Actor,
  type TeamRequest,
  type TokenActor,
} from '../../../../actor.ts'
import { Refusal } from '../../../../errors.ts'
import type { FeatureDeps } from '../../../feature-deps.ts'
import type { FairShares } from '../../../../lib/shares/fair-shares.ts'
import { keepNewest } from '../../../../lib/shares/newest-kept.ts'
import { serveClient } from '../../../../lib/shares/served-client.ts'
import type { Permit } from '../../../teams/teams.ts'
import { createEventPlaces, usualPlaces, type PlaceLimits } from './event-places.ts'
import { framesOfChange, statsFrame, type EventFrame, type Read } from './event-frames.ts'

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

/** The sockets of a team that reach all of it, or the same one of its inboxes alone. */
type Room = {
  teamId: number
  inbox: number | null
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

/**
 * The events of Mailpit's API: what happens to the mail of a team, sent to the sockets of its programs. Each
 * mail that arrives is a frame of its own, in the order in which they became known. The frames of a team are
 * made one after the other, so that one team does not delay another, and only while it has sockets.
 */
export function createMailpitEvents(deps: MailpitEventDeps) {
  const { db, events, permit, mails, summaryOf, version, reads, later, onError } = deps
  const places = createEventPlaces(deps.places ?? usualPlaces)
  /** Rooms are kept by the inbox that they reach. */
  const teams = new Map<number, Map<number | null, Room>>()
  const watch = deps.watchArrivals(
    () => [...teams.keys()],
    async (teamId, ids) => announce(teamId, ids),
  )

  const roomsOf = (teamId: number): Room[] => [...(teams.get(teamId)?.values() ?? [])]

  function add(room: Room, step: Step): void {
    if (room.sockets.size === 0) return
    if (room.steps.length >= mostSteps) {
      room.steps.length = 0
      for (const socket of room.sockets.keys()) socket.close(tryAgain, 'Too many events')
      return
    }
    room.steps.push(step)
    if (!room.isWorking) void work(room)
  }

  async function work(room: Room): Promise<void> {
    const { teamId } = room
    room.isWorking = true
    for (let step = room.steps.shift(); step; step = room.steps.shift()) {
      const { make, to } = step
      try {
        // It is done in the name of who listens, not of the client whose request caused the event: that may have its answer.
        const [listener] = room.sockets.values()
        if (!listener) break
        const client = { ...sharerOf(listener, teamId), connection: room }
        const frames = await serveClient(client, () =>
          reads.within(1, () => asOneOf(room.sockets.values(), teamId, make)),
        )
        for (const frame of frames) {
          const text = JSON.stringify(frame)
          for (const socket of to ? [to] : room.sockets.keys()) socket.send(text)
        }
        // Frames of an event are written before those of the next, which may need nothing from the store.
        await setImmediate()
      } catch (error) {
        if (!(error instanceof Refusal)) onError(error)
        // A frame is missing, so clients have to look again.
        for (const socket of to ? [to] : room.sockets.keys()) {
          socket.close(tryAgain, 'An event is missing')
        }
      }
    }
    room.isWorking = false
  }

  const stats = async (request: Request) => [await statsFrame(mails, request, version)]

  function statsSoon(room: Room): void {
    if (room.cancelStats || room.sockets.size === 0) return
    room.cancelStats = later(() => {
      room.cancelStats = null
      add(room, { make: stats })
    }, statsMs)
  }

  /** The counts of one inbox follow only what happened in it: others do not show by the time of a frame. */
  function addEvent(room: Room, make: Step['make']): void {
    if (room.inbox === null) return add(room, { make })
    add(room, {
      async make(request) {
        const frames = await make(request)
        if (frames.length > 0) statsSoon(room)
        return frames
      },
    })
  }

  function announce(teamId: number, ids: number[]): void {
    for (const room of roomsOf(teamId)) {
      for (const id of ids) {
        if (room.announced.has(id)) continue
        keepNewest(room.announced, id, true, mostSteps)
        addEvent(room, async (request) => {
          const summary = await summaryOf(request, id)
          return summary ? [{ Type: 'new', Data: summary }] : []
        })
      }
      if (room.inbox === null) statsSoon(room)
    }
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
    for (const room of roomsOf(change.teamId)) {
      addEvent(room, (request) => framesOfChange(mails, request, change))
      if (room.inbox === null) statsSoon(room)
    }
  })
  events.on('eventsMissed', () => {
    // Clients connect again, and look at what they have missed.
    for (const { sockets } of [...teams.keys()].flatMap(roomsOf)) {
      for (const socket of sockets.keys()) socket.close(tryAgain, 'Events were missed')
    }
  })

  function join(teamId: number, actor: Actor, socket: Socket): Room {
    const request = { actor, action: 'read_mail' as const, teamId }
    const inbox = inboxOf(request)
    const isKnown = teams.has(teamId)
    const rooms = teams.get(teamId) ?? new Map<number | null, Room>()
    const room = rooms.get(inbox) ?? {
      teamId,
      inbox,
      sockets: new Map(),
      steps: [],
      isWorking: false,
      announced: new Map(),
      cancelStats: null,
    }
    room.sockets.set(socket, actor)
    rooms.set(inbox, room)
    teams.set(teamId, rooms)
    if (isKnown || !watch) return room
    // After the team is known: what arrives from here on is heard.
    mails.counts
      .teamCounts(request)
      .then(({ revision }) => teams.get(teamId) === rooms && watch.begin(teamId, revision))
      // One whose access has ended is closed; that is no fault.
      .catch((error: unknown) => error instanceof Refusal || onError(error))
    return room
  }

  function leave(room: Room, socket: Socket): void {
    const { teamId, inbox } = room
    if (!room.sockets.delete(socket) || room.sockets.size > 0) return
    room.steps.length = 0
    room.cancelStats?.()
    const rooms = teams.get(teamId)
    rooms?.delete(inbox)
    if (rooms?.size !== 0) return
    teams.delete(teamId)
    // Later clients get no news of mail that arrived before them.
    watch?.forget(teamId)
  }

  return {
    /** A socket is open. Returns what is called once it is closed. Closes it where there is no place for it. */
    open({ actor, teamId }: { actor: Actor; teamId: number }, socket: Socket): () => void {
      let room: Room | null = null
      const end = () => {
        if (room) leave(room, socket)
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
      room = join(teamId, actor, socket)
      add(room, { to: socket, make: stats })
      // Its access may have ended before this listened to that.
      permit(db.sql, { actor, action: 'read_mail', teamId }, keepsToInbox).catch(
        (error: unknown) => {
          if (error instanceof Refusal && noAccess.has(error.code)) return end()
          if (!(error instanceof Refusal)) onError(error)
          socket.close(tryAgain, 'The token could not be checked')
        },
      )
      return () => {
        stopHearing?.()
        places.remove(place)
        if (room) leave(room, socket)
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
