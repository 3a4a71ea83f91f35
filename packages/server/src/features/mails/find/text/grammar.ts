import { readTokens, type SearchToken } from './lexer.ts'
import { isSearchOperator, readOperator } from './operators.ts'
import type { SearchProblem, SearchTree } from './tree.ts'

/**
 * Reads a search: words (all of them, in any order), "phrases", `-not`, `OR` (which binds less than
 * what stands side by side), parentheses and operators. Never throws: what cannot be read is a
 * problem with its position. An empty search is null. `docs/search.md` tells users the same.
 */
export type ParsedSearch = { tree: SearchTree | null } | SearchProblem

const mostTerms = 50
const mostDepth = 20

export function parseSearch(source: string): ParsedSearch {
  const tokens = readTokens(source, isSearchOperator)
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
    return joined('or', parts)
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
    return joined('and', parts)
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

function joined(kind: 'and' | 'or', parts: SearchTree[]): SearchTree {
  const [first] = parts
  if (first !== undefined && parts.length === 1) return first
  // (a b) c is a b c: one form for what means the same.
  return { kind, parts: parts.flatMap((part) => (part.kind === kind ? part.parts : [part])) }
}
