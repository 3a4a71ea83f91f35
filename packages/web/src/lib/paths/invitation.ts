import { z } from 'zod'

/**
 * The invitation that led to Login or Register. Only the server's reply to a valid link puts it into the
 * state of the history. It is not in the address, so a forged link cannot make these screens show the
 * name of a team.
 */
const invitation = z.object({ team: z.string(), owner: z.string() })
export type Invitation = z.output<typeof invitation>

const invitationState = (of: Invitation | null) => (of ? { invitation: of } : null)

const next = z.object({ redirect: z.string(), email: z.string() }).partial()
/** The page that follows Login and Register, and the email address that Login begins with. */
type Next = { redirect?: string | null; email?: string }

/** Puts into the state what the address of Login or Register does not name. */
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
