import type { SearchProblem } from './tree.ts'

/** The pieces a search is written in. Positions count from 1. */
export type SearchToken = { position: number } & (
  | { kind: 'open' | 'close' | 'not' | 'and' | 'or' }
  | { kind: 'text'; text: string; phrase: boolean }
  /** `name:` with what stands directly behind it; empty when nothing does. */
  | { kind: 'operator'; name: string; text: string; phrase: boolean; valueAt: number }
)

/** A name before a colon is an operator only when it is one of these: times and URLs hold colons. */
export type IsOperator = (name: string) => boolean

const isSpace = (character: string) => /\s/.test(character)
const endsWord = (character: string) => isSpace(character) || '()"'.includes(character)

export function readTokens(source: string, isOperator: IsOperator): SearchToken[] | SearchProblem {
  const tokens: SearchToken[] = []
  let at = 0

  /** Up to what ends a word. */
  function run(from: number): string {
    let end = from
    while (end < source.length && !endsWord(source[end] ?? '')) end += 1
    return source.slice(from, end)
  }

  /** What stands between quotes, when `from` is at one; null when it is never closed. */
  function phrase(from: number): string | null {
    const end = source.indexOf('"', from + 1)
    return end === -1 ? null : source.slice(from + 1, end)
  }

  while (at < source.length) {
    const character = source[at] ?? ''
    const position = at + 1
    if (isSpace(character)) at += 1
    else if (character === '(' || character === ')') {
      tokens.push({ kind: character === '(' ? 'open' : 'close', position })
      at += 1
    } else if (character === '-' && !/^(?:\s|\)|$)/.test(source.slice(at + 1, at + 2))) {
      tokens.push({ kind: 'not', position })
      at += 1
    } else if (character === '"') {
      const text = phrase(at)
      if (text === null) return { problem: 'A quote is not closed', position }
      tokens.push({ kind: 'text', text, phrase: true, position })
      at += text.length + 2
    } else {
      const word = run(at)
      const name = /^([a-z_]+):/i.exec(word)?.[1]?.toLowerCase()
      at += word.length
      if (name === undefined || !isOperator(name)) {
        if (word === 'OR' || word === 'AND') {
          tokens.push({ kind: word === 'OR' ? 'or' : 'and', position })
        } else tokens.push({ kind: 'text', text: word, phrase: false, position })
        continue
      }
      const valueAt = position + name.length + 1
      const text = word.slice(name.length + 1)
      const takesQuote = source[at] === '"' && (text === '' || text.endsWith('='))
      const quoted = takesQuote ? phrase(at) : ''
      if (quoted === null) return { problem: 'A quote is not closed', position: at + 1 }
      if (takesQuote) at += quoted.length + 2
      tokens.push({
        kind: 'operator',
        name,
        text: text + quoted,
        phrase: takesQuote,
        valueAt,
        position,
      })
    }
  }
  return tokens
}
