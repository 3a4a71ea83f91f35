import { AsyncLocalStorage } from 'node:async_hooks'

/**
 * What is scarce is divided (`fair-shares.ts`) by the user first, across all of their teams, then by what they do it
 * for.
 */
export type Sharer = {
  /** The person who answers for it, or the address group of an unknown client. */
  user: string
  /** A team, the programs of one, or a host that is asked for them. */
  team?: string | undefined
}

/**
 * Who the present work is done for. The connections of a sharer take turns; `signal` aborts when the client has hung
 * up.
 */
export type ServedClient = Sharer & {
  connection: object
  signal?: AbortSignal | undefined
}

/** Why a client's signal aborts. Made once: for each, Node would note where it was made. */
export const clientHungUp = new DOMException('The client has hung up', 'AbortError')

/** Work that no client asked for, such as a sweep, shares as one user. */
const server: ServedClient = { user: 'server', connection: {} }

const served = new AsyncLocalStorage<ServedClient>()

/** Runs `work`, and all that it awaits, for this client. */
export const serveClient = <T>(client: ServedClient, work: () => T): T => served.run(client, work)

/** Runs `work` to its end although its client may hang up: it has begun to change something. */
export const serveToEnd = <T>(work: () => T): T =>
  served.run({ ...servedClient(), signal: undefined }, work)

export const isServing = (): boolean => served.getStore() !== undefined

export const servedClient = (): ServedClient => served.getStore() ?? server
