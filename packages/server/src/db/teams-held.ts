/**
 * Nothing of a batch was written, since somebody else holds what counts the mail of these teams: those
 * of the others may be written without theirs.
 */
export class TeamsHeld extends Error {
  override readonly name = 'TeamsHeld'
  readonly teamIds: ReadonlySet<number>

  constructor(teamIds: number[], options?: ErrorOptions) {
    super(`The counters of the teams ${teamIds.join()} were held for too long`, options)
    this.teamIds = new Set(teamIds)
  }
}
