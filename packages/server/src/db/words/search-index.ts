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

/**
 * Where SQLite's search index has the words of a mail. FTS5 spends two bytes on each word that is not in its first
 * column, `team`: so that column has the word of the team, the facts and the body, and the other two that
 * are named for them are empty. No text has a word of the first two kinds.
 */
export const wordColumns = {
  /** The word that names a team. */
  team: (teamId: number) => `ö${teamId}`,
  /** As FTS5 is asked for it. */
  askedTeam: (teamId: number) => `team : ö${teamId}`,
  columnOf: {
    facts: 'team',
    sender: 'sender',
    recipients: 'recipients',
    subject: 'subject',
    body: 'team',
  } satisfies Record<SearchField, string>,
  /** The columns of the texts. */
  texts: '{team sender recipients subject}',
}
