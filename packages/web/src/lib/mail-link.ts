import { paths } from './paths.ts'
import { withQuery } from './redirect-path.ts'

/** The link names the team, because the browser that opens it may show another team. */
export const mailLink = (team: number, mail: number) =>
  withQuery(`${paths.inbox}/${mail}`, { team: String(team) })
