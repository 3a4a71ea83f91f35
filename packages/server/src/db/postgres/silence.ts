import { Client, type ClientBase } from 'pg'
import { StoreSilent } from '../store-faults.ts'
import { RoundTrip } from './round-trip.ts'

/**
 * Connections that were lost without a word, as when a host dies or a firewall forgets them: their
 * socket stays open, and what is asked on them is never answered. Where one is found the older ones are
 * not used either, as the same may have met them.
 */
export type SilenceWatch = ReturnType<typeof createSilenceWatch>

type Ask = (...asked: unknown[]) => Promise<unknown> | RoundTrip

/** `onFailure` hears of each statement that failed. */
export function createSilenceWatch(onFailure: (error: unknown) => void = () => {}) {
  const births = new WeakMap<ClientBase, number>()
  let generation = 0

  function giveUp(client: ClientBase): void {
    generation += 1
    breakOff(client)
  }

  return {
    /** To be called for each new connection. */
    opened: (client: ClientBase): void => void births.set(client, generation),
    isTrusted: (client: ClientBase): boolean => births.get(client) === generation,
    /**
     * From now on the connection is given up when a statement on it has no answer in time, if there is a limit. The
     * limit of `pg` ends the statement alone: the next would wait behind it.
     */
    bound(client: ClientBase, answerMs: number | undefined): void {
      const ask = Client.prototype.query.bind(client) as Ask
      if (answerMs === undefined) {
        client.query = ask as typeof client.query
        return
      }
      const askInTime: Ask = async (...asked) => {
        let wasSilent = false
        const timer = setTimeout(() => {
          wasSilent = true
          giveUp(client)
        }, answerMs)
        try {
          const answer = ask(...asked)
          return await (answer instanceof RoundTrip ? answer.answers : answer)
        } catch (error) {
          const failure = wasSilent ? new StoreSilent(answerMs, { cause: error }) : error
          onFailure(failure)
          throw failure
        } finally {
          clearTimeout(timer)
        }
      }
      // For who waits for a promise. What is asked for with a callback has no limit here.
      client.query = askInTime as typeof client.query
    },
    /** What is under way on it fails at once. */
    giveUp,
  }
}

/** Sends no goodbye: with no server to read it, the socket would wait for as long as TCP does. */
export function breakOff(client: ClientBase): void {
  if (client instanceof Client) client.connection.stream.destroy()
}
