/** The word that names a team in SQLite's search index, alone in its column. */
export function teamWord(teamId: number): string {
  return `t${teamId}`
}

/** The same for Postgres, among the words of mails: these are split at spaces and hold none. */
export function teamLexeme(teamId: number): string {
  return `team ${teamId}`
}
