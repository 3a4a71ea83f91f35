import { teamWord } from '../../../../db/words/word-list.ts'
import { fieldWeights, quoteLexeme, teamLexeme } from '../../../../db/words/search-index.ts'
import type { Words, WordSearch } from '../mail-condition.ts'
import { marksOf } from './words-asked.ts'

// Searches for words in the text form of a tsquery. Pure.

/** Exactly what is asked for, of the words of a mail of the team that has them as a tsvector. */
export function tsQuery(teamId: number, search: WordSearch): string {
  function query(search: WordSearch): string {
    switch (search.kind) {
      case 'words':
        return phrase(search.words)
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

/** That of windows; or one from before, of tsvectors, which it replaces. */
export type Index = 'windows' | 'tsvectors'

/** A query that finds all mails of the team that are asked for, and maybe others. */
export type Candidates = { query: string; isExact: boolean }

export function candidates(teamId: number, search: WordSearch, index: Index): Candidates {
  const team = quoteLexeme(index === 'windows' ? teamWord(teamId) : teamLexeme(teamId))
  const { query, isExact } = withoutTeam(search, index)
  return { query: query === null ? team : `${team} & ${query}`, isExact }
}

/** Of a query that is null, all mail. */
type Part = { query: string | null; isExact: boolean }

/** What an index answers without reading the words of a mail: not in what order they are. That of tsvectors has no fields. */
function withoutTeam(search: WordSearch, index: Index): Part {
  switch (search.kind) {
    case 'words':
      return index === 'windows' ? ofWords(search.words) : ofTsvector(search.words)
    case 'not': {
      const { query, isExact } = withoutTeam(search.part, index)
      return isExact ? { query: `!${query}`, isExact } : anyMail
    }
    case 'all':
    case 'any': {
      const parts = search.parts.map((part) => withoutTeam(part, index))
      const queries = parts.flatMap(({ query }) => query ?? [])
      if (search.kind === 'any' && queries.length < parts.length) return anyMail
      const query = `(${queries.join(search.kind === 'all' ? ' & ' : ' | ')})`
      const isExact = parts.every((part) => part.isExact)
      return queries.length === 0 ? { query: null, isExact } : { query, isExact }
    }
  }
}

const anyMail: Part = { query: null, isExact: false }

function ofWords(asked: Words): Part {
  const { words, prefix } = asked
  const fields = marksOf(asked).map((mark) => {
    const lexemes = words.map((word, at) => lexeme(mark + word, prefix && at === words.length - 1))
    return lexemes.join(' & ')
  })
  return { query: `(${fields.join(' | ')})`, isExact: words.length === 1 }
}

function ofTsvector({ words, prefix, field }: Words): Part {
  const lexemes = words.map((word, at) => lexeme(word, prefix && at === words.length - 1))
  // No text of a mail holds a fact.
  const hasField = field === undefined || field === 'facts'
  return { query: `(${lexemes.join(' & ')})`, isExact: hasField && words.length === 1 }
}

/** Next to each other. */
function phrase({ words, prefix, field }: Words): string {
  const weight = field ? fieldWeights[field] : ''
  const lexemes = words.map((word, at) => lexeme(word, prefix && at === words.length - 1, weight))
  return `(${lexemes.join(' <-> ')})`
}

function lexeme(word: string, isBeginning: boolean, weight = ''): string {
  const flags = (isBeginning ? '*' : '') + weight
  return quoteLexeme(word) + (flags && `:${flags}`)
}
