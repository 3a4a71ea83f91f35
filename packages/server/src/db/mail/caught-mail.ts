import type { Schema } from '../schema.ts'

/** The part of a caught mail that subscribers see. */
export type CaughtTraits = {
  mail_id: number
  team_id: number
  inbox_id: number
  at: number
  /** The From address. */
  sender: string
  /** The addresses of To, Cc and the envelope. */
  recipients: readonly string[]
  subject: string
  /** Whether forwarding rules are to see it. */
  follows_rules: boolean
}

/**
 * A subscriber of caught mail turns mails into rows, in the transaction that writes the mails. Its
 * subscriptions are read in that transaction too, from no cache: a subscription that was changed before
 * takes part as it is now, in whichever process that was. Catching mail waits for this, so each
 * subscriber costs one query by an index and linear time.
 */
export type CaughtMailSubscriber<Subscription extends { team_id: number } = { team_id: number }> = {
  /** Selects the active subscriptions of all teams. Ends inside its `where`. */
  select: string
  /** Which mails it is asked for; where there are none, it costs nothing. */
  wants?: (mail: CaughtTraits) => boolean
  /** Names the table of subscriptions in `select`, which has the columns `id` and `team_id`. */
  alias: string
  /** The table of its rows. */
  table: keyof Schema
  /** Makes rows of the mails that match, by the subscriptions of each mail's team. */
  rowsOf: (subscriptions: Subscription[], mails: readonly CaughtTraits[]) => object[]
}

/**
 * Imports each module's `subscriber`. They are modules and not functions, as SQLite writes mail in a
 * thread of its own.
 */
export function importSubscribers(modules: readonly string[]): Promise<CaughtMailSubscriber[]> {
  return Promise.all(
    modules.map(async (module) => {
      const { subscriber } = (await import(module)) as { subscriber: CaughtMailSubscriber }
      return subscriber
    }),
  )
}
