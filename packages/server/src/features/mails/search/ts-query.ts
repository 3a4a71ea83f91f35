import { fieldMarks, withoutFields } from '../../../db/word-windows.ts'
import { fieldWeights, quoteLexeme, teamLexeme } from '../../../db/search-index.ts'
import type { Words, WordSearch } from './mail-condition.ts'

// Searches for words in the text form of a tsquery. Pure.

/** Exactly what is asked for, of the words of a mail of the team. */
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

/** A query that finds all mails that are asked for, and maybe others. Null finds all mail. */
export type Candidates = { query: string | null; isExact: boolean }

/**
 * What an index answers without reading the words of a mail: neither in what order words are, nor in which field.
 * That of windows has the words of short fields with their field (`mail_lexemes`).
 */
export function candidates(search: WordSearch, index: 'words' | 'lexemes'): Candidates {
  switch (search.kind) {
    case 'words':
      return ofWords(search.words, index)
    case 'not': {
      const { query, isExact } = candidates(search.part, index)
      return isExact ? { query: `!${query}`, isExact } : anyMail
    }
    case 'all':
    case 'any': {
      const parts = search.parts.map((part) => candidates(part, index))
      const queries = parts.flatMap(({ query }) => query ?? [])
      if (search.kind === 'any' && queries.length < parts.length) return anyMail
      const query = `(${queries.join(search.kind === 'all' ? ' & ' : ' | ')})`
      const isExact = parts.every((part) => part.isExact)
      return queries.length === 0 ? { query: null, isExact } : { query, isExact }
    }
  }
}

const anyMail: Candidates = { query: null, isExact: false }

function ofWords({ words, prefix, field }: Words, index: 'words' | 'lexemes'): Candidates {
  const mark = index === 'lexemes' && field ? fieldMarks[field] : undefined
  const asked = words.map((word, at) => {
    const isBeginning = prefix && at === words.length - 1
    const anywhere = lexeme(word, isBeginning, '')
    if (field === undefined || mark === undefined) return anywhere
    const ofField = lexeme(word, isBeginning, fieldWeights[field])
    return `(${lexeme(mark + word, isBeginning, '')} | ${quoteLexeme(withoutFields)} & ${ofField})`
  })
  // No text of a mail holds a fact.
  const hasField = field === undefined || field === 'facts' || mark !== undefined
  return { query: `(${asked.join(' & ')})`, isExact: hasField && words.length === 1 }
}

/** Next to each other. */
function phrase({ words, prefix, field }: Words): string {
  const weight = field ? fieldWeights[field] : ''
  const lexemes = words.map((word, at) => lexeme(word, prefix && at === words.length - 1, weight))
  return `(${lexemes.join(' <-> ')})`
}

function lexeme(word: string, isBeginning: boolean, weight: string): string {
  const flags = (isBeginning ? '*' : '') + weight
  return quoteLexeme(word) + (flags && `:${flags}`)
}
