import { AsyncLocalStorage } from 'node:async_hooks'

/**
 * For whom the present work is done. What users share is divided by `user` first and by `connection`
 * second (`fair-shares.ts`); `signal` aborts when the client has hung up.
 */
export type ServedClient = {
  /** A user, or the address group of a client that is not signed in. */
  user: string
  connection: object
  signal?: AbortSignal | undefined
}

/** Work that no client asked for, such as a sweep, shares as one user. */
const server: ServedClient = { user: 'server', connection: {} }

const served = new AsyncLocalStorage<ServedClient>()

/** Runs `work`, and all that it awaits, for this client. */
export const serveClient = <T>(client: ServedClient, work: () => T): T => served.run(client, work)

/** Runs `work` to its end although its client may hang up: it has begun to change something. */
export const serveToEnd = <T>(work: () => T): T =>
  served.run({ ...servedClient(), signal: undefined }, work)

/** Whether a client asked for the present work. */
export const isServing = (): boolean => served.getStore() !== undefined

export const servedClient = (): ServedClient => served.getStore() ?? server
