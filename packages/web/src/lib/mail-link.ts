import { paths } from './paths.ts'
import { withQuery } from './redirect-path.ts'

/** For whoever opens it elsewhere, perhaps with another team before them. */
export const mailLink = (team: number, mail: number) =>
  withQuery(`${paths.inbox}/${mail}`, { team: String(team) })
