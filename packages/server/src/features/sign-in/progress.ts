import { open, seal } from '../../lib/secrets/secrets.ts'
import type { Waiting } from '../accounts/accounts.ts'
import type { Asked } from './issuer.ts'

/**
 * How far a browser has come with a sign-in, sealed into its cookie: the server keeps nothing of it. A browser has one
 * sign-in at a time.
 */
export type Progress = { redirect: string | null } & (
  | {
      step: 'asked'
      asked: Asked
      startedAt: number
      /** The login has to be typed again. */
      again: boolean
      /** The session whose user connects a sign-in to the account. */
      connect: { userId: number; sessionId: string } | null
    }
  /** The account with this address has to be opened once by its holder. */
  | { step: 'waiting'; waiting: Waiting }
)

export type Step = Progress['step']

const lifetimesMs: Record<Step, number> = { asked: 10 * 60_000, waiting: 60 * 60_000 }

/** What the cookie is to hold from now on, and for how long. */
export type Kept = { value: string; lifetimeMs: number }

export function createProgressSeal(key: Uint8Array, now: () => number) {
  return {
    keep(progress: Progress): Kept {
      const lifetimeMs = lifetimesMs[progress.step]
      const text = JSON.stringify({ ...progress, endsAt: now() + lifetimeMs })
      return { value: seal(key, 'sign-in', text), lifetimeMs }
    },
    /** Null when there is none, it is too old, or another server made it. */
    read<S extends Step>(value: string | null, step: S): (Progress & { step: S }) | null {
      if (value === null) return null
      try {
        const progress = JSON.parse(open(key, 'sign-in', value)) as Progress & { endsAt: number }
        if (progress.step !== step || now() >= progress.endsAt) return null
        return progress as Progress & { endsAt: number; step: S }
      } catch {
        return null
      }
    },
  }
}
