import type { Database, Tx } from '../../../db/database.ts'
import { clientGroup } from '../../../lib/network/client-group.ts'
import { randomToken, sha256Hex } from '../../../lib/secrets/tokens.ts'
import { familiarForMs } from '../account-rules.ts'
import {
  deleteClientsBeyond,
  forgetClientsOf,
  isFamiliar,
  rememberClient,
} from './familiar-client-store.ts'
import type { Client } from './sessions.ts'

/**
 * Where the owner of an account logs in from: addresses, and browsers by a random token that each shows. Strangers
 * share an account's limits and those of their address. A browser that the owner has used has limits of its own,
 * which no other client can use up, not even from behind the same address.
 */
export type FamiliarClients = ReturnType<typeof createFamiliarClients>

export type From = Pick<Client, 'address' | 'browser'>

const mostPerAccount = 50

export function createFamiliarClients({ db, now }: { db: Database; now: () => number }) {
  const isKnown = (email_key: string, client: string) =>
    isFamiliar(db.sql, { email_key, client, since: now() - familiarForMs })

  /** Returns the token that the browser shows from now on. It keeps its token: it may know several accounts. */
  const tokenOf = ({ browser }: From): string => browser || randomToken()
  const browserId = (token: string) => `browser ${sha256Hex(token)}`
  const registeringId = (token: string) => `registered in ${sha256Hex(token)}`

  return {
    isUsualAddress: (email_key: string, { address }: From) =>
      isKnown(email_key, clientGroup(address)),

    /** The browser, as limits name it, when it has logged in to this account lately. */
    async knownBrowser(email_key: string, { browser }: From): Promise<string | null> {
      const id = browser ? browserId(browser) : null
      return id !== null && (await isKnown(email_key, id)) ? id : null
    },

    tokenOf,

    /** Returns that token, too. */
    async remember(tx: Tx, user_id: number, from: From): Promise<string> {
      const { address } = from
      const token = tokenOf(from)
      for (const client of [clientGroup(address), browserId(token)]) {
        await rememberClient(tx, { user_id, client, seen_at: now() })
      }
      await deleteClientsBeyond(tx, user_id, mostPerAccount)
      return token
    },

    /** Remembers the browser for the link that verifies the address. That does not make the browser one of the owner's: anybody may register. */
    async rememberRegistration(tx: Tx, user_id: number, browser: string): Promise<void> {
      await rememberClient(tx, { user_id, client: registeringId(browser), seen_at: now() })
    },

    isRegistering: async (email_key: string, { browser }: From): Promise<boolean> =>
      Boolean(browser) && (await isKnown(email_key, registeringId(browser ?? ''))),

    forgetAllOf: forgetClientsOf,
  }
}
