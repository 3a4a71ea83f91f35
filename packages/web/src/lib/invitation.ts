import { z } from 'zod'

/**
 * The invitation that has led to Login or Register. It is in the state of the history rather than in
 * the address, where only the server's reply to a valid link puts it: no forged link can make these
 * screens show the name of a team.
 */
const invitation = z.object({ team: z.string(), owner: z.string() })
export type Invitation = z.output<typeof invitation>

export const invitationState = (of: Invitation | null) => (of ? { invitation: of } : null)

/** After a registration, Login leads on to `redirect`, which its address does not name. */
export const registeredState = (of: Invitation | null, redirect: string | null) => ({
  ...invitationState(of),
  ...(redirect !== null && { redirect }),
})

export function redirectOf(state: unknown): string | null {
  return z.object({ redirect: z.string() }).safeParse(state).data?.redirect ?? null
}

/** Reads `location.state`, which may be anything. */
export function invitationOf(state: unknown): Invitation | null {
  return z.object({ invitation }).safeParse(state).data?.invitation ?? null
}
