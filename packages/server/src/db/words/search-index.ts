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

/**
 * Where SQLite's search index has the words of a mail. FTS5 spends two bytes on each word that is not in its first
 * column, `team`: so that column has the word of the team, the facts and the body, and the other two that
 * are named for them are empty. No text has a word of the first two kinds.
 */
export type WordColumns = {
  /** The word that names a team. It tells the two forms apart. */
  team: (teamId: number) => string
  /** As FTS5 is asked for it. */
  askedTeam: (teamId: number) => string
  columnOf: Record<SearchField, string>
  /** The field of the texts. */
  texts: string
}

export const wordColumns: WordColumns = {
  team: (teamId) => `ö${teamId}`,
  askedTeam: (teamId) => `team : ö${teamId}`,
  columnOf: {
    facts: 'team',
    sender: 'sender',
    recipients: 'recipients',
    subject: 'subject',
    body: 'team',
  },
  texts: '{team sender recipients subject}',
}

/** Of mail that was caught before migration 057: a column for each field, and the facts in their older form. */
export const olderWordColumns: WordColumns = {
  team: (teamId) => `t${teamId}`,
  // As the first word of the column: a text that is there today may have it too.
  askedTeam: (teamId) => `team : ^ t${teamId}`,
  columnOf: {
    facts: 'facts',
    sender: 'sender',
    recipients: 'recipients',
    subject: 'subject',
    body: 'body',
  },
  texts: '{sender recipients subject body}',
}

/**
 * The same for a tsvector of Postgres, which mail from before migration 062 has. Words are split at spaces: none
 * holds one, and none that is asked for by its beginning is the beginning of this.
 */
export function teamLexeme(teamId: number): string {
  return ` ${teamId}`
}

export function quoteLexeme(word: string): string {
  return /['\\]/.test(word) ? `'${word.replaceAll(/['\\]/g, '$&$&')}'` : `'${word}'`
}
