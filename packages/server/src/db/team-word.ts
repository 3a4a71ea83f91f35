/** The word that names a team in SQLite's search index, alone in its column. */
export function teamWord(teamId: number): string {
  return `t${teamId}`
}

/**
 * The same for Postgres, among the words of mails. These are split at spaces: none holds one, and
 * none that is asked for by its beginning is the beginning of this.
 */
export function teamLexeme(teamId: number): string {
  return ` ${teamId}`
}
