import { writeTerm } from './operators.ts'
import type { SearchTree } from './tree.ts'

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
