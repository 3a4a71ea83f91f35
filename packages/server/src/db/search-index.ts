/**
 * How the words of mails are stored. Every entry has a word that names its team, so that a search reads
 * the mail of one team only. Words go with their mail: a trigger on `mails` removes them. `features/mails/search` asks for them.
 */
export const searchFields = ['facts', 'sender', 'recipients', 'subject', 'body'] as const
export type SearchField = (typeof searchFields)[number]

/** The words of one mail, already normalised: separated by spaces, one text for each field. */
export type SearchEntry = {
  mail_id: number
  team_id: number
  /** Words that no text contains, each standing for a fact about the mail. */
  facts: string
  sender: string
  recipients: string
  subject: string
  body: string
}

/** Weights that stand for the fields in a tsvector. Facts need none: no text contains one. */
export const fieldWeights: Record<SearchField, '' | 'A' | 'B' | 'C' | 'D'> = {
  facts: '',
  sender: 'A',
  recipients: 'B',
  subject: 'C',
  body: 'D',
}

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

export function quoteLexeme(word: string): string {
  return /['\\]/.test(word) ? `'${word.replaceAll(/['\\]/g, '$&$&')}'` : `'${word}'`
}
