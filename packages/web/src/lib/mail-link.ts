import { paths } from './paths.ts'
import { withQuery } from './redirect-path.ts'

/** It names the team, since the browser that opens the link may show another one. */
export const mailLink = (team: number, mail: number) =>
  withQuery(`${paths.inbox}/${mail}`, { team: String(team) })
