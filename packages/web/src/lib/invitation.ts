import { z } from 'zod'

/**
 * The invitation that has led to a screen of getting in. It travels in the state of the history
 * rather than in the address: only the server's answer to a valid link puts it there, so that no
 * link can make these screens name a team.
 */
const invitation = z.object({ team: z.string(), owner: z.string() })
export type Invitation = z.output<typeof invitation>

export const invitationState = (of: Invitation | null) => (of ? { invitation: of } : null)

/** Reads `location.state`, which may be anything. */
export function invitationOf(state: unknown): Invitation | null {
  return z.object({ invitation }).safeParse(state).data?.invitation ?? null
}
