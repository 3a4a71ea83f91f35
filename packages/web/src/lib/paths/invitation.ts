import { z } from 'zod'

/**
 * The invitation that has led to Login or Register. It is in the state of the history rather than in
 * the address, where only the server's reply to a valid link puts it: no forged link can make these
 * screens show the name of a team.
 */
const invitation = z.object({ team: z.string(), owner: z.string() })
export type Invitation = z.output<typeof invitation>

const invitationState = (of: Invitation | null) => (of ? { invitation: of } : null)

const next = z.object({ redirect: z.string(), email: z.string() }).partial()
/** Where Login and Register lead on to, and the address that Login begins with. */
type Next = { redirect?: string | null; email?: string }

/** Carries what the address of Login or Register does not name. */
export const entryState = (of: Invitation | null, { redirect, email }: Next) => ({
  ...invitationState(of),
  ...(redirect && { redirect }),
  ...(email !== undefined && { email }),
})

/** Reads `location.state`, which may be anything. */
export const nextOf = (state: unknown) => next.safeParse(state).data ?? {}

/** Reads `location.state`, which may be anything. */
export function invitationOf(state: unknown): Invitation | null {
  return z.object({ invitation }).safeParse(state).data?.invitation ?? null
}
