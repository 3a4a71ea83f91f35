import { joined, not, type MailSearch } from '../mail-condition.ts'
import type { SearchClock } from './days.ts'
import {
  isSearchOperator,
  readOperator,
  termMeaning,
  writeTerm,
  type SearchTerm,
} from './operators.ts'

/** A search as it was written. */
export type SearchTree =
  | { kind: 'and'; parts: SearchTree[] }
  | { kind: 'or'; parts: SearchTree[] }
  | { kind: 'not'; part: SearchTree }
  | SearchTerm

/** What is wrong with a search, and where: counted from 1, in UTF-16 units. */
export type SearchProblem = { problem: string; position: number }

export const problemText = ({ problem, position }: SearchProblem) =>
  `${problem} at character ${position}`

/**
 * Reads a search: words (all of them, in any order), "phrases", `-not`, `OR` (which binds less than
 * what stands side by side), parentheses and operators. Never throws: what cannot be read is a
 * problem with its position. An empty search is null. `docs/search.md` tells users the same.
 */
export type ParsedSearch = { tree: SearchTree | null } | SearchProblem

const mostTerms = 50
const mostDepth = 20

export function parseSearch(source: string): ParsedSearch {
  const tokens = readTokens(source)
  if (!Array.isArray(tokens)) return tokens
  if (tokens.length === 0) return { tree: null }
  const result = createParser(tokens, source.length + 1).either(0)
  return 'problem' in result ? result : { tree: result }
}

function createParser(tokens: SearchToken[], end: number) {
  let next = 0
  let terms = 0

  /** `a b OR c`: alternatives, up to a closing parenthesis or the end. */
  function either(depth: number): SearchTree | SearchProblem {
    const parts: SearchTree[] = []
    for (;;) {
      const part = together(depth)
      if ('problem' in part) return part
      parts.push(part)
      if (tokens[next]?.kind !== 'or') break
      next += 1
    }
    const stray = tokens[next]
    if (stray?.kind === 'close' && depth === 0) {
      return { problem: 'A closing parenthesis has no opening one', position: stray.position }
    }
    return joinedTree('or', parts)
  }

  /** `a b AND c`: at least one. */
  function together(depth: number): SearchTree | SearchProblem {
    const parts: SearchTree[] = []
    for (;;) {
      const part = one(depth)
      if ('problem' in part) return part
      parts.push(part)
      if (tokens[next]?.kind === 'and') next += 1
      else if (isEnd(tokens[next])) break
    }
    return joinedTree('and', parts)
  }

  function one(depth: number): SearchTree | SearchProblem {
    const token = tokens[next]
    const position = token?.position ?? end
    if (token === undefined) return { problem: 'A search term is missing', position }
    next += 1
    const opens = token.kind === 'not' || token.kind === 'open'
    if (opens && depth >= mostDepth) {
      return { problem: 'Parentheses are nested too deeply', position }
    }
    if (token.kind === 'not') {
      const part = one(depth + 1)
      return 'problem' in part ? part : { kind: 'not', part }
    }
    if (token.kind === 'open') {
      const inner = either(depth + 1)
      if ('problem' in inner) return inner
      if (tokens[next] === undefined) return { problem: 'A parenthesis is not closed', position }
      next += 1
      return inner
    }
    if (token.kind !== 'text' && token.kind !== 'operator') {
      return { problem: 'A search term is missing', position }
    }
    terms += 1
    if (terms <= mostTerms) return term(token)
    return { problem: `A search can have at most ${mostTerms} terms`, position }
  }

  return { either }
}

const isEnd = (token: SearchToken | undefined) =>
  token === undefined || token.kind === 'or' || token.kind === 'close'

function term(
  token: Extract<SearchToken, { kind: 'text' | 'operator' }>,
): SearchTree | SearchProblem {
  if (token.kind === 'text') {
    return { kind: 'text', field: null, text: token.text, phrase: token.phrase }
  }
  const { name, valueAt } = token
  if (token.text === '') return { problem: `${name}: needs a value`, position: valueAt }
  const read = readOperator(name, token)
  if (!('expected' in read)) return read
  return { problem: `${name}: takes ${read.expected}`, position: valueAt }
}

function joinedTree(kind: 'and' | 'or', parts: SearchTree[]): SearchTree {
  const [first] = parts
  if (first !== undefined && parts.length === 1) return first
  // (a b) c is a b c: one form for what means the same.
  return { kind, parts: parts.flatMap((part) => (part.kind === kind ? part.parts : [part])) }
}

/** The pieces a search is written in. Positions count from 1. */
type SearchToken = { position: number } & (
  | { kind: 'open' | 'close' | 'not' | 'and' | 'or' }
  | { kind: 'text'; text: string; phrase: boolean }
  /** `name:` with what stands directly behind it; empty when nothing does. */
  | { kind: 'operator'; name: string; text: string; phrase: boolean; valueAt: number }
)

const isSpace = (character: string) => /\s/.test(character)
const endsWord = (character: string) => isSpace(character) || '()"'.includes(character)

function readTokens(source: string): SearchToken[] | SearchProblem {
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
      // Times and URLs hold colons too.
      if (name === undefined || !isSearchOperator(name)) {
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

/**
 * Which mail a search means, at a moment. What holds no word, such as a lone `!`, asks for nothing:
 * it is left out, and null is left when nothing else was asked for.
 */
export function searchMeaning(tree: SearchTree, clock: SearchClock): MailSearch | null {
  if (tree.kind === 'not') {
    const part = searchMeaning(tree.part, clock)
    return part && not(part)
  }
  if (tree.kind !== 'and' && tree.kind !== 'or') return termMeaning(tree, clock)
  const parts = tree.parts.map((part) => searchMeaning(part, clock))
  return joined(tree.kind === 'and' ? 'all' : 'any', parts)
}

/** The text of a search, which parses to the same tree. */
export function printSearch(tree: SearchTree | null): string {
  return tree === null ? '' : print(tree)
}

function print(tree: SearchTree): string {
  if (tree.kind === 'or') return tree.parts.map(print).join(' OR ')
  if (tree.kind === 'and') {
    return tree.parts
      .map((part) => (part.kind === 'or' ? inParentheses(part) : print(part)))
      .join(' ')
  }
  if (tree.kind !== 'not') return writeTerm(tree)
  return `-${isGroup(tree.part) ? inParentheses(tree.part) : print(tree.part)}`
}

const inParentheses = (tree: SearchTree) => `(${print(tree)})`
const isGroup = (tree: SearchTree) => tree.kind === 'and' || tree.kind === 'or'
