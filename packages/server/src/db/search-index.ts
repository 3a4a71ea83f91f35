import { sql, type Expression, type SqlBool } from 'kysely'
import type { Database } from './database.ts'
import { teamLexeme, teamWord } from './team-word.ts'

/**
 * The words of mails and how they are found. Every entry carries a word naming its team, and every
 * question asks for it first, so that a search walks the mail of one team only. Words go with their
 * mail: a trigger (SQLite) or a foreign key (Postgres) removes them.
 */
export const searchFields = ['sender', 'recipients', 'subject', 'body'] as const
export type SearchField = (typeof searchFields)[number]

/** Words next to each other in one field; the last one may be the beginning of a word. */
export type WordTerm = { words: string[]; prefix: boolean; field?: SearchField }

/** Weights that stand for the fields in a tsvector. */
export const fieldWeights: Record<SearchField, 'A' | 'B' | 'C' | 'D'> = {
  sender: 'A',
  recipients: 'B',
  subject: 'C',
  body: 'D',
}

/** True of a mail's id when the team's mail of that id has every term. Words come normalised, none empty. */
export function matchWords(
  dialect: Database['dialect'],
  teamId: number,
  terms: WordTerm[],
  mailId: Expression<number>,
): Expression<SqlBool> {
  return dialect === 'sqlite'
    ? sql<SqlBool>`${mailId} in (select rowid from mail_words where mail_words match ${sqliteQuery(teamId, terms)})`
    : sql<SqlBool>`${mailId} in (select mail_id from mail_words where words @@ ${postgresQuery(teamId, terms)}::tsquery)`
}

function sqliteQuery(teamId: number, terms: WordTerm[]): string {
  const asked = terms.map(({ words, prefix, field }) => {
    const phrase = words.map((word) => `"${word.replaceAll('"', '""')}"`).join(' + ')
    return `${field ?? '- team'} : ${phrase}${prefix ? ' *' : ''}`
  })
  return [`team : ${teamWord(teamId)}`, ...asked].join(' AND ')
}

function postgresQuery(teamId: number, terms: WordTerm[]): string {
  const asked = terms.map(({ words, prefix, field }) => {
    const weight = field ? fieldWeights[field] : ''
    const lexemes = words.map((word, index) => {
      const beginning = prefix && index === words.length - 1 ? '*' : ''
      const flags = beginning + weight
      return quoteLexeme(word) + (flags && `:${flags}`)
    })
    return `(${lexemes.join(' <-> ')})`
  })
  return [quoteLexeme(teamLexeme(teamId)), ...asked].join(' & ')
}

export function quoteLexeme(word: string): string {
  return /['\\]/.test(word) ? `'${word.replaceAll(/['\\]/g, '$&$&')}'` : `'${word}'`
}
