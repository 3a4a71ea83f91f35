import { teamLexeme, teamWord } from './team-word.ts'

/**
 * The words of mails and how they are asked for. Every entry carries a word naming its team, and
 * every question asks for it first, so that a search walks the mail of one team only. Words go with
 * their mail: a trigger (SQLite) or a foreign key (Postgres) removes them.
 */
export const searchFields = ['facts', 'sender', 'recipients', 'subject', 'body'] as const
export type SearchField = (typeof searchFields)[number]

/**
 * Words next to each other in one field; the last one may be the beginning of a word. Without a
 * field, in any of the texts. Words come normalised, none empty.
 */
export type Words = { words: string[]; prefix: boolean; field?: SearchField }

/** What the words of a mail must be like. */
export type WordSearch =
  | { kind: 'words'; words: Words }
  | { kind: 'all'; parts: WordSearch[] }
  | { kind: 'any'; parts: WordSearch[] }
  | { kind: 'not'; part: WordSearch }

/** Weights that stand for the fields in a tsvector. Facts need none: no text contains one. */
export const fieldWeights: Record<SearchField, '' | 'A' | 'B' | 'C' | 'D'> = {
  facts: '',
  sender: 'A',
  recipients: 'B',
  subject: 'C',
  body: 'D',
}

/** As an FTS5 query. It does not ask for the team where only mail of the team is asked about. */
export function ftsQuery(teamId: number, search: WordSearch, teamIsSure = false): string {
  const team = `team : ${teamWord(teamId)}`

  function wordsQuery({ words, prefix, field }: Words): string {
    const phrase = words.map((word) => `"${word.replaceAll('"', '""')}"`).join(' + ')
    return `${field ?? '{sender recipients subject body}'} : ${phrase}${prefix ? ' *' : ''}`
  }

  function query(search: WordSearch): string {
    switch (search.kind) {
      case 'words':
        return wordsQuery(search.words)
      case 'any':
        return `(${search.parts.map(query).join(' OR ')})`
      case 'not':
        return `(${team} NOT ${query(search.part)})`
      case 'all': {
        // FTS5 knows "but not" alone: what is denied is taken from what is asked for, or from all.
        const denied = search.parts.flatMap((part) => (part.kind === 'not' ? [part.part] : []))
        const asked = search.parts.filter((part) => part.kind !== 'not')
        const from = asked.length === 0 ? team : asked.map(query).join(' AND ')
        if (denied.length === 0) return `(${from})`
        return `((${from}) NOT (${denied.map(query).join(' OR ')}))`
      }
    }
  }

  return teamIsSure ? query(search) : `${team} AND ${query(search)}`
}

/** As a tsquery. */
export function tsQuery(teamId: number, search: WordSearch): string {
  function wordsQuery({ words, prefix, field }: Words): string {
    const weight = field ? fieldWeights[field] : ''
    const lexemes = words.map((word, index) => {
      const flags = (prefix && index === words.length - 1 ? '*' : '') + weight
      return quoteLexeme(word) + (flags && `:${flags}`)
    })
    return `(${lexemes.join(' <-> ')})`
  }

  function query(search: WordSearch): string {
    switch (search.kind) {
      case 'words':
        return wordsQuery(search.words)
      case 'all':
        return `(${search.parts.map(query).join(' & ')})`
      case 'any':
        return `(${search.parts.map(query).join(' | ')})`
      case 'not':
        return `!${query(search.part)}`
    }
  }

  return `${quoteLexeme(teamLexeme(teamId))} & ${query(search)}`
}

export function quoteLexeme(word: string): string {
  return /['\\]/.test(word) ? `'${word.replaceAll(/['\\]/g, '$&$&')}'` : `'${word}'`
}
