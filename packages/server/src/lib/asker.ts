/** A user who asks something of a team. Whether they may is for the feature to say. */
export type Asker = { userId: number; teamId: number }

/** The asker of a request: whoever is signed in, about the team of its path. */
export const askerOf = (caller: { userId: number }, params: { team: number }): Asker => ({
  userId: caller.userId,
  teamId: params.team,
})
