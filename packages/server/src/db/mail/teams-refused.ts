import type { MailRefusal } from './team-quota.ts'

/** Nothing of a batch was written, because these teams may not have their mail in it. */
export class TeamsRefused extends Error {
  override readonly name = 'TeamsRefused'
  readonly teams: ReadonlyMap<number, MailRefusal>

  constructor(teams: readonly [number, MailRefusal][]) {
    super(`The teams ${teams.map(([teamId]) => teamId).join()} may not have more mail`)
    this.teams = new Map(teams)
  }
}
